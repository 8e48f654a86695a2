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
  /// The facts of which a report must have one for the pattern to be evaluated, by pattern.
  private let required: [[String]?]

  /// The grams of an alternative, and the pattern that looks for it.
  private typealias Entry = (grams: [UInt16], pattern: Int32)

  /// The patterns that wait for each gram.
  private struct Index: Sendable {
    /// A pattern, and the range in `all` of the grams that must all occur.
    private struct Waiting: Sendable {
      var pattern: Int32
      var grams: Range<Int32>
    }

    /// Each gram once, in ascending order. The patterns of `grams[i]` are `waiting[starts[i]..<starts[i + 1]]`.
    private var grams: [UInt16] = []
    private var starts: [Int32] = []
    private var waiting: [Waiting] = []
    private var all: [UInt16] = []

    init(_ entries: [Entry]) {
      // The middle gram of a phrase is the least common. Numbers are sorted, because this happens at each start.
      func gram(_ entry: Entry) -> UInt16 { entry.grams[entry.grams.count / 2] }
      let sorted = entries.indices.map { UInt64(gram(entries[$0])) << 32 | UInt64($0) }.sorted()
      for (position, key) in sorted.enumerated() {
        let entry = entries[Int(key & 0xFFFF_FFFF)]
        let gram = gram(entry)
        if gram != grams.last {
          grams.append(gram)
          starts.append(Int32(position))
        }
        let start = Int32(all.count)
        all += entry.grams
        waiting.append(Waiting(pattern: entry.pattern, grams: start..<Int32(all.count)))
      }
      starts.append(Int32(sorted.count))
    }

    /// Calls `body` with the patterns of which `set` contains all grams of an alternative.
    func forEachPattern(withGramsIn set: GramSet, _ body: (Int32) -> Void) {
      set.forEachIndex(of: grams) { index in
        for position in starts[index]..<starts[index + 1] {
          let entry = waiting[Int(position)]
          if set.mayContain(all[Int(entry.grams.lowerBound)..<Int(entry.grams.upperBound)]) { body(entry.pattern) }
        }
      }
    }
  }

  /// Creates the index of patterns.
  init(_ patterns: [Pattern]) {
    self.patterns = patterns
    var always: [Int32] = []
    var texts: [Entry] = []
    var functions: [Entry] = []
    var fields: [Entry] = []
    var facts: [String: [Int32]] = [:]
    var required: [[String]?] = []
    for (position, pattern) in patterns.enumerated() {
      let number = Int32(position)
      let needs = pattern.needs
      required.append(needs.required)
      if needs.isUnknown {
        always.append(number)
        continue
      }
      for grams in needs.texts { texts.append((grams, number)) }
      for grams in needs.functions { functions.append((grams, number)) }
      for grams in needs.fields { fields.append((grams, number)) }
      for fact in needs.facts { facts[fact, default: []].append(number) }
    }
    self.always = always
    self.texts = Index(texts)
    self.functions = Index(functions)
    self.fields = Index(fields)
    self.facts = facts
    self.required = required
  }

  /// The number of patterns that are evaluated for every report.
  var alwaysEvaluatedCount: Int { always.count }

  /// Returns the patterns that may match the report, in the order given.
  func candidates(for context: AnalysisContext) -> [Pattern] {
    var isChosen = [Bool](repeating: false, count: patterns.count)
    func choose(_ pattern: Int32) { isChosen[Int(pattern)] = true }
    always.forEach(choose)
    texts.forEachPattern(withGramsIn: context.textGrams, choose)
    functions.forEachPattern(withGramsIn: context.stackGrams, choose)
    fields.forEachPattern(withGramsIn: context.fieldGrams, choose)
    for fact in context.facts { facts[fact]?.forEach(choose) }
    let known = context.facts
    return patterns.indices.filter { index in
      isChosen[index] && (required[index]?.contains(where: known.contains) ?? true)
    }.map { patterns[$0] }
  }
}
