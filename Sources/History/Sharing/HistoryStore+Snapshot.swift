internal import Foundation
internal import GRDB
internal import Vocabulary

/// The name of a snapshot of a shared history.
package struct SnapshotName: Sendable, Equatable {
  /// Its number. A snapshot includes what those with lower numbers do.
  package var number: Int
  /// Its identifier.
  package var id: String

  /// Creates a name.
  package init(number: Int, id: String) {
    self.number = number
    self.id = id
  }

  /// Reads the name as stored: number and identifier, separated by a blank.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]) else { return nil }
    self.init(number: number, id: String(parts[1]))
  }

  fileprivate var text: String { "\(number) \(id)" }
}

/// A snapshot is the file of a history without what concerns only its machine. `received` states what it includes of
/// each sender.
extension HistoryStore {
  /// The tables that concern only one machine. They are not in a snapshot, and remain when a copy adopts one.
  private static let localTables = PrivateNameTable.tables.union([
    "problem", "raw", "read_file", "outbox", "summary_day",
  ])

  /// The number of changes that a copy may have to send when it adopts a snapshot. They are read into memory.
  private static let mostUnsent = 20_000

  /// Removes what concerns only this machine, and closes the history. Afterwards the file is a snapshot.
  package func closeAsSnapshot() throws(HistoryError) {
    try write { database in
      try PrunedIssues.create(database)
      for table in Self.localTables where try database.tableExists(table) {
        try database.execute(sql: "DELETE FROM \(table)")
      }
      try database.execute(sql: "DELETE FROM meta WHERE key LIKE 'shared-%'")
    }
    try compact()
    close()
  }

  /// Replaces the contents by those of a snapshot, in one transaction. What the server has not confirmed is added again,
  /// and what only this machine has remains.
  ///
  /// Afterwards `received` contains this machine's own sender, so that what it sent after the snapshot is received again.
  ///
  /// - Parameter file: The path of a snapshot, which is migrated to the present schema.
  /// - Returns: The number of reports that were not sent and are older than the days that the snapshot stores. They are
  ///   removed.
  /// - Throws: `full` if more than 20,000 changes are not sent.
  package func adopt(_ file: String, as name: SnapshotName) throws(HistoryError) -> Int {
    // This checks the file, migrates it, and applies the rules of this machine.
    let snapshot = try HistoryStore(path: file, access: .write, rules: rules)
    // Tables are filled by copying pages, so a damaged page would arrive here.
    let answer = try? snapshot.read(otherwise: nil) { try StoredText.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    snapshot.close()
    guard answer == "ok" else { throw HistoryError(.damaged, "is damaged", path: file) }
    let rules = rules
    return try write(attaching: snapshot.path) { database in
      let unsent = try Outbox.unsent(after: 0, limit: Self.mostUnsent + 1, database, rules)
      guard unsent.count <= Self.mostUnsent else {
        throw HistoryError(
          .full, "contains more than \(Self.mostUnsent) changes that the server has not confirmed",
          hint: "They must be sent before the reports that were pruned can be removed here: diagnose database sync",
          path: path)
      }
      try Self.replaceTables(database)
      try SummaryDays.forget(database)
      try Meta.set(SharingKey.snapshot.rawValue, name.text, database)
      try Meta.set(SharingKey.incomplete.rawValue, "0", database)
      if let sender = try Meta.value(SharingKey.sender.rawValue, database) {
        try database.execute(sql: "INSERT OR IGNORE INTO received (sender, last) VALUES (?, 0)", arguments: [sender])
      }
      let tooOld = try Self.store(unsent.compactMap(\.record), ReportWriter(database, rules))
      try PrivateNameTable.removeUnused(database)
      return tooOld
    }
  }

  /// Replaces the contents of all tables by those of the attached database `snapshot`.
  private static func replaceTables(_ database: Database) throws {
    try PrunedIssues.create(database)
    try database.execute(
      sql: """
        CREATE TEMP TABLE kept_raw AS SELECT report.digest, raw.bytes FROM raw JOIN report ON report.id = raw.report
        """)
    defer { try? database.execute(sql: "DROP TABLE temp.kept_raw") }
    let tables = try StoredText.fetchAll(
      database, sql: "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    // An empty table without a condition is filled by copying pages (sqlite.org/src, xferOptimization).
    for table in tables where !localTables.contains(table) && table != "meta" {
      let name = table.quotedDatabaseIdentifier
      try database.execute(sql: "DELETE FROM main.\(name); INSERT INTO main.\(name) SELECT * FROM snapshot.\(name)")
    }
    try database.execute(
      sql: """
        DELETE FROM main.raw;
        INSERT INTO main.raw (report, bytes) SELECT report.id, kept_raw.bytes FROM kept_raw
          JOIN main.report ON substr(report.digest, 1, 8) = substr(kept_raw.digest, 1, 8) AND report.digest = kept_raw.digest;
        DELETE FROM main.outbox;
        DELETE FROM main.meta WHERE key NOT LIKE 'shared-%';
        INSERT INTO main.meta SELECT * FROM snapshot.meta WHERE key NOT LIKE 'shared-%';
        """)
  }
}
