import Archives
import Bytes
import CrashReports
import Platform
import Vocabulary

/// Finds the files of an image in folders whose layout states their paths, without a search.
enum LayoutLookup {
  /// The files that were found, and what was found and is not used.
  struct Found {
    var folder: SymbolFolder?
    var refusals: [String] = []
  }

  /// Looks up the files of an image in a folder, in each layout.
  ///
  /// A dSYM bundle in the place of its file is opened as a bundle. Archives in the place of a file are read; the files in
  /// them are selected by their identifier, as everywhere.
  static func find(_ id: BuildID, _ image: BinaryImage, in folder: FilePath) -> Found {
    var found = Found()
    let key = SymbolLayout.Key(id, isMachO: image.buildID == nil, path: image.path ?? image.name)
    for layout in SymbolLayout.catalog {
      for template in layout.templates {
        guard let components = SymbolLayout.components(template, key) else { continue }
        let path = components.reduce(folder) { $0.appending($1) }
        guard let status = try? FileStatus(of: path) else { continue }
        guard status.kind == .regular || status.kind == .folder else { continue }
        let candidate = SymbolFolder(path, limits: SymbolFolder.Limits(depth: 4, entries: maxEntries))
        if candidate.entries.contains(where: { $0.id == id }) {
          found.folder = found.folder.map { $0.merged(with: candidate) } ?? candidate
        } else if status.kind == .regular, found.refusals.count < maxRefusals {
          found.refusals.append(path.text + ": " + reason(candidate, template))
        }
      }
    }
    return found
  }

  /// The maximum number of entries of a bundle in the place of a file.
  private static let maxEntries = 256
  private static let maxRefusals = 4

  /// Why a file at the path of the identifier is not used.
  static func reason(_ candidate: SymbolFolder, _ template: SymbolLayout.Template) -> String {
    if let other = candidate.entries.first {
      return "has the \(other.uuid == nil ? "build ID" : "UUID") \(other.id)"
    }
    if let unreadable = candidate.firstUnreadable { return unreadable.fault.explanation }
    return template.content == .breakpad
      ? "not a symbol file of Breakpad that can be read" : "not a Mach-O file that can be read"
  }
}

extension SymbolFolder {
  /// Returns the files of both.
  func merged(with other: SymbolFolder) -> SymbolFolder {
    var merged = self
    merged.add(contentsOf: other)
    return merged
  }
}
