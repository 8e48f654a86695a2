import Bytes

/// A word, number, string or mark of a source file. Comments are not tokens.
struct SourceToken: Sendable {
  enum Kind: UInt8, Sendable { case word, number, string, mark }

  /// A string without its quotation marks, as it is written.
  let text: String
  let line: Int32
  let kind: Kind
  /// False for what is compiled only outside of Interface Builder (`#if !TARGET_INTERFACE_BUILDER`).
  let inDesigner: Bool
}

/// Tokens of one piece of source, as of a method's body.
typealias SourceTokens = ArraySlice<SourceToken>

enum SourceLanguage: Sendable { case swift, objectiveC }

/// Cuts source into tokens. One pass; nothing is expanded, `#if 0` is left out.
struct SourceTokenizer {
  private let bytes: [UInt8]
  private let language: SourceLanguage
  private var at = 0
  private var line: Int32 = 1
  private var tokens: [SourceToken] = []
  private var conditions: [Condition] = []

  /// What an open `#if` says of its branches.
  private struct Condition {
    /// Whether the present branch is compiled for Interface Builder; `nil` where the condition is about something else.
    var designer: Bool?
    var isDead: Bool
  }

  private static let longestString = 1024
  private static let mostConditions = 200

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

  private func byte(_ offset: Int = 0) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

  private var inDesigner: Bool { conditions.allSatisfy { $0.designer ?? true } }
  private var isDead: Bool { conditions.contains(where: \.isDead) }

  private mutating func append(_ text: String, _ line: Int32, _ kind: SourceToken.Kind) {
    if isDead { return }
    tokens.append(SourceToken(text: text, line: line, kind: kind, inDesigner: conditions.isEmpty || inDesigner))
  }

  private mutating func run() {
    var startsLine = true
    while at < bytes.count {
      let first = byte()
      switch first {
      case 0x0A:
        line &+= 1
        at += 1
        startsLine = true
        continue
      case 0x20, 0x09, 0x0D:
        at += 1
        continue
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while at < bytes.count, byte() != 0x0A { at += 1 }
        continue
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        comment()
        continue
      case UInt8(ascii: "#") where startsLine && isDirective:
        directive()
        continue
      case UInt8(ascii: "#") where language == .swift && (byte(1) == 0x22 || byte(1) == UInt8(ascii: "#")):
        rawString()
      case UInt8(ascii: "@") where language == .objectiveC && byte(1) == 0x22:
        at += 1
        string()
      case 0x22: string()
      case UInt8(ascii: "'") where language == .objectiveC: character()
      case _ where Self.isWordByte(first) || ((first == 0x40 || first == 0x23) && Self.isWordByte(byte(1))):
        word(first)
      default:
        append(String(Unicode.Scalar(first)), line, .mark)
        at += 1
      }
      startsLine = false
    }
  }

  private mutating func word(_ first: UInt8) {
    let start = at
    at += 1
    while at < bytes.count, Self.isWordByte(byte()) { at += 1 }
    let isNumber = first.isDigit
    append(String(decoding: bytes[start..<at], as: UTF8.self), line, isNumber ? .number : .word)
  }

