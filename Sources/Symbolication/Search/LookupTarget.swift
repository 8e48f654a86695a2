package import DebugInfo
package import Platform
package import Vocabulary

/// A dSYM, a DWARF file, an image, or the files in a folder or archive, in which addresses are looked up.
package struct LookupTarget: Sendable {
  /// One architecture and its file.
  package struct Slice: Sendable {
    /// The header and load commands of the slice. Its other content is read on demand.
    package var file: ImageFile
    /// The path of the file, inside the bundle if the target is a dSYM.
    package var path: FilePath
    /// The identity of an index of the slice or, if there is one, of its dSYM.
    package var identity: IndexIdentity
    /// The slice of the dSYM, or the ELF file, with the debug information of an image that has none.
    var debug: ImageFile?
    /// The path of that file.
    var debugPath: FilePath?
  }

  /// The architectures of all files, in the order of paths and then in file order; never empty.
  package let slices: [Slice]

  /// Opens a file, the files of a dSYM bundle, or the Mach-O files in another folder or in an archive, and reads their
  /// headers. Next to an image without debug information, its dSYM is searched (`DSYMNeighbors`).
  ///
  /// All files are opened in the scope of the path.
  ///
  /// - Parameter id: The UUID or build ID of the only slice that is needed; `nil` for all.
  package static func open(
    _ path: FilePath, id: BuildID? = nil
  ) throws(OpeningFault) -> LookupTarget {
    let isFolder = (try? FolderEntry.list(path)) != nil
    if !isFolder, let slices = try read(SymbolFileEntry.Place(path: path)) {
      return LookupTarget(slices: slices.map { withDebugFile($0) })
    }
    let entries = SymbolFolder(path).entries
    var files = Set(entries.lazy.filter { id == nil || $0.id == id }.map(\.place)).sorted()
    if files.count > maxFiles { files.removeLast(files.count - maxFiles) }
    guard !files.isEmpty else {
      let none = isFolder ? "no symbol file in this folder" : "not a Mach-O, ELF or Breakpad symbol file"
      let missing = entries.isEmpty ? nil : id.map { "no file with \($0.uuid == nil ? "build ID" : "UUID") \($0)" }
      throw OpeningFault(explanation: missing ?? none)
    }
    var slices: [Slice] = []
    var fault: OpeningFault?
    for file in files {
      do throws(OpeningFault) { slices += try read(file) ?? [] } catch { fault = error }
    }
    if slices.isEmpty, let fault { throw fault }
    // An image and its dSYM in one folder have the same UUID; the dSYM has the debug information.
    let described = Set(slices.lazy.filter { $0.file.isSymbolsOnly }.compactMap(\.file.identifier))
    // Of an ELF file, the one with the most debug information.
    slices = slices.enumerated().sorted { left, right in
      let (mine, theirs) = (left.element.file, right.element.file)
      let isELF = mine.elf != nil && theirs.elf != nil && mine.debugInfoSize != theirs.debugInfoSize
      return isELF ? mine.debugInfoSize > theirs.debugInfoSize : left.offset < right.offset
    }.map(\.element)
    var seen: Set<BuildID> = []
    slices = slices.filter { slice in
      guard let own = slice.file.identifier else { return id == nil }
      guard id == nil || own == id, slice.file.isSymbolsOnly || !described.contains(own) else { return false }
      // Copies of a file are equal.
      return seen.insert(own).inserted
    }
    return LookupTarget(slices: slices)
  }

  /// The maximum number of files of a folder or archive that are opened.
  private static let maxFiles = 64

  /// Returns the slices of a file; `nil` if it is not a symbol file.
  private static func read(_ place: SymbolFileEntry.Place) throws(OpeningFault) -> [Slice]? {
    guard let (bytes, stamp) = try place.open() else { return nil }
    let files: [ImageFile]
    do { files = try ImageFile.read(bytes) } catch { throw OpeningFault(explanation: error.explanation) }
    return files.map { file in
      Slice(file: file, path: place.path, identity: identity(of: file, stamp))
    }
  }

  private static func identity(of file: ImageFile, _ stamp: MappedFile.Stamp) -> IndexIdentity {
    IndexIdentity(
      uuid: file.identifier?.cacheKey ?? ImageUUID(high: 0, low: 0), architecture: file.architecture,
      sourceSize: stamp.size,
      sourceState: stamp.state)
  }

  /// Returns the slice with the file of its debug information, if it needs one: the dSYM next to it, or that of an ELF
  /// file.
  private static func withDebugFile(_ slice: Slice) -> Slice {
    guard let file = slice.file.machO else {
      guard let file = slice.file.elf, file.debugInfoSize == 0,
        let (debug, path, stamp) = ELFDebugFinder.debugFile(of: file, at: slice.path)
      else { return slice }
      var slice = slice
      slice.debug = .elf(debug)
      slice.debugPath = path
      slice.identity = identity(of: .elf(debug), stamp)
      return slice
    }
    guard file.fileType != .dsym, file.fileType != .object, let uuid = file.uuid,
      file.debugSection("__debug_info").isEmpty
    else { return slice }
    for path in DSYMNeighbors.files(ofImage: slice.path) {
      guard let (bytes, stamp) = try? MappedFile.openMachOStamped(path),
        let debug = try? MachOFile.read(bytes).slice(uuid: uuid), debug.fileType == .dsym
      else { continue }
      var slice = slice
      slice.debug = .machO(debug)
      slice.debugPath = path
      slice.identity = identity(of: .machO(debug), stamp)
      return slice
    }
    return slice
  }

  /// Returns the symbols of a slice, including the object files of its debug map and the names that a bitcode build
  /// hid.
  package static func symbols(
    of slice: Slice, cache: SymbolCache?
  ) -> SymbolFile? {
    guard let file = slice.file.machO else {
      let path = slice.debugPath ?? slice.path
      return SymbolFile(
        slice.debug ?? slice.file, elfImage: slice.file.elf, index: cache?.index(for: slice.identity),
        splitFiles: SplitFinder(file: path, roots: []).files)
    }
    let isDSYM = file.fileType == .dsym
    let debug = isDSYM ? file : slice.debug?.machO
    let hiddenNames = debug.flatMap { debug in
      BuildID(slice.identity.uuid).flatMap { id in
        NameListFinder.list(
          for: SymbolFileEntry(.machO(debug), path: slice.debugPath ?? slice.path, id: id), in: [])
      }
    }
    let objects = isDSYM ? nil : ObjectFinder(image: slice.path, roots: [])
    return SymbolFile(
      debug: debug, image: isDSYM ? nil : file, index: cache?.index(for: slice.identity),
      hiddenNames: hiddenNames,
      openObject: { [objects] in objects?.bytes($0) })
  }
}

