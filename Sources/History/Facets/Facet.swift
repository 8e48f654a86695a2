internal import Trends
internal import Vocabulary

/// A property by which reports are counted, with the queries that count by it.
///
/// To add a facet, create a file with a value of this type and list it in the catalog. Put expensive SQL into a
/// `ShippedQuery`, so that a test checks its plan.
package struct Facet: Sendable {
  /// The name in `--by` and in the member `facet` of JSON documents.
  package let id: String
  /// The heading.
  package let title: String
  /// The periods that trends by this property compare; `nil` if its values are compared with each other.
  package let basis: TrendBasis?
  /// Whether the values are ordered, such as days. A short list then shows the last values, not the most frequent ones.
  package let isSeries: Bool
  /// Whether its values are those of a label, which has the name of the facet. Reports without the label are omitted.
  package var isLabel: Bool { [Facet.view, .document, .machine].contains(self) }
  /// The column of reports with the row of the value; `nil` if no single column has it.
  let column: String?
  /// What the summary of an issue shows for this facet.
  let summary: Summary
  /// Counts the reports of a scope.
  let counts: @Sendable (HistoryQuestions, FacetScope) throws -> [FacetCount]
  /// Counts the reports of the issue with this row and of the issues merged into it. Facets without days ignore `days`.
  let countsOfIssue: @Sendable (HistoryQuestions, _ issue: Int64, _ days: Days) throws -> [FacetCount]
  /// Adds the runs to the counts of its values, so that rates can be compared; `nil` if this facet has no runs.
  let rate: Rating?

  /// Adds runs to the counts of values.
  typealias Rating =
    @Sendable (
      HistoryQuestions, inout [(value: FacetCount, counts: IssueCounts)], TrendPeriods, FacetScope
    ) throws -> Void

  typealias Days = (first: Int, last: Int)

  /// What the summary of an issue's reports shows for a facet.
  enum Summary: Sendable {
    case none
    /// Counts of the issue's reports only.
    case counts
    /// Counts of the issue's reports next to the counts of all reports.
    case countsBesideAll
  }

  init(
    id: String, title: String, basis: TrendBasis? = nil, isSeries: Bool = false, column: String? = nil,
    summary: Summary = .none,
    rate: Rating? = nil, counts: @escaping @Sendable (HistoryQuestions, FacetScope) throws -> [FacetCount],
    ofIssue: @escaping @Sendable (HistoryQuestions, _ issue: Int64, _ days: Days) throws -> [FacetCount]
  ) {
    self.id = id
    self.title = title
    self.basis = basis
    self.isSeries = isSeries
    self.column = column
    self.summary = summary
    self.rate = rate
    self.counts = counts
    countsOfIssue = ofIssue
  }
}

extension Facet: Hashable {
  /// Returns whether both facets have the same id.
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes only the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
