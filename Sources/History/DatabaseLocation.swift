import Platform
import Vocabulary

/// The folder and the volume that a history is on.
package enum DatabaseLocation {
  /// Refuses a folder in which every user may rename and remove the files of others: whoever can put another file there
  /// can give us any history.
  static func rejectWorldWritableFolder(of path: String) throws(HistoryError) {
    // A folder that does not exist is made with mode 0700.
    guard let status = try? FileStatus(of: FilePath(folder(of: path))), status.isWritableByAll, !status.isSticky else {
      return
    }
    throw HistoryError(
      .cannotOpen, "is in a folder in which every user may replace files",
      hint: "Take the right away (chmod o-w), or name a file in a folder of your own with --database.", path: path)
  }

  /// The kind of the network volume that the history is on; `nil` if its volume is local, or is not known.
  ///
  /// Locks of SQLite do not hold everywhere there (SQLite, "How To Corrupt An SQLite Database File", 2.1).
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
