import Bytes
package import Platform
import Workflow

/// The folder in which received bodies are until the history has recorded them.
///
/// A body is written to a temporary name, synchronized, renamed, and then the folder is synchronized. Only after that is it
/// acknowledged: a kill or a power failure at any step leaves either no acknowledgment, or a file that the next run finds.
/// Temporary files of an earlier run were not acknowledged and are removed.
package final class Spool: Sendable {
  /// Why a body was not stored.
  package enum Fault: Error, Equatable, Sendable {
    /// The spool has reached its limit.
    case full
    /// The disk is full.
    case noSpace
    case system(SystemError)

    init(_ error: SystemError) {
      switch error {
      case .noSpace, .quotaExceeded, .fileTooLarge: self = .noSpace
      default: self = .system(error)
      }
    }
  }

  private struct State {
    /// The items that are not recorded, oldest first, and their sizes.
    var items: [(item: SpoolItem, size: Int)] = []
    /// The number of items at the beginning of `items` that were taken.
    var used = 0
    var isStopped = false
  }

  /// The size that a file counts with at least: that of a block.
  private static let minSize = 4_096
  private static let lockName = "lock"
  /// The folder of bodies that could not be read, below the spool.
  package static let unreadName = "unread"
  private static let maxUnread = 1_000
  private static let maxUnreadSize = 256 << 20

  /// The path of the folder.
  package let path: FilePath
  private let limit: Int
  private let folder: FileDescriptor
  private let lock: FileDescriptor
  private let state = Guarded(State())

  /// Opens the spool, which is created if it does not exist, and takes over the items of an earlier run.
  ///
  /// - Parameter limit: The maximum size of all items, in bytes.
  /// - Throws: `wouldBlock` if another process uses it, `notPermitted` if other users may read or write it.
  package init(_ path: FilePath, limit: Int) throws(SystemError) {
    self.path = path
    self.limit = limit
    try PrivateFolder.create(path)
    folder = try FileDescriptor(opening: path, [.folder, .noFollow])
    do throws(SystemError) {
      let status = try folder.status()
      guard status.isOwnedByUser, status.permissions & 0o077 == 0 else { throw .notPermitted }
      lock = try FileDescriptor(opening: Self.lockName, in: folder, [.writeOnly, .create, .noFollow], mode: 0o600)
    } catch {
      try? folder.close()
      throw error
    }
    do throws(SystemError) {
      try lock.lock()
      try takeOver()
    } catch {
      try? lock.close()
      try? folder.close()
      throw error
    }
  }

  deinit {
    try? lock.close()
    try? folder.close()
  }

  private func takeOver() throws(SystemError) {
    var found: [(item: SpoolItem, size: Int)] = []
    for entry in try FolderEntry.list(path) where entry.kind == .file {
      let name = String(streamSafe: entry.name)
      if name.hasSuffix(SpoolItem.partialSuffix) {
        try? folder.remove(name)
      } else if let item = SpoolItem(fileName: name) {
        let size = (try? FileStatus(of: path.appending(name), followsLinks: false))?.size ?? 0
        found.append((item, max(Self.minSize, size)))
      }
    }
    found.sort { $0.item < $1.item }
    // An unsynchronized rename of an earlier run becomes durable, too.
    try folder.synchronize()
    state.withLock { state in
      state.items = found
      state.used = found.reduce(0) { $0 + $1.size }
    }
  }

  // MARK: Writing

  /// Whether the spool has reached its limit.
  package var isFull: Bool { state.withLock { $0.used + Self.minSize > limit } }

  /// Begins to write a body of a token.
  package func write(_ token: String) throws(Fault) -> SpoolWriter {
    let item = SpoolItem(id: SpoolID(), token: token)
    try reserve(Self.minSize)
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: item.id.text + SpoolItem.partialSuffix, in: folder, [.writeOnly, .create, .exclusive, .noFollow],
        mode: 0o600)
      return SpoolWriter(item, file, self)
    } catch {
      release(Self.minSize)
      throw Fault(error)
    }
  }

  fileprivate func reserve(_ size: Int) throws(Fault) {
    let isReserved = state.withLock { state in
      guard size <= limit - state.used else { return false }
      state.used += size
      return true
    }
    if !isReserved { throw .full }
  }

  fileprivate func release(_ size: Int) { state.withLock { $0.used = max(0, $0.used - size) } }

  fileprivate static func counted(_ size: Int) -> Int { max(minSize, size) }

  fileprivate func finish(_ item: SpoolItem, size: Int) throws(Fault) {
    do throws(SystemError) {
      try folder.rename(item.id.text + SpoolItem.partialSuffix, to: item.fileName)
      try folder.synchronize()
    } catch {
      // The client is not told that it was stored, and sends it again.
      try? folder.remove(item.id.text + SpoolItem.partialSuffix)
      try? folder.remove(item.fileName)
      throw Fault(error)
    }
    state.change { $0.items.append((item, Self.counted(size))) }
  }

  fileprivate func discard(_ item: SpoolItem) { try? folder.remove(item.id.text + SpoolItem.partialSuffix) }

  // MARK: Reading

  /// Waits for items, and returns the oldest, which remain in the spool. Returns `nil` after `stop`.
  package func next(atMost count: Int) -> [SpoolItem]? {
    state.wait { state -> [SpoolItem]?? in
      if state.isStopped { return .some(nil) }
      return state.items.isEmpty ? nil : .some(state.items.prefix(count).map(\.item))
    }
  }

  /// Waits a while, or until `stop`. Returns false after `stop`.
  package func pause(seconds: Double) -> Bool {
    state.wait(until: .now.advanced(by: seconds)) { $0.isStopped ? true : nil } == nil
  }

  /// Ends the waits of `next` and `pause`. Bodies can still be written.
  package func stop() { state.change { $0.isStopped = true } }

  /// Whether `stop` was called.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The number of items that are not recorded.
  package var count: Int { state.withLock { $0.items.count } }

  /// The path of the file of an item.
  package func path(of item: SpoolItem) -> FilePath { path.appending(item.fileName) }

  /// Removes items that the history has recorded. A file that cannot be removed is recorded again by the next run, which
  /// changes nothing.
  package func remove(_ items: [SpoolItem]) {
    for item in items { try? folder.remove(item.fileName) }
    forget(items)
  }

  /// Moves an item that could not be read to the folder `unread`, of which only the newest are stored.
  package func setAside(_ item: SpoolItem) {
    let unread = path.appending(Self.unreadName)
    do throws(SystemError) {
      try PrivateFolder.create(unread)
      try Files.rename(path(of: item), to: unread.appending(item.fileName))
    } catch {
      try? folder.remove(item.fileName)
    }
    removeOldUnread(in: unread)
    forget([item])
  }

  private func removeOldUnread(in unread: FilePath) {
    let items = ((try? FolderEntry.list(unread)) ?? []).compactMap {
      SpoolItem(fileName: String(streamSafe: $0.name))
    }
    var size = 0
    for (index, item) in items.sorted().reversed().enumerated() {
      let file = unread.appending(item.fileName)
      size += (try? FileStatus(of: file, followsLinks: false))?.size ?? 0
      if index >= Self.maxUnread || size > Self.maxUnreadSize { try? Files.remove(file) }
    }
  }

  /// Leaves items to the next run.
  package func forget(_ items: [SpoolItem]) {
    let gone = Set(items)
    state.withLock { state in
      state.used = max(0, state.used - state.items.reduce(0) { $0 + (gone.contains($1.item) ? $1.size : 0) })
      state.items.removeAll { gone.contains($0.item) }
    }
  }
}

