import Foundation

/// A temporary copy of a history, for reading a history on a read-only volume. The copy is deleted on deinitialization.
///
/// The copy is created with plain file functions, so only while this process does not have the database open.
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
      // The write-ahead log contains changes that are not yet in the file.
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: original + suffix) {
        try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      return nil
    }
  }

  // An open file remains readable after it is unlinked, so the copy can be deleted once SQLite has opened it.
  deinit { try? FileManager.default.removeItem(at: folder) }
}
