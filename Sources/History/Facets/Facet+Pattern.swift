internal import GRDB
internal import Vocabulary

extension Facet {
  /// Known failures, by the id of their pattern.
  package static let pattern = Facet(
    id: "pattern", title: "Known failure",
    counts: { try $0.rows(.byPattern, $1).map(HistoryQuestions.count) },
    ofIssue: { questions, issue, _ in
      try questions.rows(.issuePatterns, [.issue(issue)]).map(HistoryQuestions.count)
    })
}
