extension ReportFormat {
  /// Logs and traces of OpenTelemetry in the JSON encoding of its protocol.
  static let openTelemetry = ReportFormat(
    id: "open-telemetry",
    title: "OpenTelemetry logs and traces, JSON",
    summary:
      "A request of the OpenTelemetry protocol in JSON, or the lines that a collector writes to a file. Log records of "
      + "crashes (`app.crash`), exceptions and diagnostics of MetricKit, and exception events of spans are reports; other "
      + "records are counted. Reports inside records, such as those of KSCrash, are read.",
    example: #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"app.crash","attributes":[…]}]}]}]}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { $0.shape?.isOpenTelemetry == true ? .certain : .no },
    decode: { segment, limits in
      decodeBody(segment) { segment in
        var decoder = OpenTelemetryDecoder(segment, limits)
        return decoder.decode(segment)
      }
    })

  /// Returns whether the first object of an input is a document of a service that has texts in its members, by its first
  /// few thousand bytes.
  static func isServiceDocument(_ bytes: [UInt8]) -> Bool {
    var at = InputEncoding.markLength(bytes)
    while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: "[") { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return false }
    let head = at..<min(bytes.count, at + 4096)
    return ByteSearch.contains("\"resourceLogs\"", bytes, head) || ByteSearch.contains("\"resourceSpans\"", bytes, head)
  }
}
