import Bytes

/// Patterns with an index of the texts and functions that they look for.
///
/// Most patterns look for texts or functions that few reports contain. The index finds the patterns that may match by
/// comparing two bitmaps, so a pattern whose texts do not occur is not evaluated, and adding patterns costs hardly any
/// time. Patterns without such a text or function (an exception type alone) are always evaluated.
package struct PatternSet: Sendable, ExpressibleByArrayLiteral {
  /// The patterns of the set without the tables of fallbacks, in the order given.
  let given: [Pattern]
  /// True to add the catalog's tables of fallbacks, which are built when the first report needs them.
  private let addsTables: Bool
  /// Indices of patterns that are always evaluated.
  private let always: [Int32]
  private let givenFallbacks: [Pattern.Fallback: [Pattern]]
  private let texts: Index
  private let functions: Index
  private let facts: [String: [Int32]]

  /// The patterns that wait for each gram. Grams are found by binary search: a table of all 65,536 grams would cost
  /// more at each start than the few searches.
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

  /// The set of all built-in patterns.
  package static let catalog = PatternSet(Pattern.specific, addsTables: true)

  /// Creates a set and its index; identifiers should be unique.
  package init(_ patterns: [Pattern]) { self.init(patterns, addsTables: false) }

  private init(_ patterns: [Pattern], addsTables: Bool) {
    given = patterns
    self.addsTables = addsTables
    var always: [Int32] = []
    var texts: [(gram: UInt16, pattern: Int32)] = []
    var functions: [(gram: UInt16, pattern: Int32)] = []
    var facts: [String: [Int32]] = [:]
    for (position, pattern) in patterns.enumerated() where pattern.fallback == nil {
      let number = Int32(position)
      let needs = pattern.grades.reduce(EvidenceNeeds.never) { $0.union($1.evidence.needs) }
      if needs.isUnknown {
        always.append(number)
        continue
      }
      // It is enough to wait for one gram of an alternative; the middle one of a phrase is the least common.
      for grams in needs.texts { texts.append((grams[grams.count / 2], number)) }
      for grams in needs.functions { functions.append((grams[grams.count / 2], number)) }
      for fact in needs.facts { facts[fact, default: []].append(number) }
    }
    self.always = always
    givenFallbacks = Dictionary(grouping: patterns.filter { $0.fallback != nil }) { $0.fallback ?? .ifNothingElse }
    self.texts = Index(texts)
    self.functions = Index(functions)
    self.facts = facts
  }

  /// The patterns of the set, in the order given; for the catalog sorted by id.
  package var patterns: [Pattern] { addsTables ? Pattern.catalog : given }

  /// The patterns that are evaluated only if others leave room for them, by stage.
  func fallbacks(_ stage: Pattern.Fallback) -> [Pattern] {
    if addsTables, stage != .unlessSpecific, let all = Self.catalogFallbacks[stage] { return all }
    return givenFallbacks[stage] ?? []
  }

  /// The fallbacks of the catalog with those of the tables.
  private static let catalogFallbacks = Dictionary(
    grouping: (Pattern.specific + Pattern.tabulatedFallbacks).filter { $0.fallback != nil }
  ) { $0.fallback ?? .ifNothingElse }

  /// Creates a set from a literal.
  package init(arrayLiteral patterns: Pattern...) { self.init(patterns) }

  /// The number of patterns that are evaluated for every report.
  package var alwaysEvaluatedCount: Int { always.count }

  /// Returns the pattern with this identifier, or the built-in one if this set does not contain it: stored findings
  /// need it for their texts. `nil` for an unknown identifier.
  package func pattern(_ id: String) -> Pattern? { given.first { $0.id == id } ?? Pattern.with(id: id) }

  /// Returns the patterns that may match the report and are not fallbacks, in the order of the set.
  func candidates(for context: AnalysisContext) -> [Pattern] {
    var isChosen = [Bool](repeating: false, count: given.count)
    func choose(_ patterns: some Sequence<Int32>) { for pattern in patterns { isChosen[Int(pattern)] = true } }
    choose(always)
    texts.grams.forEachCommonGram(with: context.textGrams) { choose(texts.patterns(waitingFor: $0)) }
    functions.grams.forEachCommonGram(with: context.stackGrams) { choose(functions.patterns(waitingFor: $0)) }
    for fact in context.facts { if let patterns = facts[fact] { choose(patterns) } }
    return given.indices.lazy.filter { isChosen[$0] }.map { given[$0] }
  }
}
