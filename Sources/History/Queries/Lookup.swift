internal import Foundation
internal import GRDB

extension HistoryStore {
  /// An issue or a report with a given id.
  package enum Match: Sendable {
    case issue(StoredIssue)
    case report(StoredReport)
  }

  /// The maximum number of issues, and of reports, that `matches` returns.
  package static let matchLimit = 20

  /// Returns the issues and reports with this id or prefix of an id: none, one, or several candidates.
  ///
  /// Reports are also found by their digest (with or without `sha256:`) and by their incident id, issues by any key that
  /// they ever had. For a merged issue the canonical issue is returned.
  package func matches(_ text: String) throws(HistoryError) -> [Match] {
    let prefix = (text.hasPrefix("sha256:") ? String(text.dropFirst(7)) : text).lowercased()
    return try read(otherwise: []) { database in
      let table = try SummaryFile.reports(database)
      let reader = StoredReportReader(database, rules, table == "report" ? .complete : .described)
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
        matches += try canonicals.compactMap { try StoredIssue.fetch($0, in: database, rules) }.map(
          Match.issue)
        let reports = try Row.fetchAll(
          database,
          sql: """
            SELECT * FROM \(table) WHERE substr(digest, 1, 8) BETWEEN substr(?1, 1, 8) AND substr(?2, 1, 8)
              AND digest BETWEEN ?1 AND ?2 ORDER BY digest LIMIT ?3
            """, arguments: [range.first, range.last, Self.matchLimit])
        matches += try reports.map { .report(try reader.report($0)) }
      }
      if matches.isEmpty, text.utf8.count == 36 {
        let reports = try Row.fetchAll(
          database, sql: "SELECT * FROM \(table) WHERE incident = ? AND variant_of IS NULL ORDER BY id LIMIT ?",
          arguments: [IncidentBytes.encoded(text.uppercased()), Self.matchLimit])
        matches += try reports.map { .report(try reader.report($0)) }
      }
      // It may be one of the reports that a summary lacks.
      if matches.isEmpty, table != "report" { throw HistoryError.notInSummary(path: path) }
      return matches
    }
  }

  /// Returns the number of variants of an issue's reports, and of the systems, devices and machines they came from.
  package func spread(of issue: StoredIssue) throws(HistoryError) -> IssueSpread {
    try ask(otherwise: IssueSpread()) { questions in
      let isSummary = try SummaryFile.isOne(questions.database)
      let members = "(SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)"
      func distinct(_ query: ShippedQuery) throws -> Set<String> {
        Set(try questions.rows(query, [.issue(issue.row)]).compactMap { $0[checked: 0] as String? })
      }
      let variants =
        isSummary
        ? "SELECT sum(number) FROM summary_variant WHERE issue IN \(members)"
        : "SELECT count(*) FROM report WHERE issue IN \(members) AND variant_of IS NOT NULL"
      // Variants are not counted, but come from machines, too.
      let machines =
        isSummary
        ? "SELECT machine FROM summary_machine WHERE issue IN \(members)"
        : """
        SELECT label.value FROM report JOIN label ON label.report = report.id AND label.key = 'machine'
        WHERE report.issue IN \(members) AND report.variant_of IS NOT NULL
        """
      return IssueSpread(
        variants: try Int.fetchOne(questions.database, sql: variants, arguments: [issue.row]) ?? 0,
        systems: try distinct(.issueSystems).count, devices: try distinct(.issueDevices).count,
        machines: try distinct(.issueMachines)
          .union(try StoredText.fetchAll(questions.database, sql: machines, arguments: [issue.row])).count)
    }
  }
}

/// The distribution of an issue's reports.
package struct IssueSpread: Sendable, Equatable {
  /// The number of variants: other forms of counted reports, which are not counted themselves.
  package var variants = 0
  /// The number of distinct versions of the operating system.
  package var systems = 0
  /// The number of distinct device models.
  package var devices = 0
  /// The number of distinct values of the label `machine`.
  package var machines = 0
}
