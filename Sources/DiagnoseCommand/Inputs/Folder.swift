import Documents
import Platform
import Symbolication
import Vocabulary

/// Lists folders and examines their entries.
enum Folder {
  static func isFolder(_ path: FilePath) -> Bool { (try? FileStatus(of: path))?.kind == .folder }

  /// Returns true for a folder, but not for a link to a folder.
  static func isRealFolder(_ path: FilePath) -> Bool {
    (try? FileStatus(of: path, followsLinks: false))?.kind == .folder
  }

  /// Returns the stamp of an entry; links are not followed.
  static func stamp(of path: FilePath) -> FileStamp? {
    (try? FileStatus(of: path, followsLinks: false)).map { FileStamp($0) }
  }

  /// A file, or a folder that is treated as one document.
  struct Found {
    var path: FilePath
    var bundle: ReportBundle?
  }

  /// The result of searching a folder.
  struct Listing {
    /// The files, sorted by the bytes of their paths.
    var files: [Found] = []
    /// The number of links and other entries that are not files.
    var skippedCount = 0
    /// The folders that could not be listed; their contents are missing here.
    var unreadable: [InputError] = []
  }

  /// Returns the files in `path` and its `Retired/`, or in all subfolders if `recursive`. Bundles count as files.
  static func files(in path: FilePath, recursive: Bool) -> Listing {
    list(path, bundles: true) { entry, isTop in recursive || isTop && entry.name == Array("Retired".utf8) }
  }

  /// Returns the files in `path` and all its subfolders.
  static func allFiles(below path: FilePath) -> Listing { list(path, bundles: false) { _, _ in true } }

  /// Skips names that begin with a dot, which writers use for unfinished files.
  private static func list(_ top: FilePath, bundles: Bool, enters: (FolderEntry, _ isTop: Bool) -> Bool) -> Listing {
    var listing = Listing()
    // The loop ends, because the system cannot open paths beyond its length limit.
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

  /// Returns the entries of one folder, except `.` and `..`.
  static func entries(of path: FilePath) throws(ReadingFault) -> [FolderEntry] {
    do { return try FolderEntry.list(path) } catch { throw FileReader.openingFault(error, path) }
  }
}
