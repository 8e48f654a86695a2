internal import GRDB
internal import Vocabulary

extension Facet {
  /// Machines on which reports were recorded: values of the label `machine`.
  package static let machine = Facet(
    id: "machine", title: "Machine", summary: .counts,
    counts: { questions, scope in
      if let answer = try questions.answer(.byMachine, scope) {
        return try answer.rows(questions.database).map(HistoryQuestions.count)
      }
      var arguments = StatementArguments()
      let sql = try ShippedQuery.labels("machine", scope.condition(in: questions.database, &arguments))
      return try Row.fetchAll(questions.database, sql: sql, arguments: arguments).map(HistoryQuestions.count)
    },
    ofIssue: { questions, issue, _ in
      // Most histories have no such label, and then no report of the issue needs to be read.
      if try !questions.hasMachines() { return [] }
      var rows = try questions.rows(.issueMachines, [.issue(issue)]).map(HistoryQuestions.count)
      let known = rows.reduce(0) { $0 + $1.count }
      let unknown = try questions.counts(.device, of: issue).reduce(0) { $0 + $1.count } - known
      if unknown > 0 { rows.append(FacetCount(value: nil, count: unknown)) }
      return rows.sorted { ($1.count, $0.value ?? "") < ($0.count, $1.value ?? "") }
    })
}
