import Bytes

/// The lexer for Swift and Objective-C: a sequence of the lexemes of a text, with comments, in the order of their ranges.
///
/// The ranges do not overlap, and only blanks and line breaks are between them. It makes one pass and takes linear time. A
/// literal or comment that is not closed ends at the end of its line or of the text.
package struct SourceLexer: Sequence, IteratorProtocol {
  let bytes: [UInt8]
  let language: SourceLanguage
  var offset = 0
  var line = 1
  var modes: [Mode] = []
  /// Whether only blanks and comments are before `offset` on its line.
  private var startsLine = true
  /// The last lexeme that is not a comment.
  private(set) var last: SourceLexeme?

  /// What surrounds the code that is being read.
  enum Mode {
    /// A literal: the number of `#` in front of its quotation marks, and whether it has three of them.
    case string(pounds: Int, isMultiline: Bool)
    /// An interpolation: the number of open parentheses in it.
    case interpolation(depth: Int)
  }

  /// The maximum number of nested literals and interpolations.
  static let maxDepth = 64
  /// The maximum number of `#` in front of a literal.
  static let maxPounds = 100

  /// Creates a lexer at the beginning of a text.
  package init(_ bytes: [UInt8], _ language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
  }

  /// Returns the lexemes that begin on the lines up to `lastLine`, without comments.
  package static func code(
    _ bytes: [UInt8], _ language: SourceLanguage, through lastLine: Int = .max
  ) -> [SourceLexeme] {
    var lexemes: [SourceLexeme] = []
    for lexeme in SourceLexer(bytes, language) {
      if lexeme.line > lastLine { break }
      if lexeme.kind != .comment { lexemes.append(lexeme) }
    }
    return lexemes
  }

  /// Returns the next lexeme; `nil` at the end of the text.
  package mutating func next() -> SourceLexeme? {
    while offset < bytes.count {
      var lexeme: SourceLexeme?
      if case .string(let pounds, let isMultiline)? = modes.last {
        lexeme = readString(pounds: pounds, isMultiline: isMultiline, from: offset)
      } else {
        // The parentheses of an interpolation are inside it.
        let depth = UInt8(modes.count / 2)
        lexeme = readCode()
        if lexeme?.kind != .string { lexeme?.depth = depth }
      }
      guard let lexeme else { continue }
      if lexeme.kind != .comment {
        startsLine = false
        last = lexeme
      }
      return lexeme
    }
    return nil
  }

  func byte(_ distance: Int = 0) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }

  /// Returns the lexeme from `start` to the current offset.
  func lexeme(_ kind: SourceLexeme.Kind, from start: Int, line: Int? = nil) -> SourceLexeme {
    SourceLexeme(kind: kind, range: start..<Swift.min(offset, bytes.count), line: line ?? self.line)
  }

  /// Returns the lexeme of the next `count` bytes.
  private mutating func lexeme(_ kind: SourceLexeme.Kind, count: Int) -> SourceLexeme {
    offset += count
    return lexeme(kind, from: offset - count)
  }

  private mutating func endLine() {
    line += 1
    offset += 1
    startsLine = true
    // Literals of one line, and everything in them, end here.
    let open = modes.firstIndex { if case .string(_, isMultiline: false) = $0 { true } else { false } }
    if let open { modes.removeSubrange(open...) }
  }

  private mutating func readCode() -> SourceLexeme? {
    let first = byte()
    switch first {
    case 0x0A: endLine()
    case 0x20, 0x09, 0x0D: offset += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): return readLineComment()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
      let (start, firstLine) = (offset, line)
      skipBlockComment()
      return lexeme(.comment, from: start, line: firstLine)
    case 0x22: return openString(prefix: 0, pounds: 0)
    case UInt8(ascii: "#"): return readPound()
    case UInt8(ascii: "@") where byte(1) == 0x22 && language == .objectiveC: return openString(prefix: 1, pounds: 0)
    case UInt8(ascii: "@") where byte(1).isIdentifier: return readWord()
    case UInt8(ascii: "'") where language == .objectiveC: return readCharacter()
    case UInt8(ascii: "`") where language == .swift: return readQuotedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber()
    case _ where first.isIdentifier || first == UInt8(ascii: "$"): return readWord()
    case UInt8(ascii: "!") where isLeftBound, UInt8(ascii: "?") where isLeftBound: return lexeme(.postfix, count: 1)
    case UInt8(ascii: "<"), UInt8(ascii: ">"): return readAngle()
    case _ where Self.isOperator(first): return readRegex() ?? readOperator()
    default: return readPunctuation(first)
    }
    return nil
  }

  private var isLeftBound: Bool { Self.isBound(before: offset, in: bytes) }

  private mutating func readPunctuation(_ first: UInt8) -> SourceLexeme {
    if case .interpolation(let depth)? = modes.last {
      if first == UInt8(ascii: "(") {
        modes[modes.count - 1] = .interpolation(depth: depth + 1)
      } else if first == UInt8(ascii: ")") {
        if depth <= 1 { modes.removeLast() } else { modes[modes.count - 1] = .interpolation(depth: depth - 1) }
      }
    }
    return lexeme(.punctuation, count: 1)
  }

  // MARK: Words and numbers

  private mutating func readWord() -> SourceLexeme {
    let start = offset
    offset += 1
    while offset < bytes.count, bytes[offset].isIdentifier { offset += 1 }
    return lexeme(.word, from: start)
  }

  private mutating func readQuotedWord() -> SourceLexeme {
    let start = offset
    offset += 1
    while offset < bytes.count, byte() != UInt8(ascii: "`"), byte() != 0x0A { offset += 1 }
    if byte() == UInt8(ascii: "`") { offset += 1 }
    return lexeme(.word, from: start)
  }

  private mutating func readNumber() -> SourceLexeme {
    let start = offset
    let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) == UInt8(ascii: "x")
    let isDecimal = byte() != UInt8(ascii: "0") || !"xbo".utf8.contains(byte(1))
    var isFraction = false
    offset += isHexadecimal ? 2 : 1
    while offset < bytes.count {
      let next = byte()
      if next == UInt8(ascii: "."), byte(1).isDigit, !isFraction {
        isFraction = true
        offset += 2
      } else if next.isIdentifier {
        let letter = next | 0x20
        let isExponent = isHexadecimal ? letter == UInt8(ascii: "p") : isDecimal && letter == UInt8(ascii: "e")
        offset += 1
        guard isExponent else { continue }
        isFraction = true
        if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+"), byte(1).isDigit { offset += 1 }
      } else {
        break
      }
    }
    return lexeme(isFraction ? .fraction : .integer, from: start)
  }

  /// Reads a directive, `#"…"#`, `#/…/#`, or a macro such as `#Preview`.
  private mutating func readPound() -> SourceLexeme {
    if startsLine, modes.isEmpty, isDirective { return readDirective() }
    if language == .swift {
      var count = 1
      while byte(count) == UInt8(ascii: "#") { count += 1 }
      if count <= Self.maxPounds {
        if byte(count) == 0x22 { return openString(prefix: count, pounds: count) }
        if byte(count) == UInt8(ascii: "/") { return readExtendedRegex(count) }
      }
      if count > 1 { return lexeme(.op, count: count - 1) }
    }
    return byte(1).isIdentifier ? readWord() : lexeme(.punctuation, count: 1)
  }

  // MARK: Operators

  /// Reads an angle bracket: generic arguments end with several of them, so each is an operator of its own.
  private mutating func readAngle() -> SourceLexeme {
    let isClosing = byte() == UInt8(ascii: ">")
    let isLonger = !isClosing && (byte(1) == UInt8(ascii: "=") || byte(1) == UInt8(ascii: "<"))
    return lexeme(.op, count: isLonger ? 2 : 1)
  }

  private mutating func readOperator() -> SourceLexeme {
    let start = offset
    let startsWithDot = byte() == UInt8(ascii: ".")
    while Self.isOperator(byte()) || byte() == UInt8(ascii: "<") || byte() == UInt8(ascii: ">") {
      if byte() == UInt8(ascii: "."), !startsWithDot { break }
      // A comment ends the operator.
      if offset > start, byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*") {
        break
      }
      offset += 1
      // `.` alone is member access: `a.b`, also in front of an operator, as in `.-`.
      if startsWithDot, offset == start + 1, byte() != UInt8(ascii: ".") { break }
    }
    return lexeme(.op, from: start)
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Whether the byte before `start` binds an operator to its left operand.
  static func isBound(before start: Int, in bytes: [UInt8]) -> Bool {
    guard start > 0 else { return false }
    switch bytes[start - 1] {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"): return start < 2 || bytes[start - 2] != UInt8(ascii: "*")
    default: return true
    }
  }

  /// Whether the byte at `end` binds an operator to its right operand.
  static func isBound(after end: Int, in bytes: [UInt8]) -> Bool {
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
}

