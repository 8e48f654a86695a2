/// A value of a YAML file with its location. Every scalar is text and is interpreted by the key that it belongs to, so
/// that a version `1.10` remains `1.10` and `no` remains `no`.
package struct YAMLNode: Sendable {
  /// What a node consists of.
  package enum Content: Sendable {
    /// `isPlain`: neither quoted nor a block.
    case scalar(String, isPlain: Bool)
    /// Items in their order.
    case sequence([YAMLNode])
    /// Entries in their order.
    case mapping([Entry])
    /// A construct that is refused, such as an alias; its fault has been added already.
    case refused
  }

  /// A key with its value.
  package struct Entry: Sendable {
    /// The key, a scalar.
    package var key: YAMLNode
    /// The value.
    package var value: YAMLNode

    /// Creates an entry.
    package init(key: YAMLNode, value: YAMLNode) {
      self.key = key
      self.value = value
    }
  }

  /// What the node consists of.
  package var content: Content
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in characters.
  package var column: Int

  /// Creates a node at a line and column, both from 1.
  package init(content: Content, line: Int, column: Int) {
    self.content = content
    self.line = line
    self.column = column
  }

  /// The text of a scalar, which may be empty; `nil` for other nodes.
  package var text: String? {
    if case .scalar(let text, _) = content { return text }
    return nil
  }

  /// True if no value is given: `key:`, `key: ~`, `key: null`.
  package var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null"].contains(text)
  }

  /// Whether the node is a construct that is refused.
  package var isRefused: Bool {
    if case .refused = content { return true }
    return false
  }

  /// The kind of the node, for messages.
  package var kindWords: String {
    switch content {
    case .scalar: isNull ? "nothing" : "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .refused: "an unsupported construct"
    }
  }
}
