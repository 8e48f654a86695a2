import Bytes

/// A word, number, string or punctuation character of a source file. Comments are not tokens.
struct SourceToken: Sendable {
  enum Kind: UInt8, Sendable { case word, number, string, punctuation }

  /// The text as written; a string is without its quotation marks.
  let text: String
  let line: Int32
  let kind: Kind
  /// False for code that is compiled only outside Interface Builder (`#if !TARGET_INTERFACE_BUILDER`).
  let inDesigner: Bool
}

/// The tokens of a section of source code, such as a method's body.
typealias SourceTokens = ArraySlice<SourceToken>

enum SourceLanguage: Sendable { case swift, objectiveC }

/// A tokenizer for source code. It makes one pass, expands nothing, and skips `#if 0` blocks.
struct SourceTokenizer {
  private let bytes: [UInt8]
  private let language: SourceLanguage
  private var offset = 0
  private var line: Int32 = 1
  private var tokens: [SourceToken] = []
  private var conditions: [Condition] = []

  /// The state of an open `#if`.
  private struct Condition {
    /// Whether the current branch is compiled for Interface Builder. `nil` if the condition tests something else.
    var designer: Bool?
    /// Whether the current branch is that of `#if 0`.
    var isExcluded: Bool
  }

  private static let maxStringLength = 1024
  private static let maxConditionDepth = 200

  /// Returns the tokens of the source text.
  static func tokens(of bytes: [UInt8], _ language: SourceLanguage) -> [SourceToken] {
    var tokenizer = SourceTokenizer(bytes: bytes, language: language)
    tokenizer.run()
    return tokenizer.tokens
  }

  private init(bytes: [UInt8], language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
    tokens.reserveCapacity(bytes.count / 8)
  }

