/// The patterns to match, with a filter for each stage of evaluation.
package struct PatternSet: Sendable, ExpressibleByArrayLiteral {
  /// The patterns of the set without the tables of fallbacks, in the order given.
  let given: [Pattern]
  /// True to add the catalog's tables of fallbacks, which are built when the first report needs them.
  private let addsTables: Bool
  private let first: PatternFilter
  private let givenFallbacks: [Pattern.Fallback: PatternFilter]

  /// The set of all built-in patterns.
  package static let catalog = PatternSet(Pattern.specific, addsTables: true)

  /// Creates a set and its filters; identifiers should be unique.
  package init(_ patterns: [Pattern]) { self.init(patterns, addsTables: false) }

  private init(_ patterns: [Pattern], addsTables: Bool) {
    given = patterns
    self.addsTables = addsTables
    first = PatternFilter(patterns.filter { $0.fallback == nil })
    givenFallbacks = Self.fallbacks(of: patterns)
  }

  private static func fallbacks(of patterns: [Pattern]) -> [Pattern.Fallback: PatternFilter] {
    Dictionary(grouping: patterns.filter { $0.fallback != nil }) { $0.fallback ?? .ifNothingElse }
      .mapValues { PatternFilter($0) }
  }

  /// The fallbacks of the catalog with those of the tables.
  private static let catalogFallbacks = fallbacks(of: Pattern.specific + Pattern.tabulatedFallbacks)

  /// The patterns of the set, in the order given; for the catalog sorted by id.
  package var patterns: [Pattern] { addsTables ? Pattern.catalog : given }

  /// Creates a set from a literal.
  package init(arrayLiteral patterns: Pattern...) { self.init(patterns) }

  /// The number of patterns that are evaluated for every report.
  package var alwaysEvaluatedCount: Int { first.alwaysEvaluatedCount }

  /// Returns the pattern with this identifier, or the built-in one if this set does not contain it: stored findings
  /// need it for their texts. `nil` for an unknown identifier.
  package func pattern(_ id: String) -> Pattern? { given.first { $0.id == id } ?? Pattern.with(id: id) }

  /// Returns the patterns that may match the report and are not fallbacks, in the order of the set.
  func candidates(for context: AnalysisContext) -> [Pattern] { first.candidates(for: context) }

  /// Returns the patterns that may match the report and are evaluated only if others leave room for them, by stage.
  func fallbacks(_ stage: Pattern.Fallback, for context: AnalysisContext) -> [Pattern] {
    let filters = addsTables && stage != .unlessSpecific ? Self.catalogFallbacks : givenFallbacks
    return filters[stage]?.candidates(for: context) ?? []
  }
}
