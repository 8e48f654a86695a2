internal import GRDB
internal import Vocabulary

extension Facet {
  /// Views that Interface Builder could not draw: values of the label `view`, which recording adds.
  package static let view = Facet(
    id: "view", title: "View", counts: { try labels(ReportRecord.viewLabel, $0, $1) },
    ofIssue: { questions, issue, _ in try labels(ReportRecord.viewLabel, questions, of: issue) })

  /// Counts the reports of a scope by the value of a label. Reports without the label are omitted.
  static func labels(_ label: StaticString, _ questions: HistoryQuestions, _ scope: FacetScope) throws
    -> [FacetCount]
  {
    if questions.source != nil { throw HistoryError.notInSummary(path: "history") }
    var arguments = StatementArguments()
    let sql = try ShippedQuery.labels(label, scope.condition(in: questions.database, &arguments))
    return try Row.fetchAll(questions.database, sql: sql, arguments: arguments).map(HistoryQuestions.count)
  }

  /// Counts the reports of an issue by the value of a label.
  static func labels(_ label: StaticString, _ questions: HistoryQuestions, of issue: Int64) throws
    -> [FacetCount]
  {
    if questions.source != nil { return [] }
    let condition = " AND report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)"
    return try Row.fetchAll(
      questions.database, sql: ShippedQuery.labels(label, condition), arguments: [issue]
    ).map(HistoryQuestions.count)
  }
}
