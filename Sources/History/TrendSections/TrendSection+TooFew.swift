internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Too few reports in both periods for a comparison. Only the counts are shown.
  package static let tooFew = TrendSection(
    id: "tooFew", title: "Rare", isMinor: true, statement: numbers,
    page: PageWords("Too few reports for a comparison.", .plain, isFolded: true, statement: numbers),
    includes: { row, _ in row.assessment.verdict == .tooFew && row.hasReports })
}
