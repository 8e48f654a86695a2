import CrashReports
package import DebugInfo
package import Vocabulary

/// The files that together have the names of one image.
package struct SymbolFiles: Sendable {
  /// With debug information or, where no file has any, a dSYM's symbol table.
  package var debug: MachOFile?
  /// The image itself: stubs, function starts and, without a dSYM, symbols and debug map are only there.
  package var image: MachOFile?
  /// For the debug map; `nil` without an image.
  package var objects: ObjectFinder?
  package var hiddenNames: HiddenNames?
  /// The file to name to the user: the one with the most to say; a dSYM bundle as a whole.
  package var shown: FilePath
}

extension SymbolFiles {
  /// Opens the files that have the UUID and chooses among them: debug information before a debug map before symbols.
  /// Throws if none of them can be read any more.
  init(_ entries: [SymbolFileEntry], folders: [SymbolFolder], roots: [FilePath]) throws(OpeningFault) {
    var debug: (entry: SymbolFileEntry, file: MachOFile)?
    var image: (entry: SymbolFileEntry, file: MachOFile)?
    var fault = OpeningFault(explanation: "no such file")
    for entry in entries.prefix(Self.mostFiles) {
      let file: MachOFile
      do { file = try Self.open(entry) } catch {
        fault = error
        continue
      }
      if file.fileType == .dsym || !file.debugSection("__debug_info").isEmpty {
        if debug.map({ Self.weight(file) > Self.weight($0.file) }) ?? true { debug = (entry, file) }
      }
      if file.fileType != .dsym {
        // Of two copies of an image the one that was not stripped has more symbols, the debug map among them.
        if image.map({ file.linkEdit.symbols.count > $0.file.linkEdit.symbols.count }) ?? true {
          image = (entry, file)
        }
      }
    }
    guard let first = debug ?? image else { throw fault }
    self.debug = debug?.file
    self.image = image?.file
    objects = image.map { ObjectFinder(image: $0.entry.path, roots: roots) }
    hiddenNames = debug.flatMap { NameListFinder.list(for: $0.entry, in: folders) }
    shown = first.entry.bundle
  }

  /// Copies of one image that are looked at.
  private static let mostFiles = 16

  private static func weight(_ file: MachOFile) -> Int { file.debugSection("__debug_info").count }

  private static func open(_ entry: SymbolFileEntry) throws(OpeningFault) -> MachOFile {
    guard let bytes = try MappedFile.openMachO(entry.path) else {
      throw OpeningFault(explanation: "no Mach-O file any more")
    }
    let universal: UniversalBinary
    do { universal = try MachOFile.read(bytes) } catch { throw OpeningFault(explanation: error.explanation) }
    guard let slice = universal.slice(uuid: entry.uuid) else {
      throw OpeningFault(explanation: "was changed while it was read")
    }
    return slice
  }
}
