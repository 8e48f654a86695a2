extension ReportFormat {
  /// A JSON header line followed by the text of a crash report.
  static let ipsText = ReportFormat(
    id: "ips-text",
    title: "Apple crash report, JSON header and text (.ips)",
    summary: "Written by iOS 7.1 to 14: one line of JSON, then the report as text. The text takes precedence; the "
      + "header fills in what the text does not state.",
    example: #"{"app_name":"MyApp","bug_type":"109","os_version":"iPhone OS 14.8 (18H17)",…}"#,
    isRead: true,
    recognize: { segment in
      guard case .text = segment.content, let header = segment.header else { return .no }
      if isCrashBugType(header.bugType) { return .certain }
      // EXC_RESOURCE reports (185) and others contain crash text, too.
      return segment.hasLine(startingWith: "Exception Type:") || segment.hasLine(startingWith: "Crashed Thread:")
        || segment.hasLine(startingWith: "Triggered by Thread:") ? .certain : .no
    },
    decode: { segment, limits in
      let end = segment.range.upperBound
      let endLine = segment.bodyLine + ByteSearch.lineBreaks(segment.bytes, segment.bodyStart..<end)
      var reports = TextDecoder.decode(
        segment.bytes, range: segment.bodyStart..<end, firstLine: segment.bodyLine, limits: limits)
      guard !reports.isEmpty else {
        var outcome = headerOnly(segment)
        outcome.reports[0].notes.append(
          Note(
            "ignored-text", "The text below the header line was not recognized as a report and was ignored.",
            line: segment.bodyLine))
        outcome.endLine = endLine
        return outcome
      }
      segment.header?.fill(&reports[0].value)
      if reports[0].value.source.format == "apple-text" { reports[0].value.source.format = "ips-text" }
      reports[0].value.source.firstLine = segment.firstLine
      if let range = reports[0].value.source.byteRange {
        reports[0].value.source.byteRange = segment.range.lowerBound..<max(range.upperBound, segment.range.lowerBound)
      }
      return SegmentOutcome(reports: reports, end: end, endLine: endLine)
    })
}
