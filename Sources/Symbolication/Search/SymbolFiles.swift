import CrashReports
package import DebugInfo
import Vocabulary
package import Platform

/// The files with the symbols of one image.
package struct SymbolFiles: Sendable {
  /// The file with debug information or, if no file has any, a dSYM with a symbol table.
  package var debug: MachOFile?
  /// The image itself. Only it has stubs, function starts and, without a dSYM, symbols and a debug map.
  package var image: MachOFile?
  /// The finder for the object files of the debug map; `nil` without an image.
  package var objects: ObjectFinder?
  /// The names that a bitcode build replaced with `__hidden#…_` (`.bcsymbolmap`); `nil` if no list was found, or none
  /// is needed.
  package var hiddenNames: HiddenNames?
  /// The identity of the index of `debug` or, without it, of `image`.
  package var identity: IndexIdentity
  /// True if the file is truncated.
  package var isTruncated: Bool
  /// The file to display to the user; for a file in a dSYM, the bundle.
  package var shown: FilePath
}

extension SymbolFiles {
  /// Opens the files with the UUID and selects the best: debug information takes precedence over a debug map, and a
  /// debug map over symbols. Throws if none of them can be read.
  init(
    _ entries: [SymbolFileEntry], folders: [SymbolFolder], roots: [FilePath]
  ) throws(OpeningFault) {
    var debug: Opened?
    var image: Opened?
    var fault = OpeningFault.notFound
    for entry in entries.prefix(Self.maxFiles) {
      let opened: Opened
      do { opened = try Opened(entry) } catch {
        fault = error
        continue
      }
      let isDSYM = opened.file.fileType == .dsym
      if isDSYM || opened.debugInfo > 0, debug.map({ opened.debugInfo > $0.debugInfo }) ?? true { debug = opened }
      // Of two copies of an image, the one that was not stripped has more symbols, including the debug map.
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

  /// The maximum number of files with one UUID that are opened.
  private static let maxFiles = 16

  /// A slice that was opened.
  private struct Opened {
    var entry: SymbolFileEntry
    var file: MachOFile
    var identity: IndexIdentity

    init(_ entry: SymbolFileEntry) throws(OpeningFault) {
      guard let (bytes, stamp) = try entry.place.open() else {
        throw OpeningFault(explanation: "no longer a Mach-O file")
      }
      let universal: UniversalBinary
      do { universal = try MachOFile.read(bytes) } catch { throw OpeningFault(explanation: error.explanation) }
      guard let slice = universal.slice(uuid: entry.uuid) else {
        throw OpeningFault(explanation: "changed while it was being read")
      }
      self.entry = entry
      file = slice
      identity = IndexIdentity(
        uuid: entry.uuid, architecture: slice.architecture, sourceSize: stamp.size, sourceState: stamp.state)
    }

    /// The size of the debug information in bytes.
    var debugInfo: Int { file.debugSection("__debug_info").count }

    /// The size of the symbol table in bytes.
    var symbols: Int { file.linkEdit.symbols.count }
  }
}

extension SymbolFileEntry {
  /// A file on disk or in an archive.
  struct Place: Hashable, Comparable, Sendable {
    var path: FilePath
    /// The name of the file in the archive at `path`; `nil` for a file on disk.
    var member: String?

    static func < (left: Place, right: Place) -> Bool {
      left.path != right.path ? left.path < right.path : (left.member ?? "") < (right.member ?? "")
    }

    /// Opens the file, and returns a stamp that identifies its content; `nil` if it is not a Mach-O file.
    func open() throws(OpeningFault) -> (bytes: FileBytes, stamp: MappedFile.Stamp)? {
      guard let member else { return try MappedFile.openMachOStamped(path) }
      let status = try? FileStatus(of: path)
      let bytes = try SymbolArchive.member(member, of: path)
      return (bytes, MappedFile.Stamp(size: UInt64(bytes.count), status, member: member))
    }
  }

  var place: Place { Place(path: path, member: member) }
}
