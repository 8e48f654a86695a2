package import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
package import Vocabulary

/// A page of records, and the row after which the next page begins.
package struct RecordPage: Sendable {
  /// The records, in the order of arrival; at most the requested number.
  package var records: [ReportRecord]
  /// The row of the last record; `nil` after the last page.
  package var next: Int64?
}

/// The reports that match the terms of a filter, resolved once for all pages.
package struct RecordSelection: Sendable {
  private var conditions: FilterConditions?

  /// All reports.
  package static let all = RecordSelection(conditions: nil)

  fileprivate init(conditions: FilterConditions?) { self.conditions = conditions }

  /// Returns a condition ` AND …` on the columns of `report`, and adds its values to the named arguments.
  fileprivate func sql(_ arguments: inout StatementArguments) -> String {
    conditions?.sql("report.", .ofFindings, isPaged: true, &arguments) ?? ""
  }
}

extension HistoryStore {
  /// Returns the reports that match terms, of all that are stored now.
  ///
  /// - Parameter terms: What the reports have or do not have; empty for any report.
  package func selection(_ terms: [FilterTerm]) throws(HistoryError) -> RecordSelection {
    guard !terms.isEmpty else { return .all }
    return try read(otherwise: .all) { RecordSelection(conditions: try FilterConditions(terms, in: $0)) }
  }

  /// Returns a page of records in the order of arrival. The history is not locked between pages.
  ///
  /// - Parameter selection: The reports to return.
  package func records(
    after row: Int64 = 0, limit: Int = 500, matching selection: RecordSelection = .all
  ) throws(HistoryError) -> RecordPage {
    try read(otherwise: RecordPage(records: [], next: nil)) { database in
      var arguments: StatementArguments = ["after": row, "number": limit]
      let condition = selection.sql(&arguments)
      let rows = try Row.fetchAll(
        database.cachedStatement(sql: "SELECT * FROM report WHERE id > :after\(condition) ORDER BY id LIMIT :number"),
        arguments: arguments)
      let reader = StoredReportReader(database, rules)
      return RecordPage(
        records: try rows.map(reader.record), next: rows.count < limit ? nil : rows.last.map { $0[checked: "id"] })
    }
  }

  /// Returns a page of records like `records`, also from a damaged history: unreadable records are skipped and counted.
  package func readableRecords(
    after row: Int64, limit: Int, matching selection: RecordSelection = .all
  ) throws(HistoryError) -> (records: [ReportRecord], unread: Int, next: Int64?) {
    do {
      let page = try records(after: row, limit: limit, matching: selection)
      return (page.records, 0, page.next)
    } catch {
      guard error.code == .damaged || error.code == .failed else { throw error }
    }
    let last = (try? read(otherwise: 0) { try Int64.fetchOne($0, sql: "SELECT max(id) FROM report") ?? 0 }) ?? row
    var found: [ReportRecord] = []
    var unread = 0
    let end = row + Int64(limit)
    for id in (row + 1)...end where id <= last {
      do {
        let record = try read(otherwise: nil) { database -> ReportRecord? in
          var arguments: StatementArguments = ["id": id]
          let condition = selection.sql(&arguments)
          guard
            let row = try Row.fetchOne(
              database, sql: "SELECT * FROM report WHERE id = :id\(condition)", arguments: arguments)
          else { return nil }
          return try StoredReportReader(database, rules).record(row)
        }
        if let record { found.append(record) }
      } catch { unread += 1 }
    }
    return (found, max(unread, last == row ? 1 : 0), end < last ? end : nil)
  }

  /// Returns the keys of the issues that have a stored report of a selection: of merged ones, their own and that of the
  /// issue they are part of.
  package func keysOfIssues(matching selection: RecordSelection) throws(HistoryError) -> Set<String> {
    try read(otherwise: []) { database in
      var arguments = StatementArguments()
      let condition = selection.sql(&arguments)
      return try StoredText.fetchSet(
        database,
        sql: """
          WITH found AS (SELECT DISTINCT issue FROM report WHERE true\(condition))
          SELECT key FROM issue WHERE id IN (SELECT issue FROM found)
            OR id IN (SELECT merged_into FROM issue WHERE id IN (SELECT issue FROM found))
          """,
        arguments: arguments)
    }
  }

