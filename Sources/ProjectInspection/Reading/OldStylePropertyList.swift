import Bytes

/// A value of an old-style property list ("Old-Style ASCII Property Lists", Property List Programming Topics).
indirect enum PropertyListValue {
  case text(String, line: Int)
  case list([PropertyListValue], line: Int)
  case dictionary([String: PropertyListValue], line: Int)

  /// The string, or `nil` if the value is not a string.
  var text: String? { if case .text(let text, _) = self { text } else { nil } }
  var list: [PropertyListValue]? { if case .list(let list, _) = self { list } else { nil } }
  var dictionary: [String: PropertyListValue]? { if case .dictionary(let members, _) = self { members } else { nil } }

  var line: Int {
    switch self {
    case .text(_, let line), .list(_, let line), .dictionary(_, let line): line
    }
  }

  subscript(_ key: String) -> PropertyListValue? { dictionary?[key] }

  /// The strings of an array. A single string counts as an array of one.
  var texts: [String] { list?.compactMap(\.text) ?? text.map { [$0] } ?? [] }
}

/// A parser for the property lists in which Xcode stores projects. It runs in linear time, with a limited depth.
struct OldStylePropertyList {
  /// The text is not a property list.
  struct ParsingError: Error, Equatable { var line: Int }

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private static let maxDepth = 64
  private static let maxTextLength = 1 << 20

  /// Returns the value of a property list.
  static func read(_ bytes: [UInt8]) throws(ParsingError) -> PropertyListValue {
    var reader = OldStylePropertyList(bytes: bytes)
    return try reader.readValue(depth: 0)
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
    guard depth < Self.maxDepth else { throw ParsingError(line: line) }
    skipBlanksAndComments()
    let startLine = line
    switch byte() {
    case UInt8(ascii: "{"):
      offset += 1
      var members: [String: PropertyListValue] = [:]
      while true {
        skipBlanksAndComments()
        if byte() == UInt8(ascii: "}") {
          offset += 1
          return .dictionary(members, line: startLine)
        }
        let key = try readText()
        skipBlanksAndComments()
        guard byte() == UInt8(ascii: "=") else { throw ParsingError(line: line) }
        offset += 1
        members[key] = try readValue(depth: depth + 1)
        skipBlanksAndComments()
        if byte() == UInt8(ascii: ";") {
          offset += 1
        } else if byte() != UInt8(ascii: "}") {
          throw ParsingError(line: line)
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
          throw ParsingError(line: line)
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
        guard result.count <= Self.maxTextLength else { throw ParsingError(line: line) }
      }
      guard offset < bytes.count else { throw ParsingError(line: line) }
      offset += 1
      return String(streamSafe: result)
    }
    let start = offset
    while offset < bytes.count, Self.isUnquotedByte(byte()) { offset += 1 }
    guard offset > start else { throw ParsingError(line: line) }
    return String(streamSafe: bytes[start..<offset])
  }

  private static func isUnquotedByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x2D, 0x2E, 0x2F, 0x80...0xFF: true
    default: false
    }
  }
}
