import Bytes
import Platform

/// The bodies that are being read and are not recorded, in the file `reading` of the spool: a line for each attempt.
///
/// The file is written before a body is read. A body whose analysis ends the process is named there at the next start, and
/// is not read again and again.
final class SpoolAttempts {
  private let spool: Spool
  private var file: FileDescriptor?
  private var size = 0
  private var counts: [SpoolItem: Int] = [:]

  static let fileName = "reading"
  private static let maxSize = 1 << 20

  /// Reads the attempts of an earlier run.
  init(_ spool: Spool) {
    self.spool = spool
    for line in Self.read(spool.folder).split(separator: 0x0A) {
      guard let item = SpoolItem(fileName: String(streamSafe: line)), Files.exists(spool.path(of: item)) else {
        continue
      }
      counts[item, default: 0] += 1
    }
    write()
  }

  deinit { try? file?.close() }

  private static func read(_ folder: FileDescriptor) -> [UInt8] {
    guard let file = try? FileDescriptor(opening: fileName, in: folder, [.nonBlocking, .noFollow]) else { return [] }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular else { return [] }
    return (try? file.bytesToEnd(expecting: status.size, limit: maxSize)) ?? []
  }

  /// The bodies that are named.
  var items: Set<SpoolItem> { Set(counts.keys) }

  /// The number of attempts of a body that did not end.
  func count(of item: SpoolItem) -> Int { counts[item, default: 0] }

  /// Names a body, durably. Without space on the disk, the body is read without that.
  func begin(_ item: SpoolItem) {
    counts[item, default: 0] += 1
    do throws(SystemError) {
      let file = try open()
      let line = Array((item.fileName + "\n").utf8)
      try file.write(line[...], at: size)
      size += line.count
      try file.synchronize()
    } catch { forgetFile() }
  }

  /// Removes the last attempt of each body: the program ends, or waits for the history.
  func cancel(_ items: [SpoolItem]) {
    for item in items {
      let rest = count(of: item) - 1
      counts[item] = rest > 0 ? rest : nil
    }
    if !items.isEmpty { write() }
  }

  /// Removes all attempts of bodies that were recorded or set aside.
  func end(_ items: [SpoolItem]) {
    for item in items { counts[item] = nil }
    if !items.isEmpty { write() }
  }

  private func open() throws(SystemError) -> FileDescriptor {
    if let file { return file }
    let new = try FileDescriptor(
      opening: Self.fileName, in: spool.folder, [.writeOnly, .create, .noFollow], mode: 0o600)
    file = new
    return new
  }

  private func forgetFile() {
    try? file?.close()
    (file, size) = (nil, 0)
  }

  /// Replaces the file. Its old text would count attempts that have ended, so an error removes it.
  private func write() {
    forgetFile()
    guard !counts.isEmpty else {
      try? spool.folder.remove(Self.fileName)
      return
    }
    let text = counts.sorted { $0.key < $1.key }
      .map { String(repeating: $0.key.fileName + "\n", count: $0.value) }.joined()
    let temporary = Self.fileName + SpoolItem.partialSuffix
    do throws(SystemError) {
      try? spool.folder.remove(temporary)
      let new = try FileDescriptor(
        opening: temporary, in: spool.folder, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
      (file, size) = (new, text.utf8.count)
      try new.write(Array(text.utf8))
      try new.synchronize()
      try spool.folder.rename(temporary, to: Self.fileName)
    } catch {
      forgetFile()
      try? spool.folder.remove(temporary)
      try? spool.folder.remove(Self.fileName)
    }
  }
}
