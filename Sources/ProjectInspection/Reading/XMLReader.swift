/// Reads the XML that Interface Builder and property lists use (XML 1.0 without document types): elements, attributes,
/// text, lines. Entities are the five of the standard and numbers; a document type is skipped, its entities are unknown.
struct XMLReader {
  struct Attribute {
    var name: String
    var value: String
  }

  enum Event {
    /// `line` is that of `<`.
    case start(name: String, attributes: [Attribute], line: Int)
    case end(name: String, line: Int)
    /// Text between tags that is more than white space, with the line on which it begins.
    case text(String, line: Int)
  }

  enum Fault: Error, Equatable {
    /// The text is no XML from this line on.
    case malformed(line: Int)
    case tooDeep(line: Int)
  }

  /// Elements open within each other.
  static let greatestDepth = 256
  private static let mostAttributes = 200
  private static let longestText = 1 << 16

  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var open: [String] = []
  /// The end of an element that was closed by `/>`.
  private var pendingEnd: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  private func byte(_ offset: Int = 0) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

  private mutating func step() {
    if byte() == 0x0A { line += 1 }
    at += 1
  }

  /// The next event; `nil` at the end of the text.
  mutating func next() throws(Fault) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name, line: line)
    }
    while at < bytes.count {
      guard byte() == UInt8(ascii: "<") else {
        if let event = try text() { return event }
        continue
      }
      switch byte(1) {
      case UInt8(ascii: "?"):
        try skip(past: "?>")
      case UInt8(ascii: "!"):
        if starts("<!--") {
          try skip(past: "-->")
        } else if starts("<![CDATA[") {
          return try characterData()
        } else {
          try skipDeclaration()
        }
      case UInt8(ascii: "/"):
        return try endTag()
      default:
        return try startTag()
      }
    }
    if !open.isEmpty { throw .malformed(line: line) }
    return nil
  }

  private func starts(_ text: StaticString) -> Bool {
    guard bytes.count - at >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[at..<(at + $0.count)]) }
  }

  private mutating func skip(past end: StaticString) throws(Fault) {
    let from = line
    while at < bytes.count {
      if starts(end) {
        at += end.utf8CodeUnitCount
        return
      }
      step()
    }
    throw .malformed(line: from)
  }

  /// `<!DOCTYPE …>` with what stands in its brackets.
  private mutating func skipDeclaration() throws(Fault) {
    let from = line
    var level = 0
    while at < bytes.count {
      switch byte() {
      case UInt8(ascii: "["): level += 1
      case UInt8(ascii: "]"): level -= 1
      case UInt8(ascii: ">") where level <= 0:
        step()
        return
      default: break
      }
      step()
    }
    throw .malformed(line: from)
  }

  private mutating func characterData() throws(Fault) -> Event {
    let from = line
    at += 9
    let start = at
    while at < bytes.count, !starts("]]>") { step() }
    guard at < bytes.count else { throw .malformed(line: from) }
    let text = String(decoding: bytes[start..<min(at, start + Self.longestText)], as: UTF8.self)
    at += 3
    return .text(text, line: from)
  }

  private mutating func text() throws(Fault) -> Event? {
    let from = line
    let start = at
    var isBlank = true
    while at < bytes.count, byte() != UInt8(ascii: "<") {
      if !Self.isBlank(byte()) { isBlank = false }
      step()
    }
    guard !isBlank else { return nil }
    guard !open.isEmpty else { throw .malformed(line: from) }
    return .text(Self.unescaped(bytes[start..<min(at, start + Self.longestText)]), line: from)
  }

  private mutating func endTag() throws(Fault) -> Event {
    let from = line
    at += 2
    let name = name()
    skipBlanks()
    guard byte() == UInt8(ascii: ">"), !name.isEmpty, open.last == name else { throw .malformed(line: from) }
    at += 1
    open.removeLast()
    return .end(name: name, line: from)
  }

  private mutating func startTag() throws(Fault) -> Event {
    let from = line
    at += 1
    let name = name()
    guard !name.isEmpty else { throw .malformed(line: from) }
    var attributes: [Attribute] = []
    while true {
      skipBlanks()
      if byte() == UInt8(ascii: ">") {
        at += 1
        guard open.count < Self.greatestDepth else { throw .tooDeep(line: from) }
        open.append(name)
        break
      }
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: ">") {
        at += 2
        pendingEnd = name
        break
      }
      attributes.append(try attribute(from))
      guard attributes.count <= Self.mostAttributes else { throw .malformed(line: from) }
    }
    return .start(name: name, attributes: attributes, line: from)
  }

  private mutating func attribute(_ from: Int) throws(Fault) -> Attribute {
    let name = name()
    skipBlanks()
    guard !name.isEmpty, byte() == UInt8(ascii: "=") else { throw .malformed(line: from) }
    at += 1
    skipBlanks()
    let quote = byte()
    guard quote == 0x22 || quote == 0x27 else { throw .malformed(line: from) }
    at += 1
    let start = at
    while at < bytes.count, byte() != quote {
      guard byte() != UInt8(ascii: "<") else { throw .malformed(line: from) }
      step()
    }
    guard at < bytes.count else { throw .malformed(line: from) }
    let value = Self.unescaped(bytes[start..<min(at, start + Self.longestText)])
    at += 1
    return Attribute(name: name, value: value)
  }

  private mutating func name() -> String {
    let start = at
    while at < bytes.count, Self.isNameByte(byte()), at - start < 256 { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while at < bytes.count, Self.isBlank(byte()) { step() }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x80...0xFF: true
    default: false
    }
  }

  /// With references replaced; one that is unknown stays as it is written.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var at = bytes.startIndex
    while at < bytes.endIndex {
      if bytes[at] == UInt8(ascii: "&"), let end = bytes[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
      {
        result += String(Character(scalar)).utf8
        at = end + 1
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
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
