import Platform
import Vocabulary

/// Checks of a database file before SQLite opens it.
///
/// SQLite writes to the files it opens (it rolls back a journal and checkpoints a log), so a file of another program
/// must be recognized without SQLite. Do not call these functions while this process has the database open: closing
/// any descriptor of the file drops the process's locks on it (SQLite, "How To Corrupt An SQLite Database File", 2.2).
enum DatabaseFile {
  /// "DGN1", big-endian: the value of the header's application ID field.
  static let applicationID: Int32 = 0x44_47_4E_31

  enum Status: Equatable {
    case missing
    case empty
    /// A history, with its `user_version`. `needsCheck`: the file belongs to another user, or is so small that
    /// checking it adds little to the cost of opening it.
    case ours(version: Int, needsCheck: Bool)
  }

  /// Whether a log or a journal with contents is next to the file, or may be: then the file alone is not the history.
  static func hasLog(_ path: String) -> Bool {
    ["-wal", "-journal"].contains { suffix in
      do throws(SystemError) {
        return try FileStatus(of: FilePath(path + suffix)).size > 0
      } catch { return error != .noSuchFile }
    }
  }

  /// Reads the header (SQLite file format, 1.3). Throws `HistoryError` if the file is not a history.
  static func inspect(_ path: String) throws(HistoryError) -> Status {
    let file: FileDescriptor
    do { file = try FileDescriptor(opening: FilePath(path), .nonBlocking) } catch {
      if error == .noSuchFile { return .missing }
      throw HistoryError(.cannotOpen, "cannot be opened (\(reason(error)))", path: path)
    }
    defer { try? file.close() }
    let status: FileStatus
    do { status = try file.status() } catch {
      throw HistoryError(.cannotOpen, "cannot be examined (\(reason(error)))", path: path)
    }
    guard status.kind == .regular else {
      let what = status.kind == .folder ? "a folder" : "not a regular file"
      throw HistoryError(
        .cannotOpen, "is \(what); a history is a file", hint: "Name a file with --database.", path: path)
    }
    if status.size == 0 { return .empty }
    guard let header = try? file.bytes(at: 0, count: 100), header.count == 100,
      header.starts(with: "SQLite format 3\0".utf8)
    else {
      throw HistoryError(
        .foreign, "is not a database", hint: "It was not touched. Name another file with --database.", path: path)
    }
    func number(at offset: Int) -> Int32 {
      Int32(truncatingIfNeeded: header[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    guard number(at: 68) == applicationID else {
      throw HistoryError(
        .foreign, "is a database of another program",
        hint: "It was not touched. Name another file with --database.", path: path)
    }
    let version = Int(number(at: 60))
    try check(version, path)
    return .ours(version: version, needsCheck: !status.isOwnedByUser || status.size <= alwaysCheckedSize)
  }

  /// The file size, in bytes, up to which a complete history is checked before the first write.
  private static let alwaysCheckedSize = 4 << 20

  /// Throws if this program cannot read the schema with this `user_version`. Version 0 is a database without tables.
  static func check(_ version: Int, _ path: String) throws(HistoryError) {
    if version > Migration.currentVersion {
      throw HistoryError(
        .newer,
        "was written by a newer diagnose (schema \(version); this version reads up to \(Migration.currentVersion))",
        hint: "It was not touched. Update diagnose, or name another file with --database.", path: path)
    }
    if version != 0, version < Migration.oldestVersion {
      throw HistoryError(
        .foreign, "was written by an unreleased version of diagnose (schema \(version))",
        hint: "It was not touched. Name another file with --database.", path: path)
    }
  }

  /// Creates the file with mode 0600 and its missing parent folders with mode 0700. Leaves an existing file unchanged.
  ///
  /// - Parameter isNew: Whether an existing file is an error.
  static func create(_ path: String, isNew: Bool = false) throws(HistoryError) {
    try createFolders(above: path, for: path)
    do {
      var options: FileDescriptor.Options = [.writeOnly, .create, .nonBlocking]
      if isNew { options.formUnion([.exclusive, .noFollow]) }
      let file = try FileDescriptor(opening: FilePath(path), options, mode: 0o600)
      try? file.close()
    } catch {
      let code: HistoryError.Code =
        switch error {
        case .readOnlyFileSystem, .permissionDenied: .readOnly
        case .noSpace: .full
        default: .cannotOpen
        }
      throw HistoryError(code, "cannot be created (\(reason(error)))", path: path)
    }
  }

  private static func createFolders(above path: String, for database: String) throws(HistoryError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if Files.exists(FilePath(folder)) { return }
    try createFolders(above: folder, for: database)
    do { try Files.createFolder(FilePath(folder), mode: 0o700) } catch {
      guard error != .fileExists else { return }
      throw HistoryError(.cannotOpen, "its folder cannot be created (\(reason(error)))", path: database)
    }
  }

  /// The text for `error` in messages to the user.
  static func reason(_ error: SystemError) -> String {
    switch error {
    case .permissionDenied, .notPermitted: "permission denied"
    case .noSuchFile: "no such file or folder"
    case .readOnlyFileSystem: "the volume is read-only"
    case .noSpace: "the disk is full"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many open files"
    case .notAFolder: "part of the path is not a folder"
    case .isAFolder: "it is a folder"
    case .tooManyLinks: "too many symbolic links"
    case .nameTooLong: "the name is too long"
    default: error.description
    }
  }
}
