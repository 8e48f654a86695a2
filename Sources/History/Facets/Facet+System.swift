internal import GRDB
internal import Vocabulary

extension Facet {
  /// Versions of the operating system.
  package static let os = Facet(
    id: "os", title: "System", column: "os", summary: .countsBesideAll,
    counts: { try $0.rows(.bySystem, $1).map(HistoryQuestions.count) },
    ofIssue: { questions, issue, _ in
      try questions.rows(.issueSystems, [.issue(issue)]).map(HistoryQuestions.namedCount)
    })
}
