internal import GRDB
package import Vocabulary

/// What pruning took away.
package struct PruningSums: Sendable, Equatable {
  /// Stored reports removed, variants included; in a dry run those that would be.
  package var reports = 0
  /// Size of the file before pruning, in bytes.
  package var bytesBefore = 0
  /// Size of the file after pruning, in bytes; 0 if nothing was removed.
  package var bytesAfter = 0
}

extension HistoryStore {
  /// Removes reports from before a day; roll-ups and issues stay, so old trends do, too. Reports from before that day
  /// are not stored again.
  ///
  /// - Parameters:
  ///   - isDry: counts what would go, and removes nothing.
  ///   - compacts: whether the file becomes smaller at once, which rewrites it; else its pages are used again.
  package func prune(before: Timestamp, isDry: Bool = false, compacts: Bool = true) throws(HistoryError)
    -> PruningSums
  {
    let day = before.day
    var sums = try write { database in
      var sums = PruningSums()
      sums.bytesBefore = try Self.size(database)
      sums.reports = try Int.fetchOne(database, sql: "SELECT count(*) FROM report WHERE day < ?", arguments: [day]) ?? 0
      guard !isDry, sums.reports > 0 else {
        if !isDry { try Meta.setPrunedBefore(day, database) }
        return sums
      }
      try database.execute(
        sql: """
          UPDATE issue SET pruned = pruned + coalesce((
            SELECT count(*) FROM report WHERE report.issue = issue.id AND variant_of IS NULL AND day < ?), 0)
          """, arguments: [day])
      // A younger rendering of a pruned report would point nowhere; its incident was counted, so it goes, too.
      try database.execute(
        sql:
          "DELETE FROM report WHERE variant_of IN (SELECT id FROM report WHERE day < ?1) OR (variant_of IS NOT NULL AND day < ?1)",
        arguments: [day])
      try database.execute(sql: "DELETE FROM report WHERE day < ?", arguments: [day])
      try database.execute(
        sql: """
          DELETE FROM stack WHERE id NOT IN (SELECT stack FROM report);
          DELETE FROM evidence WHERE id NOT IN (SELECT evidence FROM report WHERE evidence IS NOT NULL);
          DELETE FROM facts WHERE id NOT IN (SELECT facts FROM finding);
          """)
      try Meta.setPrunedBefore(day, database)
      return sums
    }
    if isDry || sums.reports == 0 { return sums }
    if compacts { try compact() }
    sums.bytesAfter = try read(otherwise: 0) { try Self.size($0) }
    return sums
  }

  static func size(_ database: Database) throws -> Int {
    (try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
      * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
  }
}