/// A body that is being written to the spool. Unless it is finished, it is removed.
package final class SpoolWriter {
  private let item: SpoolItem
  private let file: FileDescriptor
  private let spool: Spool
  private var size = 0
  private var isOpen = true

  fileprivate init(_ item: SpoolItem, _ file: FileDescriptor, _ spool: Spool) {
    (self.item, self.file, self.spool) = (item, file, spool)
  }

  deinit { close() }

  /// Appends bytes to the body.
  package func append(_ bytes: ArraySlice<UInt8>) throws(Spool.Fault) {
    guard isOpen, !bytes.isEmpty else { return }
    let more = Spool.counted(size + bytes.count) - Spool.counted(size)
    if more > 0 { try spool.reserve(more) }
    size += bytes.count
    var failure: SystemError?
    bytes.withUnsafeBytes { part in
      do throws(SystemError) { try file.write(part) } catch { failure = error }
    }
    if let failure { throw Spool.Fault(failure) }
  }

  /// Makes the body durable, and returns its ID. The client may be told only after this.
  package func finish() throws(Spool.Fault) -> SpoolID {
    guard isOpen else { throw .system(.badFileDescriptor) }
    do throws(SystemError) {
      try file.synchronize()
    } catch {
      close()
      throw Spool.Fault(error)
    }
    isOpen = false
    do throws(Spool.Fault) {
      do throws(SystemError) { try file.close() } catch {
        spool.discard(item)
        throw Spool.Fault(error)
      }
      try spool.finish(item, size: size)
    } catch {
      spool.release(Spool.counted(size))
      throw error
    }
    return item.id
  }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    try? file.close()
    spool.discard(item)
    spool.release(Spool.counted(size))
  }
}
