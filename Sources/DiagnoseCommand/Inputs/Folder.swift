import Documents
import Platform
import Symbolication
import Vocabulary

/// What stands in a folder.
enum Folder {
  static func isFolder(_ path: FilePath) -> Bool { (try? FileStatus(of: path))?.kind == .folder }

  /// The same, but not for a link to a folder.
  static func isRealFolder(_ path: FilePath) -> Bool {
    (try? FileStatus(of: path, followsLinks: false))?.kind == .folder
  }

  /// What an entry is now; links are not followed.
  static func stamp(of path: FilePath) -> FileStamp? {
    (try? FileStatus(of: path, followsLinks: false)).map { FileStamp($0) }
  }

  /// A file, or a folder that is one document.
  struct Found {
    var path: FilePath
    var bundle: ReportBundle?
  }

  /// What is to be read below a folder.
  struct Listing {
    /// In order of the bytes of their paths.
    var files: [Found] = []
    /// Links and other things that are no files.
    var skippedCount = 0
    /// Folders that could not be listed: whatever is in them is missing here.
    var unreadable: [InputError] = []
  }

  /// Files below `path`: its own and those of `Retired/`, or of all folders if `recursive`. Bundles count as files.
  static func files(in path: FilePath, recursive: Bool) -> Listing {
    list(path, bundles: true) { entry, isTop in recursive || isTop && entry.name == Array("Retired".utf8) }
  }

  /// All files below `path`, whatever its folders are called.
  static func allFiles(below path: FilePath) -> Listing { list(path, bundles: false) { _, _ in true } }

  /// Names that begin with a dot are passed over: writers use them for what is not finished.
  private static func list(_ top: FilePath, bundles: Bool, enters: (FolderEntry, _ isTop: Bool) -> Bool) -> Listing {
    var listing = Listing()
    // A path deeper than the system takes cannot be opened, so this ends.
    var open: [(path: FilePath, isTop: Bool)] = [(top, true)]
    while let folder = open.popLast() {
      let entries: [FolderEntry]
      do { entries = try self.entries(of: folder.path) } catch {
        if folder.isTop || error.code != ReadingFault.notFound {
          listing.unreadable.append(InputError(error, path: folder.path.text))
        } else {
          listing.skippedCount += 1
        }
        continue
      }
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        let path = folder.path.appending(entry.name)
        switch entry.kind {
        case .file: listing.files.append(Found(path: path))
        case .folder:
          if bundles, let bundle = ReportBundle(path) {
            listing.files.append(Found(path: path, bundle: bundle))
          } else if enters(entry, folder.isTop) {
            open.append((path, false))
          }
        case .link, .other: listing.skippedCount += 1
        }
      }
    }
    listing.files.sort { $0.path < $1.path }
    return listing
  }

  /// Everything in one folder but `.` and `..`.
  static func entries(of path: FilePath) throws(ReadingFault) -> [FolderEntry] {
    do { return try FolderEntry.list(path) } catch { throw FileReader.openingFault(error, path) }
  }
}