// MARK: - Comments and directives

extension SourceLexer {
  private mutating func readLineComment() -> SourceLexeme {
    let start = offset
    while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
    return lexeme(.comment, from: start)
  }

  /// Comments of Swift nest, those of C do not.
  private mutating func skipBlockComment() {
    offset += 2
    var level = 1
    while offset < bytes.count, level > 0 {
      if byte() == 0x0A { line += 1 }
      if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        level -= 1
        offset += 2
      } else if language == .swift, byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        level += 1
        offset += 2
      } else {
        offset += 1
      }
    }
  }

  private static let directives: Set<String> = [
    "if", "elseif", "else", "endif", "sourceLocation", "warning", "error",
  ]

  /// Whether the `#` at the beginning of a line begins a directive: in Swift, a macro may do, too.
  private var isDirective: Bool {
    if language == .objectiveC { return true }
    let word = bytes[(offset + 1)...].prefix(16).prefix(while: \.isIdentifier)
    return Self.directives.contains(String(streamSafe: word))
  }

  /// Reads a directive up to a comment or the end of its line. A backslash at the end continues it on the next line.
  private mutating func readDirective() -> SourceLexeme {
    let (start, firstLine) = (offset, line)
    while offset < bytes.count, byte() != 0x0A {
      switch byte() {
      case UInt8(ascii: "\\") where byte(1) == 0x0A || byte(1) == 0x0D && byte(2) == 0x0A:
        line += 1
        offset += byte(1) == 0x0A ? 1 : 2
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        return lexeme(.directive, from: start, line: firstLine)
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        if language == .swift { return lexeme(.directive, from: start, line: firstLine) }
        // The directive of the preprocessor continues after the comment.
        skipBlockComment()
        continue
      case 0x22:
        offset += 1
        while offset < bytes.count, byte() != 0x22, byte() != 0x0A {
          offset += byte() == UInt8(ascii: "\\") && byte(1) != 0x0A && byte(1) != 0x0D ? 2 : 1
        }
        if byte() != 0x22 { continue }
      default: break
      }
      offset += 1
    }
    offset = Swift.min(offset, bytes.count)
    return lexeme(.directive, from: start, line: firstLine)
  }
}
