internal import Trends
internal import Vocabulary

extension TrendSection {
  /// More reports than before; significant for this issue alone, but not among all issues compared.
  package static let watch = TrendSection(
    id: "watch", title: "Watch", order: TrendReport.Row.byProbability,
    statement: { numbers($0, $1) + "; could be chance (\($1.compared) issues compared)" },
    page: PageWords(
      "More reports than before; with this many issues compared, the difference could be chance.", .plain, isMark: true,
      statement: numbers),
    includes: { row, _ in row.assessment.verdict == .watch })
}
