internal import Bytes
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Platform
internal import Vocabulary

/// A history: the recorded reports, in one SQLite file.
///
/// Calls are synchronous and may come from any thread; one runs at a time. When `record` returns, the reports are on
/// disk.
package final class HistoryStore: Sendable {
  /// Whether a store may change its file.
  package enum Access: Sendable {
    /// Creates a missing history.
    case write
    /// Changes nothing. A missing history is treated as empty.
    case read
    /// Like `read`, but throws if the history would have to be copied or migrated first.
    case readAtOnce
  }

  /// The path of the database file; a relative path begins with `./`.
  package let path: String
  /// The settings for keys, the order of builds, and the text of findings.
  package let rules: HistoryRules
  /// What answers questions about counts if the file is that of a summary; otherwise `nil`.
  private let source: (any QuestionSource)?
  /// `nil` for a missing history opened for reading.
  private let queue: DatabaseQueue?
  /// Held during a call. Other threads may still call after a failed command has closed the history; GRDB would then
  /// pass a closed connection to SQLite.
  private let lock = NSLock()
  private nonisolated(unsafe) var isClosed = false
  /// The files of the connection; `nil` if they are not those at `path`, or if no other program may change them.
  private nonisolated(unsafe) var files: OpenedFiles?
  /// The error of every call after the files at `path` were found to be others.
  private nonisolated(unsafe) var lost: (error: HistoryError, isOverwritten: Bool)?
  /// Counts this store as a user of its file. Released after the connection.
  private nonisolated(unsafe) var user: OpenDatabase?

  /// Opens the history at `path`. Throws, without touching the file, if it is not a history or is a newer one.
  ///
  /// `isCanceled` is called while waiting for other processes; when it returns true, the wait ends as if it had timed
  /// out.
  package init(
    path: String, access: Access = .write, rules: HistoryRules = .init(),
    isCanceled: @escaping @Sendable () -> Bool = { false }
  ) throws(HistoryError) {
    // SQLite does not treat names such as ":memory:" and "file:…" as paths.
    let path = path.hasPrefix("/") ? path : "./" + path
    self.path = path
    self.rules = rules
    source = nil
    if access == .write { try DatabaseLocation.rejectWorldWritableFolder(of: path) }
    // SQLite writes to the shared memory of a write-ahead log also for reading.
    try DatabaseLocation.rejectCompanionsWithOtherNames(of: path)
    let (fileStatus, user) = try OpenDatabase.examining(path, creates: access == .write)
    self.user = user
    switch access {
    case .write:
      (queue, files) = try Self.openForWriting(path, fileStatus, user?.identity, rules, isCanceled)
    case .read, .readAtOnce:
      (queue, files) =
        fileStatus == .missing || fileStatus == .empty
        ? (nil, nil)
        : try Self.openForReading(path, user?.identity, rules, isAtOnce: access == .readAtOnce, isCanceled)
    }
  }

  /// Opens the file of a summary, whose counts `source` knows.
  ///
  /// - Throws: `newer` if another version of the schema wrote it.
  package init(
    summary path: String, source: any QuestionSource, rules: HistoryRules
  ) throws(HistoryError) {
    (self.path, self.rules, self.source) = (path, rules, source)
    do {
      let queue = try DatabaseQueue(path: path, configuration: Self.configuration(readonly: true, { false }))
      try queue.read { database in
        let version = try Self.version(of: database, path)
        try Self.rejectActiveSchema(database, path)
        try Self.checkIntegrity(database, path)
        guard version == Migration.currentVersion, try SummaryFile.isOne(database) else {
          throw HistoryError(
            .newer, "the summary was made by another version of diagnose",
            hint: "Make a new one with this version: diagnose database summarize", path: path)
        }
      }
      self.queue = queue
    } catch { throw HistoryError(error, path: path) }
  }

  private init(reading store: HistoryStore, _ files: OpenedFiles?, _ user: OpenDatabase?, _ queue: DatabaseQueue) {
    (path, rules, source, self.queue) = (store.path, store.rules, store.source, queue)
    self.files = files
    self.user = user
  }

  /// Opens another connection to the same history, for queries while this one writes. The file is not inspected again:
  /// closing a descriptor that SQLite did not open would drop the locks of this connection.
  package func reader() throws(HistoryError) -> HistoryStore {
    do {
      let (files, user) = lock.withLock { (self.files?.forReading, self.user?.another()) }
      return HistoryStore(
        reading: self, files, user,
        try DatabaseQueue(path: path, configuration: Self.configuration(readonly: true, { false })))
    } catch { throw HistoryError(error, path: path) }
  }

  /// Closes the file after the current call ends. The last connection to close checkpoints the write-ahead log. Later
  /// calls throw.
  package func close() {
    lock.withLock {
      isClosed = true
      // SQLite would write the pages of the log to a file to which they do not belong.
      if lost?.isOverwritten == true { return }
      // An explicit checkpoint would wait for other writers, and is not needed.
      try? queue?.close()
      user = nil
    }
  }

  /// Throws `replaced` if the path leads to other files than those that were opened. A command calls this before it ends, if
  /// it has told others that reports are stored.
  package func verify() throws(HistoryError) {
    guard let queue else { return }
    try translatingErrors { try queue.inDatabase(requireFiles) }
  }

  /// Whether a history was opened, and is still what the path leads to.
  package var isAtItsPath: Bool {
    guard queue != nil else { return false }
    do { try verify() } catch { return false }
    return true
  }

  /// Throws if the path leads to other files than those of the connection, after everything that was committed was written
  /// to the file.
  private func requireFiles(_ database: Database) throws {
    if let lost { throw lost.error }
    guard let change = try files?.change(database) else { return }
    var isComplete = false
    if change == .overwritten {
      files?.removeLog()
      // Closing the connection would write the pages of the log to a file of others, so it stays open until the process
      // ends. A file that was emptied may be used again.
      let isEmpty = (try? FileStatus(of: FilePath(path)))?.size == 0
      if !isEmpty, let queue { _ = Unmanaged.passRetained(queue) }
    } else if !queueIsReadOnly {
      // Under its new name, the file has no log. If another history is at the path, the log must not be applied to it.
      isComplete =
        sqlite3_wal_checkpoint_v2(database.sqliteConnection, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
    }
    let error = HistoryError(change, isComplete: isComplete, path: path)
    lost = (error, change == .overwritten)
    throw error
  }

  private var queueIsReadOnly: Bool { queue?.configuration.readonly ?? true }

  /// Runs `body` in one transaction that takes the write lock at its start, so that it can wait for the lock.
  func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    guard let queue else { throw HistoryError(.readOnly, "was opened read-only", path: path) }
    return try translatingErrors {
      try queue.writeWithoutTransaction { database in
        var value: Value?
        // SQLite may write to the database during a commit, and must not write to one that was overwritten.
        try requireFiles(database)
        try database.inTransaction(.immediate) {
          value = try RowFault.checked { try body(database) }
          return .commit
        }
        // What was committed counts as stored only if it is at the path.
        try requireFiles(database)
        guard let value else { throw DatabaseError(message: "the transaction returned no value") }
        return value
      }
    }
  }

  /// Runs `body` like `write`, with the database at `file` attached as `snapshot`. Foreign keys are not enforced.
  func write<Value>(attaching file: String, _ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    guard let queue else { throw HistoryError(.readOnly, "was opened read-only", path: path) }
    // Neither is possible within a transaction.
    try translatingErrors {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "ATTACH ? AS snapshot", arguments: [file])
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
      }
    }
    defer {
      try? translatingErrors {
        try queue.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA foreign_keys = ON; DETACH snapshot")
        }
      }
    }
    return try write(body)
  }

  /// Runs `body` in a transaction on temporary tables of this connection. Does not wait for other processes.
  func inTemporaryTables(_ body: (Database) throws -> Void) throws(HistoryError) {
    guard let queue else { throw HistoryError(.readOnly, "was opened read-only", path: path) }
    try translatingErrors {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.deferred) {
          try body(database)
          return .commit
        }
      }
    }
  }

  /// Returns unused pages to the file system. Needs as much free disk space as the size of the history.
  func compact() throws(HistoryError) {
    guard let queue else { return }
    try translatingErrors {
      try queue.writeWithoutTransaction { database in
        try requireFiles(database)
        try database.execute(sql: "VACUUM")
      }
    }
  }

  /// Copies the history before reports are removed, to `history.sqlite.before-prune` next to it. Replaces the previous such
  /// copy, once the new one is complete. Needs as much free disk space as the size of the history.
  ///
  /// - Returns: The path of the copy; `nil` for a missing history.
  package func copyBeforePruning() throws(HistoryError) -> String? {
    guard let queue else { return nil }
    let copy = path + ".before-prune"
    do throws(HistoryError) {
      try translatingErrors {
        try queue.writeWithoutTransaction { database in
          try requireFiles(database)
          try Self.write(database, to: copy)
        }
      }
    } catch {
      guard error.code == .full else { throw error }
      throw HistoryError(
        .full, "cannot be copied before reports are removed: the disk is full; nothing was removed",
        hint: "Free as much space as the history uses, or make no copy: --no-copy", path: path)
    }
    return copy
  }

  /// Runs `body` on one state of the database. Returns `fallback` if there is no database yet.
  func read<Value>(otherwise fallback: Value, _ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    guard let queue else { return fallback }
    return try translatingErrors {
      try queue.inDatabase(requireFiles)
      return try queue.read { database in try RowFault.checked { try body(database) } }
    }
  }

  /// Runs `body` on one state of the database, with the questions that it can ask.
  func ask<Value>(otherwise fallback: Value, _ body: (HistoryQuestions) throws -> Value) throws(HistoryError) -> Value {
    let source = source
    return try read(otherwise: fallback) { try body(HistoryQuestions(database: $0, source: source)) }
  }

  private func translatingErrors<Value>(_ body: () throws -> Value) throws(HistoryError) -> Value {
    do {
      return try lock.withLock {
        guard !isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the history is closed") }
        return try body()
      }
    } catch let error as DatabaseError where source != nil && error.message?.hasPrefix("no such table") == true {
      throw .notInSummary(path: path)
    } catch { throw HistoryError(error, path: path) }
  }
}
