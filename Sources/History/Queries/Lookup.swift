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
  /// A report is also found by its digest (with or without `sha256:`) and by its incident id, an issue by any key that
  /// it ever had. A part of an issue stands for the whole.
  package func matches(_ text: String) throws(HistoryError) -> [Match] {
    let prefix = (text.hasPrefix("sha256:") ? String(text.dropFirst(7)) : text).lowercased()
    return try read(otherwise: []) { database in
      var matches: [Match] = []
      if let range = DigestRange(prefix: prefix), !prefix.isEmpty {
        var canonicals = try Int64.fetchAll(
          database,
          sql: """
            SELECT DISTINCT coalesce(merged_into, id) FROM issue WHERE key >= ? AND key < ? || 'g' ORDER BY key LIMIT ?
            """, arguments: [prefix, prefix, Self.matchLimit])
        if prefix.utf8.count == ShortID.fullLength,
          let canonicalRow = try IssueKeys.canonicalRow(of: prefix, in: database)
        {
          if !canonicals.contains(canonicalRow) { canonicals.append(canonicalRow) }
        }
        matches += try canonicals.compactMap { try StoredIssue.fetch($0, in: database, rules.patterns) }.map(
          Match.issue)
        let reports = try Row.fetchAll(
          database,
          sql: """
            SELECT * FROM report WHERE substr(digest, 1, 8) BETWEEN substr(?1, 1, 8) AND substr(?2, 1, 8)
              AND digest BETWEEN ?1 AND ?2 ORDER BY digest LIMIT ?3
            """, arguments: [range.first, range.last, Self.matchLimit])
        matches += try reports.map { .report(try StoredReportReader(database, rules).report($0)) }
      }
      if matches.isEmpty, text.utf8.count == 36 {
        let reports = try Row.fetchAll(
          database, sql: "SELECT * FROM report WHERE incident = ? ORDER BY variant_of IS NOT NULL, id LIMIT 1",
          arguments: [IncidentBytes.encoded(text.uppercased())])
        matches += try reports.map { .report(try StoredReportReader(database, rules).report($0)) }
      }
      return matches
    }
  }

  /// How many variants an issue's reports have, and on how many systems and machines they happened.
  package func spread(of issue: StoredIssue) throws(HistoryError) -> IssueSpread {
    try read(otherwise: IssueSpread()) { database in
      let parts = "(SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)"
      func number(_ sql: String) throws -> Int {
        try Int.fetchOne(database, sql: sql, arguments: [issue.row]) ?? 0
      }
      return IssueSpread(
        variants: try number("SELECT count(*) FROM report WHERE issue IN \(parts) AND variant_of IS NOT NULL"),
        systems: try number("SELECT count(DISTINCT os) FROM rollup_system WHERE issue IN \(parts) AND os <> 0"),
        devices: try number("SELECT count(DISTINCT device) FROM rollup_device WHERE issue IN \(parts) AND device <> 0"),
        machines: try number(
          """
          SELECT count(DISTINCT label.value) FROM report JOIN label ON label.report = report.id
          WHERE report.issue IN \(parts) AND label.key = 'machine'
          """))
    }
  }
}

/// How far an issue has spread.
package struct IssueSpread: Sendable, Equatable {
  /// Other renderings of counted reports, which are not counted themselves.
  package var variants = 0
  /// Distinct versions of the operating system.
  package var systems = 0
  /// Distinct device models.
  package var devices = 0
  /// Distinct values of the label `machine`.
  package var machines = 0
}
