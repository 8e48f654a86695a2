import Archives
import DebugInfo
import Platform
import Vocabulary

/// Finds the files with the debug information of ELF files, at the paths that Linux distributions and GDB use (GDB manual,
/// "Debugging Information in Separate Files").
enum ELFDebugFinder {
  /// The folder with the debug information of a system's packages.
  static let systemFolder = FilePath("/usr/lib/debug")

  /// Returns the entries of the files that folders have for a build ID: `.build-id/ab/cdef….debug`.
  static func entries(_ id: BuildID, in folders: [FilePath]) -> [SymbolFileEntry] {
    (folders + [systemFolder]).flatMap { paths(id, in: $0) }.compactMap { path in
      guard let bytes = try? MappedFile.openMachO(path), let file = try? ELFFile.linked(bytes), file.buildID == id
      else {
        return nil
      }
      return SymbolFileEntry(.elf(file), path: path, id: id)
    }
  }

  private static func paths(_ id: BuildID, in folder: FilePath) -> [FilePath] {
    let digits = Array(id.digits.utf8)
    guard digits.count > 2 else { return [] }
    let folders = folder.appending(".build-id").appending(Array(digits[..<2]))
    return [folders.appending(digits[2...] + Array(".debug".utf8))]
  }

  /// Returns the file with the debug information of a file that has none; `nil` if none was found at the usual paths, or
  /// if those found are of other builds.
  static func debugFile(
    of file: ELFFile, at path: FilePath
  ) -> (file: ELFFile, path: FilePath, stamp: MappedFile.Stamp)? {
    for candidate in candidates(of: file, at: path) {
      guard let (bytes, stamp) = try? MappedFile.openMachOStamped(candidate.path),
        let debug = try? ELFFile.linked(bytes), debug.debugInfoSize > 0 || debug.symbolTableSize > file.symbolTableSize,
        debug.architecture == file.architecture, isMatch(debug, bytes, of: file, candidate.checksum)
      else { continue }
      return (debug, candidate.path, stamp)
    }
    return nil
  }

  /// Returns true for the debug information of the same build: the same build ID or, if one of the files has none, the
  /// checksum that the stripped file states.
  private static func isMatch(_ debug: ELFFile, _ bytes: FileBytes, of file: ELFFile, _ checksum: UInt32?) -> Bool {
    if let own = file.buildID, let other = debug.buildID { return own == other }
    guard let checksum else { return false }
    var sum = CRC32()
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + 1 << 20)
      sum.update(bytes.span.extracting(position..<end).withUnsafeBytes { Array($0) })
      position = end
    }
    return sum.value == checksum
  }

  private struct Candidate {
    var path: FilePath
    /// The checksum that the file must have; `nil` for a file that is not named by the stripped file.
    var checksum: UInt32?
  }

  private static func candidates(of file: ELFFile, at path: FilePath) -> [Candidate] {
    var found: [Candidate] = []
    if let id = file.buildID { found += paths(id, in: systemFolder).map { Candidate(path: $0) } }
    let folder = path.parent
    if let link = file.debugLink {
      let places = [folder, folder.appending(".debug")]
      found += places.map { Candidate(path: $0.appending(link.name), checksum: link.checksum) }
      if let real = Files.resolved(folder), real.isAbsolute {
        let below = systemFolder.appending(Array(real.bytes.dropFirst()))
        found.append(Candidate(path: below.appending(link.name), checksum: link.checksum))
      }
    }
    let name = Array(path.lastComponent) + Array(".debug".utf8)
    found += [folder, folder.appending(".debug")].map { Candidate(path: $0.appending(name)) }
    return found
  }
}

/// Opens the files with the split units of an ELF file.
struct SplitFinder: Sendable {
  private let file: FilePath
  private let objects: ObjectFinder

  /// Creates a finder.
  /// - Parameters:
  ///   - file: The path of the program, or of its debug information.
  ///   - roots: Folders given by the user, for builds that were copied from another machine.
  init(file: FilePath, roots: [FilePath]) {
    self.file = file
    objects = ObjectFinder(image: file, roots: roots)
  }

  /// The files, opened on demand.
  var files: SplitFiles {
    SplitFiles(
      open: { reference in objects.splitFile(reference.path) },
      package: {
        for path in [file, Self.withoutDebug(file)].compactMap({ $0 }) {
          if let bytes = try? MappedFile.openMachO(path.extended(by: Array(".dwp".utf8))) { return bytes }
        }
        return nil
      })
  }

  /// The path of the program to which `NAME.debug` belongs.
  private static func withoutDebug(_ path: FilePath) -> FilePath? {
    path.lastComponent.ends(with: ".debug") ? path.replaced(by: Array(path.bytes.dropLast(6))) : nil
  }
}
