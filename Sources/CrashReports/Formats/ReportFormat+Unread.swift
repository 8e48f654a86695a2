extension ReportFormat {
  /// A format that is recognised so that it can be named, and not read.
  ///
  /// - Parameter name: with its article, to stand in a sentence: "a jetsam event report".
  static func unread(
    id: String, title: String, name: String, summary: String, example: String, bugTypes: Set<String> = [],
    recognize: @escaping @Sendable (Segment) -> Likelihood = { _ in .no }
  ) -> ReportFormat {
    ReportFormat(
      id: id, title: title, summary: summary, example: example, isRead: false,
      recognize: { segment in
        if let bugType = segment.header?.bugType ?? segment.shape?.bugType, bugTypes.contains(bugType) {
          return .likely
        }
        return recognize(segment)
      },
      decode: { segment, limits in
        let bugType = segment.header?.bugType ?? segment.shape?.bugType
        let number = bugType.map { " (bug_type \($0))" } ?? ""
        return unreadOutcome(segment, limits, "\(name)\(number): this version does not read it yet")
      })
  }

  /// Steps over the segment and says what it is.
  static func unreadOutcome(_ segment: Segment, _ limits: DecodingLimits, _ explanation: String) -> SegmentOutcome {
    var end = segment.range.upperBound
    var line = segment.bodyLine
    if case .json(let known) = segment.content {
      if let known {
        (end, line) = (known.end, known.endLine)
      } else {
        var cursor = JSONCursor(
          segment.bytes, range: segment.bodyStart..<end, line: segment.bodyLine, depthLimit: limits.depth)
        cursor.skipValue()
        (end, line) = (cursor.offset, cursor.line)
      }
    } else {
      line += ByteSearch.lineBreaks(segment.bytes, segment.bodyStart..<end)
    }
    let fault = DecodingFault(
      .unsupportedFormat, explanation, line: segment.firstLine, offset: segment.range.lowerBound)
    return SegmentOutcome(faults: [fault], end: end, endLine: line)
  }
}
