internal import Foundation
internal import GRDB
internal import Trends

/// An issue, with what may trigger an alert about it.
package struct AlertSubject: Sendable {
  /// The issue.
  package var issue: StoredIssue
  /// Its trend; `nil` if the trends were not read, or do not contain it.
  package var row: TrendReport.Row?

  /// Creates a subject.
  package init(issue: StoredIssue, row: TrendReport.Row? = nil) { (self.issue, self.row) = (issue, row) }

  /// Returns what distinguishes the event, or an empty text for a state that holds; `nil` if nothing triggers an alert.
  package func occurrence(_ trigger: AlertTrigger) -> String? {
    issue.state == "ignored" ? nil : trigger.occurrence(issue, row)
  }

  /// The comparison of the recent reports with those before, in one sentence; `nil` without trends.
  package var trend: String? { row.map { TrendWording.sentence($0.assessment) } }
}

extension HistoryStore {
  /// Returns all issues, also ignored ones, without short ids.
  package func allIssues() throws(HistoryError) -> [StoredIssue] {
    let rules = rules
    return try ask(otherwise: []) { questions in
      let database = questions.database
      let query = try IssueSource(HistoryFilter(), rules, isLatestFirst: false, questions)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(StoredIssue.columns), sums.number, spans.first, spans.last
          FROM \(query.source) AS sums JOIN issue ON issue.id = sums.canonical
            JOIN (\(ShippedQuery.spans(among: query.among))) AS spans ON spans.canonical = sums.canonical
          \(query.condition) ORDER BY issue.key
          """, arguments: query.arguments)
      let reading = IssueReading(database, rules)
      return try rows.map { try StoredIssue($0, reading, isShortened: false) }
    }
  }

  /// Returns the keys by which an issue is or was known: its own, those of the issues merged into it, and older ones.
  package func keys(of issue: StoredIssue) throws(HistoryError) -> [String] {
    let relations = try relations(of: issue)
    return [issue.id] + relations.parts.map(\.key) + relations.aliases
  }
}
