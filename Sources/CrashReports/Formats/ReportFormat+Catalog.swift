extension ReportFormat {
  /// All formats. The order decides only between formats that are equally sure of a segment.
  package static let catalog: [ReportFormat] = [
    .ips,
    .ipsMembers,
    .ipsText,
    .appleText,
    .translatedText,
    .thirdPartyText,
    .excerpt,
    .debugger,
    .buildLog,
    .canvas,
    .documentTool,
    .console,
    .sanitizer,
    .mono,
    .sourceExcerpt,
    .analytics,
    .appStoreConnect,
    .bugsnag,
    .crashlytics,
    .crashlyticsEvent,
    .crashlyticsRecord,
    .jetsam,
    .leaks,
    .measure,
    .metricKit,
    .openTelemetry,
    .otherBugType,
    .panic,
    .plcrash,
    .resource,
    .sample,
    .sentryEnvelope,
    .spindump,
    .stackshot,
    .systemRecord,
    .thirdPartyJSON,
    .swiftBacktrace,
    .unifiedLogJSON,
  ]

  /// The format with this identifier; `nil` if there is none.
  package static func with(id: String) -> ReportFormat? { catalog.first { $0.id == id } }

  /// Returns the format with the highest likelihood for a segment; `nil` if none recognizes it.
  static func best(for segment: Segment) -> ReportFormat? {
    var best: ReportFormat?
    var likelihood = Likelihood.no
    for format in catalog {
      let candidate = format.recognize(segment)
      if candidate > likelihood {
        best = format
        likelihood = candidate
      }
    }
    return best
  }
}
