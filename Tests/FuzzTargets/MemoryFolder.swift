internal import Foundation
internal import Synchronization

/// A folder for one input, in memory if the system has such a file system: a history and a spool wait for the disk at each
/// step.
struct MemoryFolder {
  private static let number = Atomic(0)
  let url: URL

  init() {
    let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
    let base = FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    let number = Self.number.wrappingAdd(1, ordering: .relaxed).newValue
    url = base.appendingPathComponent("diagnose-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(number)")
    try? FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The path of a history.
  func path(_ name: String) -> String { url.appendingPathComponent(name + ".sqlite").path }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
