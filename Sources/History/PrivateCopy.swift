import Foundation

/// A copy of a history in a place of our own, for reading one on a read-only volume. It is removed when it goes.
///
/// Made with plain file functions, so only while this process does not have the database open.
struct PrivateCopy: ~Copyable {
  let path: String
  private let folder: URL

  init?(of original: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diagnose-\(UUID().uuidString)")
    self.folder = folder
    path = folder.appendingPathComponent("history.sqlite").path
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      // The log holds what is not yet in the file.
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: original + suffix) {
        try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      return nil
    }
  }

  // An open file lives on without its name, so the copy may go as soon as SQLite has it open.
  deinit { try? FileManager.default.removeItem(at: folder) }
}
