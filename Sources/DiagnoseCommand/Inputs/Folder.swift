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

  /// A file, or a folder that is one document.
  struct Found {
    var path: FilePath
    var bundle: ReportBundle?
  }

  /// Files below `path`, in order of their bytes: its own and those of `Retired/`, or of all folders if `recursive`.
  /// Bundles count as files.
  /// Names that begin with a dot are passed over: writers use them for what is not finished. Links and other things
  /// that are no files are only counted.
  static func files(in path: FilePath, recursive: Bool) throws(ReadingFault) -> (files: [Found], passedOver: Int) {
    var files: [Found] = []
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
        case .file: files.append(Found(path: folder.path.appending(entry.name)))
        case .folder:
          let below = folder.path.appending(entry.name)
          if let bundle = ReportBundle(below) {
            files.append(Found(path: below, bundle: bundle))
          } else if recursive || folder.isTop && entry.name == Array("Retired".utf8) {
            open.append((below, false))
          }
        case .link, .other: passedOver += 1
        }
      }
    }
    return (files.sorted { $0.path < $1.path }, passedOver)
  }

  /// All files below `path` whose names do not begin with a dot, in order of their bytes.
  static func allFiles(below path: FilePath) -> [FilePath] {
    var files: [FilePath] = []
    var open = [path]
    while let folder = open.popLast() {
      for entry in (try? entries(of: folder)) ?? [] where entry.name.first != UInt8(ascii: ".") {
        switch entry.kind {
        case .file: files.append(folder.appending(entry.name))
        case .folder: open.append(folder.appending(entry.name))
        case .link, .other: break
        }
      }
    }
    return files.sorted()
  }

  /// Everything in one folder but `.` and `..`.
  static func entries(of path: FilePath) throws(ReadingFault) -> [FolderEntry] {
    do { return try FolderEntry.list(path) } catch { throw FileReader.openingFault(error.number, path) }
  }
}
