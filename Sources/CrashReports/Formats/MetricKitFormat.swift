extension ReportFormat {
  /// What MetricKit delivers to an app (`MXDiagnosticPayload.jsonRepresentation()`), or one call stack tree of it.
  static let metricKit = unread(
    id: "metrickit",
    title: "MetricKit diagnostic payload",
    name: "a MetricKit diagnostic payload or call stack tree",
    summary: "Crashes, hangs and exceptions of a day, delivered to the app itself, with stacks as trees of addresses.",
    example: #"{"timeStampBegin":"2026-03-02 00:00:00 +0000","crashDiagnostics":[{"callStackTree":{…}}]}"#,
    recognize: { $0.shape?.isMetricKit == true ? .certain : .no })
}
