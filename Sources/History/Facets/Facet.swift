internal import Trends
internal import Vocabulary

/// A property by which reports are counted, and all that counting by it needs. A new property is a value of this type in a
/// file of its own and a line in the catalog; SQL of some weight is a `ShippedQuery` beside it, so that its plan is tested.
package struct Facet: Sendable {
  /// What `--by` and the member `facet` of JSON documents call it.
  package let id: String
  /// How a heading calls it.
  package let title: String
  /// The comparison that trends by this property make; `nil`: its values are compared with each other.
  package let basis: TrendBasis?
  /// True for values in an order of their own, such as days: a short list shows the last of them, not the most frequent.
  package let isSeries: Bool
  /// How it takes part in the summary of what the reports of an issue have in common.
  let summary: Summary
  /// Reports of all issues in a period of days, both included.
  let counts: @Sendable (HistoryQuestions, _ days: Days) throws -> [FacetCount]
  /// Reports of the issue with this row, and of its parts. Properties without days ignore them.
  let countsOfIssue: @Sendable (HistoryQuestions, _ issue: Int64, _ days: Days) throws -> [FacetCount]
  /// Gives the counts of its values the runs that they are measured by; `nil` where runs are unknown for it.
  let rate: (@Sendable (HistoryQuestions, inout [IssueCounts], TrendPeriods) throws -> Void)?

  typealias Days = (first: Int, last: Int)

  /// How a property takes part in the summary of the reports of an issue.
  enum Summary: Sendable {
    case none
    /// Counts of the issue's reports alone.
    case counts
    /// The same beside the counts of all reports.
    case countsBesideAll
  }

  init(
    id: String, title: String, basis: TrendBasis? = nil, isSeries: Bool = false, summary: Summary = .none,
    rate: (@Sendable (HistoryQuestions, inout [IssueCounts], TrendPeriods) throws -> Void)? = nil,
    counts: @escaping @Sendable (HistoryQuestions, _ days: Days) throws -> [FacetCount],
    ofIssue: @escaping @Sendable (HistoryQuestions, _ issue: Int64, _ days: Days) throws -> [FacetCount]
  ) {
    self.id = id
    self.title = title
    self.basis = basis
    self.isSeries = isSeries
    self.summary = summary
    self.rate = rate
    self.counts = counts
    countsOfIssue = ofIssue
  }
}

extension Facet: Hashable {
  /// Facets with one id are equal.
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes the id alone.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
