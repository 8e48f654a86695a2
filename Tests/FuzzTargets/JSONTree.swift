internal import CrashReports

/// A complete JSON text, parsed by the strict reader.
indirect enum JSONTree {
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])
  case text(String)
  case number(Double, whole: Int?)
  case flag(Bool)
  case null

  /// The maximum depth, below the limit of both readers.
  static let depth = 400

  /// Parses one JSON text from the first byte to the last; returns `nil` if it is not valid.
  static func read(_ bytes: [UInt8]) -> JSONTree? {
    var reader = JSONReader(bytes, depth: depth)
    let tree = value(&reader)
    guard reader.fault == nil, reader.isAtEnd else { return nil }
    return tree
  }

  private static func value(_ reader: inout JSONReader) -> JSONTree? {
    switch reader.kind {
    case .object:
      var members: [(name: String, value: JSONTree)] = []
      reader.object { name, reader in
        if let value = value(&reader) { members.append((name, value)) }
      }
      return .object(members)
    case .array: return reader.array { value(&$0) }.map(JSONTree.array)
    case .text: return reader.text().map(JSONTree.text)
    case .flag: return reader.flag().map(JSONTree.flag)
    case .null:
      reader.skip()
      return .null
    case .number: return reader.decimal().map { .number($0.value, whole: $0.whole) }
    case nil:
      reader.skip()
      return nil
    }
  }

  /// Returns true if `test` returns true for any part of the tree.
  func contains(_ test: (JSONTree) -> Bool) -> Bool {
    if test(self) { return true }
    return switch self {
    case .object(let members): members.contains { $0.value.contains(test) }
    case .array(let elements): elements.contains { $0.contains(test) }
    default: false
    }
  }
}
