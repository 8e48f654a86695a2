internal import Foundation
internal import GRDB

extension HistoryStore {
  /// One thing that an id may mean.
  package enum Match: Sendable {
    case issue(StoredIssue)
    case report(StoredReport)
  }

  /// Matches listed at most.
  package static let matchLimit = 20

  /// What an id, or its beginning, names among issues and reports: nothing, one thing, or several candidates.
  ///
  /// A report is also found by its digest (with or without `sha256:`) and by its incident id.
  package func matches(_ text: String) throws(HistoryError) -> [Match] {
    let prefix = (text.hasPrefix("sha256:") ? String(text.dropFirst(7)) : text).lowercased()
    return try read(otherwise: []) { database in
      var matches: [Match] = []
      if let range = DigestRange(prefix: prefix), !prefix.isEmpty {
        let issues = try Row.fetchAll(
          database,
          sql: """
            SELECT *, total AS number, first_seen AS first, last_seen AS last FROM issue
            WHERE key >= ? AND key < ? || 'g' ORDER BY key LIMIT ?
            """, arguments: [prefix, prefix, Self.matchLimit])
        matches += try issues.map { .issue(try StoredIssue($0, in: database)) }
        let reports = try Row.fetchAll(
          database, sql: "SELECT * FROM report WHERE digest >= ? AND digest <= ? ORDER BY digest LIMIT ?",
          arguments: [range.first, range.last, Self.matchLimit])
        matches += try reports.map { .report(try StoredReportReader(database: database).report($0)) }
      }
      if matches.isEmpty, text.utf8.count == 36 {
        let reports = try Row.fetchAll(
          database, sql: "SELECT * FROM report WHERE incident = ? ORDER BY variant_of IS NOT NULL, id LIMIT 1",
          arguments: [text.uppercased()])
        matches += try reports.map { .report(try StoredReportReader(database: database).report($0)) }
      }
      return matches
    }
  }

  /// How many variants an issue's reports have, and on how many systems and machines they happened.
  package func spread(ofIssue key: String) throws(HistoryError) -> IssueSpread {
    try read(otherwise: IssueSpread()) { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT count(variant_of) AS variants, count(DISTINCT os) AS systems, count(DISTINCT device) AS devices,
            (SELECT count(DISTINCT value) FROM label JOIN report AS labelled ON labelled.id = label.report
             WHERE label.key = 'machine' AND labelled.issue = report.issue) AS machines
          FROM report WHERE issue = (SELECT id FROM issue WHERE key = ?)
          """, arguments: [key])
      guard let row else { return IssueSpread() }
      return IssueSpread(
        variants: row["variants"], systems: row["systems"], devices: row["devices"], machines: row["machines"] ?? 0)
    }
  }
}

/// How far an issue has spread.
package struct IssueSpread: Sendable, Equatable {
  /// Other renderings of counted reports, which are not counted themselves.
  package var variants = 0
  package var systems = 0
  package var devices = 0
  /// Distinct values of the label `machine`.
  package var machines = 0
}
