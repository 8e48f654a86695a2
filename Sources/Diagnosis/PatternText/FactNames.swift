import YAMLText

/// The names of evidence that a pattern uses several times.
struct FactNames {
  /// The evidence by name, in the order in which it is used.
  private(set) var facts: [(String, YAMLValue)] = []
  private var names: [String: String] = [:]

  /// Evidence whose text is shorter is written again each time.
  private static let minLength = 70

  /// Finds the evidence that occurs several times, largest pieces first.
  ///
  /// - Parameter words: Names, each with texts of the evidence that should have it.
  init(_ pattern: Pattern, _ words: [(name: String, texts: Set<String>)]) {
    let roots =
      pattern.grades.map(\.evidence) + pattern.gaps.map(\.unless) + pattern.lookalikes.compactMap(\.when)
    var counts: [String: Int] = [:]
    for root in roots { Self.count(root, &counts) }
    var order: [(Evidence, String)] = []
    for root in roots { Self.repeated(root, counts, &order) }
    var free = words
    for (evidence, text) in order where names[text] == nil {
      let texts = Self.texts(evidence)
      let ratings = free.map { word in
        Double(word.texts.intersection(texts).count) / Double(max(1, word.texts.union(texts).count))
      }
      let round = facts.count / 26
      var name =
        "fact" + String(UnicodeScalar(UInt8(ascii: "A") + UInt8(facts.count % 26)))
        + String(repeating: "x", count: round)
      if let best = ratings.indices.max(by: { ratings[$0] < ratings[$1] }), ratings[best] >= 0.3 {
        name = free.remove(at: best).name
      }
      guard let value = EvidenceWriter.value(evidence, self) else { continue }
      facts.append((name, value))
      names[text] = name
    }
  }

  /// Returns the name of evidence; `nil` if it has none.
  func name(of evidence: Evidence) -> String? {
    names.isEmpty ? nil : names[Self.text(evidence)]
  }

  private static func text(_ evidence: Evidence) -> String { EvidenceWriter.value(evidence)?.flow ?? "" }

  private static func parts(of evidence: Evidence) -> [Evidence] {
    switch evidence {
    case .all(let parts), .any(let parts): parts
    case .not(let part), .optional(let part), .uncited(let part): [part]
    default: []
    }
  }

  private static func count(_ evidence: Evidence, _ counts: inout [String: Int]) {
    counts[text(evidence), default: 0] += 1
    for part in parts(of: evidence) { count(part, &counts) }
  }

  /// Appends the largest pieces that occur several times.
  private static func repeated(_ evidence: Evidence, _ counts: [String: Int], _ found: inout [(Evidence, String)]) {
    let text = text(evidence)
    let isNamed = NamedEvidence.name(of: evidence, alsoData: true) != nil
    if !isNamed, text.utf8.count >= minLength, counts[text, default: 0] > 1 {
      found.append((evidence, text))
      return
    }
    for part in parts(of: evidence) where !isNamed { repeated(part, counts, &found) }
  }

  /// The texts of evidence.
  private static func texts(_ evidence: Evidence) -> Set<String> {
    var found: Set<String> = []
    func collect(_ value: YAMLValue) {
      switch value {
      case .word: break
      case .text(let text): found.insert(text)
      case .texts(let texts): found.formUnion(texts)
      case .list(let items): items.forEach(collect)
      case .mapping(let entries): entries.forEach { collect($0.1) }
      }
    }
    if let value = EvidenceWriter.value(evidence) { collect(value) }
    return found
  }
}
