extension ReportFormat {
  /// All formats. The order settles ties only: what is read comes before what is merely named.
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
    .documentTool,
    .console,
    .sourceExcerpt,
    .analytics,
    .crashlytics,
    .jetsam,
    .leaks,
    .metricKit,
    .otherBugType,
    .panic,
    .resource,
    .sample,
    .spindump,
    .stackshot,
    .systemRecord,
    .thirdPartyJSON,
    .swiftBacktrace,
    .unifiedLogJSON,
  ]

  /// The format that is surest of a segment.
  static func best(for segment: Segment) -> ReportFormat? {
    var best: ReportFormat?
    var likelihood = Likelihood.no
    for format in catalog {
      let own = format.recognize(segment)
      if own > likelihood {
        best = format
        likelihood = own
      }
    }
    return best
  }
}
