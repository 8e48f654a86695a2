package import Foundation
import Vocabulary
package import Platform

/// A folder of a test's own, which goes with it.
package final class ScratchFolder {
  package let folder: URL

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("diagnose-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What has this name in it.
  package func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// The same as a path.
  package func path(_ name: String) -> FilePath { FilePath(url(name).path) }

  /// Writes a file, and the folders on the way to it.
  @discardableResult
  package func write(_ bytes: [UInt8], _ name: String) throws -> FilePath {
    let url = url(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return FilePath(url.path)
  }
}
