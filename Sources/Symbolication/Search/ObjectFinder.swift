package import DebugInfo
import Synchronization
import Vocabulary
package import Platform

/// Finds the object files in the debug map of an image (`N_OSO`), which contain the debug information if there is no
/// dSYM.
package final class ObjectFinder: Sendable {
  private let imageFolder: FilePath
  private let roots: [FilePath]
  /// Where the files must be that the image names; `nil` for anywhere.
  private let scope: FileScope?
  /// The opened libraries, which many references share.
  private let libraries = Mutex<[FilePath: FileBytes]>([:])

  /// Creates a finder.
  /// - Parameters:
  ///   - image: The path of the image with the debug map. Relative paths are resolved in its folder.
  ///   - roots: Folders given by the user, for builds that were copied from another machine.
  package init(image: FilePath, roots: [FilePath]) {
    imageFolder = image.parent
    self.roots = roots
    scope = image.scope
  }

  /// Opens the object file or static library of `reference`; `nil` if it was not found, or has changed since the image
  /// was linked.
  package func bytes(_ reference: DebugMap.ObjectReference) -> FileBytes? {
    for path in candidates(for: reference.path) {
      if let found = reference.member == nil ? object(reference, at: path) : library(path) { return found }
    }
    return nil
  }

  /// Opens a file with split units by the path in the program; `nil` if it was not found. The reader compares identifiers.
  func splitFile(_ path: String) -> FileBytes? {
    for candidate in candidates(for: path) {
      if let bytes = try? MappedFile.openMachO(candidate) { return bytes }
    }
    return nil
  }

  private func object(_ reference: DebugMap.ObjectReference, at path: FilePath) -> FileBytes? {
    guard let (bytes, modified) = try? MappedFile.openDated(path), (try? MachOFile.read(bytes)) != nil else {
      return nil
    }
    // A copy has another modification time. But a different time at the original path means that the file changed.
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

  /// Returns the possible locations of a path in the map: the path itself, relative to the image's folder, and in each
  /// root with all or fewer of its folders, longest first.
  private func candidates(for text: String) -> [FilePath] {
    let path = FilePath(text).within(scope)
    guard !path.bytes.isEmpty else { return [] }
    let parts = path.bytes.split(separator: UInt8(ascii: "/"))
    guard parts.count <= Self.maxPathComponents, !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
      return [path.isAbsolute ? path : imageFolder.appending(path.bytes)]
    }
    var found = [path.isAbsolute ? path : imageFolder.appending(path.bytes)]
    // What is found in a root may be anywhere where the files of the root may be.
    for root in [imageFolder] + roots {
      for first in parts.indices {
        found.append(root.appending(Array(parts[first...].joined(separator: [UInt8(ascii: "/")]))))
      }
    }
    return found
  }

  /// The maximum number of components of a path that is searched in other folders.
  private static let maxPathComponents = 64
}
