package import DebugInfo
package import Platform
import Vocabulary

/// A dSYM, a DWARF file or an image that addresses are looked up in, and what belongs to it.
package struct LookupTarget: Sendable {
  /// One architecture, and the file it is in.
  package struct Slice: Sendable {
    /// What the header and load commands of the slice say; its other content is read on demand.
    package var file: MachOFile
    /// The file itself, inside the bundle if the target is a dSYM.
    package var path: FilePath
    /// What an index is made from: see `IndexIdentity`.
    package var identity: IndexIdentity
  }

  /// Every architecture of every file, in the order of paths and then of the file; never empty.
  package let slices: [Slice]

  /// Opens a file, or the files of a dSYM bundle. Reads headers only.
  package static func open(_ path: FilePath) throws(OpeningFault) -> LookupTarget {
    let content = path.appending("Contents/Resources/DWARF")
    let isFolder = (try? FolderEntry.list(path)) != nil
    var files = [path]
    if isFolder {
      guard let listed = try? FolderEntry.list(content) else {
        throw OpeningFault(explanation: "is a folder and no dSYM")
      }
      files = listed.filter { $0.kind == .file }.map { content.appending($0.name) }.sorted()
      if files.isEmpty { throw OpeningFault(explanation: "has no file in Contents/Resources/DWARF") }
    }
    var slices: [Slice] = []
    var fault: OpeningFault?
    for file in files {
      do throws(OpeningFault) { slices += try read(file) } catch { fault = error }
    }
    if slices.isEmpty, let fault { throw fault }
    return LookupTarget(slices: slices)
  }

  private static func read(_ path: FilePath) throws(OpeningFault) -> [Slice] {
    guard let (bytes, stamp) = try MappedFile.openMachOStamped(path) else {
      throw OpeningFault(explanation: "is no Mach-O file")
    }
    let universal: UniversalBinary
    do { universal = try MachOFile.read(bytes) } catch { throw OpeningFault(explanation: error.explanation) }
    return universal.slices.map { file in
      Slice(
        file: file, path: path,
        identity: IndexIdentity(
          uuid: file.uuid ?? ImageUUID(high: 0, low: 0), architecture: file.architecture, sourceSize: stamp.size,
          sourceTime: stamp.time))
    }
  }

  /// The names of a slice: with the object files of its debug map and the names that a bitcode build hid.
  package static func symbols(of slice: Slice, cache: SymbolCache?) -> SymbolFile? {
    let isDSYM = slice.file.fileType == .dsym
    let entry = SymbolFileEntry(
      path: slice.path, uuid: slice.identity.uuid, architecture: slice.file.architecture, isDSYM: isDSYM)
    let objects =
      isDSYM ? nil : ObjectFinder(image: slice.path, roots: [])
    return SymbolFile(
      debug: isDSYM ? slice.file : nil, image: isDSYM ? nil : slice.file, index: cache?.index(for: slice.identity),
      hiddenNames: isDSYM ? NameListFinder.list(for: entry, in: []) : nil,
      openObject: { [objects] in objects?.bytes($0) })
  }
}

extension MappedFile {
  /// Size in bytes, and time of the last change in nanoseconds since 1970.
  package struct Stamp: Sendable {
    /// Bytes of the file when it was opened.
    package var size: UInt64
    /// Last change in nanoseconds since 1970-01-01T00:00:00Z; 0 if the system does not say.
    package var time: Int64
  }

  /// As `openMachO`, with what tells whether the file is still the same.
  package static func openMachOStamped(_ path: FilePath) throws(OpeningFault) -> (bytes: FileBytes, stamp: Stamp)? {
    // Asked before it is read: a file that changes in between gets a stamp that does not fit it any more.
    let status = try? FileStatus(of: path)
    guard let bytes = try openMachO(path) else { return nil }
    let time = status.map { Int64($0.modifiedSeconds) &* 1_000_000_000 &+ Int64($0.modifiedNanoseconds) }
    return (bytes, Stamp(size: UInt64(bytes.count), time: time ?? 0))
  }
}