  private func byte(_ distance: Int = 0) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }

  private var inDesigner: Bool { conditions.allSatisfy { $0.designer ?? true } }
  private var isExcluded: Bool { conditions.contains(where: \.isExcluded) }

  private mutating func append(_ text: String, _ line: Int32, _ kind: SourceToken.Kind) {
    if isExcluded { return }
    tokens.append(SourceToken(text: text, line: line, kind: kind, inDesigner: conditions.isEmpty || inDesigner))
  }

  private mutating func run() {
    var startsLine = true
    while offset < bytes.count {
      let first = byte()
      switch first {
      case 0x0A:
        line &+= 1
        offset += 1
        startsLine = true
        continue
      case 0x20, 0x09, 0x0D:
        offset += 1
        continue
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while offset < bytes.count, byte() != 0x0A { offset += 1 }
        continue
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        skipComment()
        continue
      case UInt8(ascii: "#") where startsLine && isDirective:
        readDirective()
        continue
      case UInt8(ascii: "#") where language == .swift && (byte(1) == 0x22 || byte(1) == UInt8(ascii: "#")):
        readRawString()
      case UInt8(ascii: "@") where language == .objectiveC && byte(1) == 0x22:
        offset += 1
        readString()
      case 0x22: readString()
      case UInt8(ascii: "'") where language == .objectiveC: readCharacterLiteral()
      case _ where Self.isWordByte(first) || ((first == 0x40 || first == 0x23) && Self.isWordByte(byte(1))):
        readWord(first)
      default:
        append(String(Unicode.Scalar(first)), line, .punctuation)
        offset += 1
      }
      startsLine = false
    }
  }

  private mutating func readWord(_ first: UInt8) {
    let start = offset
    offset += 1
    while offset < bytes.count, Self.isWordByte(byte()) { offset += 1 }
    let isNumber = first.isDigit
    append(String(streamSafe: bytes[start..<offset]), line, isNumber ? .number : .word)
  }

  /// Skips a block comment. Swift comments nest, C comments do not.
  private mutating func skipComment() {
    offset += 2
    var level = 1
    while offset < bytes.count, level > 0 {
      if byte() == 0x0A { line &+= 1 }
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

  private mutating func readCharacterLiteral() {
    let start = offset
    offset += 1
    while offset < bytes.count, byte() != UInt8(ascii: "'"), byte() != 0x0A, offset - start < 16 {
      offset += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    if byte() == UInt8(ascii: "'") { offset += 1 }
    offset = min(offset, bytes.count)
    append("'", line, .string)
  }

  /// Reads a string, including Swift interpolations. A string that is not closed ends at the end of its line.
  private mutating func readString() {
    let startLine = line
    if language == .swift, byte(1) == 0x22, byte(2) == 0x22 {
      offset += 3
      let start = offset
      while offset < bytes.count, !(byte() == 0x22 && byte(1) == 0x22 && byte(2) == 0x22) {
        if byte() == 0x0A { line &+= 1 }
        offset += byte() == UInt8(ascii: "\\") && byte(1) != 0x0A ? 2 : 1
      }
      offset = min(offset, bytes.count)
      append(text(start..<offset), startLine, .string)
      offset = min(offset + 3, bytes.count)
      return
    }
    offset += 1
    let start = offset
    var level = 0
    while offset < bytes.count, byte() != 0x0A {
      if byte() == UInt8(ascii: "\\") {
        if language == .swift, byte(1) == UInt8(ascii: "(") { level += 1 }
        offset += 2
        continue
      }
      if level > 0 {
        if byte() == UInt8(ascii: "(") { level += 1 }
        if byte() == UInt8(ascii: ")") { level -= 1 }
      } else if byte() == 0x22 {
        break
      }
      offset += 1
    }
    offset = min(offset, bytes.count)
    append(text(start..<offset), startLine, .string)
    if byte() == 0x22 { offset += 1 }
  }

  private mutating func readRawString() {
    var count = 0
    while byte(count) == UInt8(ascii: "#") { count += 1 }
    guard byte(count) == 0x22 else {
      offset += count
      return
    }
    let startLine = line
    offset += count + 1
    let start = offset
    while offset < bytes.count {
      if byte() == 0x0A { line &+= 1 }
      if byte() == 0x22, (1...count).allSatisfy({ byte($0) == UInt8(ascii: "#") }) { break }
      offset += 1
    }
    append(text(start..<min(offset, bytes.count)), startLine, .string)
    offset = min(offset + count + 1, bytes.count)
  }

  private func text(_ range: Range<Int>) -> String {
    String(streamSafe: bytes[range].prefix(Self.maxStringLength))
  }

  // MARK: Directives

  private static let swiftDirectives: Set<String> = [
    "if", "elseif", "else", "endif", "sourceLocation", "warning", "error",
  ]

  private var isDirective: Bool {
    if language == .objectiveC { return true }
    var end = offset + 1
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    return Self.swiftDirectives.contains(String(streamSafe: bytes[(offset + 1)..<end]))
  }

  private mutating func readDirective() {
    let start = offset + 1
    while offset < bytes.count, byte() != 0x0A {
      // A backslash at the end of a line continues the directive on the next line.
      if byte() == UInt8(ascii: "\\"), byte(1) == 0x0A {
        line &+= 1
        offset += 1
      }
      offset += 1
    }
    offset = min(offset, bytes.count)
    let directive = String(streamSafe: bytes[start..<offset].prefix(400))
    let text = directive.prefix(before: "//")
    let name = String(text.drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter })
    let condition = String(
      text.drop { $0 == " " || $0 == "\t" }.dropFirst(name.count).filter { !" \t\r()".contains($0) })
    switch name {
    case "if", "ifdef", "ifndef":
      guard conditions.count < Self.maxConditionDepth else { return }
      let isNegated = (name == "ifndef") != condition.hasPrefix("!")
      let operand = condition.hasPrefix("!") ? String(condition.dropFirst()) : condition
      let macro = operand.removingDefined
      conditions.append(
        Condition(
          designer: macro == "TARGET_INTERFACE_BUILDER" ? !isNegated : nil, isExcluded: name == "if" && condition == "0"
        ))
    case "else", "elif", "elseif":
      guard let last = conditions.indices.last else { return }
      if let designer = conditions[last].designer { conditions[last].designer = !designer }
      conditions[last].isExcluded = false
    case "endif":
      if !conditions.isEmpty { conditions.removeLast() }
    default: break
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}

extension String {
  /// Returns the text before the first `separator`.
  fileprivate func prefix(before separator: String) -> String {
    guard let first = separator.first else { return self }
    var position = startIndex
    while let found = self[position...].firstIndex(of: first) {
      if self[found...].hasPrefix(separator) { return String(self[..<found]) }
      position = index(after: found)
    }
    return self
  }

  /// The text without the prefix `defined`.
  fileprivate var removingDefined: String { hasPrefix("defined") ? String(dropFirst(7)) : self }
}

extension ArraySlice where Element == SourceToken {
  /// Returns the text of a token. Empty outside the section.
  func text(_ index: Int) -> String { index >= startIndex && index < endIndex ? self[index].text : "" }

  func isWord(_ index: Int) -> Bool { index >= startIndex && index < endIndex && self[index].kind == .word }

  func isString(_ index: Int) -> Bool { index >= startIndex && index < endIndex && self[index].kind == .string }

  /// Returns the line of a token, from 1. 0 outside the section.
  func line(_ index: Int) -> Int { index >= startIndex && index < endIndex ? Int(self[index].line) : 0 }

  /// Whether these words and punctuation characters are at `index`, none of them a string.
  func has(_ words: [String], at index: Int) -> Bool {
    guard index >= startIndex, index + words.count <= endIndex else { return false }
    for (offset, word) in words.enumerated() {
      let token = self[index + offset]
      if token.text != word || token.kind == .string { return false }
    }
    return true
  }

  /// Returns the positions of these words and punctuation characters.
  func positions(of words: [String]) -> [Int] {
    guard let first = words.first else { return [] }
    return indices.filter { self[$0].text == first && has(words, at: $0) }
  }

  /// Whether the section contains these words and punctuation characters.
  func contains(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    return indices.contains { self[$0].text == first && has(words, at: $0) }
  }

  /// Returns the tokens between the bracket at `index` and its closing bracket, or up to the end if it is not closed.
  func group(at index: Int) -> SourceTokens {
    guard index >= startIndex, index < endIndex else { return self[endIndex..<endIndex] }
    let open = self[index].text
    let close = open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : ""
    guard !close.isEmpty else { return self[index..<index] }
    var level = 0
    for position in index..<endIndex where self[position].kind == .punctuation {
      if self[position].text == open { level += 1 }
      if self[position].text == close {
        level -= 1
        if level == 0 { return self[(index + 1)..<position] }
      }
    }
    return self[(index + 1)..<endIndex]
  }

  /// Returns one argument: the tokens up to the next `,`, `;` or closing bracket at this level.
  func argument(at index: Int) -> SourceTokens {
    var level = 0
    var position = Swift.max(index, startIndex)
    let start = Swift.min(position, endIndex)
    let last = Swift.min(endIndex, start + Self.maxArgumentLength)
    while position < last {
      let token = self[position]
      if token.kind == .punctuation {
        switch token.text {
        case "(", "[", "{": level += 1
        case ")", "]", "}":
          level -= 1
          if level < 0 { return self[start..<position] }
        case ",", ";": if level == 0 { return self[start..<position] }
        default: break
        }
      }
      position += 1
    }
    return self[start..<last]
  }

  /// The maximum number of tokens in an argument. Longer arguments are cut, so that parsing takes linear time.
  private static var maxArgumentLength: Int { 400 }

  /// The concatenated texts of the first 64 tokens.
  var joined: String { prefix(64).map(\.text).joined() }
}
