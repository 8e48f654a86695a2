internal import Bytes
internal import Foundation
internal import GRDB
internal import Platform

/// Opening a history: settings of the connection, migration, and checks of a file that may come from another source.
extension HistoryStore {
  /// How long a call waits for other processes, in seconds.
  static let busySeconds = 30.0

  static func configuration(readonly: Bool, _ isCanceled: @escaping @Sendable () -> Bool) -> Configuration {
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

  static func openForWriting(
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

  static func openForReading(
    _ path: String, _ identity: FileIdentity?, _ rules: HistoryRules, isAtOnce: Bool,
    _ isCanceled: @escaping @Sendable () -> Bool
  ) throws(HistoryError) -> (queue: DatabaseQueue?, files: OpenedFiles?) {
    do {
      return try verifiedForReading(path, named: path, identity, rules, isAtOnce: isAtOnce, isCanceled)
    } catch {
      guard error.code == .cannotOpen || error.code == .readOnly else { throw error }
      // A database in WAL mode needs files next to it, which a read-only volume does not allow. Without a log, no process
      // is writing, and the file contains everything.
      if !DatabaseFile.hasLog(path), let queue = try? unchanging(path, isCanceled) { return (queue, nil) }
      guard !isAtOnce, let copy = PrivateCopy(of: path) else { throw error }
      let (queue, _) = try verifiedForReading(copy.path, named: path, nil, rules, isAtOnce: false, isCanceled)
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
    _ file: String, named path: String, _ identity: FileIdentity?, _ rules: HistoryRules, isAtOnce: Bool,
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
      if isAtOnce { throw HistoryError(.readOnly, "is of another version", path: path) }
      let before = identity ?? FileIdentity(of: FilePath(file))
      return try openForWriting(file, .ours(version: version, needsCheck: false), before, rules, isCanceled)
    } catch { throw HistoryError(error, path: path) }
  }

  /// Returns the version of the schema. Throws if the database belongs to another program or is newer. This repeats the
  /// check of the header, because rolling back a journal, or a log, may have changed the version.
  static func version(of database: Database, _ path: String) throws -> Int {
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
    try write(database, to: copy)
  }

  /// Writes a copy of a history, which only the user can read at any time, and replaces the file at `copy` when it is
  /// complete. Not possible within a transaction.
  static func write(_ database: Database, to copy: String) throws {
    let new = copy + "-" + UUID().uuidString.prefix(8).lowercased()
    // SQLite writes to an empty file, whose permissions it leaves as they are (sqlite.org/lang_vacuum.html).
    try DatabaseFile.create(new, isNew: true)
    do {
      try database.execute(sql: "VACUUM INTO ?", arguments: [new])
      do { try Files.rename(FilePath(new), to: FilePath(copy)) } catch {
        throw HistoryError(.failed, "cannot be renamed (\(DatabaseFile.reason(error)))", path: new)
      }
    } catch {
      try? Files.remove(FilePath(new))
      throw error
    }
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
  static func rejectActiveSchema(_ database: Database, _ path: String) throws {
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

  static func checkIntegrity(_ database: Database, _ path: String) throws {
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
