internal import Trends
internal import Vocabulary

extension TrendSection {
  /// More reports than before; significant among all issues compared.
  package static let growing = TrendSection(
    id: "growing", title: "Growing", order: TrendReport.Row.byProbability, statement: numbers,
    page: PageWords("Significantly more reports than before.", .warm, isMark: true, statement: numbers),
    includes: { row, _ in row.assessment.verdict == .growing })
}
