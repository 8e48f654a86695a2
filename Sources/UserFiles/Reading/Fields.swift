/// The entries of a mapping, asked for by name. What is missing, unknown or of another form becomes a fault, and reading
/// goes on.
struct Fields {
  let node: YAMLNode
  let faults: Faults
  private let values: [String: YAMLNode]

  /// - Parameters:
  ///   - keys: What may stand there.
  ///   - subject: What it is, for messages: "a pattern".
  init?(_ node: YAMLNode, _ keys: [FileKey], of subject: String, _ faults: Faults) {
    guard case .mapping(let entries) = node.content else {
      if !node.isRefused {
        faults.add(
          node, "\(subject) must be a mapping of keys to values, not \(node.kindWords)",
          hint: "Its keys: \(keys.map(\.name).joined(separator: ", ")).")
      }
      return nil
    }
    self.node = node
    self.faults = faults
    var values: [String: YAMLNode] = [:]
    let known = keys.map(\.name)
    // A misspelt key is told of once, and not as missing too.
    var meant: Set<String> = []
    for entry in entries {
      guard let name = entry.key.text else { continue }
      guard known.contains(name) else {
        if let near = NearestWord.to(name, among: known) { meant.insert(near) }
        faults.add(entry.key, "unknown key '\(shown(name))' of \(subject)", hint: NearestWord.hint(name, among: known))
        continue
      }
      values[name] = entry.value
    }
    for key in keys where key.isRequired {
      guard let value = values[key.name] else {
        if meant.contains(key.name) { continue }
        faults.add(node, "\(subject) lacks the key '\(key.name)' (\(key.form))")
        continue
      }
      if value.isNull { faults.add(value, "'\(key.name)' is empty") }
    }
    self.values = values
  }

  /// What stands at `name`; `nil` where nothing does.
  subscript(_ name: String) -> YAMLNode? { values[name].flatMap { $0.isNull ? nil : $0 } }

  /// A text that is not empty. A required key that has nothing behind it is a fault.
  func text(_ name: String, limit: Int = 4000) -> String? {
    guard let node = values[name] else { return nil }
    return text(node, "'\(name)'", limit: limit)
  }

  func text(_ node: YAMLNode, _ subject: String, limit: Int = 4000) -> String? {
    guard var text = node.text else {
      if !node.isRefused { faults.add(node, "\(subject) must be a text, not \(node.kindWords)") }
      return nil
    }
    // A block ("|") ends in a line break that nobody means.
    while text.last?.isNewline == true { text.removeLast() }
    if node.isNull || text.isEmpty {
      faults.add(node, "\(subject) is empty")
      return nil
    }
    guard text.utf8.count <= limit else {
      faults.add(node, "\(subject) is longer than \(limit) bytes")
      return nil
    }
    return text
  }

  /// One text or a list of them.
  func texts(_ name: String, limit: Int = 4000, most: Int = 100) -> [(text: String, node: YAMLNode)]? {
    guard let node = self[name] else { return nil }
    return texts(node, "'\(name)'", limit: limit, most: most)
  }

  func texts(_ node: YAMLNode, _ subject: String, limit: Int = 4000, most: Int = 100) -> [(
    text: String, node: YAMLNode
  )]? {
    guard case .sequence(let items) = node.content else {
      return text(node, subject, limit: limit).map { [($0, node)] }
    }
    guard !items.isEmpty else {
      faults.add(node, "\(subject) is an empty list")
      return nil
    }
    guard items.count <= most else {
      faults.add(node, "\(subject) has more than \(most) entries")
      return nil
    }
    let found = items.compactMap { item in
      text(item, "an entry of \(subject)", limit: limit).map { (text: $0, node: item) }
    }
    return found.count == items.count ? found : nil
  }

  /// Items of a list.
  func list(_ name: String, most: Int = 100) -> [YAMLNode]? {
    guard let node = self[name] else { return nil }
    guard case .sequence(let items) = node.content else {
      if !node.isRefused { faults.add(node, "'\(name)' must be a list, not \(node.kindWords)") }
      return nil
    }
    guard items.count <= most else {
      faults.add(node, "'\(name)' has more than \(most) entries")
      return nil
    }
    return items
  }

  /// One of a few words.
  func word<Word: RawRepresentable & CaseIterable>(_ name: String) -> Word? where Word.RawValue == String {
    guard let node = self[name], let text = text(node, "'\(name)'") else { return nil }
    return word(text, node, name, among: Array(Word.allCases))
  }

  func word<Word: RawRepresentable>(_ text: String, _ node: YAMLNode, _ subject: String, among words: [Word]) -> Word?
  where Word.RawValue == String {
    let known = words.map(\.rawValue)
    if let index = known.firstIndex(of: text) { return words[index] }
    faults.add(node, "'\(shown(text))' is no \(subject)", hint: NearestWord.hint(text, among: known))
    return nil
  }

  /// Some of a few words, all of them known.
  func words<Word: RawRepresentable & Hashable>(_ node: YAMLNode, _ subject: String, among words: [Word]) -> Set<Word>?
  where Word.RawValue == String {
    guard let texts = texts(node, subject, limit: 100) else { return nil }
    let found = texts.compactMap { word($0.text, $0.node, subject, among: words) }
    return found.count == texts.count ? Set(found) : nil
  }

  /// `true` or `false`.
  func flag(_ name: String) -> Bool? {
    guard let node = self[name] else { return nil }
    switch node.text {
    case "true": return true
    case "false": return false
    default:
      if !node.isRefused { faults.add(node, "'\(name)' must be true or false") }
      return nil
    }
  }

  func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let node = self[name] else { return nil }
    if let text = node.text, let number = Int(text), range.contains(number) { return number }
    if !node.isRefused {
      faults.add(node, "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return nil
  }
}
