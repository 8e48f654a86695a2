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
    let (fileStatus, user) = try OpenDatabase.examining(path, creates: access == .write)
    self.user = user
    switch access {
    case .write:
      (queue, files) = try Self.openForWriting(path, fileStatus, user?.identity, rules, isCanceled)
    case .read:
      (queue, files) =
        fileStatus == .missing || fileStatus == .empty
        ? (nil, nil) : try Self.openForReading(path, user?.identity, rules, isCanceled)
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

extension HistoryStore {
  /// How long a call waits for other processes, in seconds.
  static let busySeconds = 30.0

  private static func configuration(readonly: Bool, _ isCanceled: @escaping @Sendable () -> Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    let wait = BusyWait(isCanceled: isCanceled)
    configuration.busyMode = .callback(wait.shouldRetry(after:))
    configuration.prepareDatabase { database in
      // The file may come from another source: its schema must not call functions, and a page with wrong cell sizes is
      // an error. The file is not mapped, because truncating a mapped file would raise a fatal signal.
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA mmap_size = 0;
          PRAGMA cache_size = -65536;
          PRAGMA synchronous = FULL;
          """)
    }
    return configuration
  }

  private static func openForWriting(
    _ path: String, _ fileStatus: DatabaseFile.Status, _ identity: FileIdentity?, _ rules: HistoryRules,
    _ isCanceled: @escaping @Sendable () -> Bool
  ) throws(HistoryError) -> (queue: DatabaseQueue, files: OpenedFiles?) {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false, isCanceled))
      let files: OpenedFiles
      do {
        files = try queue.writeWithoutTransaction { database in
          if case .ours(_, needsCheck: true) = fileStatus { try checkIntegrity(database, path) }
          try backUp(database, path)
          try migrate(database, path)
          try orderBuilds(database, rules)
          try database.inTransaction(.immediate) {
            try RowFault.checked { try KeyVersions.update(database, rules) }
            return .commit
          }
          try enterWAL(database, isCanceled)
          guard let files = OpenedFiles(path, before: identity, database, isWriting: true) else {
            throw HistoryError(.replaced, isComplete: false, path: path)
          }
          return files
        }
      } catch {
        try? queue.close()
        throw error
      }
      return (queue, files)
    } catch { throw HistoryError(error, path: path) }
  }

  private static func openForReading(
    _ path: String, _ identity: FileIdentity?, _ rules: HistoryRules, _ isCanceled: @escaping @Sendable () -> Bool
  ) throws(HistoryError) -> (queue: DatabaseQueue?, files: OpenedFiles?) {
    do {
      return try verifiedForReading(path, named: path, identity, rules, isCanceled)
    } catch {
      guard error.code == .cannotOpen || error.code == .readOnly else { throw error }
      // A database in WAL mode needs files next to it, which a read-only volume does not allow. Without a log, no process
      // is writing, and the file contains everything.
      if !DatabaseFile.hasLog(path), let queue = try? unchanging(path, isCanceled) { return (queue, nil) }
      guard let copy = PrivateCopy(of: path) else { throw error }
      let (queue, _) = try verifiedForReading(copy.path, named: path, nil, rules, isCanceled)
      // No other process knows the copy.
      return (queue, nil)
    }
  }

  /// Opens a history of the current version as a file that does not change, which needs no other file. Throws for other
  /// versions and if SQLite does not support such files (sqlite.org/uri.html, `immutable`).
  private static func unchanging(_ path: String, _ isCanceled: @escaping @Sendable () -> Bool) throws -> DatabaseQueue {
    let address = path.utf8.map { byte in
      byte.isLetterOrDigit || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    let queue = try DatabaseQueue(
      path: "file:" + (path.hasPrefix("/") ? "//" : "") + address + "?immutable=1",
      configuration: configuration(readonly: true, isCanceled))
    let version = try queue.read { database in
      let version = try Self.version(of: database, path)
      if version > 0 { try rejectActiveSchema(database, path) }
      return version
    }
    guard version == Migration.currentVersion else {
      try queue.close()
      throw HistoryError(.readOnly, "is of another version", path: path)
    }
    return queue
  }

  private static func verifiedForReading(
    _ file: String, named path: String, _ identity: FileIdentity?, _ rules: HistoryRules,
    _ isCanceled: @escaping @Sendable () -> Bool
  ) throws(HistoryError) -> (queue: DatabaseQueue?, files: OpenedFiles?) {
    do {
      let queue = try DatabaseQueue(path: file, configuration: configuration(readonly: true, isCanceled))
      let (version, files) = try queue.read { database in
        let version = try Self.version(of: database, path)
        if version > 0 { try rejectActiveSchema(database, path) }
        return (version, OpenedFiles(file, before: identity, database, isWriting: false))
      }
      if version == Migration.currentVersion {
        guard files != nil || identity == nil else { throw HistoryError(.replaced, isComplete: false, path: path) }
        return (queue, files)
      }
      try queue.close()
      if version == 0 { return (nil, nil) }
      let before = identity ?? FileIdentity(of: FilePath(file))
      return try openForWriting(file, .ours(version: version, needsCheck: false), before, rules, isCanceled)
    } catch { throw HistoryError(error, path: path) }
  }

  /// Returns the version of the schema. Throws if the database belongs to another program or is newer. This repeats the
  /// check of the header, because rolling back a journal, or a log, may have changed the version.
  private static func version(of database: Database, _ path: String) throws -> Int {
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if application == 0, version == 0,
      try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    {
      return 0
    }
    guard application == DatabaseFile.applicationID else {
      throw HistoryError(.foreign, "is a database of another program", hint: "It was not touched.", path: path)
    }
    try DatabaseFile.check(version, path)
    return version
  }

  /// Copies a history of an earlier schema before it is migrated, for example to `history.sqlite.before-2`.
  private static func backUp(_ database: Database, _ path: String) throws {
    let current = try version(of: database, path)
    guard current > 0, current < Migration.currentVersion else { return }
    let copy = path + ".before-\(Migration.currentVersion)"
    if FileManager.default.fileExists(atPath: copy) { return }
    try database.execute(sql: "VACUUM INTO ?", arguments: [copy])
    try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
  }

  private static func migrate(_ database: Database, _ path: String) throws {
    if try version(of: database, path) < Migration.currentVersion {
      try database.inTransaction(.immediate) {
        // Another process may have migrated it while this one waited.
        let current = try version(of: database, path)
        if current == 0 { try database.execute(sql: "PRAGMA application_id = \(DatabaseFile.applicationID)") }
        for migration in Migration.all where migration.number > current {
          try migration.apply(database)
          try database.execute(sql: "PRAGMA user_version = \(migration.number)")
        }
        return .commit
      }
    }
    try rejectActiveSchema(database, path)
  }

  /// Recomputes the positions of builds if the user changed the order.
  private static func orderBuilds(_ database: Database, _ rules: HistoryRules) throws {
    guard try Meta.buildOrder(database) != rules.builds.text else { return }
    try database.inTransaction(.immediate) {
      let statements = Statements(database)
      let builds = BuildTable(statements, order: rules.builds)
      try RowFault.checked {
        try builds.renumberAll()
        try IssueTable(statements, builds).orderAllBuilds()
        try IssueStates(statements, builds).recomputeAll()
      }
      try Meta.set("build-order", rules.builds.text, database)
      return .commit
    }
  }

  /// Throws if the schema contains a trigger, a view or a virtual table: a history has only tables and indexes.
  private static func rejectActiveSchema(_ database: Database, _ path: String) throws {
    let unexpected = try StoredText.fetchOne(
      database,
      sql: """
        SELECT type || ' ' || name FROM sqlite_schema
        WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' ORDER BY name LIMIT 1
        """)
    if let unexpected {
      throw HistoryError(
        .foreign, "contains a \(unexpected) that diagnose did not create", hint: "It was not touched.", path: path)
    }
  }

  private static func checkIntegrity(_ database: Database, _ path: String) throws {
    let answer = try StoredText.fetchOne(database, sql: "PRAGMA quick_check(1)")
    guard answer == "ok" else { throw HistoryError(.damaged, "is damaged", hint: "It was not touched.", path: path) }
  }

  /// Changes the journal mode. SQLite does not call the busy handler for every lock that this needs, so this function
  /// waits itself.
  private static func enterWAL(_ database: Database, _ isCanceled: () -> Bool) throws {
    let deadline = Moment.now.advanced(by: busySeconds)
    while true {
      do {
        let mode = try StoredText.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        if mode == "wal" { return }
        throw DatabaseError(message: "the file system does not allow a write-ahead log")
      } catch let error as DatabaseError {
        guard error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED, Moment.now < deadline,
          !isCanceled()
        else {
          throw error
        }
        Thread.sleep(forTimeInterval: Double.random(in: 0.005...0.05))
      }
    }
  }
}

/// A busy handler that waits for other processes in short random steps, so that many writers do not wake at once.
private final class BusyWait: @unchecked Sendable {
  private let isCanceled: @Sendable () -> Bool
  /// Accessed only by SQLite's calls of one connection, one at a time.
  private var deadline = Moment.distantPast

  init(isCanceled: @escaping @Sendable () -> Bool) { self.isCanceled = isCanceled }

  /// Returns whether SQLite should try again. SQLite passes 0 after the first failure, then 1, ….
  func shouldRetry(after tries: Int) -> Bool {
    if tries == 0 { deadline = .now.advanced(by: HistoryStore.busySeconds) }
    guard Moment.now < deadline, !isCanceled() else { return false }
    Thread.sleep(forTimeInterval: Double.random(in: 0.001...(tries < 10 ? 0.005 : 0.05)))
    return true
  }
}

extension HistoryError {
  /// The error of a history whose files were changed by another program while they were open.
  ///
  /// - Parameter isComplete: Whether everything that was committed is in the file of the connection.
  init(_ change: OpenedFiles.Change, isComplete: Bool, path: String) {
    let again = "Reports that were recorded in it are missing here. To record them again, repeat the command."
    let moved = isComplete ? "If it was moved, the file is complete under its new name. " + again : again
    switch change {
    case .missing:
      self.init(.replaced, "was deleted or moved while it was in use", hint: moved, path: path)
    case .replaced:
      self.init(.replaced, "was replaced by another file while it was in use", hint: moved, path: path)
    case .logMissing:
      self.init(
        .replaced, "was in use when its write-ahead log was removed or separated from it",
        hint: isComplete
          ? "Everything that was recorded is in the file. To go on, repeat the command." : again, path: path)
    case .overwritten:
      self.init(.replaced, "was truncated or overwritten while it was in use", hint: again, path: path)
    }
  }

  /// Creates an error with a message for the user; the detail in parentheses is SQLite's.
  init(_ error: any Error, path: String) {
    if let error = error as? HistoryError {
      self = error
      return
    }
    if error is RowDecodingError {
      // The description of this error would quote the row.
      self.init(
        .damaged, "is damaged (a row contains an invalid value)",
        hint: "Move it aside, or name another file with --database.",
        path: path)
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.failed, "database error (\(error))", path: path)
      return
    }
    let detail = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
      self.init(
        .busy, "was locked by another process for \(Int(HistoryStore.busySeconds)) s", hint: "Try again.", path: path
      )
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(
        .damaged, "is damaged (\(detail))", hint: "Move it aside, or name another file with --database.", path: path)
    case .SQLITE_READONLY: self.init(.readOnly, "cannot be written (\(detail))", path: path)
    case .SQLITE_FULL: self.init(.full, "cannot be written: the disk is full", path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(.cannotOpen, "cannot be opened (\(detail))", path: path)
    default: self.init(.failed, "database error (\(detail))", path: path)
    }
  }
}
