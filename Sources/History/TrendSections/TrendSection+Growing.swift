internal import Trends
internal import Vocabulary

extension TrendSection {
  /// More often than before, and among all issues compared this is not chance.
  package static let growing = TrendSection(
    id: "growing", title: "Growing", order: TrendReport.Row.byProbability, statement: numbers,
    page: PageWords("More often than before, by more than chance brings.", .warm, isMark: true, statement: numbers),
    includes: { row, _ in row.assessment.verdict == .growing })
}
