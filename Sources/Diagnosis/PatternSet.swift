import Bytes

/// Patterns with an index from what they look for to those that look for it.
///
/// Most patterns name wordings or functions of which a report holds hardly any. The index finds those that may hold by
/// comparing two bitmaps, so a pattern whose words do not occur is not even visited, and adding patterns costs hardly
/// any time. Patterns of which nothing follows (an exception's type alone) are always visited.
package struct PatternSet: Sendable, ExpressibleByArrayLiteral {
  /// The patterns of the set, in the order given.
  package let patterns: [Pattern]
  /// Positions of those that must always be asked.
  private let always: [Int32]
  private let texts: Index
  private let functions: Index

  /// For each gram the patterns that wait for it: those of gram `g` are `waiting[starts[g]..<starts[g + 1]]`.
  private struct Index: Sendable {
    var grams = GramSet()
    var starts: [Int32]
    var waiting: [Int32]

    init(_ entries: [(gram: UInt16, pattern: Int32)]) {
      let sorted = entries.sorted { ($0.gram, $0.pattern) < ($1.gram, $1.pattern) }
      starts = Array(repeating: 0, count: 65_537)
      for entry in sorted {
        starts[Int(entry.gram) + 1] += 1
        grams.insert(gram: entry.gram)
      }
      for gram in 0..<65_536 { starts[gram + 1] += starts[gram] }
      waiting = sorted.map(\.pattern)
    }
  }

  /// Every pattern that comes with the program.
  package static let catalog = PatternSet(Pattern.catalog)

  /// Creates a set and its index; an identifier should occur once.
  package init(_ patterns: [Pattern]) {
    self.patterns = patterns
    var always: [Int32] = []
    var texts: [(gram: UInt16, pattern: Int32)] = []
    var functions: [(gram: UInt16, pattern: Int32)] = []
    for (position, pattern) in patterns.enumerated() {
      let number = Int32(position)
      let needs = pattern.grades.reduce(EvidenceNeeds.never) { $0.union($1.evidence.needs) }
      if needs.isUnknown {
        always.append(number)
        continue
      }
      // One gram of an alternative is enough to wait for; the middle one is the least common of a phrase.
      for grams in needs.texts { texts.append((grams[grams.count / 2], number)) }
      for grams in needs.functions { functions.append((grams[grams.count / 2], number)) }
    }
    self.always = always
    self.texts = Index(texts)
    self.functions = Index(functions)
  }

  /// Creates a set from a literal.
  package init(arrayLiteral patterns: Pattern...) { self.init(patterns) }

  /// How many patterns are visited whatever the report holds.
  package var visitedAlways: Int { always.count }

  /// The pattern with this identifier, also one of the catalog that this set leaves out: findings that were stored
  /// before are put into words by it. `nil` for an unknown identifier.
  package func pattern(_ id: String) -> Pattern? { patterns.first { $0.id == id } ?? Pattern.with(id: id) }

  /// Those that may hold, in the order of the set.
  func candidates(for circumstances: AnalysisContext) -> [Pattern] {
    var chosen = Set(always)
    texts.grams.forEachCommonGram(with: circumstances.textGrams) { gram in
      chosen.formUnion(texts.waiting[Int(texts.starts[Int(gram)])..<Int(texts.starts[Int(gram) + 1])])
    }
    functions.grams.forEachCommonGram(with: circumstances.stackGrams) { gram in
      chosen.formUnion(functions.waiting[Int(functions.starts[Int(gram)])..<Int(functions.starts[Int(gram) + 1])])
    }
    return chosen.sorted().map { patterns[Int($0)] }
  }
}
