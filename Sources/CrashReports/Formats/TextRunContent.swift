/// Tests for text that surrounds JSON.
enum TextRunContent {
  /// Returns whether the text has only rules, brackets, code fences and the title "Full Report".
  static func isTrivial(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = ByteSearch.lineEnd(bytes, from: at, end: range.upperBound)
      let line = ByteSearch.trimmed(bytes, at..<end)
      if !isTrivialLine(bytes, line) { return false }
      at = end + 1
    }
    return true
  }

  private static func isTrivialLine(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    if isTitle(bytes, line) || ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, "```") {
      return true
    }
    if line.count == 3, ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, "EOF") { return true }
    return !bytes[line].contains { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80
    }
  }

  private static func isTitle(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    line.count == 11 && ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, "Full Report")
  }

  /// Returns whether the last line that is not trivial is "Full Report", Console's title above the JSON.
  static func endsWithFullReport(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var end = range.upperBound
    while end > range.lowerBound {
      var start = end
      while start > range.lowerBound, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      let line = ByteSearch.trimmed(bytes, start..<end)
      if isTitle(bytes, line) { return true }
      guard isTrivialLine(bytes, line) else { return false }
      end = start - 1
    }
    return false
  }

  /// Returns whether the text is the system profile that macOS writes below a report: `Model: Mac14,2, BootROM …`, or
  /// `System Profile:`.
  static func isSystemProfile(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let range = ByteSearch.trimmed(bytes, range)
    return ByteSearch.matches(bytes, at: range.lowerBound, end: range.upperBound, "Model: ")
      || ByteSearch.matches(bytes, at: range.lowerBound, end: range.upperBound, "System Profile:")
      || ByteSearch.matches(bytes, at: range.lowerBound, end: range.upperBound, "System profile:")
  }

  /// Returns whether the text is exactly one JSON value. No format recognized it, and words in it are not log lines.
  static func isForeignJSON(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let range = ByteSearch.trimmed(bytes, range)
    guard let first = bytes[range].first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    var cursor = JSONCursor(bytes, range: range, line: 1, depthLimit: 512)
    cursor.skipValue()
    return cursor.fault == nil && cursor.repairs.isEmpty && cursor.peek() == nil
  }

  /// Returns the offset of the first line with which a text report may begin.
  static func reportStart(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let starts: [StaticString] = [
      "Incident Identifier:", "Process:", "Command:", "Exception Type:", "Date/Time:", "Crashed Thread:",
    ]
    var at = range.lowerBound
    while at < range.upperBound {
      for start in starts where ByteSearch.matches(bytes, at: at, end: range.upperBound, start) { return at }
      at = ByteSearch.lineEnd(bytes, from: at, end: range.upperBound) + 1
    }
    return nil
  }
}
