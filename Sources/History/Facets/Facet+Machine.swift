internal import GRDB
internal import Vocabulary

extension Facet {
  /// Machines on which reports were recorded: values of the label `machine`.
  package static let machine = Facet(
    id: "machine", title: "Machine", summary: .counts,
    counts: { questions, scope in
      var arguments = StatementArguments()
      let condition = scope.condition(&arguments)
      return try Row.fetchAll(
        questions.database,
        sql: """
          SELECT label.value AS value, count(*) AS number FROM report JOIN label ON label.report = report.id
          WHERE report.variant_of IS NULL AND label.key = 'machine'\(condition)
          GROUP BY value ORDER BY number DESC, value
          """, arguments: arguments
      ).map(HistoryQuestions.count)
    },
    ofIssue: { questions, issue, _ in
      try Row.fetchAll(
        questions.database,
        sql: """
          SELECT label.value AS value, count(*) AS number
          FROM report LEFT JOIN label ON label.report = report.id AND label.key = 'machine'
          WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND report.variant_of IS NULL
          GROUP BY value ORDER BY number DESC, value
          """, arguments: [issue]
      ).map(HistoryQuestions.count)
    })
}
