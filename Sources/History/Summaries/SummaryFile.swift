internal import Foundation
internal import GRDB
internal import Vocabulary

/// The file of a summary: a history without reports and most of the roll-ups, whose counts are on a server.
///
/// It has the tables of a history under their names, except for those that would be incomplete: `recent_report` has the
/// latest reports of each issue, and a query for all reports finds no table `report` and fails. Facts about reports that it
/// lacks are in tables of their own.
enum SummaryFile {
  /// The number of reports of each issue.
  static let reportsPerIssue = 10

  private static let schema = """
    -- The row of each build, by the key that the server has.
    CREATE TABLE summary_key (key TEXT PRIMARY KEY, build INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    -- The reports before and after an issue or report in the order of ids, which determine the shortest unambiguous id.
    CREATE TABLE summary_neighbor (id TEXT PRIMARY KEY, before TEXT, after TEXT) STRICT, WITHOUT ROWID;
    -- The number of variants of the reports of an issue.
    CREATE TABLE summary_variant (issue INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
    -- The label `machine` of variants.
    CREATE TABLE summary_machine (
      issue INTEGER NOT NULL, machine TEXT NOT NULL, PRIMARY KEY (issue, machine)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recent_report_issue ON recent_report (issue);
    """

  /// The key of `meta` that says whether reports have the label of a machine.
  private static let machinesKey = "summary-machines"

  /// The tables that are copied completely.
  private static let complete = [
    "build", "event", "exposure", "issue", "issue_alias", "rollup_build", "rollup_total", "stack",
  ]
  /// The tables of which only rows are copied that others refer to.
  private static let partial = ["facts", "finding", "label", "name"]

  static func isOne(_ database: Database) throws -> Bool { try database.tableExists("summary_key") }

  /// Returns the table of the reports that the database has.
  static func reports(_ database: Database) throws -> String { try isOne(database) ? "recent_report" : "report" }

  static func hasMachines(_ database: Database) throws -> Bool { try Meta.value(machinesKey, database) != nil }

  // MARK: - Writing

  static func write(_ source: Database, to path: String) throws {
    var configuration = Configuration()
    // Reports refer to rows that are not copied.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    try queue.write { target in
      try target.execute(
        sql: "PRAGMA application_id = \(DatabaseFile.applicationID); PRAGMA user_version = \(Migration.currentVersion)")
      try SummaryFileWriter(source: source, target: target).write()
    }
  }

  /// Copies rows from a history.
  private struct SummaryFileWriter {
    let source: Database
    let target: Database

    func write() throws {
      try createTables()
      for table in complete { try copy("SELECT * FROM \(table)", to: table) }
      try copy(
        "SELECT * FROM meta WHERE key NOT LIKE 'shared-%' AND key NOT LIKE 'summary-%' ORDER BY key", to: "meta")
      let reports = try latestReports()
      try copyReports(reports)
      try addNeighbors(reports)
      for (build, key) in try SummaryKey.all(source).sorted(by: { $0.key < $1.key }) {
        try target.execute(sql: "INSERT INTO summary_key (key, build) VALUES (?, ?)", arguments: [key, build])
      }
      try copy(
        "SELECT issue, count(*) FROM report WHERE variant_of IS NOT NULL GROUP BY issue", to: "summary_variant")
      try copy(
        """
        SELECT DISTINCT report.issue, label.value FROM report
          JOIN label ON label.report = report.id AND label.key = 'machine'
        WHERE report.variant_of IS NOT NULL ORDER BY 1, 2
        """, to: "summary_machine")
      if try !Row.fetchAll(source, sql: ShippedQuery.machinesExist.sql).isEmpty {
        try Meta.set(machinesKey, "1", target)
      }
    }

    private func createTables() throws {
      for table in ["meta", "report"] + complete + partial {
        for sql in try StoredText.fetchAll(
          source,
          sql: "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC, name",
          arguments: [table])
        {
          if table != "report" {
            try target.execute(sql: sql)
          } else if sql.hasPrefix("CREATE TABLE report") {
            try target.execute(sql: "CREATE TABLE recent_" + sql.dropFirst("CREATE TABLE ".count))
          }
        }
      }
      try target.execute(sql: SummaryFile.schema)
    }

    private func copy(_ sql: String, _ arguments: StatementArguments = [], to table: String) throws {
      let rows = try Row.fetchCursor(source.cachedStatement(sql: sql), arguments: arguments)
      while let row = try rows.next() { try insert(row, into: table) }
    }

    private func insert(_ row: Row, into table: String) throws {
      let places = repeatElement("?", count: row.count).joined(separator: ", ")
      try target.cachedStatement(sql: "INSERT OR IGNORE INTO \(table) VALUES (\(places))").execute(
        arguments: StatementArguments(row.databaseValues))
    }

    /// Returns the ids of the latest reports of each issue, and of the counted reports of those that are variants.
    private func latestReports() throws -> [Int64] {
      var ids: Set<Int64> = []
      for issue in try Int64.fetchAll(source, sql: "SELECT id FROM issue") {
        for row in try Row.fetchAll(
          source.cachedStatement(
            sql: "SELECT id, variant_of FROM report WHERE issue = ? ORDER BY time DESC, digest LIMIT ?"),
          arguments: [issue, reportsPerIssue])
        {
          ids.insert(row[checked: 0])
          if let original: Int64 = row[checked: 1] { ids.insert(original) }
        }
      }
      return ids.sorted()
    }

    private func copyReports(_ ids: [Int64]) throws {
      // Systems and devices of all reports, for the roll-up of the complete time.
      var names = Set(
        try Int64.fetchAll(source, sql: "SELECT os FROM rollup_total UNION SELECT device FROM rollup_total"))
      var facts = Set(try Int64.fetchAll(source, sql: "SELECT facts FROM issue WHERE facts IS NOT NULL"))
      let columns = ReportColumn.catalog.filter(\.isShared).map(\.name)
      for id in ids {
        for row in try Row.fetchAll(
          source.cachedStatement(sql: "SELECT * FROM report WHERE id = ?"), arguments: [id])
        {
          for column in columns { names.insert(row[checked: column]) }
          try insert(row, into: "recent_report")
        }
        for row in try Row.fetchAll(
          source.cachedStatement(sql: "SELECT * FROM finding WHERE report = ?"), arguments: [id])
        {
          names.insert(row[checked: "pattern"])
          facts.insert(row[checked: "facts"])
          try insert(row, into: "finding")
        }
        try copy("SELECT * FROM label WHERE report = ?", [id], to: "label")
      }
      // Texts of facts may be rows of `name`.
      for name in names.union(facts).sorted() { try copy("SELECT * FROM name WHERE id = ?", [name], to: "name") }
      for row in facts.sorted() { try copy("SELECT * FROM facts WHERE id = ?", [row], to: "facts") }
    }

    private func addNeighbors(_ reports: [Int64]) throws {
      var ids = try StoredText.fetchAll(source, sql: "SELECT key FROM issue")
      for report in reports {
        let digest = try Data.fetchOne(
          source.cachedStatement(sql: "SELECT digest FROM report WHERE id = ?"), arguments: [report])
        if let digest, let id = SHA256Digest(bytes: Array(digest)) {
          ids.append(String(id.hexadecimal.prefix(ShortID.fullLength)))
        }
      }
      for id in Set(ids).sorted() {
        let (before, after) = try ShortID.reports(nextTo: id, in: source)
        try target.execute(
          sql: "INSERT INTO summary_neighbor (id, before, after) VALUES (?, ?, ?)", arguments: [id, before, after])
      }
    }
  }
}
