internal import GRDB
package import Vocabulary

/// The result of pruning.
package struct PruningResult: Sendable, Equatable {
  /// The number of removed reports, including variants; in a dry run those that would be removed.
  package var reports = 0
  /// The number of removed counted reports with the label `machine`, whose counts are lost.
  package var withMachine = 0
  /// The size of the file before pruning, in bytes.
  package var bytesBefore = 0
  /// The size of the file after pruning, in bytes; 0 if nothing was removed.
  package var bytesAfter = 0
}

extension HistoryStore {
  /// Removes reports from before a day. Roll-ups and issues remain, and with them old trends. Reports from before that
  /// day are not stored again.
  ///
  /// - Parameters:
  ///   - isDry: Whether to only count the reports that would be removed.
  ///   - compacts: Whether to shrink the file immediately, which rewrites it. Otherwise its free pages are reused.
  package func prune(before: Timestamp, isDry: Bool = false, compacts: Bool = true) throws(HistoryError)
    -> PruningResult
  {
    let day = before.day
    var sums = try write { database in
      var sums = PruningResult()
      sums.bytesBefore = try Self.size(database)
      sums.reports = try Int.fetchOne(database, sql: "SELECT count(*) FROM report WHERE day < ?", arguments: [day]) ?? 0
      sums.withMachine =
        try Int.fetchOne(
          database,
          sql: """
            SELECT count(*) FROM report JOIN label ON label.report = report.id AND label.key = 'machine'
            WHERE report.day < ? AND report.variant_of IS NULL
            """, arguments: [day]) ?? 0
      guard !isDry, sums.reports > 0 else {
        if !isDry { try Self.raiseFloor(to: day, database) }
        return sums
      }
      try database.execute(
        sql: """
          UPDATE issue SET pruned = pruned + coalesce((
            SELECT count(*) FROM report WHERE report.issue = issue.id AND variant_of IS NULL AND day < ?), 0)
          """, arguments: [day])
      try PrunedIssues.note(before: day, database)
      try IssueStates.keepRegressions(database)
      // A newer variant of a pruned report would refer to a missing row. Its incident was counted, so it is removed.
      try database.execute(
        sql:
          "DELETE FROM report WHERE variant_of IN (SELECT id FROM report WHERE day < ?1) OR (variant_of IS NOT NULL AND day < ?1)",
        arguments: [day])
      try database.execute(sql: "DELETE FROM report WHERE day < ?", arguments: [day])
      try database.execute(
        sql: """
          DELETE FROM stack WHERE id NOT IN (SELECT stack FROM report);
          DELETE FROM evidence WHERE id NOT IN (SELECT evidence FROM report WHERE evidence IS NOT NULL);
          DELETE FROM facts WHERE id NOT IN (SELECT facts FROM finding)
            AND id NOT IN (SELECT facts FROM issue WHERE facts IS NOT NULL)
            AND id NOT IN (SELECT facts FROM pruned_issue WHERE facts IS NOT NULL);
          """)
      try ReporterDelta.recount(database)
      try PrivateNameTable.removeUnused(database)
      try Self.raiseFloor(to: day, database)
      try SummaryDays.forget(before: day, database)
      return sums
    }
    if isDry || sums.reports == 0 { return sums }
    if compacts {
      // On a full disk the reports are removed nevertheless, and later reports use the free pages.
      do throws(HistoryError) { try compact() } catch { guard error.code == .full else { throw error } }
    }
    sums.bytesAfter = try read(otherwise: 0) { try Self.size($0) }
    return sums
  }

  private static func raiseFloor(to day: Int, _ database: Database) throws {
    try Meta.setPrunedBefore(max(day, try Meta.prunedBefore(database) ?? .min), database)
  }

  static func size(_ database: Database) throws -> Int {
    (try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
      * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
  }
}
