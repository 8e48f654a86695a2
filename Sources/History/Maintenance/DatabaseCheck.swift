internal import GRDB

extension HistoryStore {
  /// Checks the complete history without writing: the pages of the file, the references between rows, and the stored
  /// sums against a recount. Returns one sentence for each fault, at most 100; empty if there is none.
  package func check() throws(HistoryError) -> [String] {
    try read(otherwise: []) { database in
      var faults = try StoredText.fetchAll(database, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" }
      // The sums of a damaged file are meaningless.
      guard faults.isEmpty else { return faults }
      faults += try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(100).map {
        "row \($0[checked: "rowid"] as Int64? ?? 0) of \($0[checked: "table"] as String) refers to a missing row of \($0[checked: "parent"] as String)"
      }
      let floor = try Meta.prunedBefore(database) ?? Int(Int32.min)
      for sum in Sum.all {
        let rows = try Row.fetchAll(database, sql: sum.sql, arguments: sum.needsFloor ? [floor] : [])
        faults += rows.prefix(100 - min(100, faults.count)).map { "\(sum.what): " + Self.text($0) }
      }
      return faults
    }
  }

  private static func text(_ row: Row) -> String {
    row.map { "\($0.0) \($0.1.isNull ? "missing" : String(describing: $0.1.storage.value ?? ""))" }.joined(
      separator: ", ")
  }

  /// A stored sum that must agree with a recount. The SQL returns the rows that differ.
  private struct Sum {
    var what: String
    var needsFloor = false
    var sql: String

    /// A roll-up that is the sum of another one.
    ///
    /// - Parameters:
    ///   - columns: The columns of the roll-up, apart from the count.
    ///   - source: The roll-up with more columns.
    ///   - week: Whether the column `week` is computed from the day of the source.
    private static func rollup(
      _ what: String, _ table: String, _ columns: String, of source: String = "rollup", week: Bool = false
    ) -> Sum {
      let selected = week ? columns.replacing("week", with: RollupWeek.sql + " AS week") : columns
      return Sum(
        what: what + " between the roll-ups",
        sql: """
          SELECT \(columns), sum(number) AS difference FROM (
            SELECT \(columns), count AS number FROM \(table)
            UNION ALL SELECT \(selected), -sum(count) FROM \(source) GROUP BY \(columns))
          GROUP BY \(columns) HAVING difference <> 0
          """)
    }

    /// All sums. Reports are recounted from the first day that was not pruned.
    static let all = [
      Sum(
        what: "the number of reports of an issue differs from its total",
        sql: """
          SELECT key, total, (SELECT coalesce(sum(count), 0) FROM rollup WHERE rollup.issue = issue.id) AS counted
          FROM issue WHERE total <> counted
          """),
      rollup("a day of an issue differs", "rollup_day", "day, issue"),
      rollup("a week of an issue differs", "rollup_week", "week, issue", of: "rollup_day", week: true),
      rollup("a build of an issue differs", "rollup_build", "issue, build"),
      rollup("a build and system of an issue differs", "rollup_system", "issue, build, os"),
      rollup("a device of an issue differs", "rollup_device", "issue, device"),
      rollup("a day, build, system and device differ", "rollup_environment", "day, build, os, device"),
      rollup("a build, system and device differ", "rollup_total", "build, os, device", of: "rollup_environment"),
      Sum(
        what: "the devices of an issue differ from the reports",
        sql: """
          SELECT issue, reporter, sum(number) AS difference FROM (
            SELECT issue, reporter, count AS number FROM rollup_reporter
            UNION ALL
            SELECT issue, reporter, -count(*) FROM report WHERE variant_of IS NULL AND reporter IS NOT NULL GROUP BY 1, 2)
          GROUP BY issue, reporter HAVING difference <> 0
          """),
      Sum(
        what: "the number of devices of an issue differs",
        sql: """
          SELECT issue, sum(devices) AS difference FROM (
            SELECT issue, number AS devices FROM reporter_count
            UNION ALL SELECT issue, -count(*) FROM rollup_reporter GROUP BY 1)
          GROUP BY issue HAVING difference <> 0
          """),
      Sum(
        what: "a roll-up differs from the reports", needsFloor: true,
        sql: """
          SELECT issue, day, build, os, device, sum(number) AS difference FROM (
            SELECT issue, day, build, os, device, count AS number FROM rollup WHERE day >= ?1
            UNION ALL
            SELECT issue, day, build, os, device, -count(*) FROM report WHERE variant_of IS NULL AND day >= ?1
            GROUP BY issue, day, build, os, device)
          GROUP BY issue, day, build, os, device HAVING difference <> 0
          """),
      Sum(
        what: "an issue has a report before its first or after its last time",
        sql: """
          SELECT issue.key FROM issue JOIN report ON report.issue = issue.id AND report.variant_of IS NULL
          GROUP BY issue.id HAVING min(report.time) < issue.first_seen OR max(report.time) > issue.last_seen
          """),
    ]
  }
}
