extension ReportFormat {
  /// Any text that is not JSON: complete reports, parts of reports, build logs, console output.
  static let appleText = ReportFormat(
    id: "apple-text",
    title: "Apple crash report, text (.crash)",
    summary: "The text format of macOS 11, iOS 14 and earlier, of Console's translation and of third-party reporters. "
      + "Parts of a report, build logs and console output are also read.",
    example: "Exception Type:        EXC_BAD_ACCESS (SIGSEGV)",
    isRead: true,
    recognize: { segment in
      if case .text = segment.content, segment.header == nil { return .possible }
      return .no
    },
    decode: { segment, limits in
      let end = segment.range.upperBound
      let endLine = segment.bodyLine + ByteSearch.lineBreaks(segment.bytes, segment.bodyStart..<end)
      let reports = TextDecoder.decode(
        segment.bytes, range: segment.bodyStart..<end, firstLine: segment.bodyLine, limits: limits)
      return SegmentOutcome(reports: reports, end: end, endLine: endLine)
    })
}
