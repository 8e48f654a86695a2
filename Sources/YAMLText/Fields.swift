/// The entries of a mapping, by name. A missing, unknown or invalid entry adds a fault, and reading continues.
package struct Fields {
  /// The mapping.
  package let node: YAMLNode
  /// The list to which faults are added.
  package let faults: Faults
  /// The values by name. Mappings are short: a dictionary would take longer to create than to search.
  private let values: [(name: String, value: YAMLNode)]

  /// Checks the keys of a mapping; `nil` if the node is not a mapping.
  ///
  /// - Parameters:
  ///   - keys: The allowed keys.
  ///   - subject: The name of the mapping for messages: "a pattern".
  package init?(_ node: YAMLNode, _ keys: [FileKey], of subject: @autoclosure () -> String, _ faults: Faults) {
    guard case .mapping(let entries) = node.content else {
      if !node.isRefused {
        faults.add(
          node, "\(subject()) must be a mapping of keys to values, not \(node.kindWords)",
          hint: "Keys: \(keys.map(\.name).joined(separator: ", ")).")
      }
      return nil
    }
    self.node = node
    self.faults = faults
    var values: [(name: String, value: YAMLNode)] = []
    // A misspelled key is reported once, not also as missing.
    var misspelled: Set<String> = []
    for entry in entries {
      guard let name = entry.key.text else { continue }
      guard keys.contains(where: { $0.name == name }) else {
        let known = keys.map(\.name)
        if let near = NearestWord.to(name, among: known) { misspelled.insert(near) }
        faults.add(
          entry.key, "unknown key '\(shown(name))' in \(subject())", hint: NearestWord.hint(name, among: known))
        continue
      }
      if let index = values.firstIndex(where: { $0.name == name }) {
        values[index].value = entry.value
      } else {
        values.append((name, entry.value))
      }
    }
    for key in keys where key.isRequired {
      guard let value = values.first(where: { $0.name == key.name })?.value else {
        if misspelled.contains(key.name) { continue }
        faults.add(node, "\(subject()) is missing the key '\(key.name)' (\(key.form))")
        continue
      }
      if value.isNull { faults.add(value, "'\(key.name)' is empty") }
    }
    self.values = values
  }

  private init(_ node: YAMLNode, _ values: [(name: String, value: YAMLNode)], _ faults: Faults) {
    self.node = node
    self.values = values
    self.faults = faults
  }

  /// The names of the entries, sorted.
  package var names: [String] { values.map(\.name).sorted() }

  /// Returns the entries without one of them.
  package func without(_ name: String) -> Fields { Fields(node, values.filter { $0.name != name }, faults) }

  /// The value of the key `name`; `nil` if the key is missing or has no value.
  package subscript(_ name: String) -> YAMLNode? { node(name).flatMap { $0.isNull ? nil : $0 } }

  private func node(_ name: String) -> YAMLNode? { values.first { $0.name == name }?.value }

  /// Returns a text that is not empty. A required key without a value is a fault.
  package func text(_ name: String, limit: Int = 4000) -> String? {
    guard let node = node(name) else { return nil }
    return text(node, "'\(name)'", limit: limit)
  }

  /// Returns the text of a node that is not empty; `nil` after a fault, in which `subject` names it.
  package func text(_ node: YAMLNode, _ subject: @autoclosure () -> String, limit: Int = 4000) -> String? {
    guard var text = node.text else {
      if !node.isRefused { faults.add(node, "\(subject()) must be text, not \(node.kindWords)") }
      return nil
    }
    // A block ("|") ends in a line break that is not part of the value.
    while let last = text.utf8.last, last < 0x20 || last >= 0x80, text.last?.isNewline == true { text.removeLast() }
    if node.isNull || text.isEmpty {
      faults.add(node, "\(subject()) is empty")
      return nil
    }
    guard text.utf8.count <= limit else {
      faults.add(node, "\(subject()) is longer than \(limit) bytes")
      return nil
    }
    return text
  }

  /// Returns one text or a list of texts; `limit` is in bytes per text, `maxCount` in texts.
  package func texts(_ name: String, limit: Int = 4000, maxCount: Int = 100) -> [(text: String, node: YAMLNode)]? {
    guard let node = self[name] else { return nil }
    return texts(node, "'\(name)'", limit: limit, maxCount: maxCount)
  }

  /// Returns one text or a list of texts of a node; `nil` after a fault.
  package func texts(_ node: YAMLNode, _ subject: @autoclosure () -> String, limit: Int = 4000, maxCount: Int = 100)
    -> [(
      text: String, node: YAMLNode
    )]?
  {
    guard case .sequence(let items) = node.content else {
      return text(node, subject(), limit: limit).map { [($0, node)] }
    }
    guard !items.isEmpty else {
      faults.add(node, "\(subject()) is an empty list")
      return nil
    }
    guard items.count <= maxCount else {
      faults.add(node, "\(subject()) has more than \(maxCount) entries")
      return nil
    }
    let found = items.compactMap { item in
      text(item, "an entry of \(subject())", limit: limit).map { (text: $0, node: item) }
    }
    return found.count == items.count ? found : nil
  }

  /// Returns the items of a list.
  package func list(_ name: String, maxCount: Int = 100) -> [YAMLNode]? {
    guard let node = self[name] else { return nil }
    guard case .sequence(let items) = node.content else {
      if !node.isRefused { faults.add(node, "'\(name)' must be a list, not \(node.kindWords)") }
      return nil
    }
    guard items.count <= maxCount else {
      faults.add(node, "'\(name)' has more than \(maxCount) entries")
      return nil
    }
    return items
  }

  /// Returns one of the values of an enumeration.
  package func word<Word: RawRepresentable & CaseIterable>(_ name: String) -> Word? where Word.RawValue == String {
    guard let node = self[name], let text = text(node, "'\(name)'") else { return nil }
    return word(text, node, name, among: Array(Word.allCases))
  }

  /// Returns the word of `words` that a text is; `nil` after a fault.
  package func word<Word: RawRepresentable>(_ text: String, _ node: YAMLNode, _ subject: String, among words: [Word])
    -> Word?
  where Word.RawValue == String {
    let known = words.map(\.rawValue)
    if let index = known.firstIndex(of: text) { return words[index] }
    faults.add(node, "'\(shown(text))' is not a valid \(subject)", hint: NearestWord.hint(text, among: known))
    return nil
  }

  /// Returns one or several of `words`; `nil` if one is unknown.
  package func words<Word: RawRepresentable & Hashable>(_ node: YAMLNode, _ subject: String, among words: [Word])
    -> Set<Word>?
  where Word.RawValue == String {
    guard let texts = texts(node, subject, limit: 100) else { return nil }
    let found = texts.compactMap { word($0.text, $0.node, subject, among: words) }
    return found.count == texts.count ? Set(found) : nil
  }

  /// Returns `true` or `false`.
  package func flag(_ name: String) -> Bool? {
    guard let node = self[name] else { return nil }
    switch node.text {
    case "true": return true
    case "false": return false
    default:
      if !node.isRefused { faults.add(node, "'\(name)' must be true or false") }
      return nil
    }
  }

  /// Returns a number in a range; `nil` after a fault.
  package func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let node = self[name] else { return nil }
    if let text = node.text, let number = Int(text), range.contains(number) { return number }
    if !node.isRefused {
      faults.add(node, "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return nil
  }
}
