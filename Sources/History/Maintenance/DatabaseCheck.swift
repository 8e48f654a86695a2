internal import GRDB

extension HistoryStore {
  /// Checks the complete history without writing: the pages of the file, the references between rows, and the stored
  /// sums against a recount. Returns one sentence for each fault, at most 100; empty if there is none.
  package func check() throws(HistoryError) -> [String] {
    try read(otherwise: []) { database in
      var faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" }
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

    /// All sums. Reports are recounted from the first day that was not pruned.
    static let all = [
      Sum(
        what: "the number of reports of an issue differs from its total",
        sql: """
          SELECT key, total, (SELECT coalesce(sum(count), 0) FROM rollup WHERE rollup.issue = issue.id) AS counted
          FROM issue WHERE total <> counted
          """),
      Sum(
        what: "a day of an issue differs between the roll-ups", needsFloor: false,
        sql: """
          SELECT day, issue, sum(number) AS difference FROM (
            SELECT day, issue, count AS number FROM rollup_day
            UNION ALL SELECT day, issue, -sum(count) FROM rollup GROUP BY day, issue)
          GROUP BY day, issue HAVING difference <> 0
          """),
      Sum(
        what: "a week of an issue differs between the roll-ups",
        sql: """
          SELECT week, issue, sum(number) AS difference FROM (
            SELECT week, issue, count AS number FROM rollup_week
            UNION ALL SELECT \(RollupWeek.sql) AS week, issue, -sum(count) FROM rollup_day GROUP BY week, issue)
          GROUP BY week, issue HAVING difference <> 0
          """),
      Sum(
        what: "a build of an issue differs between the roll-ups",
        sql: """
          SELECT issue, build, sum(number) AS difference FROM (
            SELECT issue, build, count AS number FROM rollup_build
            UNION ALL SELECT issue, build, -sum(count) FROM rollup GROUP BY issue, build)
          GROUP BY issue, build HAVING difference <> 0
          """),
      Sum(
        what: "a build and system of an issue differs between the roll-ups",
        sql: """
          SELECT issue, build, os, sum(number) AS difference FROM (
            SELECT issue, build, os, count AS number FROM rollup_system
            UNION ALL SELECT issue, build, os, -sum(count) FROM rollup GROUP BY issue, build, os)
          GROUP BY issue, build, os HAVING difference <> 0
          """),
      Sum(
        what: "a device of an issue differs between the roll-ups",
        sql: """
          SELECT issue, device, sum(number) AS difference FROM (
            SELECT issue, device, count AS number FROM rollup_device
            UNION ALL SELECT issue, device, -sum(count) FROM rollup GROUP BY issue, device)
          GROUP BY issue, device HAVING difference <> 0
          """),
      Sum(
        what: "a day, build, system and device differ between the roll-ups",
        sql: """
          SELECT day, build, os, device, sum(number) AS difference FROM (
            SELECT day, build, os, device, count AS number FROM rollup_environment
            UNION ALL SELECT day, build, os, device, -sum(count) FROM rollup GROUP BY day, build, os, device)
          GROUP BY day, build, os, device HAVING difference <> 0
          """),
      Sum(
        what: "a build, system and device differ between the roll-ups",
        sql: """
          SELECT build, os, device, sum(number) AS difference FROM (
            SELECT build, os, device, count AS number FROM rollup_total
            UNION ALL SELECT build, os, device, -sum(count) FROM rollup_environment GROUP BY build, os, device)
          GROUP BY build, os, device HAVING difference <> 0
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
