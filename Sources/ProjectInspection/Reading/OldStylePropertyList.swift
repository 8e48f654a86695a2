/// A value of an old-style property list ("Old-Style ASCII Property Lists", Property List Programming Topics).
indirect enum PropertyListValue {
  case text(String, line: Int)
  case list([PropertyListValue], line: Int)
  case dictionary([String: PropertyListValue], line: Int)

  var text: String? { if case .text(let text, _) = self { text } else { nil } }
  var list: [PropertyListValue]? { if case .list(let list, _) = self { list } else { nil } }
  var dictionary: [String: PropertyListValue]? { if case .dictionary(let members, _) = self { members } else { nil } }

  var line: Int {
    switch self {
    case .text(_, let line), .list(_, let line), .dictionary(_, let line): line
    }
  }

  subscript(_ key: String) -> PropertyListValue? { dictionary?[key] }

  /// The texts of a list; a single text counts as a list of one.
  var texts: [String] { list?.compactMap(\.text) ?? text.map { [$0] } ?? [] }
}

/// Reads the property lists in which Xcode keeps projects. Linear, with a bounded depth.
struct OldStylePropertyList {
  struct Fault: Error, Equatable { var line: Int }

  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private static let greatestDepth = 64
  private static let longestText = 1 << 20

  static func read(_ bytes: [UInt8]) throws(Fault) -> PropertyListValue {
    var reader = OldStylePropertyList(bytes: bytes)
    return try reader.value(depth: 0)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  private func byte(_ offset: Int = 0) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

  /// Blanks and comments of both kinds; a comment that does not end takes the rest.
  private mutating func skip() {
    while at < bytes.count {
      switch byte() {
      case 0x0A:
        line += 1
        at += 1
      case 0x20, 0x09, 0x0D: at += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while at < bytes.count, byte() != 0x0A { at += 1 }
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        at += 2
        while at < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
          if byte() == 0x0A { line += 1 }
          at += 1
        }
        at = min(at + 2, bytes.count)
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(Fault) -> PropertyListValue {
    guard depth < Self.greatestDepth else { throw Fault(line: line) }
    skip()
    let from = line
    switch byte() {
    case UInt8(ascii: "{"):
      at += 1
      var members: [String: PropertyListValue] = [:]
      while true {
        skip()
        if byte() == UInt8(ascii: "}") {
          at += 1
          return .dictionary(members, line: from)
        }
        let key = try text()
        skip()
        guard byte() == UInt8(ascii: "=") else { throw Fault(line: line) }
        at += 1
        members[key] = try value(depth: depth + 1)
        skip()
        if byte() == UInt8(ascii: ";") { at += 1 } else if byte() != UInt8(ascii: "}") { throw Fault(line: line) }
      }
    case UInt8(ascii: "("):
      at += 1
      var items: [PropertyListValue] = []
      while true {
        skip()
        if byte() == UInt8(ascii: ")") {
          at += 1
          return .list(items, line: from)
        }
        items.append(try value(depth: depth + 1))
        skip()
        if byte() == UInt8(ascii: ",") { at += 1 } else if byte() != UInt8(ascii: ")") { throw Fault(line: line) }
      }
    default: return .text(try text(), line: from)
    }
  }

  private mutating func text() throws(Fault) -> String {
    let quote = byte()
    if quote == 0x22 || quote == 0x27 {
      at += 1
      var result: [UInt8] = []
      while at < bytes.count, byte() != quote {
        if byte() == 0x0A { line += 1 }
        if byte() == UInt8(ascii: "\\"), at + 1 < bytes.count {
          at += 1
          switch byte() {
          case UInt8(ascii: "n"): result.append(0x0A)
          case UInt8(ascii: "t"): result.append(0x09)
          default: result.append(byte())
          }
        } else {
          result.append(byte())
        }
        at += 1
        guard result.count <= Self.longestText else { throw Fault(line: line) }
      }
      guard at < bytes.count else { throw Fault(line: line) }
      at += 1
      return String(decoding: result, as: UTF8.self)
    }
    let start = at
    while at < bytes.count, Self.isBare(byte()) { at += 1 }
    guard at > start else { throw Fault(line: line) }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x2D, 0x2E, 0x2F, 0x80...0xFF: true
    default: false
    }
  }
}
