extension ReportFormat {
  /// Returns an outcome that skips the segment and has one fault, `explanation`.
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
