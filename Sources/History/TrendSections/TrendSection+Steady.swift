internal import Trends
internal import Vocabulary

extension TrendSection {
  /// No significant change.
  package static let steady = TrendSection(
    id: "steady", title: "Steady", includes: { row, _ in row.assessment.verdict == .steady })
}
