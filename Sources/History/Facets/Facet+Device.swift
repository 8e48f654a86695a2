internal import GRDB
internal import Vocabulary

extension Facet {
  /// Device models.
  package static let device = Facet(
    id: "device", title: "Device", column: "device", summary: .countsBesideAll,
    counts: { try $0.rows(.byDevice, $1).map(HistoryQuestions.count) },
    ofIssue: { questions, issue, _ in
      try questions.rows(.issueDevices, [.issue(issue)]).map(HistoryQuestions.namedCount)
    })
}
