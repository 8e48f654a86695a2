import Bytes

/// A parser for the XML form of a property list (`plist(5)`, "PropertyList-1.0.dtd"), for the subset of XML it uses.
///
/// Only the five predefined entities and numeric character references are expanded. A document type declaration is
/// skipped without reading its contents, so external entities are never read and entity expansion cannot grow. The
/// depth of nesting is limited. If the text is damaged or truncated, the value is what was read so far.
package struct XMLPropertyList {
  private let bytes: [UInt8]
  private let end: Int
  /// The offset in the bytes up to which the text was read.
  package private(set) var offset: Int
  /// The line at `offset`.
  package private(set) var line: Int
  private let textLimit: Int
  /// True if the text is truncated or is not a valid property list.
  package private(set) var isDamaged = false
  /// Whether the closing tag `</plist>` was read.
  package private(set) var isClosed = false

  /// Creates a parser of a part of a text.
  ///
  /// - Parameters:
  ///   - line: The line at the beginning of `range`.
  ///   - textLimit: The maximum length of a string in bytes. A longer one is cut.
  package init(_ bytes: [UInt8], _ range: Range<Int>, line: Int, textLimit: Int = PropertyList.maxTextLength) {
    self.bytes = bytes
    offset = range.lowerBound
    end = min(range.upperBound, bytes.count)
    self.line = line
    self.textLimit = textLimit
  }

  /// Reads the value inside `<plist>`; `nil` if there is none.
  package mutating func read() -> PropertyListValue? {
    guard let tag = nextTag(), tag.name == "plist", !tag.isClosing else { return nil }
    if tag.isEmpty { return nil }
    guard let first = nextTag(), !first.isClosing else { return nil }
    let value = value(first, depth: 1)
    // The closing tag may be missing.
    if !isDamaged, let last = nextTag() {
      isClosed = last.name == "plist" && last.isClosing
      isDamaged = !isClosed
    }
    return value
  }

  private struct Tag {
    var name: String
    var isClosing: Bool
    /// True for an empty-element tag such as `<dict/>`.
    var isEmpty: Bool
    var line: Int
  }

  private mutating func value(_ tag: Tag, depth: Int) -> PropertyListValue? {
    guard depth < PropertyList.maxDepth else {
      isDamaged = true
      return nil
    }
    switch tag.name {
    case "dict": return .dictionary(tag.isEmpty ? PropertyListMembers() : members(depth: depth), line: tag.line)
    case "array": return .list(tag.isEmpty ? [] : elements(depth: depth), line: tag.line)
    case "string": return .text(tag.isEmpty ? "" : text(until: tag.name), line: tag.line)
    default: return .other(tag.isEmpty ? tag.name : text(until: tag.name), line: tag.line)
    }
  }

  private mutating func members(depth: Int) -> PropertyListMembers {
    var found = PropertyListMembers()
    while let tag = nextTag() {
      if tag.isClosing {
        if tag.name != "dict" { isDamaged = true }
        return found
      }
      guard tag.name == "key", !tag.isEmpty else {
        // A value without a key is damage, but the next pair may be valid.
        isDamaged = true
        _ = value(tag, depth: depth + 1)
        continue
      }
      let key = text(until: "key")
      guard let next = nextTag(), !next.isClosing, let value = value(next, depth: depth + 1) else {
        isDamaged = true
        return found
      }
      found.append(key, line: tag.line, value)
    }
    isDamaged = true
    return found
  }

  private mutating func elements(depth: Int) -> [PropertyListValue] {
    var found: [PropertyListValue] = []
    while let tag = nextTag() {
      if tag.isClosing {
        if tag.name != "array" { isDamaged = true }
        return found
      }
      guard let value = value(tag, depth: depth + 1) else { return found }
      found.append(value)
    }
    isDamaged = true
    return found
  }

  // MARK: - Bytes

  /// Whether `word` is at the offset.
  private func matches(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      guard word.count <= end - offset else { return false }
      for index in word.indices where bytes[offset + index] != word[index] { return false }
      return true
    }
  }

  private mutating func step() {
    if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
    offset += 1
  }

  /// Returns the next tag; skips text, processing instructions, comments and the document type declaration.
  private mutating func nextTag() -> Tag? {
    while true {
      while offset < end, bytes[offset] != UInt8(ascii: "<") { step() }
      guard offset + 1 < end else { return nil }
      switch bytes[offset + 1] {
      case UInt8(ascii: "?"): guard skip(past: "?>") else { return nil }
      case UInt8(ascii: "!"):
        if matches("<!--") {
          guard skip(past: "-->") else { return nil }
        } else {
          skipDeclaration()
        }
      default: return tag()
      }
    }
  }

  private mutating func skip(past word: StaticString) -> Bool {
    while offset < end {
      if matches(word) {
        offset += word.utf8CodeUnitCount
        return true
      }
      step()
    }
    return false
  }

  /// Skips `<!DOCTYPE plist PUBLIC "…" "…">`, which may have declarations in brackets.
  private mutating func skipDeclaration() {
    var isBracketed = false
    var quote: UInt8?
    while offset < end {
      let byte = bytes[offset]
      step()
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        isBracketed = true
      } else if byte == UInt8(ascii: "]") {
        isBracketed = false
      } else if byte == UInt8(ascii: ">"), !isBracketed {
        return
      }
    }
  }

  private mutating func tag() -> Tag? {
    let line = line
    offset += 1
    var isClosing = false
    if offset < end, bytes[offset] == UInt8(ascii: "/") {
      isClosing = true
      offset += 1
    }
    let start = offset
    while offset < end, (bytes[offset] | 0x20) &- 0x61 < 26 { offset += 1 }
    let name = String(streamSafe: bytes[start..<min(offset, start + 16)])
    var isEmpty = false
    while offset < end, bytes[offset] != UInt8(ascii: ">") {
      isEmpty = bytes[offset] == UInt8(ascii: "/")
      // The tag is cut off: the next one begins.
      if bytes[offset] == UInt8(ascii: "<") { break }
      step()
    }
    guard offset < end, !name.isEmpty else { return nil }
    if bytes[offset] == UInt8(ascii: ">") { offset += 1 }
    return Tag(name: name, isClosing: isClosing, isEmpty: isEmpty, line: line)
  }

  /// Returns the text of an element and consumes its closing tag.
  private mutating func text(until name: String) -> String {
    var text: [UInt8] = []
    while offset < end {
      if bytes[offset] == UInt8(ascii: "<") {
        guard readCharacterData(into: &text) else { break }
        continue
      }
      if bytes[offset] == UInt8(ascii: "&"), let (replacement, length) = entity() {
        if text.count < textLimit { text.append(contentsOf: replacement) }
        offset += length
        continue
      }
      if text.count < textLimit { text.append(bytes[offset]) }
      step()
    }
    if offset < end {
      guard let tag = tag(), tag.isClosing, tag.name == name else {
        isDamaged = true
        return String(streamSafe: text)
      }
    } else {
      isDamaged = true
    }
    return String(streamSafe: text)
  }

  /// Appends the contents of `<![CDATA[…]]>`, and skips a comment; returns false if another tag begins here.
  private mutating func readCharacterData(into text: inout [UInt8]) -> Bool {
    if matches("<!--") { return skip(past: "-->") }
    guard matches("<![CDATA[") else { return false }
    offset += 9
    let start = offset
    let isEnded = skip(past: "]]>")
    if !isEnded { isDamaged = true }
    text += bytes[start..<(isEnded ? offset - 3 : offset)].prefix(max(0, textLimit - text.count))
    return true
  }

  private static let entities: [(StaticString, UInt8)] = [
    ("&lt;", 0x3C), ("&gt;", 0x3E), ("&amp;", 0x26), ("&quot;", 0x22), ("&apos;", 0x27),
  ]

  /// Returns the bytes that `&lt;`, `&#10;` or `&#x2019;` stands for, and its length; `nil` for any other entity, which
  /// is then read verbatim.
  private func entity() -> ([UInt8], Int)? {
    for (word, byte) in Self.entities where matches(word) {
      return ([byte], word.utf8CodeUnitCount)
    }
    guard matches("&#") else { return nil }
    var at = offset + 2
    let isHexadecimal = at < end && bytes[at] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { at += 1 }
    var value: UInt32 = 0
    let start = at
    while at < end, at - start < 8, let digit = bytes[at].hexDigitValue, isHexadecimal || digit < 10 {
      value = value &* (isHexadecimal ? 16 : 10) &+ UInt32(digit)
      at += 1
    }
    guard at > start, at < end, bytes[at] == UInt8(ascii: ";"), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    return (Array(String(Character(scalar)).utf8), at + 1 - offset)
  }
}
