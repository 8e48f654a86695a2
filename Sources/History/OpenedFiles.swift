internal import GRDB
internal import GRDBSQLite
import Platform
internal import Synchronization
internal import Vocabulary

/// What identifies a file on this machine, under every name.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }

  /// Returns `nil` if there is no file, or if its status cannot be read.
  init?(of path: FilePath) {
    guard let status = try? FileStatus(of: path) else { return nil }
    self.init(status)
  }
}

/// The files that a connection has open, compared with those that its path leads to now.
///
/// SQLite goes on writing to the files that it opened: what is committed after the history was deleted, moved or replaced is
/// not in the history that the user has. In a database with a write-ahead log, SQLite itself does not notice this.
struct OpenedFiles: Sendable {
  /// What happened to the files.
  enum Change: Equatable {
    /// There is no file at the path.
    case missing
    /// There is another file at the path.
    case replaced
    /// The file is the same, but its write-ahead log is not.
    case logMissing
    /// The file is the same, and was truncated or overwritten.
    case overwritten
  }

  private let path: FilePath
  private let main: FileIdentity
  /// `nil` for a connection without a log.
  private let log: FileIdentity?
  /// The size and the header of the database at the last comparison; `nil` for a connection that only reads.
  private var contents: Contents?

  /// Reads which files a new connection has open.
  ///
  /// - Parameters:
  ///   - before: The file at `path` before SQLite opened it.
  ///   - isWriting: Whether the connection writes, so that its contents are compared, too.
  /// - Returns: `nil` if the path led to another file meanwhile.
  init?(_ path: String, before: FileIdentity?, _ database: Database, isWriting: Bool) {
    self.path = FilePath(path)
    // SQLite opens the log with the first transaction, not when the mode is set.
    _ = try? Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
    guard let real = Files.resolved(self.path), let status = try? FileStatus(of: real),
      FileIdentity(status) == before
    else { return nil }
    main = FileIdentity(status)
    log = FileIdentity(of: Self.log(of: real))
    contents = isWriting ? Contents(status, database) : nil
  }

  private init(path: FilePath, main: FileIdentity, log: FileIdentity?) {
    (self.path, self.main, self.log) = (path, main, log)
  }

  /// The same files, for a connection that only reads.
  var forReading: OpenedFiles { OpenedFiles(path: path, main: main, log: log) }

  /// Returns what happened to the files since they were opened; `nil` if the path leads to them.
  ///
  /// Every name is resolved again, so that the answer is what another process would find.
  mutating func change(_ database: Database) throws -> Change? {
    let status: FileStatus
    do { status = try FileStatus(of: path) } catch {
      if error == .noSuchFile || error == .notAFolder { return .missing }
      throw HistoryError(.cannotOpen, "cannot be examined (\(DatabaseFile.reason(error)))", path: path.text)
    }
    guard FileIdentity(status) == main else { return .replaced }
    if let log {
      // SQLite keeps the log next to the file that a link leads to.
      guard let real = Files.resolved(path), FileIdentity(of: Self.log(of: real)) == log else { return .logMissing }
    }
    guard contents != nil else { return nil }
    // Another process may be writing to the database at this moment.
    for attempt in 0..<Self.attempts {
      guard let status = try? FileStatus(of: path), FileIdentity(status) == main else { return .replaced }
      guard let now = Contents(status, database) else { break }
      if now.follows(contents) {
        contents = now
        return nil
      }
      if attempt < Self.attempts - 1 { SystemClock.sleep(milliseconds: 20) }
    }
    return .overwritten
  }

  private static let attempts = 10

  /// Removes the log of a file that was overwritten: its pages are not those of the file that is there now, and SQLite would
  /// add them to it.
  func removeLog() {
    guard let log, let real = Files.resolved(path), FileIdentity(of: Self.log(of: real)) == log else { return }
    try? Files.remove(Self.log(of: real))
  }

  private static func log(of path: FilePath) -> FilePath { FilePath(bytes: path.bytes + Array("-wal".utf8)) }
}

/// The size and the header of a database file (SQLite, "Database File Format", 1.3), read through SQLite's own descriptor:
/// closing another one would drop the locks of this process.
private struct Contents: Sendable {
  private let size: Int
  private let header: [UInt8]

  private static let headerSize = 100

  /// Returns `nil` if the file has no header.
  init?(_ status: FileStatus, _ database: Database) {
    size = status.size
    guard let header = Self.header(database) else { return nil }
    self.header = header
  }

  private static func header(_ database: Database) -> [UInt8]? {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    guard
      sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let file = pointer, let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: headerSize)
    let answer = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, Int32(headerSize), 0) }
    return answer == SQLITE_OK ? bytes : nil
  }

  private func number(at offset: Int) -> UInt32 { header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }

  /// The size of a page in bytes; 1 stands for 65,536.
  private var pageSize: Int {
    let size = Int(header[16]) << 8 | Int(header[17])
    return size == 1 ? 65_536 : size
  }

  /// Returns whether these can be later contents of the same database. SQLite counts its changes, shortens the file only to
  /// the pages that it states, and never changes the size of pages in a database with a log.
  func follows(_ former: Contents?) -> Bool {
    guard let former, former.header != header || former.size != size else { return true }
    let (signature, application) = (0..<18, 68..<72)
    guard header[signature] == former.header[signature], header[application] == former.header[application],
      Int32(bitPattern: number(at: 24) &- former.number(at: 24)) >= 0
    else { return false }
    return size >= former.size || size == Int(number(at: 28)) * pageSize
  }
}

/// The database files that this process has open.
///
/// While a connection is open, no other descriptor of its file may be closed: that would drop the process's locks, and
/// another process could take itself for the last user of the log and remove it (SQLite, "How To Corrupt An SQLite Database
/// File", 2.2).
final class OpenDatabase: Sendable {
  private static let counts = Mutex<[FileIdentity: Int]>([:])
  let identity: FileIdentity

  private init(_ identity: FileIdentity) { self.identity = identity }

  /// Examines the file at `path` before SQLite opens it, and counts as its user until the object is released. A file that is
  /// open already is not examined again.
  ///
  /// - Parameter creates: Whether a missing file is created.
  static func examining(
    _ path: String, creates: Bool
  ) throws(HistoryError) -> (status: DatabaseFile.Status, user: OpenDatabase?) {
    try counts.withLock { (counts) throws(HistoryError) in
      if let identity = FileIdentity(of: FilePath(path)), counts[identity] != nil {
        return (.ours(version: Migration.currentVersion, needsCheck: false), use(identity, &counts))
      }
      var status = try DatabaseFile.inspect(path)
      if status == .missing {
        guard creates else { return (.missing, nil) }
        try DatabaseFile.create(path)
        status = .empty
      }
      guard let identity = FileIdentity(of: FilePath(path)) else {
        throw HistoryError(.cannotOpen, "cannot be examined", path: path)
      }
      return (status, use(identity, &counts))
    }
  }

  private static func use(_ identity: FileIdentity, _ counts: inout [FileIdentity: Int]) -> OpenDatabase {
    counts[identity, default: 0] += 1
    return OpenDatabase(identity)
  }

  /// Returns another user of the same file.
  func another() -> OpenDatabase { Self.counts.withLock { Self.use(identity, &$0) } }

  deinit {
    Self.counts.withLock { counts in
      let count = (counts[identity] ?? 1) - 1
      counts[identity] = count > 0 ? count : nil
    }
  }
}
