import Symbolication
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What stands in a folder.
enum Folder {
  static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The same, but not for a link to a folder.
  static func isRealFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What an entry is now; links are not followed.
  static func stamp(of path: FilePath) -> FileStamp? {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 ? FileStamp(status) : nil
  }

  /// Files below `path`, in order of their bytes: its own and those of `Retired/`, or of all folders if `recursive`.
  /// Names that begin with a dot are passed over: writers use them for what is not finished. Links and other things
  /// that are no files are only counted.
  static func files(in path: FilePath, recursive: Bool) throws(ReadingFault) -> (files: [FilePath], passedOver: Int) {
    var files: [FilePath] = []
    var passedOver = 0
    // A path deeper than the system takes cannot be opened, so this ends.
    var open: [(path: FilePath, isTop: Bool)] = [(path, true)]
    while let folder = open.popLast() {
      let entries: [FolderEntry]
      do { entries = try self.entries(of: folder.path) } catch {
        if folder.isTop { throw error }
        passedOver += 1
        continue
      }
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        switch entry.kind {
        case .file: files.append(folder.path.appending(entry.name))
        case .folder:
          if recursive || folder.isTop && entry.name == Array("Retired".utf8) {
            open.append((folder.path.appending(entry.name), false))
          }
        case .link, .other: passedOver += 1
        }
      }
    }
    return (files.sorted(), passedOver)
  }

  /// Everything in one folder but `.` and `..`.
  static func entries(of path: FilePath) throws(ReadingFault) -> [FolderEntry] {
    do { return try FolderEntry.list(path) } catch { throw FileReader.openingFault(error.number, path) }
  }
}
