extension ReportFormat {
  /// The payload that MetricKit delivers to an app (`MXDiagnosticPayload.jsonRepresentation()`), or a diagnostic or call
  /// stack tree from it; and the report of one event of iOS 27 and later (`DiagnosticReport`).
  static let metricKit = ReportFormat(
    id: "metrickit",
    title: "MetricKit diagnostic payload",
    summary: "Crashes, hangs, launches and exceptions of a day, delivered to the app, with stacks as trees of "
      + "addresses. Each diagnostic is a separate report. Of a tree of samples, output shows the heaviest path. A single "
      + "diagnostic or a bare call stack tree is also read, "
      + "and the reports of iOS 27 and macOS 27 (`DiagnosticReport`), each with one event.",
    example: #"{"timeStampBegin":"2026-03-02 00:00:00 +0000","crashDiagnostics":[{"callStackTree":{…}}]}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { $0.shape?.isMetricKit == true ? .certain : .no },
    decode: { segment, limits in
      decodeBody(segment) { segment in
        var decoder = MetricKitDecoder(segment, limits)
        return decoder.decode()
      }
    })
}