  /// Swift nests comments, C does not.
  private mutating func comment() {
    at += 2
    var level = 1
    while at < bytes.count, level > 0 {
      if byte() == 0x0A { line &+= 1 }
      if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        level -= 1
        at += 2
      } else if language == .swift, byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        level += 1
        at += 2
      } else {
        at += 1
      }
    }
  }

  private mutating func character() {
    let start = at
    at += 1
    while at < bytes.count, byte() != UInt8(ascii: "'"), byte() != 0x0A, at - start < 16 {
      at += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    if byte() == UInt8(ascii: "'") { at += 1 }
    at = min(at, bytes.count)
    append("'", line, .string)
  }

  /// A string, with what is interpolated in Swift; one that does not end stops at the end of its line.
  private mutating func string() {
    let from = line
    if language == .swift, byte(1) == 0x22, byte(2) == 0x22 {
      at += 3
      let start = at
      while at < bytes.count, !(byte() == 0x22 && byte(1) == 0x22 && byte(2) == 0x22) {
        if byte() == 0x0A { line &+= 1 }
        at += byte() == UInt8(ascii: "\\") && byte(1) != 0x0A ? 2 : 1
      }
      at = min(at, bytes.count)
      append(text(start..<at), from, .string)
      at = min(at + 3, bytes.count)
      return
    }
    at += 1
    let start = at
    var level = 0
    while at < bytes.count, byte() != 0x0A {
      if byte() == UInt8(ascii: "\\") {
        if language == .swift, byte(1) == UInt8(ascii: "(") { level += 1 }
        at += 2
        continue
      }
      if level > 0 {
        if byte() == UInt8(ascii: "(") { level += 1 }
        if byte() == UInt8(ascii: ")") { level -= 1 }
      } else if byte() == 0x22 {
        break
      }
      at += 1
    }
    at = min(at, bytes.count)
    append(text(start..<at), from, .string)
    if byte() == 0x22 { at += 1 }
  }

  private mutating func rawString() {
    var count = 0
    while byte(count) == UInt8(ascii: "#") { count += 1 }
    guard byte(count) == 0x22 else {
      at += count
      return
    }
    let from = line
    at += count + 1
    let start = at
    while at < bytes.count {
      if byte() == 0x0A { line &+= 1 }
      if byte() == 0x22, (1...count).allSatisfy({ byte($0) == UInt8(ascii: "#") }) { break }
      at += 1
    }
    append(text(start..<min(at, bytes.count)), from, .string)
    at = min(at + count + 1, bytes.count)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].prefix(Self.longestString), as: UTF8.self)
  }

  // MARK: Directives

  private static let swiftDirectives: Set<String> = [
    "if", "elseif", "else", "endif", "sourceLocation", "warning", "error",
  ]

  private var isDirective: Bool {
    if language == .objectiveC { return true }
    var end = at + 1
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    return Self.swiftDirectives.contains(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
  }

  private mutating func directive() {
    let start = at + 1
    while at < bytes.count, byte() != 0x0A {
      // A backslash at the end of a line carries the directive on.
      if byte() == UInt8(ascii: "\\"), byte(1) == 0x0A {
        line &+= 1
        at += 1
      }
      at += 1
    }
    at = min(at, bytes.count)
    let words = String(decoding: bytes[start..<at].prefix(400), as: UTF8.self)
    let text = words.components(separatedBy: "//")
    let name = String(text.drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter })
    let condition = String(
      text.drop { $0 == " " || $0 == "\t" }.dropFirst(name.count).filter { !" \t\r()".contains($0) })
    switch name {
    case "if", "ifdef", "ifndef":
      guard conditions.count < Self.mostConditions else { return }
      let isNegated = (name == "ifndef") != condition.hasPrefix("!")
      let what = condition.hasPrefix("!") ? String(condition.dropFirst()) : condition
      let plain = what.replacingDefined
      conditions.append(
        Condition(
          designer: plain == "TARGET_INTERFACE_BUILDER" ? !isNegated : nil, isDead: name == "if" && condition == "0"))
    case "else", "elif", "elseif":
      guard let last = conditions.indices.last else { return }
      if let designer = conditions[last].designer { conditions[last].designer = !designer }
      conditions[last].isDead = false
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
  /// What stands before the first `separator`.
  fileprivate func components(separatedBy separator: String) -> String {
    guard let first = separator.first else { return self }
    var at = startIndex
    while let found = self[at...].firstIndex(of: first) {
      if self[found...].hasPrefix(separator) { return String(self[..<found]) }
      at = index(after: found)
    }
    return self
  }

  /// `X` for `definedX`.
  fileprivate var replacingDefined: String { hasPrefix("defined") ? String(dropFirst(7)) : self }
}

extension ArraySlice where Element == SourceToken {
  func text(_ index: Int) -> String { index >= startIndex && index < endIndex ? self[index].text : "" }

  func isWord(_ index: Int) -> Bool { index >= startIndex && index < endIndex && self[index].kind == .word }

  func isString(_ index: Int) -> Bool { index >= startIndex && index < endIndex && self[index].kind == .string }

  /// The line of a token, from 1.
  func line(_ index: Int) -> Int { index >= startIndex && index < endIndex ? Int(self[index].line) : 0 }

  /// Whether these words and marks stand here, none of them inside a string.
  func has(_ words: [String], at index: Int) -> Bool {
    guard index >= startIndex, index + words.count <= endIndex else { return false }
    for (offset, word) in words.enumerated() {
      let token = self[index + offset]
      if token.text != word || token.kind == .string { return false }
    }
    return true
  }

  /// Where these words and marks stand.
  func positions(of words: [String]) -> [Int] {
    guard let first = words.first else { return [] }
    return indices.filter { self[$0].text == first && has(words, at: $0) }
  }

  func contains(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    return indices.contains { self[$0].text == first && has(words, at: $0) }
  }

  /// What stands between the bracket here and its partner, or to the end if it has none.
  func group(at index: Int) -> SourceTokens {
    guard index >= startIndex, index < endIndex else { return self[endIndex..<endIndex] }
    let open = self[index].text
    let close = open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : ""
    guard !close.isEmpty else { return self[index..<index] }
    var level = 0
    for position in index..<endIndex where self[position].kind == .mark {
      if self[position].text == open { level += 1 }
      if self[position].text == close {
        level -= 1
        if level == 0 { return self[(index + 1)..<position] }
      }
    }
    return self[(index + 1)..<endIndex]
  }

  /// The tokens up to the next `,` or closing bracket at this level: one argument.
  func argument(at index: Int) -> SourceTokens {
    var level = 0
    var position = Swift.max(index, startIndex)
    let from = Swift.min(position, endIndex)
    let last = Swift.min(endIndex, from + Self.longestArgument)
    while position < last {
      let token = self[position]
      if token.kind == .mark {
        switch token.text {
        case "(", "[", "{": level += 1
        case ")", "]", "}":
          level -= 1
          if level < 0 { return self[from..<position] }
        case ",", ";": if level == 0 { return self[from..<position] }
        default: break
        }
      }
      position += 1
    }
    return self[from..<last]
  }

  /// Tokens an argument may have; what is longer is not looked through, so that many of them cost no more than linear
  /// time.
  private static var longestArgument: Int { 400 }

  /// The bare texts, one after the other.
  var joined: String { prefix(64).map(\.text).joined() }
}
