import CrashReports
package import DebugInfo
import Vocabulary
package import Platform

/// The files that together have the names of one image.
package struct SymbolFiles: Sendable {
  /// With debug information or, where no file has any, a dSYM's symbol table.
  package var debug: MachOFile?
  /// The image itself: stubs, function starts and, without a dSYM, symbols and debug map are only there.
  package var image: MachOFile?
  /// For the debug map; `nil` without an image.
  package var objects: ObjectFinder?
  /// Names that a bitcode build replaced with `__hidden#…_` (`.bcsymbolmap`); `nil` if no list was found or none is
  /// needed.
  package var hiddenNames: HiddenNames?
  /// Of `debug`, or without one of `image`: what an index of it is filed under.
  package var identity: IndexIdentity
  /// True if what is used is cut short.
  package var isTruncated: Bool
  /// The file to name to the user: the one with the most to say; a dSYM bundle as a whole.
  package var shown: FilePath
}

extension SymbolFiles {
  /// Opens the files that have the UUID and chooses among them: debug information before a debug map before symbols.
  /// Throws if none of them can be read any more.
  init(_ entries: [SymbolFileEntry], folders: [SymbolFolder], roots: [FilePath]) throws(OpeningFault) {
    var debug: Opened?
    var image: Opened?
    var fault = OpeningFault(explanation: "no such file")
    for entry in entries.prefix(Self.mostFiles) {
      let opened: Opened
      do { opened = try Opened(entry) } catch {
        fault = error
        continue
      }
      let isDSYM = opened.file.fileType == .dsym
      if isDSYM || opened.debugInfo > 0, debug.map({ opened.debugInfo > $0.debugInfo }) ?? true { debug = opened }
      // Of two copies of an image the one that was not stripped has more symbols, the debug map among them.
      if !isDSYM, image.map({ opened.symbols > $0.symbols }) ?? true { image = opened }
    }
    guard let first = debug ?? image else { throw fault }
    self.debug = debug?.file
    self.image = image?.file
    objects = image.map { ObjectFinder(image: $0.entry.path, roots: roots) }
    hiddenNames = debug.flatMap { NameListFinder.list(for: $0.entry, in: folders) }
    identity = first.identity
    isTruncated = first.file.isTruncated
    shown = first.entry.bundle
  }

  /// Copies of one image that are looked at.
  private static let mostFiles = 16

  /// A slice that was opened.
  private struct Opened {
    var entry: SymbolFileEntry
    var file: MachOFile
    var identity: IndexIdentity

    init(_ entry: SymbolFileEntry) throws(OpeningFault) {
      guard let (bytes, stamp) = try MappedFile.openMachOStamped(entry.path) else {
        throw OpeningFault(explanation: "no Mach-O file any more")
      }
      let universal: UniversalBinary
      do { universal = try MachOFile.read(bytes) } catch { throw OpeningFault(explanation: error.explanation) }
      guard let slice = universal.slice(uuid: entry.uuid) else {
        throw OpeningFault(explanation: "was changed while it was read")
      }
      self.entry = entry
      file = slice
      identity = IndexIdentity(
        uuid: entry.uuid, architecture: slice.architecture, sourceSize: stamp.size, sourceTime: stamp.time)
    }

    /// Bytes of debug information.
    var debugInfo: Int { file.debugSection("__debug_info").count }

    /// Bytes of symbols.
    var symbols: Int { file.linkEdit.symbols.count }
  }
}
