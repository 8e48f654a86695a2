#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What can be learnt about a database file before SQLite opens it.
///
/// SQLite writes to files it opens (it recovers a journal, folds in a log), so a file that is not ours must be
/// recognised without it. Nothing here may run while this process has the database open: closing any descriptor of the
/// file drops the process's locks on it (SQLite, "How To Corrupt An SQLite Database File", 2.2).
enum DatabaseFile {
  /// "DGN1", big-endian, in the header's field for the purpose.
  static let applicationID: Int32 = 0x44_47_4E_31

  enum Standing: Equatable {
    case missing
    case empty
    /// Ours, with its `user_version`. `isToBeChecked`: written by another user, or so small that checking it costs
    /// nothing beside opening it.
    case ours(version: Int, isToBeChecked: Bool)
  }

  /// Reads the header (SQLite file format, 1.3). Throws `HistoryError` when the file is not a history of ours.
  static func inspect(_ path: String) throws(HistoryError) -> Standing {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .missing }
      throw HistoryError(.cannotOpen, "cannot be opened (\(reason(errno)))", path: path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw HistoryError(.cannotOpen, "cannot be examined (\(reason(errno)))", path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
      throw HistoryError(
        .cannotOpen, "is \(what), and a history is a file", hint: "Name a file with --database.", path: path)
    }
    if status.st_size == 0 { return .empty }
    var header = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &header, header.count, 0)
    guard count == header.count, header.starts(with: "SQLite format 3\0".utf8) else {
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
    return .ours(version: version, isToBeChecked: status.st_uid != geteuid() || status.st_size <= alwaysChecked)
  }

  /// Bytes up to which a history is checked whole before the first write.
  private static let alwaysChecked = 4 << 20

  /// Throws for the `user_version` of a schema that this program does not read; 0 is a database without tables.
  static func check(_ version: Int, _ path: String) throws(HistoryError) {
    if version > Migration.currentVersion {
      throw HistoryError(
        .newer,
        "was written by a newer version of diagnose (schema \(version); this one reads up to \(Migration.currentVersion))",
        hint: "It was not touched. Update diagnose, or name another file with --database.", path: path)
    }
    if version != 0, version < Migration.oldestVersion {
      throw HistoryError(
        .foreign, "was written by an unreleased version of diagnose (schema \(version))",
        hint: "It was not touched. Name another file with --database.", path: path)
    }
  }

  /// Creates the file with mode 0600 and missing folders above it with mode 0700. A file that is there stays as it is.
  static func create(_ path: String) throws(HistoryError) {
    try createFolders(above: path, for: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let code: HistoryError.Code =
        errno == EROFS || errno == EACCES ? .readOnly : errno == ENOSPC ? .full : .cannotOpen
      throw HistoryError(code, "cannot be created (\(reason(errno)))", path: path)
    }
    close(descriptor)
  }

  private static func createFolders(above path: String, for database: String) throws(HistoryError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return }
    try createFolders(above: folder, for: database)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw HistoryError(.cannotOpen, "its folder cannot be created (\(reason(errno)))", path: database)
    }
  }

  /// The system's words for an error number.
  static func reason(_ number: Int32) -> String {
    switch number {
    case EACCES, EPERM: "no permission"
    case ENOENT: "no such file or folder"
    case EROFS: "the volume is read-only"
    case ENOSPC: "the disk is full"
    case EMFILE, ENFILE: "too many open files"
    case ENOTDIR: "a part of the path is not a folder"
    case EISDIR: "it is a folder"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the name is too long"
    default: String(cString: strerror(number))
    }
  }
}
