/// A value of a YAML file with its place. Every scalar is text; what it means is decided by whoever asks for it, so that
/// a version `1.10` stays `1.10` and `no` stays `no`.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    /// `isPlain`: without quotation marks and no block.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
    /// Something that is refused and was told of already, as an alias.
    case refused
  }

  struct Entry: Sendable {
    var key: YAMLNode
    var value: YAMLNode
  }

  var content: Content
  /// From 1.
  var line: Int
  /// From 1, in characters.
  var column: Int

  /// The text of a scalar, also an empty one.
  var text: String? {
    if case .scalar(let text, _) = content { return text }
    return nil
  }

  /// True where nothing is given: `key:`, `key: ~`, `key: null`.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null"].contains(text)
  }

  var isRefused: Bool {
    if case .refused = content { return true }
    return false
  }

  /// For messages: what stands there.
  var kindWords: String {
    switch content {
    case .scalar: isNull ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .refused: "something that is refused"
    }
  }
}
