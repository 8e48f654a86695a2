internal import Foundation
internal import GRDB
internal import Vocabulary

/// The latest pruned report of each issue. It describes the issue if all reports that are stored later are removed from
/// it again: they turned out to be forms of other reports, or have another key.
enum PrunedIssues {
  /// A history has this table once reports were pruned. The columns are those of `issue`.
  private static let schema = """
    CREATE TABLE IF NOT EXISTS pruned_issue (
      issue         INTEGER PRIMARY KEY REFERENCES issue (id) ON DELETE CASCADE,
      latest_time   INTEGER NOT NULL,
      latest_digest BLOB NOT NULL,
      summary       TEXT NOT NULL,
      pattern       TEXT,
      confidence    INTEGER,
      facts         INTEGER,
      location      TEXT
    ) STRICT
    """

  /// Creates the table if it does not exist.
  static func create(_ database: Database) throws { try database.execute(sql: schema) }

  /// Stores the latest report of each issue that will lose reports. Call it before reports from before `day` are removed.
  ///
  /// A report that was pruned earlier is never later than these.
  static func note(before day: Int, _ database: Database) throws {
    try create(database)
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO pruned_issue
        SELECT latest.issue, latest.time, latest.digest, summary.text, pattern.text, finding.confidence, finding.facts,
          location.text
        FROM (
            SELECT *, row_number() OVER (PARTITION BY issue ORDER BY time DESC, digest DESC) AS rank
            FROM report WHERE variant_of IS NULL AND day < ?
          ) AS latest
          JOIN name AS summary ON summary.id = latest.summary
          LEFT JOIN name AS location ON location.id = latest.location
          LEFT JOIN finding ON finding.report = latest.id AND finding.position = 0
          LEFT JOIN name AS pattern ON pattern.id = finding.pattern
        WHERE latest.rank = 1
        """, arguments: [day])
  }

  /// Returns the latest pruned report of an issue; `nil` if none was pruned.
  static func latest(of issue: Int64, _ statements: Statements) throws -> (
    latestTime: Int, latestDigest: Data, latest: IssueTable.Latest
  )? {
    guard try statements.database.tableExists("pruned_issue"),
      let row = try statements.row("SELECT * FROM pruned_issue WHERE issue = ?", [issue])
    else { return nil }
    return (
      row[checked: "latest_time"], row[checked: "latest_digest"],
      IssueTable.Latest(
        summary: row[checked: "summary"], pattern: row[checked: "pattern"], confidence: row[checked: "confidence"],
        facts: row[checked: "facts"], location: row[checked: "location"])
    )
  }
}
