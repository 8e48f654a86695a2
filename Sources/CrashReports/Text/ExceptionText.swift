extension TextDialect {
  static let exceptions = TextDialect(
    name: "exceptions",
    example: Example(
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds [0 .. 2]'",
      .console),
    offer: .containing(.exception), mark: .exception
  ) { reader, line, _ in reader.consumeException(line) }
}

/// Reads the text of an uncaught exception:
///
///     *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: …'
extension TextReader {
  /// Consumes the line and the continuation lines of the reason.
  fileprivate mutating func consumeException(_ line: Line) -> Bool {
    include(line, as: .failure)
    guard let fullText = exceptionText(line, line.content) else {
      addConsoleLine(text.string(line.content), line: line.number)
      return true
    }
    draft.pieces.insert(.exception)
    addConsoleLine(fullText, line: line.number)
    draft.expects.stack = true
    includeFollowingLines()
    return true
  }

  /// Reads name and reason of an exception and returns the complete text; `nil` if the line has no exception name.
  ///
  /// Continuation lines of the reason are consumed, except in "Application Specific Information", which reads them
  /// itself.
  mutating func exceptionText(_ line: Line, _ slice: Slice) -> String? {
    guard let offset = text.find(ignoringCase: "uncaught exception", slice) else { return nil }
    let afterWords = Slice(offset + 18, slice.end)
    let near = Slice(afterWords.start, min(afterWords.end, afterWords.start + 160))
    guard let (name, next) = quotation(near) ?? unquotedName(near) else { return nil }
    let isNew = draft.exception.name == nil
    if isNew { draft.exception.name = text.value(name) }
    var lines = [text.string(slice)]
    var ahead = cursor
    guard let start = reasonStart(Slice(next, slice.end), &ahead, &lines) else { return text.string(slice) }
    var (found, isClosed) = reasonText(start)
    while !isClosed, lines.count < 64, let following = ahead.next() {
      guard !following.isEmpty, !endsReason(following) else { break }
      if section != .applicationInformation {
        cursor = ahead
        include(following)
      }
      lines.append(text.string(following.content))
      let (part, closed) = reasonText(following.content, isFirst: false)
      found += "\n" + part
      isClosed = closed
    }
    if isNew {
      draft.exception.reason = found
      draft.report.lines[.exceptionReason] = line.number
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the reason's first line; `nil` if there is none. Mail programs and trackers wrap the line in front of the
  /// reason, or in front of "reason:".
  private mutating func reasonStart(_ slice: Slice, _ ahead: inout LineCursor, _ lines: inout [String]) -> Slice? {
    if let reason = text.find("reason: ", slice) { return Slice(reason + 8, slice.end) }
    let rest = text.trimmed(slice)
    let isLabeled = rest.count >= 7 && text.hasPrefix("reason:", Slice(rest.end - 7, rest.end))
    var following = ahead
    guard isLabeled || text.equals(rest, ","), let line = following.next(), !line.isEmpty, !endsReason(line) else {
      return nil
    }
    var start = line.content
    if !isLabeled {
      guard text.hasPrefix("reason:", start) else { return nil }
      start = text.trimmed(Slice(start.start + 7, start.end))
    }
    ahead = following
    if section != .applicationInformation {
      cursor = following
      include(line)
    }
    lines.append(text.string(line.content))
    return start
  }

  /// Returns the first quotation, in straight or curly quotation marks.
  private func quotation(_ slice: Slice) -> (Slice, next: Int)? {
    guard let (start, _) = openQuote(slice) else { return nil }
    var index = start
    while index < slice.end {
      if text[index] == UInt8(ascii: "'") { return (Slice(start, index), index + 1) }
      if isCurly(index) { return (Slice(start, index), index + 3) }
      index += 1
    }
    return nil
  }

  /// Returns the class of an exception directly after a colon: `uncaught exception: NSRangeException, reason: …`.
  private func unquotedName(_ slice: Slice) -> (Slice, next: Int)? {
    let rest = text.trimmed(slice)
    guard text[rest.start] == UInt8(ascii: ":") else { return nil }
    let word = text.word(text.trimmed(Slice(rest.start + 1, rest.end)))
    return text.isExceptionName(word) ? (word, word.end) : nil
  }

  /// Returns whether U+2018 or U+2019 is at `index`.
  private func isCurly(_ index: Int) -> Bool {
    text[index] == 0xe2 && text[index + 1] == 0x80 && (text[index + 2] == 0x98 || text[index + 2] == 0x99)
  }

  private func openQuote(_ slice: Slice) -> (start: Int, isCurly: Bool)? {
    var index = slice.start
    while index < slice.end, index < slice.start + 8 {
      if text[index] == UInt8(ascii: "'") { return (index + 1, false) }
      if isCurly(index) { return (index + 3, true) }
      index += 1
    }
    return nil
  }

  /// Returns the part of a reason on one line, and whether the reason ends there: at a quotation mark that ends the
  /// line. Quotation marks inside the line belong to the reason.
  private func reasonText(_ slice: Slice, isFirst: Bool = true) -> (String, isClosed: Bool) {
    var slice = slice
    if isFirst {
      if text[slice.start] == UInt8(ascii: "'") {
        slice.start += 1
      } else if isCurly(slice.start) {
        slice.start += 3
      } else {
        return (text.string(slice), true)
      }
    }
    var end = slice.end
    while end > slice.start, isClosingPunctuation(text[end - 1]) { end -= 1 }
    if text[end - 1] == UInt8(ascii: "'"), end > slice.start { return (text.string(Slice(slice.start, end - 1)), true) }
    if isCurly(end - 3), end - 3 >= slice.start { return (text.string(Slice(slice.start, end - 3)), true) }
    if let glued = text.findLast("'*** ", slice) { return (text.string(Slice(slice.start, glued)), true) }
    return (text.string(slice), false)
  }

  private func isClosingPunctuation(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`")
      || byte == UInt8(ascii: ";")
  }

  /// Returns whether a line cannot belong to a reason.
  private func endsReason(_ line: Line) -> Bool {
    let content = line.content
    if text.frameLine(content) != nil || endsFreeText(line) || text.stampedLine(content) != nil { return true }
    for word: StaticString in ["*** First throw", "*** Call stack", "(0x", "libc++abi", "terminating with"]
    where text.hasPrefix(word, content) { return true }
    return text.equals(content, "(") || text.equals(content, "((")
  }
}
