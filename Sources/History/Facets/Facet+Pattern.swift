internal import GRDB
internal import Vocabulary

extension Facet {
  /// Known failures, by the id of their pattern.
  package static let pattern = Facet(
    id: "pattern", title: "Known failure",
    counts: { try $0.rows(.byPattern, $1).map(HistoryQuestions.count) },
    ofIssue: { questions, issue, _ in
      try Row.fetchAll(
        questions.database,
        sql: """
          SELECT name.text AS value, count(*) AS number
          FROM report LEFT JOIN finding ON finding.report = report.id AND finding.position = 0
            LEFT JOIN name ON name.id = finding.pattern
          WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND report.variant_of IS NULL
          GROUP BY value ORDER BY number DESC, value
          """, arguments: [issue]
      ).map(HistoryQuestions.count)
    })
}
