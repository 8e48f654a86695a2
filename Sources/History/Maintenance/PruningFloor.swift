internal import Foundation
internal import GRDB
package import Vocabulary

/// The result of storing reports again from an earlier day.
package struct FloorResult: Sendable, Equatable {
  /// The first day of which reports were stored before; `nil` if nothing was pruned.
  package var before: Timestamp?
  /// The number of pruned reports from the new first day on. Their sums are removed, because the reports would otherwise
  /// be counted twice when they are recorded again.
  package var droppedSums = 0

  /// Creates a result.
  package init(before: Timestamp? = nil, droppedSums: Int = 0) {
    self.before = before
    self.droppedSums = droppedSums
  }
}

/// The limits of pruning. The clock of a machine may be wrong for a while, and it must not cost a history its reports.
extension HistoryStore {
  /// The number of days with reports by which the age of reports is measured in addition to the clock.
  private static let daysForAge = 7

  /// Returns the latest time to which reports may be pruned: the day of the newest stored report, and at most the day
  /// before today. `nil` for a history without reports.
  package func latestPruning(now: Timestamp) throws(HistoryError) -> Timestamp? {
    try read(otherwise: nil) { database in
      try Self.latestDay(before: nil, database).map { Timestamp(day: min($0, now.day - 1)) }
    }
  }

  /// Returns the time before which reports are older than `retention` seconds; `nil` if there is nothing to prune.
  ///
  /// Age is measured from today or, if it is earlier, from the seventh latest day that has reports. A clock that is ahead
  /// for a few days therefore removes nothing.
  package func floor(forRetention retention: Double, now: Timestamp) throws(HistoryError) -> Timestamp? {
    try read(otherwise: nil) { database in
      var day: Int?
      for _ in 0..<Self.daysForAge {
        guard let earlier = try Self.latestDay(before: day, database) else { return nil }
        day = earlier
      }
      guard let day else { return nil }
      let reference = min(now.seconds, (day + 1) * 86_400 - 1)
      return Timestamp(seconds: reference - Int(min(max(retention, 86_400), 1e10)))
    }
  }

  private static func latestDay(before day: Int?, _ database: Database) throws -> Int? {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT max(day) FROM report WHERE day < ?"), arguments: [day ?? Int(Int32.max)])
  }

  /// Returns the number of counted reports that were pruned.
  package func prunedCount() throws(HistoryError) -> Int {
    try read(otherwise: 0) { try Int.fetchOne($0, sql: "SELECT coalesce(sum(pruned), 0) FROM issue") ?? 0 }
  }

  /// Stores reports again from `day` on, although later ones were pruned.
  ///
  /// - Parameter isDry: Whether to only count.
  package func keepReports(from day: Timestamp, isDry: Bool = false) throws(HistoryError) -> FloorResult {
    let day = day.day
    let rules = rules
    return try write { database in
      guard let before = try Meta.prunedBefore(database), day < before else { return FloorResult() }
      let counted = try Int.fetchOne(
        database, sql: "SELECT coalesce(sum(count), 0) FROM rollup_day WHERE day >= ?", arguments: [day])
      let stored = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM report WHERE day >= ? AND variant_of IS NULL", arguments: [day])
      let result = FloorResult(
        before: Timestamp(day: before), droppedSums: max(0, (counted ?? 0) - (stored ?? 0)))
      guard !isDry else { return result }
      if result.droppedSums > 0 { try Self.recount(from: day, database, rules) }
      try Meta.setPrunedBefore(day, database)
      return result
    }
  }

  /// Computes all sums of the days from `day` on from the stored reports.
  private static func recount(from day: Int, _ database: Database, _ rules: HistoryRules) throws {
    for (table, columns) in [
      ("rollup", "issue, day, build, os, device"), ("rollup_day", "day, issue"),
      ("rollup_environment", "day, build, os, device"),
    ] {
      try database.execute(sql: "DELETE FROM \(table) WHERE day >= ?", arguments: [day])
      try database.execute(
        sql: """
          INSERT INTO \(table) (\(columns), count)
          SELECT \(columns), count(*) FROM report WHERE variant_of IS NULL AND day >= ? GROUP BY \(columns)
          """, arguments: [day])
    }
    for (table, key, columns) in [
      ("rollup_build", "issue, build", "issue, build"), ("rollup_system", "issue, build, os", "issue, build, os"),
      ("rollup_device", "issue, device", "issue, device"), ("rollup_total", "build, os, device", "build, os, device"),
      ("rollup_week", "week, issue", "\(RollupWeek.sql), issue"),
    ] {
      try database.execute(
        sql: """
          DELETE FROM \(table);
          INSERT INTO \(table) (\(key), count) SELECT \(columns), sum(count) FROM rollup GROUP BY \(columns);
          """)
    }
    let writer = try ReportWriter(database, rules)
    let totals = try Row.fetchAll(
      database,
      sql: """
        SELECT issue.id, issue.total, coalesce(counted.number, 0) AS counted, coalesce(stored.number, 0) AS stored
        FROM issue
          LEFT JOIN (SELECT issue, sum(count) AS number FROM rollup GROUP BY issue) AS counted ON counted.issue = issue.id
          LEFT JOIN (SELECT issue, count(*) AS number FROM report WHERE variant_of IS NULL GROUP BY issue) AS stored
            ON stored.issue = issue.id
        ORDER BY issue.id
        """)
    for row in totals where row[checked: "total"] as Int != row[checked: "counted"] as Int {
      let counted: Int = row[checked: "counted"]
      try writer.issues.recount(row[checked: "id"], total: counted, pruned: counted - row[checked: "stored"])
    }
    _ = try writer.flush()
    try database.execute(
      sql: "UPDATE issue SET last_seen = min(last_seen, ?1) WHERE id NOT IN (SELECT issue FROM report)",
      arguments: [day * 86_400 - 1])
  }
}
