import CrashReports

/// A JSON object that is being written in the style of Apple's reports: inner objects on one line without blanks, the
/// outermost object with one member per line.
struct IPSObject {
  private(set) var members: [(key: String, value: [UInt8])] = []

  var isEmpty: Bool { members.isEmpty }

  mutating func add(_ key: String, raw value: [UInt8]) { members.append((key, value)) }

  mutating func add(_ key: String, _ text: String?) {
    if let text { add(key, raw: JSONPiece.string(text)) }
  }

  mutating func add(_ key: String, _ number: (some BinaryInteger)?) {
    if let number { add(key, raw: Array(String(number).utf8)) }
  }

  mutating func add(_ key: String, _ flag: Bool) { add(key, raw: Array((flag ? "true" : "false").utf8)) }

  mutating func add(_ key: String, _ texts: [String]?) {
    if let texts { add(key, raw: Self.array(texts.map(JSONPiece.string))) }
  }

  /// Adds an object, unless it has no members.
  mutating func add(_ key: String, _ object: IPSObject) {
    if !object.isEmpty { add(key, raw: object.onOneLine) }
  }

  static func array(_ elements: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + Array(elements.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
  }

  var onOneLine: [UInt8] {
    let pairs = members.map { JSONPiece.string($0.key) + [UInt8(ascii: ":")] + $0.value }
    return [UInt8(ascii: "{")] + Array(pairs.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "}")]
  }

  var onLines: [UInt8] {
    let pairs = members.map { Array("  ".utf8) + JSONPiece.string($0.key) + Array(" : ".utf8) + $0.value }
    return Array("{\n".utf8) + Array(pairs.joined(separator: Array(",\n".utf8))) + Array("\n}".utf8)
  }
}
