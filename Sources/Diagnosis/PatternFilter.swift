import Bytes

/// Patterns with an index of what they look for.
///
/// Most patterns look for texts, functions or values of fields that few reports contain. The index finds the patterns
/// that may match by comparing bitmaps, so a pattern whose texts do not occur is not evaluated, and adding patterns costs
/// hardly any time. Patterns that need nothing of the kind are always evaluated.
struct PatternFilter: Sendable {
  private let patterns: [Pattern]
  /// Indices of patterns that are always evaluated.
  private let always: [Int32]
  private let texts: Index
  private let functions: Index
  private let fields: Index
  private let facts: [String: [Int32]]

  /// The patterns that wait for each gram.
  private struct Index: Sendable {
    /// Each gram once, in ascending order. The patterns of `grams[i]` are `waiting[starts[i]..<starts[i + 1]]`.
    private var grams: [UInt16] = []
    private var starts: [Int32] = []
    private let waiting: [Int32]

    init(_ entries: [(gram: UInt16, pattern: Int32)]) {
      let sorted = entries.sorted { ($0.gram, $0.pattern) < ($1.gram, $1.pattern) }
      for (position, entry) in sorted.enumerated() where entry.gram != grams.last {
        grams.append(entry.gram)
        starts.append(Int32(position))
      }
      starts.append(Int32(sorted.count))
      waiting = sorted.map(\.pattern)
    }

    /// Calls `body` with the patterns that wait for a gram of `set`.
    func forEachPattern(waitingForGramsOf set: GramSet, _ body: (Int32) -> Void) {
      set.forEachIndex(of: grams) { index in
        for position in starts[index]..<starts[index + 1] { body(waiting[Int(position)]) }
      }
    }
  }

  /// Creates the index of patterns.
  init(_ patterns: [Pattern]) {
    self.patterns = patterns
    var always: [Int32] = []
    var texts: [(gram: UInt16, pattern: Int32)] = []
    var functions: [(gram: UInt16, pattern: Int32)] = []
    var fields: [(gram: UInt16, pattern: Int32)] = []
    var facts: [String: [Int32]] = [:]
    for (position, pattern) in patterns.enumerated() {
      let number = Int32(position)
      let needs = pattern.grades.reduce(EvidenceNeeds.never) { $0.union($1.evidence.needs) }
      if needs.isUnknown {
        always.append(number)
        continue
      }
      // It is enough to wait for one gram of an alternative; the middle one of a phrase is the least common.
      for grams in needs.texts { texts.append((grams[grams.count / 2], number)) }
      for grams in needs.functions { functions.append((grams[grams.count / 2], number)) }
      for grams in needs.fields { fields.append((grams[grams.count / 2], number)) }
      for fact in needs.facts { facts[fact, default: []].append(number) }
    }
    self.always = always
    self.texts = Index(texts)
    self.functions = Index(functions)
    self.fields = Index(fields)
    self.facts = facts
  }

  /// The number of patterns that are evaluated for every report.
  var alwaysEvaluatedCount: Int { always.count }

  /// Returns the patterns that may match the report, in the order given.
  func candidates(for context: AnalysisContext) -> [Pattern] {
    var isChosen = [Bool](repeating: false, count: patterns.count)
    func choose(_ pattern: Int32) { isChosen[Int(pattern)] = true }
    always.forEach(choose)
    texts.forEachPattern(waitingForGramsOf: context.textGrams, choose)
    functions.forEachPattern(waitingForGramsOf: context.stackGrams, choose)
    fields.forEachPattern(waitingForGramsOf: context.fieldGrams, choose)
    for fact in context.facts { facts[fact]?.forEach(choose) }
    return patterns.indices.filter { isChosen[$0] }.map { patterns[$0] }
  }
}
