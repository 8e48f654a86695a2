import Bytes

/// Literals: strings, characters and regular expressions.
extension SourceLexer {
  /// The maximum length of a regular expression in `/…/`, so that a line of slashes takes linear time.
  private static let maxRegexLength = 512
  private static let maxCharacterLength = 16

  /// Reads the head of a literal, or all of it.
  ///
  /// - Parameter prefix: The number of bytes in front of the quotation marks.
  mutating func openString(prefix: Int, pounds: Int) -> SourceLexeme {
    let start = offset
    let isMultiline = language == .swift && byte(prefix + 1) == 0x22 && byte(prefix + 2) == 0x22
    let open = prefix + (isMultiline ? 3 : 1)
    offset += open
    var unread = lexeme(.string, from: start)
    unread.marks.open = UInt8(open)
    unread.depth = UInt8(modes.count / 2)
    guard modes.count < Self.maxDepth else { return unread }
    modes.append(.string(pounds: pounds, isMultiline: isMultiline))
    return readString(pounds: pounds, isMultiline: isMultiline, from: start, open: open) ?? unread
  }

  /// Where a part of a literal ends, with the number of bytes that are not contents.
  private enum End {
    case mark(Int)
    case interpolation(Int)
    case unclosed
  }

  /// Reads on in a literal that began, or continues, at `start`: to its end or to the next interpolation. Returns `nil` if
  /// no bytes of it are left on its line.
  mutating func readString(pounds: Int, isMultiline: Bool, from start: Int, open: Int = 0) -> SourceLexeme? {
    let firstLine = line
    let depth = UInt8((modes.count - 1) / 2)
    let end = skipString(pounds: pounds, isMultiline: isMultiline)
    guard offset > start else { return nil }
    var part = lexeme(.string, from: start, line: firstLine)
    part.depth = depth
    part.pounds = UInt8(pounds)
    switch end {
    case .mark(let count):
      part.part = open > 0 ? .whole : .tail
      part.marks = (UInt8(open), UInt8(count))
    case .interpolation(let count):
      part.part = open > 0 ? .head : .middle
      part.marks = (UInt8(open), UInt8(count))
    case .unclosed:
      part.part = open > 0 ? .whole : .tail
      part.marks = (UInt8(open), 0)
    }
    return part
  }

  private mutating func skipString(pounds: Int, isMultiline: Bool) -> End {
    let marks = isMultiline ? 3 : 1
    while offset < bytes.count {
      let next = bytes[offset]
      if next == 0x0A {
        guard isMultiline else {
          // The line ends in the code.
          modes.removeLast()
          return .unclosed
        }
        line += 1
        offset += 1
      } else if next == UInt8(ascii: "\\"), hasPounds(pounds, at: 1) {
        offset += 1 + pounds
        if language == .swift, byte() == UInt8(ascii: "("), modes.count < Self.maxDepth {
          modes.append(.interpolation(depth: 0))
          return .interpolation(1 + pounds)
        }
        skipEscaped()
      } else if next == 0x22, !isMultiline || byte(1) == 0x22 && byte(2) == 0x22, hasPounds(pounds, at: marks) {
        offset += marks + pounds
        modes.removeLast()
        return .mark(marks + pounds)
      } else {
        offset += 1
      }
    }
    offset = Swift.min(offset, bytes.count)
    return .unclosed
  }

  /// Skips the character after a backslash. In Objective-C, a literal continues after a line break with a backslash.
  private mutating func skipEscaped() {
    guard offset < bytes.count else { return }
    guard bytes[offset] == 0x0A || bytes[offset] == 0x0D && byte(1) == 0x0A else {
      offset += 1
      return
    }
    guard language == .objectiveC else { return }
    offset += bytes[offset] == 0x0A ? 1 : 2
    line += 1
  }

  func hasPounds(_ count: Int, at distance: Int) -> Bool {
    for index in 0..<count where byte(distance + index) != UInt8(ascii: "#") { return false }
    return true
  }

  /// Reads a character of Objective-C. A single quotation mark that is not closed is a lexeme of its own.
  mutating func readCharacter() -> SourceLexeme {
    let start = offset
    var end = offset + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "'"), bytes[end] != 0x0A, end - start < Self.maxCharacterLength
    {
      end += bytes[end] == UInt8(ascii: "\\") && end + 1 < bytes.count && bytes[end + 1] != 0x0A ? 2 : 1
    }
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "'")
    offset = isClosed ? end + 1 : start + 1
    var result = lexeme(.character, from: start)
    result.marks = (1, isClosed ? 1 : 0)
    return result
  }

  // MARK: Regular expressions

  mutating func readExtendedRegex(_ pounds: Int) -> SourceLexeme {
    let (start, firstLine) = (offset, line)
    offset += pounds + 1
    let isMultiline = byte() == 0x0A
    while offset < bytes.count {
      if byte() == 0x0A {
        guard isMultiline else { break }
        line += 1
      } else if byte() == UInt8(ascii: "/"), hasPounds(pounds, at: 1) {
        offset += 1 + pounds
        break
      }
      offset += byte() == UInt8(ascii: "\\") && byte(1) != 0x0A ? 2 : 1
    }
    offset = Swift.min(offset, bytes.count)
    return lexeme(.regex, from: start, line: firstLine)
  }

  /// Reads `/…/` if it can be a regular expression: where an operand is expected, closed on the same line, and without a
  /// blank at its ends. Returns `nil`, and reads nothing, otherwise.
  mutating func readRegex() -> SourceLexeme? {
    guard language == .swift, byte() == UInt8(ascii: "/"), !endsOperand, byte(1) != 0x20, byte(1) != 0x09 else {
      return nil
    }
    var end = offset + 1
    var level = 0
    while end < bytes.count, bytes[end] != 0x0A, end - offset < Self.maxRegexLength {
      switch bytes[end] {
      case UInt8(ascii: "\\") where end + 1 < bytes.count && bytes[end + 1] != 0x0A: end += 1
      case UInt8(ascii: "("): level += 1
      case UInt8(ascii: ")"):
        level -= 1
        if level < 0 { return nil }
      case UInt8(ascii: "/"):
        guard end > offset + 1, bytes[end - 1] != 0x20 else { return nil }
        let start = offset
        offset = end + 1
        return lexeme(.regex, from: start)
      default: break
      }
      end += 1
    }
    return nil
  }

  /// Whether the last lexeme of this line is the end of an operand, so that an operator follows.
  private var endsOperand: Bool {
    guard let last, last.line == line || last.kind == .string else { return false }
    switch last.kind {
    case .word where last.range.lowerBound > 0 && bytes[last.range.lowerBound - 1] == UInt8(ascii: "."): return true
    case .word: return !SwiftKeywords.expectsOperand(bytes[last.range])
    case .string, .character, .integer, .fraction, .postfix, .regex: return true
    case .op, .directive, .comment: return false
    case .punctuation: return ")]}".utf8.contains(bytes[last.range.lowerBound])
    }
  }
}
