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
  /// The file of another format than Mach-O; the members for Mach-O are `nil` then.
  package var other: ImageFile?
  /// The ELF image with its code, if it was found; `other` may be its separate debug information.
  package var elfImage: ELFFile?
  /// The files with split units, if `other` is an ELF file.
  package var splitFiles = SplitFiles.none
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
    var other: Opened?
    var elfImage: ELFFile?
    var fault = OpeningFault.notFound
    for entry in entries.prefix(Self.maxFiles) {
      let opened: Opened
      do { opened = try Opened(entry) } catch {
        fault = error
        continue
      }
      guard opened.file.machO != nil else {
        if let file = opened.file.elf, file.hasCode { elfImage = file }
        if other.map({ opened.isBetter(than: $0) }) ?? true { other = opened }
        continue
      }
      let isDSYM = opened.file.isSymbolsOnly
      if isDSYM || opened.debugInfo > 0, debug.map({ opened.debugInfo > $0.debugInfo }) ?? true { debug = opened }
      // Of two copies of an image, the one that was not stripped has more symbols, including the debug map.
      if !isDSYM, image.map({ opened.symbols > $0.symbols }) ?? true { image = opened }
    }
    if debug == nil, image == nil { other = other.map { Self.withDebugFile($0) } }
    guard let first = debug ?? image ?? other else { throw fault }
    self.debug = debug?.file.machO
    self.image = image?.file.machO
    if debug == nil, image == nil, let other {
      self.other = other.file
      self.elfImage = elfImage
      splitFiles = SplitFinder(file: other.entry.path, roots: roots).files
    }
    objects = image.map { ObjectFinder(image: $0.entry.path, roots: roots) }
    hiddenNames = debug.flatMap { NameListFinder.list(for: $0.entry, in: folders) }
    identity = first.identity
    isTruncated = first.file.isTruncated
    shown = first.entry.bundle
  }

  /// Returns the file with the debug information of an ELF file that has none, if it is at one of the usual paths.
  private static func withDebugFile(_ opened: Opened) -> Opened {
    guard opened.entry.member == nil, let file = opened.file.elf,
      let (debug, path, stamp) = ELFDebugFinder.debugFile(of: file, at: opened.entry.path)
    else { return opened }
    var other = opened
    other.file = .elf(debug)
    other.entry.path = path
    other.identity.sourceSize = stamp.size
    other.identity.sourceState = stamp.state
    return other
  }

  /// The maximum number of files with one UUID that are opened.
  private static let maxFiles = 16

  /// A slice that was opened.
  private struct Opened {
    var entry: SymbolFileEntry
    var file: ImageFile
    var identity: IndexIdentity

    init(_ entry: SymbolFileEntry) throws(OpeningFault) {
      guard let (bytes, stamp) = try entry.place.open() else {
        throw OpeningFault(explanation: "no longer a symbol file")
      }
      let files: [ImageFile]
      do { files = try ImageFile.read(bytes) } catch { throw OpeningFault(explanation: error.explanation) }
      guard let slice = files.first(where: { $0.identifier == entry.id }) else {
        throw OpeningFault(explanation: "changed while it was being read")
      }
      self.entry = entry
      file = slice
      identity = IndexIdentity(
        uuid: entry.id.cacheKey, architecture: slice.architecture, sourceSize: stamp.size, sourceState: stamp.state)
    }

    /// The size of the debug information in bytes.
    var debugInfo: Int { file.debugInfoSize }

    /// The size of the symbol table in bytes.
    var symbols: Int { file.symbolTableSize }

    /// Returns true if this file has more debug information, or else more symbols. ELF files precede Breakpad symbols,
    /// which are made from them.
    func isBetter(than other: Opened) -> Bool {
      let (mine, theirs) = (file.elf == nil ? 0 : debugInfo, other.file.elf == nil ? 0 : other.debugInfo)
      if mine != theirs { return mine > theirs }
      if file.elf == nil || other.file.elf == nil { return file.elf == nil && other.debugInfo == 0 }
      return symbols > other.symbols
    }
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
