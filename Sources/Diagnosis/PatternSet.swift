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

  /// For each gram the patterns that wait for it, by the gram's rank among those that are waited for: a table of all
  /// 65,536 grams would cost each start more than the few searches in this one.
  private struct Index: Sendable {
    private(set) var grams = GramSet()
    /// Each gram once, in ascending order. The patterns of `ranked[i]` are `waiting[starts[i]..<starts[i + 1]]`.
    private var ranked: [UInt16] = []
    private var starts: [Int32] = []
    private let waiting: [Int32]

    init(_ entries: [(gram: UInt16, pattern: Int32)]) {
      let sorted = entries.sorted { ($0.gram, $0.pattern) < ($1.gram, $1.pattern) }
      for (position, entry) in sorted.enumerated() where entry.gram != ranked.last {
        ranked.append(entry.gram)
        starts.append(Int32(position))
        grams.insert(gram: entry.gram)
      }
      starts.append(Int32(sorted.count))
      waiting = sorted.map(\.pattern)
    }

    /// The patterns that wait for `gram`.
    func patterns(waitingFor gram: UInt16) -> ArraySlice<Int32> {
      var (low, high) = (0, ranked.count)
      while low < high {
        let middle = (low + high) / 2
        if ranked[middle] < gram { low = middle + 1 } else { high = middle }
      }
      guard low < ranked.count, ranked[low] == gram else { return [] }
      return waiting[Int(starts[low])..<Int(starts[low + 1])]
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
  func candidates(for context: AnalysisContext) -> [Pattern] {
    var chosen = Set(always)
    texts.grams.forEachCommonGram(with: context.textGrams) { gram in
      chosen.formUnion(texts.patterns(waitingFor: gram))
    }
    functions.grams.forEachCommonGram(with: context.stackGrams) { gram in
      chosen.formUnion(functions.patterns(waitingFor: gram))
    }
    return chosen.sorted().map { patterns[Int($0)] }
  }
}
