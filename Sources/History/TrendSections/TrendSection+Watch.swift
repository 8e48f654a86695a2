internal import Trends
internal import Vocabulary

extension TrendSection {
  /// More often than before; looked at alone this would be rare, among so many issues it is not.
  package static let watch = TrendSection(
    id: "watch", title: "Watch", order: TrendReport.Row.byProbability,
    statement: { numbers($0, $1) + "; not called with \($1.compared) issues compared" },
    page: PageWords(
      "More often than before, but with this many issues compared it may be chance.", .plain, isMark: true,
      statement: numbers),
    includes: { row, _ in row.assessment.verdict == .watch })
}
