internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Significantly fewer reports than before, by the same test as growth.
  package static let falling = TrendSection(
    id: "falling", title: "Falling", includes: { row, _ in row.assessment.verdict == .falling })
}
