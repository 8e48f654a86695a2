/// A value of a YAML file with its location. Every scalar is text and is interpreted by the key that it belongs to, so
/// that a version `1.10` remains `1.10` and `no` remains `no`.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    /// `isPlain`: neither quoted nor a block.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
    /// A construct that is refused, such as an alias; its fault has been added already.
    case refused
  }

  struct Entry: Sendable {
    var key: YAMLNode
    var value: YAMLNode
  }

  var content: Content
  /// The line, from 1.
  var line: Int
  /// The column, from 1, in characters.
  var column: Int

  /// The text of a scalar, which may be empty; `nil` for other nodes.
  var text: String? {
    if case .scalar(let text, _) = content { return text }
    return nil
  }

  /// True if no value is given: `key:`, `key: ~`, `key: null`.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null"].contains(text)
  }

  var isRefused: Bool {
    if case .refused = content { return true }
    return false
  }

  /// The kind of the node, for messages.
  var kindWords: String {
    switch content {
    case .scalar: isNull ? "nothing" : "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .refused: "an unsupported construct"
    }
  }
}
