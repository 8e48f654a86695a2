package import DebugInfo
import Synchronization
package import Vocabulary

/// Finds the object files that the debug map of an image names (`N_OSO`): there is the debug information of an image
/// without a dSYM.
package final class ObjectFinder: Sendable {
  private let imageFolder: FilePath
  private let roots: [FilePath]
  private let architecture: Architecture
  /// Libraries, which many references name, and whether they could be read.
  private let libraries = Mutex<[FilePath: Library]>([:])

  private struct Library: Sendable {
    var bytes: FileBytes
    var content: StaticLibrary?
  }

  /// - Parameters:
  ///   - image: The image whose debug map it is: relative paths start in its folder.
  ///   - roots: Folders that the user named, for builds that were moved here from another machine.
  package init(image: FilePath, roots: [FilePath], architecture: Architecture) {
    imageFolder = image.parent
    self.roots = roots
    self.architecture = architecture
  }

  /// The object that `reference` means; `nil` if it is not there, or has been compiled again since.
  package func object(_ reference: DebugMap.ObjectReference) -> MachOFile? {
    for path in candidates(for: reference.path) {
      guard let (bytes, range) = content(of: reference, at: path) else { continue }
      guard let file = try? MachOFile.read(bytes, range: range) else { continue }
      if let slice = file.slice(architecture: architecture) ?? file.slices.first(where: isAlike) { return slice }
    }
    return nil
  }

  private func isAlike(_ file: MachOFile) -> Bool { file.architecture.cpuType == architecture.cpuType }

  private func content(of reference: DebugMap.ObjectReference, at path: FilePath) -> (FileBytes, Range<Int>)? {
    guard let name = reference.member else {
      // A copy has a time of its own; the file at the very path that the linker read was changed if its time differs.
      let isOriginal = path.bytes.elementsEqual(reference.path.utf8)
      guard let (bytes, modified) = try? MappedFile.openDated(path) else { return nil }
      if isOriginal, reference.modificationTime != 0, modified != reference.modificationTime { return nil }
      return (bytes, bytes.range)
    }
    guard let library = library(path),
      let member = library.content?.member(name, modificationTime: reference.modificationTime)
    else { return nil }
    return (library.bytes, member.range)
  }

  private func library(_ path: FilePath) -> Library? {
    if let known = libraries.withLock({ $0[path] }) { return known }
    guard let bytes = try? MappedFile.open(path) else { return nil }
    let library = Library(bytes: bytes, content: try? StaticLibrary.read(bytes, for: architecture))
    libraries.withLock { $0[path] = library }
    return library
  }

  /// Where a path of the map may be here: as it stands, from the image's folder, and below each root with as many of its
  /// folders as are there, the most first.
  private func candidates(for text: String) -> [FilePath] {
    let path = FilePath(text)
    guard !path.bytes.isEmpty else { return [] }
    let parts = path.bytes.split(separator: UInt8(ascii: "/"))
    guard parts.count <= Self.longestPath, !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
      return path.isAbsolute ? [path] : [imageFolder.appending(path.bytes)]
    }
    var found = path.isAbsolute ? [path] : [imageFolder.appending(path.bytes)]
    for root in [imageFolder] + roots {
      for first in parts.indices {
        found.append(root.appending(Array(parts[first...].joined(separator: [UInt8(ascii: "/")]))))
      }
    }
    return found
  }

  /// Parts of the longest path that is looked for in other folders.
  private static let longestPath = 64
}
