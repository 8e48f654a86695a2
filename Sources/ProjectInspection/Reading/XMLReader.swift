import Bytes

/// A reader for the XML of Interface Builder documents and property lists (XML 1.0 without document types). It reports
/// elements, attributes, text, and their lines. It replaces the five predefined entities and character references. It
/// skips a document type declaration and does not know its entities.
struct XMLReader {
  struct Attribute {
    var name: String
    var value: String
  }

  enum Event {
    /// A start tag. `line` is the line of `<`.
    case start(name: String, attributes: [Attribute], line: Int)
    case end(name: String, line: Int)
    /// Text between tags that is not only whitespace, with the line where it begins.
    case text(String, line: Int)
  }

  enum ParsingError: Error, Equatable {
    /// The text is not valid XML from this line on.
    case malformed(line: Int)
    /// More than `maxDepth` elements are nested at this line.
    case tooDeep(line: Int)
  }

  /// The maximum number of nested elements.
  static let maxDepth = 256
  private static let maxAttributeCount = 200
  private static let maxTextLength = 1 << 16

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var open: [String] = []
  /// The name of an element that was closed by `/>`, whose end is the next event.
  private var pendingEnd: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  private func byte(_ distance: Int = 0) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }

  private mutating func advance() {
    if byte() == 0x0A { line += 1 }
    offset += 1
  }

  /// Returns the next event, or `nil` at the end of the text.
  mutating func next() throws(ParsingError) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name, line: line)
    }
    while offset < bytes.count {
      guard byte() == UInt8(ascii: "<") else {
        if let event = try readText() { return event }
        continue
      }
      switch byte(1) {
      case UInt8(ascii: "?"):
        try skip(past: "?>")
      case UInt8(ascii: "!"):
        if hasPrefix("<!--") {
          try skip(past: "-->")
        } else if hasPrefix("<![CDATA[") {
          return try readCharacterData()
        } else {
          try skipDeclaration()
        }
      case UInt8(ascii: "/"):
        return try readEndTag()
      default:
        return try readStartTag()
      }
    }
    if !open.isEmpty { throw .malformed(line: line) }
    return nil
  }

  private func hasPrefix(_ text: StaticString) -> Bool {
    guard bytes.count - offset >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<(offset + $0.count)]) }
  }

  private mutating func skip(past end: StaticString) throws(ParsingError) {
    let startLine = line
    while offset < bytes.count {
      if hasPrefix(end) {
        offset += end.utf8CodeUnitCount
        return
      }
      advance()
    }
    throw .malformed(line: startLine)
  }

  /// Skips `<!DOCTYPE …>`, including the contents of its brackets.
  private mutating func skipDeclaration() throws(ParsingError) {
    let startLine = line
    var level = 0
    while offset < bytes.count {
      switch byte() {
      case UInt8(ascii: "["): level += 1
      case UInt8(ascii: "]"): level -= 1
      case UInt8(ascii: ">") where level <= 0:
        advance()
        return
      default: break
      }
      advance()
    }
    throw .malformed(line: startLine)
  }

  private mutating func readCharacterData() throws(ParsingError) -> Event {
    let startLine = line
    offset += 9
    let start = offset
    while offset < bytes.count, !hasPrefix("]]>") { advance() }
    guard offset < bytes.count else { throw .malformed(line: startLine) }
    let text = String(streamSafe: bytes[start..<min(offset, start + Self.maxTextLength)])
    offset += 3
    return .text(text, line: startLine)
  }

  private mutating func readText() throws(ParsingError) -> Event? {
    let startLine = line
    let start = offset
    var isBlank = true
    while offset < bytes.count, byte() != UInt8(ascii: "<") {
      if !Self.isWhitespace(byte()) { isBlank = false }
      advance()
    }
    guard !isBlank else { return nil }
    guard !open.isEmpty else { throw .malformed(line: startLine) }
    return .text(Self.unescaped(bytes[start..<min(offset, start + Self.maxTextLength)]), line: startLine)
  }

  private mutating func readEndTag() throws(ParsingError) -> Event {
    let startLine = line
    offset += 2
    let name = readName()
    skipWhitespace()
    guard byte() == UInt8(ascii: ">"), !name.isEmpty, open.last == name else { throw .malformed(line: startLine) }
    offset += 1
    open.removeLast()
    return .end(name: name, line: startLine)
  }

  private mutating func readStartTag() throws(ParsingError) -> Event {
    let startLine = line
    offset += 1
    let name = readName()
    guard !name.isEmpty else { throw .malformed(line: startLine) }
    var attributes: [Attribute] = []
    while true {
      skipWhitespace()
      if byte() == UInt8(ascii: ">") {
        offset += 1
        guard open.count < Self.maxDepth else { throw .tooDeep(line: startLine) }
        open.append(name)
        break
      }
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: ">") {
        offset += 2
        pendingEnd = name
        break
      }
      attributes.append(try readAttribute(startLine))
      guard attributes.count <= Self.maxAttributeCount else { throw .malformed(line: startLine) }
    }
    return .start(name: name, attributes: attributes, line: startLine)
  }

  private mutating func readAttribute(_ startLine: Int) throws(ParsingError) -> Attribute {
    let name = readName()
    skipWhitespace()
    guard !name.isEmpty, byte() == UInt8(ascii: "=") else { throw .malformed(line: startLine) }
    offset += 1
    skipWhitespace()
    let quote = byte()
    guard quote == 0x22 || quote == 0x27 else { throw .malformed(line: startLine) }
    offset += 1
    let start = offset
    while offset < bytes.count, byte() != quote {
      guard byte() != UInt8(ascii: "<") else { throw .malformed(line: startLine) }
      advance()
    }
    guard offset < bytes.count else { throw .malformed(line: startLine) }
    let value = Self.unescaped(bytes[start..<min(offset, start + Self.maxTextLength)])
    offset += 1
    return Attribute(name: name, value: value)
  }

  private mutating func readName() -> String {
    let start = offset
    while offset < bytes.count, Self.isNameByte(byte()), offset - start < 256 { offset += 1 }
    return String(streamSafe: bytes[start..<offset])
  }

  private mutating func skipWhitespace() {
    while offset < bytes.count, Self.isWhitespace(byte()) { advance() }
  }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x80...0xFF: true
    default: false
    }
  }

  /// Returns the text with its references replaced. Unknown references remain unchanged.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(streamSafe: bytes) }
    var result: [UInt8] = []
    var offset = bytes.startIndex
    while offset < bytes.endIndex {
      if bytes[offset] == UInt8(ascii: "&"), let end = bytes[offset...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(streamSafe: bytes[(offset + 1)..<end]))
      {
        result += String(Character(scalar)).utf8
        offset = end + 1
      } else {
        result.append(bytes[offset])
        offset += 1
      }
    }
    return String(streamSafe: result)
  }

  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.hasPrefix("#") else { return nil }
      let digits = reference.dropFirst()
      let value = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init)
    }
  }
}
