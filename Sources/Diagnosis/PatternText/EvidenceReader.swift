import YAMLText

/// Reads evidence of one pattern from YAML, within limits of depth and number.
struct EvidenceReader {
  let faults: Faults
  /// The names of captures that the evidence of this pattern may create.
  var captures: Set<String> = []
  /// The named evidence of this pattern, with the captures that it may create and the number of its pieces.
  private var facts: [String: (evidence: Evidence, captures: Set<String>, count: Int)] = [:]
  private var depth = 0
  private var count = 0

  /// Limits of one pattern; built-in patterns use a tenth of them.
  private static let maxDepth = 12
  private static let maxCount = 300

  init(_ faults: Faults) { self.faults = faults }

  /// Returns the evidence of a node: a list means all of its entries, a mapping is of the kind that one of its keys
  /// names, and the word `agent` is allowed alone. `nil` after a fault.
  mutating func evidence(_ node: YAMLNode) -> Evidence? {
    count += 1
    guard count <= Self.maxCount else {
      if count == Self.maxCount + 1 { faults.add(node, "more than \(Self.maxCount) pieces of evidence in one pattern") }
      return nil
    }
    guard depth < Self.maxDepth else {
      faults.add(node, "evidence is nested deeper than \(Self.maxDepth) levels")
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
        node, "evidence must be a mapping such as 'message: \"…\"', or a list of mappings, not \(node.kindWords)")
    case .refused: break
    }
    return nil
  }

  /// Reads evidence that later evidence of the pattern names.
  mutating func readFact(_ name: String, _ node: YAMLNode) {
    let (known, before) = (captures, count)
    captures = []
    if let found = evidence(node) { facts[name] = (found, captures, count - before) }
    captures = known
  }

  /// Returns the evidence with a name; `nil` after a fault. All of its pieces count again, so that facts of facts cannot
  /// grow beyond the limit.
  mutating func known(_ name: String, _ node: YAMLNode) -> Evidence? {
    if let fact = facts[name] {
      count += fact.count
      guard count <= Self.maxCount else {
        faults.add(node, "more than \(Self.maxCount) pieces of evidence in one pattern")
        return nil
      }
      captures.formUnion(fact.captures)
      return fact.evidence
    }
    guard let found = NamedEvidence.with(name: name) else {
      faults.add(
        node, "unknown evidence '\(shown(name))'",
        hint: NearestWord.hint(name, among: facts.keys.sorted() + NamedEvidence.catalog.map(\.name)))
      return nil
    }
    captures.formUnion(found.captures)
    return found.evidence
  }

  /// Returns whether a text consists of letters.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Returns the evidence of all entries; `nil` after a fault in one of them.
  mutating func list(_ items: [YAMLNode], _ node: YAMLNode) -> [Evidence]? {
    guard !items.isEmpty else {
      faults.add(node, "evidence is an empty list")
      return nil
    }
    var found: [Evidence] = []
    for item in items { if let one = evidence(item) { found.append(one) } }
    return found.count == items.count ? found : nil
  }

  /// Returns the names of kinds, in the order of the catalog.
  private static func words(_ kinds: [EvidenceKind]) -> String {
    EvidenceKind.catalog.filter { kind in kinds.contains { $0.key.name == kind.key.name } }
      .map { "'\($0.key.name)'" }.joined(separator: " and ")
  }

  private static let kinds = Dictionary(EvidenceKind.catalog.map { ($0.key.name, $0) }) { first, _ in first }

  private mutating func one(_ node: YAMLNode, _ entries: [YAMLNode.Entry]) -> Evidence? {
    let kinds = entries.compactMap { $0.key.text.flatMap { Self.kinds[$0] } }
    guard let kind = kinds.first else {
      let first = entries.first?.key
      faults.add(
        first ?? node, "unknown kind of evidence '\(shown(first?.text ?? ""))'",
        hint: NearestWord.hint(first?.text ?? "", among: EvidenceKind.catalog.map(\.key.name)))
      return nil
    }
    guard kinds.count == 1 else {
      faults.add(
        node, "one piece of evidence has \(Self.words(kinds))",
        hint: "Write each as a separate list entry with '- ': a list means all of its entries.")
      return nil
    }
    guard let fields = Fields(node, kind.keys, of: "the evidence '\(kind.key.name)'", faults) else {
      return nil
    }
    guard let value = fields[kind.key.name] else {
      if entries.contains(where: { $0.key.text == kind.key.name && !$0.value.isRefused }) {
        faults.add(node, "'\(kind.key.name)' has no value (\(kind.key.form))")
      }
      return nil
    }
    return value.isRefused ? nil : kind.read(fields, value, &self)
  }

  /// Returns the value of `statement`, or `fallback`; `nil` if nothing is cited. Braces without a capture remain.
  func statement(_ fields: Fields, _ fallback: String) -> String? {
    if fields.flag("cited") == false { return nil }
    return fields.text("statement", limit: 500) ?? fallback
  }

  /// Returns whether the report states the fact, or it is inferred.
  func kind(_ fields: Fields) -> Witness.Kind { fields.flag("inferred") == true ? .inferred : .stated }

  /// Returns the templates of a text or list of texts; `nil` after a fault.
  ///
  /// - Parameters:
  ///   - isRequired: False for texts that must not occur: their captures do not exist.
  ///   - isLimited: True if other conditions limit the texts: `{}` alone is then any text.
  mutating func templates(
    _ fields: Fields, _ name: String, isRequired: Bool = true, isLimited: Bool = false
  ) -> [TextTemplate]? {
    guard let node = fields[name] else { return [] }
    let known = captures
    guard let texts = fields.texts(node, "'\(name)'", limit: 500) else { return nil }
    let found = texts.compactMap { text in
      isLimited && text.text == "{}"
        ? TextTemplate("") : template(text.text, text.node, minLength: isLimited || !isRequired ? 2 : 3)
    }
    if !isRequired { captures = known }
    return found.count == texts.count ? found : nil
  }

  /// Returns a template for a message; a literal that is too short would match every report. `nil` after a fault.
  ///
  /// - Parameter minLength: The minimum number of characters outside braces.
  mutating func template(_ text: String, _ node: YAMLNode, minLength: Int = 3) -> TextTemplate? {
    guard text.utf8.count <= 500 else {
      faults.add(node, "the text is longer than the limit of 500 bytes")
      return nil
    }
    var length = 0
    var rest = text.utf8[...]
    func add(_ literal: Substring.UTF8View) { length += literal.count { $0 > 0x20 } }
    // A brace before another one is text.
    while let first = rest.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[first...].firstIndex(of: UInt8(ascii: "}")),
      let open = rest[..<close].lastIndex(of: UInt8(ascii: "{"))
    {
      add(rest[..<open])
      let name = rest[rest.index(after: open)..<close]
      guard name.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
        faults.add(
          node,
          "'{\(shown(String(Substring(name))))}' is not a valid capture: its name must be empty or consist of letters")
        return nil
      }
      if !name.isEmpty { captures.insert(String(Substring(name))) }
      rest = rest[rest.index(after: close)...]
    }
    add(rest)
    guard length >= minLength else {
      faults.add(
        node,
        "'\(shown(text))' has fewer than \(minLength == 3 ? "three" : "two") characters outside braces: it would match everywhere"
      )
      return nil
    }
    return TextTemplate(text)
  }

  /// Adds a capture; returns false after a fault.
  mutating func add(capture name: String, _ node: YAMLNode) -> Bool {
    guard Self.isName(name) else {
      faults.add(node, "'\(shown(name))' is not a valid capture: its name must consist of letters")
      return false
    }
    captures.insert(name)
    return true
  }

  /// Returns globs, in which `*` matches any run of characters.
  func globs(_ fields: Fields, _ node: YAMLNode, _ subject: String) -> [String]? {
    fields.texts(node, subject, limit: 300)?.map(\.text)
  }
}
