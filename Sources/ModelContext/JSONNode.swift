import CrashReports
package import Vocabulary

/// A JSON value of a message.
package indirect enum JSONNode: Equatable, Sendable {
  case null
  case flag(Bool)
  /// A number; `whole` is set if it is written as an integer in the range of `Int`.
  case number(Double, whole: Int?)
  case text(String)
  case array([JSONNode])
  /// Of members with equal names, the last one counts.
  case object([String: JSONNode])

  /// The maximum depth of nesting.
  private static let maxDepth = 32

  /// Parses exactly one JSON text (RFC 8259); `nil` for anything else.
  package init?(parsing bytes: [UInt8]) {
    // Byte sequences that are not UTF-8 would be repaired; a message of a program has none.
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = JSONReader(bytes, depth: Self.maxDepth)
    guard reader.kind != nil else { return nil }
    let value = Self.read(&reader)
    guard reader.isAtEnd, let value else { return nil }
    self = value
  }

  /// Recursion is limited by the reader, which stops at its maximum depth.
  private static func read(_ reader: inout JSONReader) -> JSONNode? {
    switch reader.kind {
    case .object:
      var members: [String: JSONNode] = [:]
      guard reader.enterObject() else { return nil }
      while let name = reader.nextMember() {
        guard let value = read(&reader) else { return nil }
        members[name] = value
      }
      return .object(members)
    case .array:
      var elements: [JSONNode] = []
      guard reader.enterArray() else { return nil }
      while reader.nextElement() {
        guard let value = read(&reader) else { return nil }
        elements.append(value)
      }
      return .array(elements)
    case .text: return reader.text().map(JSONNode.text)
    case .number: return reader.decimal().map { .number($0.value, whole: $0.whole) }
    case .flag: return reader.flag().map(JSONNode.flag)
    case .null:
      reader.skip()
      return .null
    case nil: return nil
    }
  }

  /// Returns the member of an object; `nil` if there is none, or if this is not an object.
  package subscript(_ name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text; `nil` for any other value.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// True for an object.
  package var isObject: Bool { if case .object = self { true } else { false } }

  /// Writes the value.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .flag(let flag): writer.flag(flag)
    case .number(let value, let whole):
      if let whole { writer.number(whole) } else { writer.value(json: String(value).utf8) }
    case .text(let text): writer.text(text)
    case .array(let elements): writer.array(elements) { $1.write(to: &$0) }
    case .object(let members):
      writer.object { writer in
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
          writer.name(name)
          value.write(to: &writer)
        }
      }
    }
  }
}
