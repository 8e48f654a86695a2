internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Less often than before, judged as growth is.
  package static let falling = TrendSection(
    id: "falling", title: "Falling", shortIDs: 20, includes: { row, _ in row.assessment.verdict == .falling })
}
