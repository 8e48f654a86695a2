internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Not enough reports in both periods to say anything: the counts are the answer.
  package static let tooFew = TrendSection(
    id: "tooFew", title: "Too few", shortIDs: 20, statement: numbers,
    page: PageWords("Too few reports to say more than their number.", .plain, statement: numbers),
    includes: { row, _ in row.assessment.verdict == .tooFew && row.hasReports })
}
