extension ReportFormat {
  /// Everything that is text and no JSON: whole reports, parts of them, build logs, console output.
  static let appleText = ReportFormat(
    id: "apple-text",
    title: "Apple crash report, text (.crash)",
    summary: "The text form of all systems up to macOS 11 and iOS 14, of Console's translation and of third-party "
      + "reporters; parts of it, build logs and console output are read as well.",
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
