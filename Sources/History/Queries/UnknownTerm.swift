internal import Diagnosis
internal import GRDB

/// A term of a filter with a value that no report of the history has.
package struct UnknownTerm: Sendable, Equatable {
  /// The term.
  package var term: FilterTerm
  /// The texts that can be used instead: values of the dimension, for a label `key=value` or, if the key is unknown, keys.
  /// At most `maxKnown`.
  package var known: [String]
  /// Further texts that can be used, which are only compared in spelling: names of known failures without a report.
  package var others: [String] = []

  /// The maximum number of values that are returned.
  static let maxKnown = 1000
}

extension HistoryStore {
  /// Returns the first term whose value no report has; `nil` if each has a report. A negated term must have one, too.
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
        switch term.dimension.storage {
        case .label, .labels: if isSummary { throw HistoryError.noLabelsInSummary }
        default: break
        }
        if let unknown = try values.unknown(term, catalog: patterns) { return unknown }
      }
      return nil
    }
  }

  /// Returns the texts that select values of a dimension, sorted; for labels, `key=`.
  package func knownValues(of dimension: FilterDimension) throws(HistoryError) -> [String] {
    try read(otherwise: []) { try FilterValues($0).known(dimension) }
  }
}

extension FilterValues {
  fileprivate func unknown(_ term: FilterTerm, catalog: [String]) throws -> UnknownTerm? {
    switch term.dimension.storage {
    case .builds, .name:
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
    var known: [String]
    switch dimension.storage {
    case .builds(let builds):
      var seen: Set<String> = []
      known = try allBuilds().map(builds.shown).filter { !$0.isEmpty && seen.insert($0).inserted }
      if dimension == .app { known.sort() }
    case .name(let column): known = try names(column).map(\.text)
    case .label(let key): known = try values(ofLabel: "\(key)")
    case .labels: known = try labelKeys().map { $0 + "=" }
    case .patterns: known = try patterns().map(Pattern.checkedID)
    }
    return Array(known.prefix(UnknownTerm.maxKnown))
  }
}
