internal import Diagnosis
internal import GRDB
internal import Vocabulary

extension Facet {
  /// Known failures, by the id of their pattern.
  package static let pattern = Facet(
    id: "pattern", title: "Known failure",
    counts: { try $0.rows(.byPattern, $1).map(count) },
    ofIssue: { questions, issue, _ in
      try questions.rows(.issuePatterns, [.issue(issue)]).map(count)
    })

  @Sendable private static func count(_ row: Row) -> FacetCount {
    var count = HistoryQuestions.count(row)
    count.value = count.value.map(Pattern.checkedID)
    return count
  }
}
