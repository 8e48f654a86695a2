import Platform
import Vocabulary

extension HistoryStore {
  /// What the names of the files of a history add to its path: the database, what SQLite keeps beside it (SQLite, "Temporary
  /// Files"), the lock of an exchange with a server, and the alerts.
  package static let fileSuffixes = ["", "-wal", "-shm", "-journal", exchangeSuffix, alertsSuffix]
  /// The end of the name of the lock of an exchange with a server.
  package static let exchangeSuffix = ".exchange"
  /// The end of the name of the file with the alerts of a history.
  package static let alertsSuffix = ".alerts"
}

/// Checks of the folder and the volume of a history.
package enum DatabaseLocation {
  /// Throws if every user may rename and remove files of others in the folder: any user could then replace the history.
  static func rejectWorldWritableFolder(of path: String) throws(HistoryError) {
    // A missing folder is created with mode 0700.
    guard let status = try? FileStatus(of: FilePath(folder(of: path))), status.isWritableByAll, !status.isSticky else {
      return
    }
    throw HistoryError(
      .cannotOpen, "is in a folder where every user can replace files",
      hint: "Remove that permission (chmod o-w), or name a file in one of your own folders with --database.", path: path
    )
  }

  /// Throws if a file that SQLite keeps beside the history is also a file of another name: SQLite would overwrite that one.
  ///
  /// SQLite refuses symbolic links at these names itself.
  static func rejectCompanionsWithOtherNames(of path: String) throws(HistoryError) {
    let real = Files.resolved(FilePath(path)) ?? FilePath(path)
    for suffix in HistoryStore.fileSuffixes where !suffix.isEmpty {
      let companion = real.extended(by: Array(suffix.utf8))
      guard let status = try? FileStatus(of: companion, followsLinks: false), status.kind == .regular,
        status.linkCount > 1
      else { continue }
      throw HistoryError(
        .cannotOpen, "its file with the suffix \(suffix) is a hard link to another file, which would be overwritten",
        hint: "Nothing was written. Remove that link, or name another history with --database.", path: path)
    }
  }

  /// Returns the type of the network volume that contains the history; `nil` if the volume is local or unknown.
  ///
  /// SQLite's locks are not reliable on all network volumes (SQLite, "How To Corrupt An SQLite Database File", 2.1).
  package static func networkVolume(of path: String) -> String? {
    var folder = folder(of: path.hasPrefix("/") ? path : "./" + path)
    while true {
      if let real = Files.resolved(FilePath(folder)) { return Volume.networkType(of: real) }
      guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
