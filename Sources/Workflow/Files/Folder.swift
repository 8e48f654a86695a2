import CrashReports
package import Documents
package import Platform
import Symbolication
import Vocabulary

/// Lists folders and examines their entries.
package enum Folder {
  /// Returns true for a folder, and for a link to a folder.
  package static func isFolder(_ path: FilePath) -> Bool { (try? FileStatus(of: path))?.kind == .folder }

  /// Returns true for a folder, but not for a link to a folder.
  package static func isRealFolder(_ path: FilePath) -> Bool {
    (try? FileStatus(of: path, followsLinks: false))?.kind == .folder
  }

  /// Returns the stamp of an entry; links are not followed.
  package static func stamp(of path: FilePath) -> FileStamp? {
    (try? FileStatus(of: path, followsLinks: false)).map { FileStamp($0) }
  }

  /// A file, or a folder that is treated as one document.
  package struct Found {
    /// The path, which has the scope of the searched folder.
    package var path: FilePath
    /// The bundle if `path` is one; `nil` for a file.
    package var bundle: ReportBundle?
  }

  /// The result of searching a folder.
  package struct Listing {
    /// The files, sorted by the bytes of their paths.
    package var files: [Found] = []
    /// Links, other entries that are not files, and folders that are not searched.
    package var skipped = SkippedFiles()
    /// The folders that could not be listed; their contents are missing here.
    package var unreadable: [InputError] = []
  }

  /// The limits of a search. They stop a search that was started in the wrong folder, or in one made to be deep.
  package struct Limits {
    /// The maximum number of files.
    package var files = 1_000_000
    /// The maximum number of nested folders.
    package var depth = 100

    /// The limits of a search.
    package init(files: Int = 1_000_000, depth: Int = 100) {
      self.files = files
      self.depth = depth
    }
  }

  /// Returns the files in `path` and all its subfolders, or only its `Retired/` unless `recursive`. Bundles count as
  /// files.
  package static func files(in path: FilePath, recursive: Bool, limits: Limits = Limits()) -> Listing {
    list(path, bundles: true, limits) { entry, isTop in
      recursive || isTop && entry.name == Array("Retired".utf8)
    }
  }

  /// Returns the files in `path` and all its subfolders.
  static func allFiles(below path: FilePath) -> Listing { list(path, bundles: false, Limits()) { _, _ in true } }

  /// Skips names that begin with a dot, which writers use for unfinished files.
  private static func list(
    _ top: FilePath, bundles: Bool, _ limits: Limits, enters: (FolderEntry, _ isTop: Bool) -> Bool
  ) -> Listing {
    var listing = Listing()
    var open = [(path: top, depth: 0)]
    var isFull = false
    while !isFull, let folder = open.popLast() {
      let entries: [FolderEntry]
      do { entries = try self.entries(of: folder.path) } catch {
        if folder.depth == 0 || error.code != ReadingFault.notFound {
          listing.unreadable.append(InputError(error, path: folder.path.text))
        }
        continue
      }
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        let path = folder.path.appending(entry.name)
        switch entry.kind {
        case .file:
          isFull = listing.files.count >= limits.files
          if !isFull { listing.files.append(Found(path: path)) }
        case .folder:
          if bundles, let bundle = ReportBundle(path) {
            listing.files.append(Found(path: path, bundle: bundle))
          } else if enters(entry, folder.depth == 0) {
            if bundles, UnsearchedFolders.contains(path) {
              listing.skipped.add(folder: path.text)
            } else if bundles, folder.depth >= limits.depth {
              let reason = "is below \(limits.depth) folders, and was not searched"
              listing.unreadable.append(InputError(ReadingFault(ReadingFault.notReadable, reason), path: path.text))
            } else {
              open.append((path, folder.depth + 1))
            }
          }
        case .link: listing.skipped.add(path.text, "a symbolic link, which is not followed")
        case .other: listing.skipped.add(path.text, "not a regular file")
        }
        if isFull { break }
      }
    }
    if isFull { listing.unreadable.append(tooMany(limits.files, top)) }
    listing.files.sort { $0.path < $1.path }
    return listing
  }

  private static func tooMany(_ count: Int, _ path: FilePath) -> InputError {
    InputError(
      path: path.text, code: DecodingFault.Code.limitReached.rawValue,
      message: "contains more than \(count) files: the rest was not searched", hint: "Name a smaller folder.")
  }

  /// Returns the entries of one folder, except `.` and `..`.
  package static func entries(of path: FilePath) throws(ReadingFault) -> [FolderEntry] {
    do { return try FolderEntry.list(path) } catch { throw FileReader.openingFault(error, path) }
  }
}
