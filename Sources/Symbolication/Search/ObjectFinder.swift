package import DebugInfo
import Synchronization
import Vocabulary
package import Platform

/// Finds the object files that the debug map of an image names (`N_OSO`): there is the debug information of an image
/// without a dSYM.
package final class ObjectFinder: Sendable {
  private let imageFolder: FilePath
  private let roots: [FilePath]
  /// Libraries, which many references name.
  private let libraries = Mutex<[FilePath: FileBytes]>([:])

  /// - Parameters:
  ///   - image: The image whose debug map it is: relative paths start in its folder.
  ///   - roots: Folders that the user named, for builds that were moved here from another machine.
  package init(image: FilePath, roots: [FilePath]) {
    imageFolder = image.parent
    self.roots = roots
  }

  /// The object file, or the static library, that `reference` means; `nil` if it is not there, or has changed since the
  /// image was linked.
  package func bytes(_ reference: DebugMap.ObjectReference) -> FileBytes? {
    for path in candidates(for: reference.path) {
      if let found = reference.member == nil ? object(reference, at: path) : library(path) { return found }
    }
    return nil
  }

  private func object(_ reference: DebugMap.ObjectReference, at path: FilePath) -> FileBytes? {
    guard let (bytes, modified) = try? MappedFile.openDated(path), (try? MachOFile.read(bytes)) != nil else {
      return nil
    }
    // A copy has a time of its own; the file at the very path that the linker read was changed if its time differs.
    let isOriginal = path.isAbsolute && path.bytes.elementsEqual(reference.path.utf8)
    if isOriginal, reference.modificationTime != 0, modified != reference.modificationTime { return nil }
    return bytes
  }

  private func library(_ path: FilePath) -> FileBytes? {
    if let known = libraries.withLock({ $0[path] }) { return known }
    guard let bytes = try? MappedFile.open(path) else { return nil }
    libraries.withLock { $0[path] = bytes }
    return bytes
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
