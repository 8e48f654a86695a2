import Bytes
import Platform

/// How often the process ended while it read each body of the spool, in the file `reading`.
///
/// A body whose analysis ends the process is named there at the next start, and is not read again and again. The file has a line for
/// each such end, the line `-`, and then a line for each body that is begun, or `-` when it was read: the process ended while it read a
/// body only if that is on the last line. Recording, which may wait for a server, is not reading.
final class SpoolAttempts {
  private let spool: Spool
  private var file: FileDescriptor?
  private var size = 0
  private var isReading = false
  private var ends: [SpoolItem: Int] = [:]

  static let fileName = "reading"
  private static let mark = "-"
  private static let maxSize = 1 << 20
  /// The size from which the file is written anew.
  private static let longSize = 1 << 16

  /// Reads how earlier runs ended.
  init(_ spool: Spool) {
    self.spool = spool
    var (isBegun, last): (Bool, SpoolItem?) = (false, nil)
    for line in Self.read(spool.folder).split(separator: 0x0A) {
      if line.elementsEqual(Self.mark.utf8) {
        (isBegun, last) = (true, nil)
      } else if let item = SpoolItem(fileName: String(streamSafe: line)), Files.exists(spool.path(of: item)) {
        if isBegun { last = item } else { ends[item, default: 0] += 1 }
      }
    }
    if let last { ends[last, default: 0] += 1 }
    write()
  }

  deinit { try? file?.close() }

  private static func read(_ folder: FileDescriptor) -> [UInt8] {
    guard let file = try? FileDescriptor(opening: fileName, in: folder, [.nonBlocking, .noFollow]) else { return [] }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular else { return [] }
    return (try? file.bytesToEnd(expecting: status.size, limit: maxSize)) ?? []
  }

  /// The bodies that were being read when the process ended.
  var items: Set<SpoolItem> { Set(ends.keys) }

  /// How often the process ended while it read a body.
  func count(of item: SpoolItem) -> Int { ends[item, default: 0] }

  /// Names a body before it is read, durably. Without space on the disk, the body is read without that.
  func begin(_ item: SpoolItem) {
    isReading = true
    append(item.fileName, isDurable: true)
  }

  /// The body was read: an end of the process is not its fault.
  func finish() {
    guard isReading else { return }
    isReading = false
    // The system has it also if the process is killed.
    append(Self.mark, isDurable: false)
    if size > Self.longSize { write() }
  }

  /// The program ends without a fault.
  func close() {
    finish()
    if ends.isEmpty { write() }
  }

  /// Forgets the ends of bodies that were recorded or set aside.
  func forget(_ items: [SpoolItem]) {
    let known = ends.count
    for item in items { ends[item] = nil }
    if ends.count < known { write() }
  }

  private func append(_ text: String, isDurable: Bool) {
    do throws(SystemError) {
      let file = try open()
      let line = Array(((size == 0 ? Self.mark + "\n" : "") + text + "\n").utf8)
      try file.write(line[...], at: size)
      size += line.count
      if isDurable { try file.synchronize() }
    } catch {
      // What it contains would be read as the end of this run.
      forgetFile()
      try? spool.folder.remove(Self.fileName)
    }
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

  /// Replaces the file. Its old text would count ends again, so an error removes it.
  private func write() {
    forgetFile()
    guard !ends.isEmpty else {
      try? spool.folder.remove(Self.fileName)
      return
    }
    let text =
      ends.sorted { $0.key < $1.key }.map { String(repeating: $0.key.fileName + "\n", count: $0.value) }.joined()
      + Self.mark + "\n"
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
