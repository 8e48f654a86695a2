import Bytes

/// A parser for the property lists in which Xcode stores projects ("Old-Style ASCII Property Lists", Property List
/// Programming Topics). It runs in linear time, with a limited depth.
struct OldStylePropertyList {
  /// The text is not a property list.
  private struct ParsingError: Error {}

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  /// Returns the value of a property list; `nil` if the text is not a valid one.
  static func read(_ bytes: [UInt8]) -> PropertyListValue? {
    var reader = OldStylePropertyList(bytes: bytes)
    return try? reader.readValue(depth: 0)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  private func byte(_ distance: Int = 0) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }

  /// Skips whitespace and both kinds of comments. A comment that is not closed extends to the end.
  private mutating func skipBlanksAndComments() {
    while offset < bytes.count {
      switch byte() {
      case 0x0A:
        line += 1
        offset += 1
      case 0x20, 0x09, 0x0D: offset += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while offset < bytes.count, byte() != 0x0A { offset += 1 }
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        offset += 2
        while offset < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
          if byte() == 0x0A { line += 1 }
          offset += 1
        }
        offset = min(offset + 2, bytes.count)
      default: return
      }
    }
  }

  private mutating func readValue(depth: Int) throws(ParsingError) -> PropertyListValue {
    guard depth < PropertyList.maxDepth else { throw ParsingError() }
    skipBlanksAndComments()
    let startLine = line
    switch byte() {
    case UInt8(ascii: "{"):
      offset += 1
      var members = PropertyListMembers()
      while true {
        skipBlanksAndComments()
        if byte() == UInt8(ascii: "}") {
          offset += 1
          return .dictionary(members, line: startLine)
        }
        let keyLine = line
        let key = try readText()
        skipBlanksAndComments()
        guard byte() == UInt8(ascii: "=") else { throw ParsingError() }
        offset += 1
        members.append(key, line: keyLine, try readValue(depth: depth + 1))
        skipBlanksAndComments()
        if byte() == UInt8(ascii: ";") {
          offset += 1
        } else if byte() != UInt8(ascii: "}") {
          throw ParsingError()
        }
      }
    case UInt8(ascii: "("):
      offset += 1
      var items: [PropertyListValue] = []
      while true {
        skipBlanksAndComments()
        if byte() == UInt8(ascii: ")") {
          offset += 1
          return .list(items, line: startLine)
        }
        items.append(try readValue(depth: depth + 1))
        skipBlanksAndComments()
        if byte() == UInt8(ascii: ",") {
          offset += 1
        } else if byte() != UInt8(ascii: ")") {
          throw ParsingError()
        }
      }
    default: return .text(try readText(), line: startLine)
    }
  }

  private mutating func readText() throws(ParsingError) -> String {
    let quote = byte()
    if quote == 0x22 || quote == 0x27 {
      offset += 1
      var result: [UInt8] = []
      while offset < bytes.count, byte() != quote {
        if byte() == 0x0A { line += 1 }
        if byte() == UInt8(ascii: "\\"), offset + 1 < bytes.count {
          offset += 1
          switch byte() {
          case UInt8(ascii: "n"): result.append(0x0A)
          case UInt8(ascii: "t"): result.append(0x09)
          default: result.append(byte())
          }
        } else {
          result.append(byte())
        }
        offset += 1
      }
      guard offset < bytes.count else { throw ParsingError() }
      offset += 1
      return String(streamSafe: result.prefix(PropertyList.maxTextLength))
    }
    let start = offset
    while offset < bytes.count, Self.isUnquotedByte(byte()) { offset += 1 }
    guard offset > start else { throw ParsingError() }
    return String(streamSafe: bytes[start..<offset].prefix(PropertyList.maxTextLength))
  }

  private static func isUnquotedByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x2D, 0x2E, 0x2F, 0x80...0xFF: true
    default: false
    }
  }
}
