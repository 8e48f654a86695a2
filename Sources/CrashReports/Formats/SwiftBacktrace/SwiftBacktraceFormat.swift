extension ReportFormat {
  /// The backtrace that the Swift runtime prints when a program crashes (`SWIFT_BACKTRACE`).
  static let swiftBacktrace = ReportFormat(
    id: "swift-backtrace",
    title: "Swift runtime backtrace",
    summary: "The backtrace that Swift 5.9 and later prints on Linux and macOS when a program crashes, with any "
      + "SWIFT_BACKTRACE settings, as text with or without colors or as JSON (format=json), even inside a log. The "
      + "fatal error above it is also read.",
    example: "💣 Program crashed: Illegal instruction at 0x00007fddff96df7f",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      if let shape = segment.shape { return shape.isSwiftCrashLog && !shape.isCrashBody ? .certain : .no }
      guard let text = segment.text else { return .no }
      let search = SwiftBacktraceMarks(segment.bytes, text)
      guard search.hasThread else { return .no }
      return search.hasTitle ? .certain : .likely
    },
    decode: { segment, limits in
      if case .json = segment.content {
        return decodeBody(segment) { segment in
          var decoder = SwiftCrashLogDecoder(segment, limits)
          return decoder.decode(segment)
        }
      }
      var plain = segment
      plain.removeColors()
      var outcome = plain.decodeLines(limits, named: "a backtrace of the Swift runtime") { source, bytes, line in
        var reader = SwiftBacktraceReader(source, bytes, firstLine: line, limits: limits)
        return reader.read()
      }
      // Offsets refer to the original segment, with colors.
      outcome.end = segment.range.upperBound
      for index in outcome.reports.indices { outcome.reports[index].value.source.byteRange = nil }
      if outcome.reports.count == 1 { outcome.reports[0].value.source.byteRange = segment.range }
      return outcome
    })
}

/// Marks that identify a backtrace of the Swift runtime, found in one pass over a text.
struct SwiftBacktraceMarks {
  private(set) var hasTitle = false
  private(set) var hasThread = false

  init(_ bytes: [UInt8], _ text: Range<Int>) {
    var at = text.lowerBound
    // The lower case distinguishes it from `Crashed` in Apple's reports.
    while let match = ByteSearch.find(" crashed:", bytes, at..<text.upperBound) {
      at = match + 9
      var start = match
      while start > text.lowerBound, match - start < 128, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      while start < match, bytes[start] <= 0x20 || bytes[start] == UInt8(ascii: ">") { start += 1 }
      if ByteSearch.matches(bytes, at: start, end: match, "Thread ") {
        hasThread = true
        hasTitle =
          ByteSearch.contains("Program crashed: ", bytes, text)
          || ByteSearch.contains("Swift runtime failure: ", bytes, text)
        return
      }
    }
  }
}

extension Segment {
  /// Replaces the bytes with a copy of the text without escape sequences for colors (ECMA-48, `ESC [ … m` and
  /// `ESC [ … K`). Line numbers do not change.
  fileprivate mutating func removeColors() {
    guard let text, bytes[text].contains(0x1B) else { return }
    var copy: [UInt8] = []
    copy.reserveCapacity(text.count)
    var at = text.lowerBound
    while at < text.upperBound {
      guard bytes[at] == 0x1B, at + 1 < text.upperBound, bytes[at + 1] == UInt8(ascii: "[") else {
        copy.append(bytes[at])
        at += 1
        continue
      }
      at += 2
      while at < text.upperBound, bytes[at] &- 0x30 < 10 || bytes[at] == UInt8(ascii: ";") { at += 1 }
      if at < text.upperBound, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    }
    let header = header
    self = Segment(
      bytes: copy, range: 0..<copy.count, firstLine: firstLine, header: header, bodyStart: 0, bodyLine: bodyLine,
      content: .text)
  }
}
