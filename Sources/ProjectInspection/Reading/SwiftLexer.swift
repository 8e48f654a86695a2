/// A word, number, string or operator of Swift source, with its position.
///
/// `SourceToken` has no columns and splits operators into characters; expressions need both.
struct SwiftLexeme: Sendable {
  enum Kind: UInt8, Sendable {
    case word, string
    /// A number without, or with, a fraction or exponent.
    case integer, fraction
    /// An operator other than `postfix`; angle brackets are one operator each.
    case op
    /// `!` or `?` directly after an operand.
    case postfix
    /// One bracket, comma, colon, semicolon or backslash.
    case punctuation
    case regex
  }

  let kind: Kind
  /// The bytes of the lexeme. A string with interpolations is several lexemes: its parts, and between them the
  /// interpolated expressions in parentheses.
  let range: Range<Int>
  /// The line, from 1.
  let line: Int
  /// Whether a byte that separates operands is directly before and after it.
  let isSpacedBefore: Bool
  let isSpacedAfter: Bool
}

/// A lexer for Swift that yields the expressions inside of string interpolations, too. It makes one pass and takes linear
/// time; a literal or comment that is not closed ends at the end of its line or file.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private(set) var lexemes: [SwiftLexeme] = []
  private var modes: [Mode] = []

  /// What surrounds the code that is being read.
  private enum Mode {
    /// A string: the number of `#` in front of its quotation marks, and whether it has three of them.
    case string(pounds: Int, isMultiline: Bool)
    /// An interpolation: the number of open parentheses in it.
    case interpolation(depth: Int)
  }

  private static let maxDepth = 64
  /// The maximum length of a regular expression in `/…/`, so that a line of slashes takes linear time.
  private static let maxRegexLength = 512

  /// Returns the lexemes of the source text up to the end of line `lastLine`.
  static func lexemes(of bytes: [UInt8], through lastLine: Int = .max) -> [SwiftLexeme] {
    var lexer = SwiftLexer(bytes: bytes)
    while lexer.offset < bytes.count, lexer.line <= lastLine {
      if case .string(let pounds, let isMultiline)? = lexer.modes.last {
        lexer.readString(pounds: pounds, isMultiline: isMultiline, from: lexer.offset)
      } else {
        lexer.readCode()
      }
    }
    return lexer.lexemes
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ distance: Int = 0) -> UInt8 {
    let index = offset + distance
    return index >= 0 && index < bytes.count ? bytes[index] : 0
  }

  private mutating func append(_ kind: SwiftLexeme.Kind, from start: Int, line: Int? = nil) {
    lexemes.append(
      SwiftLexeme(
        kind: kind, range: start..<min(max(offset, start), bytes.count), line: line ?? self.line,
        isSpacedBefore: !Self.isBound(before: start, in: bytes), isSpacedAfter: !isBound(after: offset)))
  }

  /// Whether the byte before `start` binds an operator to its left operand.
  private static func isBound(before start: Int, in bytes: [UInt8]) -> Bool {
    guard start > 0 else { return false }
    switch bytes[start - 1] {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"): return start < 2 || bytes[start - 2] != UInt8(ascii: "*")
    default: return true
    }
  }

  private func isBound(after end: Int) -> Bool {
    guard end < bytes.count else { return false }
    switch bytes[end] {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"):
      return end + 1 >= bytes.count || bytes[end + 1] != UInt8(ascii: "*") && bytes[end + 1] != UInt8(ascii: "/")
    default: return true
    }
  }

  private mutating func endLine() {
    line += 1
    offset += 1
    // Strings of one line, and everything in them, end here.
    let open = modes.firstIndex { if case .string(_, isMultiline: false) = $0 { true } else { false } }
    if let open { modes.removeSubrange(open...) }
  }

  private mutating func readCode() {
    let first = byte()
    switch first {
    case 0x0A: endLine()
    case 0x20, 0x09, 0x0D: offset += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      while offset < bytes.count, byte() != 0x0A { offset += 1 }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case 0x22: openString(pounds: 0)
    case UInt8(ascii: "#"): readPound()
    case UInt8(ascii: "`"): readQuotedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case _ where Self.isWordByte(first) || first == UInt8(ascii: "$") || first == UInt8(ascii: "@"): readWord()
    case UInt8(ascii: "!") where isLeftBound, UInt8(ascii: "?") where isLeftBound:
      offset += 1
      append(.postfix, from: offset - 1)
    case UInt8(ascii: "/") where readRegex(): break
    case UInt8(ascii: "<"), UInt8(ascii: ">"): readAngle()
    case _ where Self.isOperatorByte(first): readOperator()
    default: readPunctuation(first)
    }
  }

  private var isLeftBound: Bool { Self.isBound(before: offset, in: bytes) }

  private mutating func readPunctuation(_ first: UInt8) {
    if case .interpolation(let depth)? = modes.last {
      if first == UInt8(ascii: "(") {
        modes[modes.count - 1] = .interpolation(depth: depth + 1)
      } else if first == UInt8(ascii: ")") {
        if depth == 0 { modes.removeLast() } else { modes[modes.count - 1] = .interpolation(depth: depth - 1) }
      }
    }
    offset += 1
    append(.punctuation, from: offset - 1)
  }

  // MARK: Words and numbers

  private mutating func readWord() {
    let start = offset
    offset += 1
    while offset < bytes.count, Self.isWordByte(byte()) { offset += 1 }
    append(.word, from: start)
  }

  private mutating func readQuotedWord() {
    let start = offset
    offset += 1
    while offset < bytes.count, byte() != UInt8(ascii: "`"), byte() != 0x0A { offset += 1 }
    if byte() == UInt8(ascii: "`") { offset += 1 }
    append(.word, from: start)
  }

  private mutating func readNumber() {
    let start = offset
    let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) == UInt8(ascii: "x")
    var isFraction = false
    offset += isHexadecimal ? 2 : 1
    while offset < bytes.count {
      let next = byte()
      if next == UInt8(ascii: "."), Self.isDigit(byte(1)), !isFraction {
        isFraction = true
        offset += 2
      } else if Self.isWordByte(next) {
        let letter = next | 0x20
        let isExponent =
          letter == UInt8(ascii: isHexadecimal ? "p" : "e") && (isHexadecimal || Self.isDecimal(bytes, start))
        offset += 1
        guard isExponent else { continue }
        isFraction = true
        if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+"), Self.isDigit(byte(1)) { offset += 1 }
      } else {
        break
      }
    }
    append(isFraction ? .fraction : .integer, from: start)
  }

  private static func isDecimal(_ bytes: [UInt8], _ start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "0"), start + 1 < bytes.count else { return true }
    return bytes[start + 1] != UInt8(ascii: "b") && bytes[start + 1] != UInt8(ascii: "o")
  }

  // MARK: Strings

  /// Reads `#"…"#`, `#/…/#`, or a directive or macro such as `#available`.
  private mutating func readPound() {
    var count = 0
    while byte(count) == UInt8(ascii: "#") { count += 1 }
    if byte(count) == 0x22 {
      openString(pounds: count)
    } else if byte(count) == UInt8(ascii: "/") {
      skipExtendedRegex(count)
    } else {
      offset += count - 1
      readWord()
    }
  }

  private mutating func openString(pounds: Int) {
    let start = offset
    let isMultiline = byte(pounds + 1) == 0x22 && byte(pounds + 2) == 0x22
    offset += pounds + (isMultiline ? 3 : 1)
    guard modes.count < Self.maxDepth else { return }
    modes.append(.string(pounds: pounds, isMultiline: isMultiline))
    readString(pounds: pounds, isMultiline: isMultiline, from: start)
  }

  /// Reads on in a string that began, or continues, at `start`: to its end or to the next interpolation.
  private mutating func readString(pounds: Int, isMultiline: Bool, from start: Int) {
    let firstLine = line
    skipString(pounds: pounds, isMultiline: isMultiline)
    let isInterpolated = if case .interpolation? = modes.last { true } else { false }
    let end = offset
    if isInterpolated, byte(-1) == UInt8(ascii: "("), end - 1 > start { offset = end - 1 }
    append(.string, from: start, line: firstLine)
    guard offset < end else { return }
    offset = end
    append(.punctuation, from: end - 1)
  }

  private mutating func skipString(pounds: Int, isMultiline: Bool) {
    while offset < bytes.count {
      let next = byte()
      if next == 0x0A {
        guard isMultiline else {
          // Not closed. The line ends in `readCode`.
          modes.removeLast()
          return
        }
        line += 1
        offset += 1
      } else if next == UInt8(ascii: "\\"), hasPounds(pounds, at: 1) {
        offset += 1 + pounds
        if byte() == UInt8(ascii: "("), modes.count < Self.maxDepth {
          offset += 1
          modes.append(.interpolation(depth: 0))
          return
        }
        if byte() != 0x0A { offset += 1 }
      } else if next == 0x22, !isMultiline || byte(1) == 0x22 && byte(2) == 0x22,
        hasPounds(pounds, at: isMultiline ? 3 : 1)
      {
        offset += (isMultiline ? 3 : 1) + pounds
        modes.removeLast()
        return
      } else {
        offset += 1
      }
    }
  }

  private func hasPounds(_ count: Int, at distance: Int) -> Bool {
    for index in 0..<count where byte(distance + index) != UInt8(ascii: "#") { return false }
    return true
  }

  // MARK: Comments and regular expressions

  private mutating func skipComment() {
    offset += 2
    var level = 1
    while offset < bytes.count, level > 0 {
      if byte() == 0x0A { line += 1 }
      if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        level -= 1
        offset += 2
      } else if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        level += 1
        offset += 2
      } else {
        offset += 1
      }
    }
  }

  private mutating func skipExtendedRegex(_ pounds: Int) {
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
    append(.regex, from: start, line: firstLine)
  }

  /// Reads `/…/` if it can be a regular expression: where an operand is expected, closed on the same line, and without a
  /// blank at its ends. Returns false, and reads nothing, otherwise.
  private mutating func readRegex() -> Bool {
    guard !endsOperand, byte(1) != 0x20, byte(1) != 0x09 else { return false }
    var end = offset + 1
    var level = 0
    while end < bytes.count, bytes[end] != 0x0A, end - offset < Self.maxRegexLength {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "("): level += 1
      case UInt8(ascii: ")"):
        level -= 1
        if level < 0 { return false }
      case UInt8(ascii: "/"):
        guard end > offset + 1, bytes[end - 1] != 0x20 else { return false }
        let start = offset
        offset = end + 1
        append(.regex, from: start)
        return true
      default: break
      }
      end += 1
    }
    return false
  }

  /// Whether the last lexeme of this line is the end of an operand, so that an operator follows.
  private var endsOperand: Bool {
    guard let last = lexemes.last, last.line == line || last.kind == .string else { return false }
    switch last.kind {
    case .word where last.range.lowerBound > 0 && bytes[last.range.lowerBound - 1] == UInt8(ascii: "."): return true
    case .word: return !SwiftKeywords.expectsOperand(bytes[last.range])
    case .string, .integer, .fraction, .postfix, .regex: return true
    case .op: return false
    case .punctuation: return ")]}".utf8.contains(bytes[last.range.lowerBound])
    }
  }

  // MARK: Operators

  /// Reads an angle bracket: generic arguments end with several of them, so each is an operator of its own.
  private mutating func readAngle() {
    let start = offset
    offset += 1
    if byte() == UInt8(ascii: "=") || byte(-1) == byte() { offset += 1 }
    if bytes[start] == UInt8(ascii: ">") { offset = start + 1 }
    append(.op, from: start)
  }

  private mutating func readOperator() {
    let start = offset
    let startsWithDot = byte() == UInt8(ascii: ".")
    while offset < bytes.count,
      Self.isOperatorByte(byte()) || byte() == UInt8(ascii: "<") || byte() == UInt8(ascii: ">")
    {
      if byte() == UInt8(ascii: "."), !startsWithDot { break }
      // A comment ends the operator.
      if offset > start, byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*") {
        break
      }
      offset += 1
      // `.` alone is member access: `a.b`, also in front of an operator, as in `.-`.
      if startsWithDot, offset == start + 1, byte() != UInt8(ascii: ".") { break }
    }
    append(.op, from: start)
  }

  // MARK: Bytes

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }

  private static func isOperatorByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
