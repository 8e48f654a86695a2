internal import GRDB
internal import Vocabulary

extension Facet {
  /// Process names.
  package static let process = Facet(
    id: "process", title: "Process", summary: .countsBesideAll,
    counts: { try $0.rows(.byProcess, $1).map(HistoryQuestions.count) },
    ofIssue: { questions, issue, _ in
      try Row.fetchAll(
        questions.database,
        sql: """
          SELECT iif(build.process = '', build.app, build.process) AS value, sum(count) AS number
          FROM rollup_build LEFT JOIN build ON build.id = rollup_build.build
          WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
          GROUP BY value ORDER BY number DESC, value
          """, arguments: [issue]
      ).map(HistoryQuestions.count)
    })
}