extension MappedFile {
  /// The size and modification time of a file.
  package struct Stamp: Sendable {
    /// The size in bytes when the file was opened.
    package var size: UInt64
    /// A digest of device, inode, and the times of the last change of content and status; 0 if they are unknown.
    ///
    /// Size and modification time are not enough: an archive sets them, so that a download could contain other symbols
    /// with the identity of the user's. The time of the last change of the status cannot be set.
    package var state: Int64

    /// Creates the stamp of a file.
    ///
    /// - Parameters:
    ///   - size: The size in bytes of the file, or of its member.
    ///   - status: The status of the file before it was read.
    ///   - member: The name of a member of an archive.
    init(size: UInt64, _ status: FileStatus?, member: String? = nil) {
      self.size = size
      guard let status else {
        state = 0
        return
      }
      let numbers = [
        Int64(bitPattern: status.device), Int64(bitPattern: status.inode), Int64(status.modifiedSeconds),
        Int64(status.modifiedNanoseconds), Int64(status.changedSeconds), Int64(status.changedNanoseconds),
      ]
      let text = numbers.map(String.init).joined(separator: " ") + " " + (member ?? "")
      state = SHA256.digest(of: Array(text.utf8)).bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
  }

  /// Opens a Mach-O file like `openMachO`, and returns a stamp that identifies its content.
  package static func openMachOStamped(_ path: FilePath) throws(OpeningFault) -> (bytes: FileBytes, stamp: Stamp)? {
    // Before the file is read: if it changes in between, the stamp does not match it.
    let status = try? FileStatus(of: path)
    guard let bytes = try openMachO(path) else { return nil }
    return (bytes, Stamp(size: UInt64(bytes.count), status))
  }
}
