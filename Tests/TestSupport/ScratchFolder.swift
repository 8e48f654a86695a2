package import Foundation
import Vocabulary
package import Platform

/// A temporary folder for one test, deleted with this object.
package final class ScratchFolder {
  package let folder: URL

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("diagnose-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the URL of a file in the folder.
  package func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// Returns the path of a file in the folder.
  package func path(_ name: String) -> FilePath { FilePath(url(name).path) }

  /// Writes a file and creates the folders in its path.
  @discardableResult
  package func write(_ bytes: [UInt8], _ name: String) throws -> FilePath {
    let url = url(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return FilePath(url.path)
  }
}
