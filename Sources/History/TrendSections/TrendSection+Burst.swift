internal import Trends
internal import Vocabulary

extension TrendSection {
  /// More reports than before, but so concentrated that they may be a single event.
  package static let burst = TrendSection(
    id: "burst", title: "Burst", order: TrendReport.Row.byCount, statement: numbers,
    page: PageWords(
      "More reports than before, but on few days or devices: possibly a single event.", .warm, isMark: true,
      statement: numbers),
    includes: { row, _ in row.assessment.verdict == .burst })
}
