import Diagnosis

/// From YAML to `Evidence`, with what must be counted on the way.
struct EvidenceReader {
  let faults: Faults
  /// Names of parts that templates of this pattern give.
  var parts: Set<String> = []
  private var depth = 0
  private var count = 0

  /// Bounds of one pattern; ours need a tenth of them.
  private static let deepest = 12
  private static let most = 300

  init(_ faults: Faults) { self.faults = faults }

  /// A list is all of its entries; a mapping is the kind that one of its keys names; `agent` may stand alone.
  mutating func evidence(_ node: YAMLNode) -> Evidence? {
    count += 1
    guard count <= Self.most else {
      if count == Self.most + 1 { faults.add(node, "more than \(Self.most) pieces of evidence in one pattern") }
      return nil
    }
    guard depth < Self.deepest else {
      faults.add(node, "evidence nests deeper than \(Self.deepest) levels")
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    switch node.content {
    case .sequence(let items): return list(items, node).map(Evidence.all)
    case .mapping(let entries): return one(node, entries)
    case .scalar(let word, _):
      if word == "agent" { return .agent }
      faults.add(
        node, "evidence must be a mapping such as 'message: \"…\"', or a list of those, not \(node.kindWords)")
    case .refused: break
    }
    return nil
  }

  /// All of the entries, or `nil` after a fault in one.
  mutating func list(_ items: [YAMLNode], _ node: YAMLNode) -> [Evidence]? {
    guard !items.isEmpty else {
      faults.add(node, "evidence is an empty list")
      return nil
    }
    var found: [Evidence] = []
    for item in items { if let one = evidence(item) { found.append(one) } }
    return found.count == items.count ? found : nil
  }

  private mutating func one(_ node: YAMLNode, _ entries: [YAMLNode.Entry]) -> Evidence? {
    let names = entries.compactMap(\.key.text)
    let kinds = EvidenceKind.catalog.filter { names.contains($0.key.name) }
    let known = EvidenceKind.catalog.map(\.key.name)
    guard let kind = kinds.first else {
      let first = entries.first?.key
      faults.add(
        first ?? node, "'\(shown(first?.text ?? ""))' is no kind of evidence",
        hint: NearestWord.hint(first?.text ?? "", among: known))
      return nil
    }
    guard kinds.count == 1 else {
      faults.add(
        node, "one piece of evidence has \(kinds.map { "'\($0.key.name)'" }.joined(separator: " and "))",
        hint: "Write each as an entry of a list, with its own '- ': a list is all of its entries.")
      return nil
    }
    guard let fields = Fields(node, [kind.key] + kind.others, of: "the evidence '\(kind.key.name)'", faults) else {
      return nil
    }
    guard let value = fields[kind.key.name] else {
      if entries.contains(where: { $0.key.text == kind.key.name && !$0.value.isRefused }) {
        faults.add(node, "'\(kind.key.name)' has nothing behind it (\(kind.key.form))")
      }
      return nil
    }
    return value.isRefused ? nil : kind.read(fields, value, &self)
  }

  /// The sentence of `statement`, else `words`. Braces that are filled by nothing stay as they are.
  func statement(_ fields: Fields, _ words: String) -> String { fields.text("statement", limit: 500) ?? words }

  /// Wording to look for; too short a literal would be found in every report.
  mutating func template(_ text: String, _ node: YAMLNode) -> TextTemplate? {
    guard text.utf8.count <= 500 else {
      faults.add(node, "longer than 500 bytes, the most that is looked for")
      return nil
    }
    var literal = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      literal += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
        faults.add(node, "'{\(shown(String(name)))}' is no part: its name has letters alone, or it is empty")
        return nil
      }
      if !name.isEmpty { parts.insert(String(name)) }
      rest = rest[rest.index(after: close)...]
    }
    literal += rest
    guard literal.utf8.count(where: { $0 > 0x20 }) >= 3 else {
      faults.add(node, "'\(shown(text))' has less than three letters outside braces: it would be found everywhere")
      return nil
    }
    return TextTemplate(text)
  }

  /// Names in which `*` stands for any run of characters.
  func globs(_ fields: Fields, _ node: YAMLNode, _ subject: String) -> [String]? {
    fields.texts(node, subject, limit: 300)?.map(\.text)
  }
}