  /// Returns the number of stored reports, including variants.
  package func count() throws(HistoryError) -> Int {
    try read(otherwise: 0) { try Int.fetchOne($0, sql: "SELECT count(*) FROM report") ?? 0 }
  }

  /// Returns whether a report with these bytes is stored.
  package func holds(_ digest: SHA256Digest) throws(HistoryError) -> Bool {
    try read(otherwise: false) { database in
      try Int64.fetchOne(
        database.cachedStatement(sql: ShippedQuery.knownDigest.sql), arguments: [Data(digest.bytes)]) != nil
    }
  }

  /// Returns whether `program` already read these bytes and the report has these labels. Reading them again would then
  /// change nothing, not even a recorded problem with the input at `path`.
  package func isRead(_ digest: SHA256Digest, at path: String, by program: String, labels: [String: String])
    throws(HistoryError) -> Bool
  {
    try read(otherwise: false) { database in
      let found = try Int64.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT report.id FROM report JOIN name ON name.id = report.program
            WHERE substr(digest, 1, 8) = substr(?1, 1, 8) AND digest = ?1 AND name.text = ?2
              AND NOT EXISTS (SELECT 1 FROM problem WHERE problem.path = ?3)
            """), arguments: [Data(digest.bytes), program, path])
      guard let report = found else { return false }
      return try labels.allSatisfy { key, value in
        try StoredText.fetchOne(
          database.cachedStatement(sql: "SELECT value FROM label WHERE report = ? AND key = ?"),
          arguments: [report, key]) == value
      }
    }
  }

  /// Returns whether another form of this report is stored. Also true for a report without an incident id.
  package func holdsForm(of prepared: PreparedRecord) throws(HistoryError) -> Bool {
    guard let incident = prepared.record.incident.map(IncidentBytes.encoded) else { return true }
    return try read(otherwise: false) { database in
      try !IncidentForms(Statements(database)).originals(of: prepared.occurrence, incident, besides: nil).isEmpty
    }
  }

  /// Replaces the findings of stored reports in one transaction.
  ///
  /// In the copy of a shared history, the new findings are a further reading of each report, by `program`: they replace
  /// those of an earlier version, in every copy and in any order of arrival.
  package func replaceFindings(with reports: [RediagnosedReport], by program: String) throws(HistoryError) {
    let rules = rules
    try write { database in
      let writer = try ReportWriter(database, rules)
      let isShared = try Outbox.exists(database)
      for report in reports {
        guard
          let row = try Row.fetchOne(
            database.cachedStatement(
              sql: "SELECT * FROM report WHERE substr(digest, 1, 8) = substr(?1, 1, 8) AND digest = ?1"),
            arguments: [Data(report.digest.bytes)])
        else { continue }
        guard !isShared else {
          var record = try StoredReportReader(database, rules).record(row)
          (record.findings, record.summary, record.location) = (report.findings, report.summary, report.location)
          report.additions?.complete(&record)
          record.program = program
          _ = try writer.store(record)
          continue
        }
        try writer.replaceFindings(
          of: row[checked: "id"], issue: row[checked: "issue"], by: report.findings, summary: report.summary,
          location: report.location)
        if let additions = report.additions { try writer.add(additions, to: row[checked: "id"]) }
      }
      _ = try writer.flush()
    }
  }

  /// Recomputes the keys of all stored stacks with this version of the program and the user's current lists. A key that
  /// changed remains as an alias.
  ///
  /// - Returns: The number of reports whose key changed.
  package func recomputeKeys() throws(HistoryError) -> Int {
    let rules = rules
    return try write { database in try KeyVersions.recompute(database, rules, all: true) }
  }
}

/// The result of re-diagnosing a stored report with the current patterns.
package struct RediagnosedReport: Sendable {
  /// The digest that identifies the report.
  package var digest: SHA256Digest
  /// The new findings, best first. They replace all findings of the report.
  package var findings: [Finding]
  /// The report's own statement of the failure, in one line.
  package var summary: String
  /// The blamed file and line, else function, else image; `nil` if nothing is blamed.
  package var location: String?
  /// Values that the stored report lacks; `nil` for none.
  package var additions: ReportAdditions?

  /// Creates a judgment from its parts.
  package init(
    digest: SHA256Digest, findings: [Finding], summary: String, location: String?, additions: ReportAdditions? = nil
  ) {
    self.additions = additions
    self.digest = digest
    self.findings = findings
    self.summary = summary
    self.location = location
  }
}
