internal import Foundation
internal import GRDB
internal import Vocabulary

/// The stored reports of an issue and of the issues merged into it, latest first. Reports of the same second are in the
/// order of their digests, so that a page continues where the page before it ended.
struct IssueReports {
  private let parts: [Int64]
  private let database: Database
  private let table: String

  init(_ issue: StoredIssue, in database: Database) throws {
    parts = try Int64.fetchAll(
      database, sql: "SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1 ORDER BY id", arguments: [issue.row])
    self.database = database
    table = try SummaryFile.reports(database)
  }

  /// Whether the database has only the latest reports of the issue.
  private var isShortened: Bool { table != "report" }

  /// Returns the rows of a page. `condition` and `arguments` are those of the filter.
  func rows(_ filter: HistoryFilter, _ condition: String, _ arguments: StatementArguments) throws -> [Row] {
    if isShortened, !condition.isEmpty || filter.end.map({ $0 > SummaryFile.reportsPerIssue }) ?? true {
      throw HistoryError.notInSummary(path: "history")
    }
    func query(_ part: Int64, _ page: String) throws -> [Row] {
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM \(table) WHERE issue = :part\(condition) ORDER BY time DESC, digest \(page)",
        arguments: arguments + ["part": part])
    }
    if parts.count == 1, let part = parts.first { return try query(part, filter.page) }
    // The latest reports of each merged issue, from the index; then the latest of all.
    var rows = try parts.flatMap { try query($0, "LIMIT \(filter.end ?? -1)") }
    rows.sort { left, right in
      let (a, b): (Int, Int) = (left[checked: "time"], right[checked: "time"])
      if a != b { return a > b }
      return (left[checked: "digest"] as Data).lexicographicallyPrecedes(right[checked: "digest"] as Data)
    }
    let page = rows.dropFirst(max(0, filter.offset))
    return filter.limit > 0 ? Array(page.prefix(filter.limit)) : Array(page)
  }

  /// Returns the report with most named frames among those that a summary has of the issue, too, which are the latest; of
  /// equal ones the latest. `nil` if none is stored.
  func bestNamed() throws -> Row? {
    let rows = try parts.compactMap { part in
      try Row.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT * FROM (SELECT * FROM \(table) WHERE issue = ? ORDER BY time DESC, digest LIMIT ?)
            ORDER BY named_frames DESC, time DESC, digest LIMIT 1
            """), arguments: [part, SummaryFile.reportsPerIssue])
    }
    return rows.max { left, right in
      for column in ["named_frames", "time"] {
        let (a, b): (Int, Int) = (left[checked: column], right[checked: column])
        if a != b { return a < b }
      }
      return (right[checked: "digest"] as Data).lexicographicallyPrecedes(left[checked: "digest"] as Data)
    }
  }

  func count() throws -> Int {
    if isShortened {
      return try Int.fetchOne(
        database,
        sql: """
          SELECT sum(total - pruned + coalesce((SELECT number FROM summary_variant WHERE issue = issue.id), 0)) FROM issue
          WHERE id IN (\(parts.map(String.init).joined(separator: ",")))
          """) ?? 0
    }
    return try parts.reduce(0) { sum, part in
      let count = try Int.fetchOne(
        database.cachedStatement(sql: "SELECT count(*) FROM report WHERE issue = ?"), arguments: [part])
      return sum + (count ?? 0)
    }
  }

  /// Returns the ids of the latest reports.
  func ids(limit: Int) throws -> [String] {
    if isShortened, limit > SummaryFile.reportsPerIssue { throw HistoryError.notInSummary(path: "history") }
    let rows = try parts.flatMap { part in
      try Row.fetchAll(
        database.cachedStatement(
          sql: "SELECT time, digest FROM \(table) WHERE issue = ? ORDER BY time DESC, digest LIMIT ?"),
        arguments: [part, limit])
    }
    let reports = rows.map { row -> (time: Int, digest: Data) in (row[checked: 0], row[checked: 1]) }
    let latest = reports.sorted { left, right in
      left.time != right.time ? left.time > right.time : left.digest.lexicographicallyPrecedes(right.digest)
    }
    return latest.prefix(limit).compactMap { report in
      SHA256Digest(bytes: Array(report.digest)).map { String($0.hexadecimal.prefix(ShortID.fullLength)) }
    }
  }
}

extension HistoryStore {
  /// Returns the number of stored reports of an issue, including variants. Removed reports are not stored.
  package func reportCount(of issue: StoredIssue) throws(HistoryError) -> Int {
    try read(otherwise: 0) { try IssueReports(issue, in: $0).count() }
  }

  /// Returns the report of an issue with most named frames among the latest ones, of equal ones the latest; `nil` if none
  /// is stored.
  package func bestNamedReport(of issue: StoredIssue) throws(HistoryError) -> StoredReport? {
    try read(otherwise: nil) { database in
      try IssueReports(issue, in: database).bestNamed().map(StoredReportReader(database, rules, .described).report)
    }
  }

  /// Returns the ids of the latest stored reports of an issue, including variants.
  package func reportIDs(of issue: StoredIssue, limit: Int) throws(HistoryError) -> [String] {
    try read(otherwise: []) { try IssueReports(issue, in: $0).ids(limit: max(0, limit)) }
  }

  /// Returns the apps: bundle identifiers, else process names, sorted.
  package func apps(limit: Int) throws(HistoryError) -> [String] {
    try read(otherwise: []) { database in
      try StoredText.fetchAll(
        database, sql: "SELECT DISTINCT app FROM build WHERE app <> '' ORDER BY app LIMIT ?", arguments: [max(0, limit)]
      )
    }
  }
}
