internal import Diagnosis
internal import GRDB

/// A term of a filter with a value that no report of the history has, or none of those that other terms select.
package struct UnknownTerm: Sendable, Equatable {
  /// The term.
  package var term: FilterTerm
  /// The texts that can be used instead: values of the dimension, for a label `key=value` or, if the key is unknown, keys.
  /// At most `maxKnown`.
  package var known: [String]
  /// Further texts that can be used, which are only compared in spelling: names of known failures without a report.
  package var others: [String] = []
  /// Whether reports have the value, but not together with those of other terms.
  package var isOnlyCombined = false

  /// The maximum number of values that are returned.
  static let maxKnown = 1000
}

extension HistoryStore {
  /// Returns the first term whose value no report has; `nil` if each has a report. A negated term must have one, too.
  ///
  /// Terms on builds are combined: a build of another app than the selected one is unknown.
  ///
  /// A build whose runs are recorded, and a known failure of this program, exist without a report. In an empty history all
  /// values are accepted, because nothing is known about them.
  package func unknownTerm(_ terms: [FilterTerm]) throws(HistoryError) -> UnknownTerm? {
    guard !terms.isEmpty, try countedReports() > 0 else { return nil }
    let patterns = rules.patterns.patterns.map(\.id)
    return try read(otherwise: nil) { database in
      let values = FilterValues(database)
      let isSummary = try SummaryFile.isOne(database)
      for term in terms {
        if isSummary, term.dimension.needsReports { throw HistoryError.noLabelsInSummary }
        if let unknown = try values.unknown(term, catalog: patterns) { return unknown }
      }
      return try values.unknownCombination(terms)
    }
  }

  /// Returns whether a report, or a run of a build, has what the terms state about apps, systems, devices and machines. If
  /// none has, the absence of a failure means nothing. True for an empty history, about which nothing is known.
  package func hasExposure(_ terms: [FilterTerm]) throws(HistoryError) -> Bool {
    let terms = terms.ofExposure
    guard !terms.isEmpty, try countedReports() > 0 else { return true }
    return try ask(otherwise: true) { questions in
      let scope = FacetScope(days: FacetScope.allDays, terms: terms)
      if try !questions.rows(.issuesOfDays, scope).isEmpty { return true }
      guard terms.selectOnlyBuilds else { return false }
      let conditions = try FilterConditions(terms, in: questions.database)
      let builds = try Int64.fetchAll(questions.database, sql: "SELECT DISTINCT build FROM exposure WHERE runs > 0")
      return builds.contains(where: conditions.allowsBuild)
    }
  }

  /// Returns the texts that select values of a dimension, sorted; for labels, `key=`.
  package func knownValues(of dimension: FilterDimension) throws(HistoryError) -> [String] {
    try read(otherwise: []) { try FilterValues($0).known(dimension) }
  }
}

extension FilterValues {
  /// Returns the first term on builds whose value no build has that the terms on builds before it allow.
  fileprivate func unknownCombination(_ terms: [FilterTerm]) throws -> UnknownTerm? {
    var allowed = try allBuilds()
    for dimension in FilterDimension.catalog {
      guard case .builds(let builds) = dimension.storage else { continue }
      func matches(_ build: BuildTable.Build, _ term: FilterTerm) -> Bool {
        builds.texts(build).contains(where: FilterMatch(term).equals)
      }
      let terms = terms.filter { $0.dimension == dimension }
      allowed = allowed.filter { build in !terms.contains { $0.isNegated && matches(build, $0) } }
      let included = terms.filter { !$0.isNegated }
      // What negated terms exclude completely is not the fault of a further term.
      if included.isEmpty || allowed.isEmpty { continue }
      for term in included where !allowed.contains(where: { matches($0, term) }) {
        return UnknownTerm(term: term, known: Self.known(dimension, builds, among: allowed), isOnlyCombined: true)
      }
      allowed = allowed.filter { build in included.contains { matches(build, $0) } }
    }
    return nil
  }

  /// Returns the texts that select builds, the latest last; those of apps are sorted.
  static func known(
    _ dimension: FilterDimension, _ builds: FilterDimension.Builds, among all: [BuildTable.Build]
  ) -> [String] {
    // Builds outside the order are not the latest.
    let ordered = all.filter { $0.position == nil } + all.filter { $0.position != nil }
    var seen: Set<String> = []
    let known = ordered.map(builds.shown).filter { !$0.isEmpty && seen.insert($0).inserted }
    return Array((dimension == .app ? known.sorted() : known).suffix(UnknownTerm.maxKnown))
  }

  fileprivate func unknown(_ term: FilterTerm, catalog: [String]) throws -> UnknownTerm? {
    switch term.dimension.storage {
    case .builds, .name, .report:
      return try rows(term).isEmpty ? UnknownTerm(term: term, known: try known(term.dimension)) : nil
    case .label:
      return try labels(term).isEmpty ? UnknownTerm(term: term, known: try known(term.dimension)) : nil
    case .labels:
      guard try labels(term).isEmpty else { return nil }
      let keys = try labelKeys().filter { FilterMatch(term.label?.key ?? "").equals($0) }
      let known = try keys.flatMap { key in try values(ofLabel: key).prefix(UnknownTerm.maxKnown).map { "\(key)=\($0)" }
      }
      return UnknownTerm(
        term: term, known: known.isEmpty ? try self.known(term.dimension) : Array(known.prefix(UnknownTerm.maxKnown)))
    case .patterns:
      let (value, lowered) = (term.value, term.value.lowercased())
      if catalog.contains(lowered) || catalog.contains(value) { return nil }
      let known = try known(term.dimension)
      if known.contains(lowered) || known.contains(value) { return nil }
      if try hasFinding(of: value, or: lowered) { return nil }
      return UnknownTerm(term: term, known: known, others: catalog)
    }
  }

  /// Returns the texts that select values of a dimension, in their order; for labels, `key=`.
  func known(_ dimension: FilterDimension) throws -> [String] {
    let known: [String]
    switch dimension.storage {
    case .builds(let builds): return Self.known(dimension, builds, among: try allBuilds())
    case .name(let column): known = try names(column).map(\.text)
    case .report(let column): known = try namesOfReports(column).map(\.text)
    case .label(let key): known = try values(ofLabel: "\(key)")
    case .labels: known = try labelKeys().map { $0 + "=" }
    case .patterns: known = try patterns().map(Pattern.checkedID)
    }
    return Array(known.prefix(UnknownTerm.maxKnown))
  }
}
