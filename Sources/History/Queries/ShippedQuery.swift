/// A question to the history, as a query of SQLite. Another source may answer it from a summary of the history
/// (`QuestionSource`), with the same rows.
///
/// All of them are in a catalog, so that tests check the plans, which must not read every report or need statistics, and
/// compare the answers of both.
package struct ShippedQuery: Sendable {
  /// The permanent identifier, unique within the catalog.
  package let name: String
  /// The question that the query answers.
  package let question: String
  /// One statement of SQLite with positional parameters.
  package let sql: String
  /// Example values of the parameters in order, as SQL literals.
  package let example: [String]
  /// Returns the text of the query for another source of counted reports than the roll-up; `nil` for other queries.
  let text: (@Sendable (_ source: String) -> String)?
  /// The text of the query for the complete time; `nil` if the roll-up of the complete time does not have its columns.
  package let completeTime: String?
  /// The form for another source; `nil` for a query that only recording needs, or that only saves others.
  package let form: QuestionForm?

  init(_ name: String, _ question: String, example: [String], form: QuestionForm? = nil, _ sql: String) {
    self.name = name
    self.question = question
    self.sql = sql
    self.example = example
    text = nil
    completeTime = nil
    self.form = form
  }

  /// Creates a query for the days from `?1` to `?2`.
  ///
  /// - Parameters:
  ///   - table: The roll-up that has all columns of the query.
  ///   - total: The roll-up of the complete time, if it has all columns of the query.
  ///   - text: The text for a source: a table with a condition.
  init(
    _ name: String, _ question: String, days table: String, total: String? = nil, form: QuestionForm? = nil,
    _ text: @escaping @Sendable (_ source: String) -> String
  ) {
    self.name = name
    self.question = question
    sql = text(table + " WHERE day BETWEEN ?1 AND ?2")
    example = ["20000", "20030"]
    self.text = text
    completeTime = total.map(text)
    self.form = form
  }
}

extension ShippedQuery {
  /// All queries, in the order of the documentation. Add a new query here.
  package static let catalog: [ShippedQuery] = [
    .allIssues, .latestIssues, .issuesOfPeriod, .issuesOfDays, .issueDays, .issueBuilds, .issueSystems, .issueDevices,
    .issueMachines, .issuePatterns, .daily, .growth, .newInBuild, .buildPresence, .appPresence, .knownDigest,
    .devicesOfIssues, .machinesOfIssues, .deviceCounts, .machineCounts, .machinesExist, .byProcess, .bySystem,
    .byDevice, .byBuild, .byPattern,
    .byMachine, .dailyOfIssues, .unrecognizedByDay, .related, .runsOfApps, .runsOfBuilds,
  ]
}
