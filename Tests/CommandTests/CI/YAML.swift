import TestSupport
import Testing

@testable import UserFiles
@testable import YAMLText

/// A YAML file of the repository.
struct YAML {
  let node: YAMLNode

  init(_ node: YAMLNode) { self.node = node }

  init(_ path: String) throws {
    let faults = Faults()
    let root = YAMLReader.read(try Repository.bytes(of: path), faults)
    #expect(faults.isEmpty, "\(path): \(faults.sorted)")
    node = try #require(root, "\(path)")
  }

  var text: String? { node.text }

  var items: [YAML]? {
    if case .sequence(let items) = node.content { items.map(YAML.init) } else { nil }
  }

  private var entries: [YAMLNode.Entry]? {
    if case .mapping(let entries) = node.content { entries } else { nil }
  }

  var keys: [String]? { entries?.compactMap(\.key.text) }

  subscript(_ key: String) -> YAML? { entries?.first { $0.key.text == key }.map { YAML($0.value) } }

  /// All scalars below members with this name, in the order of the file: a scalar, or the scalars of a list.
  func lines(of name: String) -> [String] {
    if let items { return items.flatMap { $0.lines(of: name) } }
    return (entries ?? []).flatMap { entry -> [String] in
      let value = YAML(entry.value)
      guard entry.key.text == name else { return value.lines(of: name) }
      return value.text.map { [$0] } ?? (value.items ?? []).compactMap(\.text)
    }
  }
}
