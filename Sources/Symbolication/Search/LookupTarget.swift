package import DebugInfo
package import Platform
import Vocabulary

/// A dSYM, a DWARF file or an image in which addresses are looked up.
package struct LookupTarget: Sendable {
  /// One architecture and its file.
  package struct Slice: Sendable {
    /// The header and load commands of the slice. Its other content is read on demand.
    package var file: MachOFile
    /// The path of the file, inside the bundle if the target is a dSYM.
    package var path: FilePath
    /// The identity of an index of the slice.
    package var identity: IndexIdentity
  }

  /// The architectures of all files, in the order of paths and then in file order; never empty.
  package let slices: [Slice]

  /// Opens a file, or the files of a dSYM bundle, and reads their headers.
  package static func open(_ path: FilePath) throws(OpeningFault) -> LookupTarget {
    let content = path.appending("Contents/Resources/DWARF")
    let isFolder = (try? FolderEntry.list(path)) != nil
    var files = [path]
    if isFolder {
      guard let listed = try? FolderEntry.list(content) else {
        throw OpeningFault(explanation: "a folder, not a dSYM bundle")
      }
      files = listed.filter { $0.kind == .file }.map { content.appending($0.name) }.sorted()
      if files.isEmpty { throw OpeningFault(explanation: "no file in Contents/Resources/DWARF") }
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
      throw OpeningFault(explanation: "not a Mach-O file")
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

  /// Returns the symbols of a slice, including the object files of its debug map and the names that a bitcode build
  /// hid.
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
  /// The size and modification time of a file.
  package struct Stamp: Sendable {
    /// The size in bytes when the file was opened.
    package var size: UInt64
    /// The modification time in nanoseconds since 1970-01-01T00:00:00Z; 0 if it is unknown.
    package var time: Int64
  }

  /// Opens a Mach-O file like `openMachO`, and returns a stamp that identifies its content.
  package static func openMachOStamped(_ path: FilePath) throws(OpeningFault) -> (bytes: FileBytes, stamp: Stamp)? {
    // Before the file is read: if it changes in between, the stamp does not match it.
    let status = try? FileStatus(of: path)
    guard let bytes = try openMachO(path) else { return nil }
    let time = status.map { Int64($0.modifiedSeconds) &* 1_000_000_000 &+ Int64($0.modifiedNanoseconds) }
    return (bytes, Stamp(size: UInt64(bytes.count), time: time ?? 0))
  }
}
