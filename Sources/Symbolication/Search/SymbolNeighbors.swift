package import Platform

/// Finds dSYMs next to reports, where CI systems, Xcode's archives and unpacked downloads have them.
///
/// Only names are examined, not contents: `*.dSYM`, `dSYMs.zip` and `*.dSYM.zip` in the folder of the report, and `*.dSYM`
/// in its folders `dSYMs` and `*.xcarchive`. Links are not followed, and numbers are limited: the folder may be a
/// download of a stranger, or have many files.
package enum SymbolNeighbors {
  /// The maximum number of folders in which dSYMs are searched.
  package static let maxFolders = 64
  /// The maximum number of entries that are examined in a folder.
  static let maxEntries = 4096
  /// The maximum number of dSYMs, over all folders.
  static let maxFound = 64
  /// The maximum number of archives in a folder, whose members have to be inflated.
  static let maxArchives = 4

  /// Returns the dSYMs and archives of dSYMs next to files.
  /// - Parameter files: The paths of reports; only the folders of the first ones are searched.
  package static func paths(nextTo files: [FilePath]) -> [FilePath] {
    var folders: [FilePath] = []
    var seen: Set<FilePath> = []
    for file in files where folders.count < maxFolders {
      let folder = file.parent
      if seen.insert(folder).inserted { folders.append(folder) }
    }
    var found: [FilePath] = []
    for folder in folders where found.count < maxFound { add(folder, to: &found, isTop: true) }
    return Array(found.prefix(maxFound))
  }

  private static func add(_ folder: FilePath, to found: inout [FilePath], isTop: Bool) {
    // Everything below the folder is opened without links, also when its files are read later.
    guard let folder = isTop ? try? folder.contained() : folder else { return }
    var inner: [FilePath] = []
    var bundles: [FilePath] = []
    var archives: [FilePath] = []
    var remaining = maxEntries
    try? FolderEntry.visit(folder, followsLink: isTop) { entry in
      remaining -= 1
      // `.` alone is left out, so that paths remain as short as the user's.
      let path = folder.bytes == [UInt8(ascii: ".")] ? folder.replaced(by: entry.name) : folder.appending(entry.name)
      switch entry.kind {
      case .folder where entry.name.ends(with: ".dSYM"): bundles.append(path)
      case .folder where isTop && entry.name.elementsEqual("dSYMs".utf8): inner.append(path)
      case .folder where isTop && entry.name.ends(with: ".xcarchive"): inner.append(path.appending("dSYMs"))
      case .file where isTop && SymbolFolder.isSymbolArchive(entry.name): archives.append(path)
      default: break
      }
      return remaining > 0 && bundles.count < maxFound && inner.count < maxFolders
    }
    found += bundles.sorted() + archives.sorted().prefix(maxArchives)
    for folder in inner.sorted() where found.count < maxFound { add(folder, to: &found, isTop: false) }
  }
}
