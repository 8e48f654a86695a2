package import DebugInfo
package import Platform
package import Vocabulary

/// The symbol files in a location, with their content.
package struct SymbolFileList: Sendable {
  /// One file, on disk or in an archive.
  package struct Item: Sendable {
    fileprivate let place: SymbolFileEntry.Place
    /// The bundle or file, to display.
    package let shown: String
    /// The UUIDs of its slices, or its build ID.
    package fileprivate(set) var ids: [BuildID]
    /// Whether it is a dSYM, an ELF file with debug information, or a Breakpad symbol file.
    package let hasDebugInfo: Bool

    /// Opens the file.
    package func open() throws(OpeningFault) -> FileBytes {
      guard let (bytes, _) = try place.open() else { throw OpeningFault(explanation: "no longer a symbol file") }
      return bytes
    }
  }

  /// The files with a UUID or build ID, in the order of their paths.
  package private(set) var items: [Item] = []
  /// The first file or folder that could not be opened, with the reason, which completes "PATH: …".
  package let firstUnreadable: (path: String, explanation: String)?

  /// Searches a file, an archive or a folder, as for symbolication.
  package init(_ path: FilePath) {
    let folder = SymbolFolder(path)
    firstUnreadable = folder.firstUnreadable.map { ($0.path.text, $0.fault.explanation) }
    for entry in folder.entries where !entry.isPrefix {
      if let last = items.indices.last, items[last].place == entry.place {
        items[last].ids.append(entry.id)
      } else {
        items.append(
          Item(place: entry.place, shown: entry.bundle.text, ids: [entry.id], hasDebugInfo: entry.hasDebugInfo))
      }
    }
  }
}
