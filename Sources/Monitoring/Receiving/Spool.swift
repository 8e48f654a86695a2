import Bytes
package import Platform
package import Vocabulary
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
    /// The bodies of one token have reached their share of it.
    case tokenIsFull
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

  /// An item that is not recorded.
  private struct Waiting {
    var item: SpoolItem
    var size: Int
    /// When it may be read.
    var due = Moment.distantPast
    /// The pause before `due`, in seconds; 0 for an item that was never postponed.
    var pause = 0.0
  }

  private struct State {
    /// The items that are not recorded, oldest first.
    var items: [Waiting] = []
    /// The size of all items, and of those that are being written.
    var used = 0
    /// The same of each token.
    var shares: [String: Int] = [:]
    var isStopped = false

    mutating func add(_ size: Int, _ token: String) {
      used = max(0, used + size)
      let share = shares[token, default: 0] + size
      shares[token] = share > 0 ? share : nil
    }
  }

  /// The size that a file counts with at least: that of a block.
  private static let minSize = 4_096
  private static let lockName = "lock"
  /// The folder of bodies that could not be read, below the spool.
  package static let unreadName = "unread"
  private static let firstPause = 1.0
  private static let longestPause = 60.0

  /// The limits of the folder of bodies that could not be read: only the newest are stored.
  package struct UnreadLimits: Sendable {
    /// The maximum number of bodies.
    package var count = 1_000
    /// The maximum size of all of them, in bytes.
    package var bytes = 256 << 20

    /// The default limits.
    package init() {}
  }

  /// The limits of the bodies that wait for symbol files: the oldest ones of a token beyond its half, or of all, are removed.
  package struct WaitingLimits: Sendable {
    /// The maximum number of bodies; 0 if none waits.
    package var count = 20_000
    /// The maximum size of all of them, in bytes.
    package var bytes = 512 << 20
    /// The maximum time that a body waits, in seconds.
    package var age = 90.0 * 86_400

    /// The default limits.
    package init() {}
  }

  /// The path of the folder.
  package let path: FilePath
  private let limit: Int
  private let unreadLimits: UnreadLimits
  let folder: FileDescriptor
  let lock: FileDescriptor
  private let waiting: WaitingBodies
  private let state = Guarded(State())

  /// Opens the spool, which is created if it does not exist, and takes over the items of an earlier run.
  ///
  /// - Parameter limit: The maximum size of all items, in bytes.
  /// - Throws: `wouldBlock` if another process uses it, `notPermitted` if other users may read or write it.
  package init(
    _ path: FilePath, limit: Int, unread: UnreadLimits = UnreadLimits(), waiting: WaitingLimits = WaitingLimits()
  ) throws(SystemError) {
    self.path = path
    self.limit = limit
    unreadLimits = unread
    try PrivateFolder.create(path)
    // Also if an earlier run created it, and was killed before this.
    try PrivateFolder.synchronize(path.parent)
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
      self.waiting = WaitingBodies(spool: path, limits: waiting)
      try takeOver()
    } catch {
      try? lock.close()
      try? folder.close()
      throw error
    }
  }

  deinit {
    // A program that starts at this moment has a copy of the descriptor, with which the lock would last until it has started.
    lock.unlock()
    try? lock.close()
    try? folder.close()
  }

  private func takeOver() throws(SystemError) {
    var found: [Waiting] = []
    for entry in try FolderEntry.list(path) where entry.kind == .file {
      let name = String(streamSafe: entry.name)
      if name.hasSuffix(SpoolItem.partialSuffix) {
        try? folder.remove(name)
      } else if let item = SpoolItem(fileName: name) {
        let size = (try? FileStatus(of: path.appending(name), followsLinks: false))?.size ?? 0
        found.append(Waiting(item: item, size: Self.counted(size)))
      }
    }
    found.sort { $0.item < $1.item }
    // An unsynchronized rename of an earlier run becomes durable, too.
    try folder.synchronize()
    state.withLock { state in
      state.items = found
      for one in found { state.add(one.size, one.item.token) }
    }
  }

  // MARK: Writing

  /// Whether the spool has reached its limit.
  package var isFull: Bool { state.withLock { $0.used + Self.minSize > limit } }

  /// The maximum size of the bodies of one token: one app that crashes all the time leaves room for others.
  private var share: Int { max(Self.minSize, limit / 2) }

  /// Returns why no body of a token can be stored now; `nil` if one can be.
  package func fault(for token: String) -> Fault? {
    state.withLock { self.fault(in: $0, Self.minSize, token) }
  }

  private func fault(in state: State, _ size: Int, _ token: String) -> Fault? {
    if size > limit - state.used { return .full }
    return size > share - state.shares[token, default: 0] ? .tokenIsFull : nil
  }

  /// Begins to write a body of a token.
  package func write(_ token: String) throws(Fault) -> SpoolWriter {
    let item = SpoolItem(id: SpoolID(), token: token)
    try reserve(Self.minSize, token)
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: item.id.text + SpoolItem.partialSuffix, in: folder, [.writeOnly, .create, .exclusive, .noFollow],
        mode: 0o600)
      return SpoolWriter(item, file, self)
    } catch {
      release(Self.minSize, token)
      throw Fault(error)
    }
  }

  fileprivate func reserve(_ size: Int, _ token: String) throws(Fault) {
    let fault = state.withLock { state -> Fault? in
      if let fault = self.fault(in: state, size, token) { return fault }
      state.add(size, token)
      return nil
    }
    if let fault { throw fault }
  }

  fileprivate func release(_ size: Int, _ token: String) { state.withLock { $0.add(-size, token) } }

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
    state.change { $0.items.append(Waiting(item: item, size: Self.counted(size))) }
  }

  fileprivate func discard(_ item: SpoolItem) { try? folder.remove(item.id.text + SpoolItem.partialSuffix) }

  // MARK: Reading

  /// Waits for items, and returns the oldest, which remain in the spool. Returns `nil` after `stop`.
  package func next(atMost count: Int) -> [SpoolItem]? {
    while true {
      // Items that were postponed are due without a change.
      let end = state.withLock { state in
        Self.due(state.items, 1).isEmpty ? state.items.map(\.due).min() : nil
      }
      let found = state.wait(until: end ?? .now.advanced(by: Self.longestPause)) { state -> [SpoolItem]?? in
        if state.isStopped { return .some(nil) }
        let due = Self.due(state.items, count)
        // New bodies precede those that are read again.
        return due.isEmpty && !waiting.hasCalled ? nil : .some(due)
      }
      guard let found else { continue }
      guard found?.isEmpty == true else {
        waiting.beginReading()
        return found
      }
      let called = waiting.takeCalled(atMost: count)
      state.withLock { state in
        for (item, size) in called {
          state.items.append(Waiting(item: item, size: size))
          state.add(size, item.token)
        }
      }
    }
  }

  private static func due(_ items: [Waiting], _ count: Int) -> [SpoolItem] {
    let now = Moment.now
    return Array(items.lazy.filter { $0.due <= now }.map(\.item).prefix(count))
  }

  /// Leaves items in the spool, to be read again after a pause that grows.
  package func postpone(_ items: [SpoolItem]) {
    guard !items.isEmpty else { return }
    let late = Set(items)
    state.withLock { state in
      for index in state.items.indices where late.contains(state.items[index].item) {
        let pause = min(Self.longestPause, max(Self.firstPause, state.items[index].pause * 2))
        state.items[index].pause = pause
        state.items[index].due = .now.advanced(by: pause)
      }
    }
  }

  /// Whether an item was postponed.
  package func wasPostponed(_ item: SpoolItem) -> Bool {
    state.withLock { $0.items.contains { $0.item == item && $0.pause > 0 } }
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

  /// Removes items that the history has recorded. A file that cannot be removed is tried again later; recording it again
  /// changes nothing.
  package func remove(_ items: [SpoolItem]) {
    var left: [SpoolItem] = []
    for item in items {
      do throws(SystemError) { try folder.remove(item.fileName) } catch {
        if error != .noSuchFile { left.append(item) }
      }
    }
    let stuck = Set(left)
    forget(items.filter { !stuck.contains($0) })
    postpone(left)
  }

  // MARK: Symbol files

  /// Removes items that the history has recorded, and that wait for symbol files of images. They are read again when one of
  /// these is stored.
  package func remove(_ items: [(item: SpoolItem, images: Set<BuildID>)]) {
    var done: [SpoolItem] = []
    var moved: [SpoolItem] = []
    for (item, images) in items {
      if waiting.add(item, for: images) { moved.append(item) } else { done.append(item) }
    }
    forget(moved)
    remove(done)
  }

  /// Reads the bodies again that wait for an image whose symbol file was stored, also those that are being read now.
  package func symbolsWereStored(for image: BuildID) {
    if waiting.call(image) { state.change { _ in } }
  }

  /// Reads the bodies again that wait for an image.
  ///
  /// - Parameter isThere: Returns whether the symbol file of an image is there.
  package func symbolsWereStored(_ isThere: (BuildID) -> Bool) {
    if waiting.call(isThere) { state.change { _ in } }
  }

  /// Whether bodies wait to be read again.
  var hasCalled: Bool { waiting.hasCalled }

  /// The number of bodies that wait for symbol files.
  package var waitingCount: Int { waiting.count }

  /// Moves an item that could not be read to the folder `unread`, of which only the newest are stored. If that is not
  /// possible, the item stays in the spool.
  package func setAside(_ item: SpoolItem) throws(SystemError) {
    let unread = path.appending(Self.unreadName)
    try PrivateFolder.create(unread)
    do throws(SystemError) { try Files.rename(path(of: item), to: unread.appending(item.fileName)) } catch {
      if Files.exists(path(of: item)) { throw error }
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
      if index >= unreadLimits.count || size > unreadLimits.bytes { try? Files.remove(file) }
    }
  }

  /// Forgets items whose files are gone.
  package func forget(_ items: [SpoolItem]) {
    guard !items.isEmpty else { return }
    let gone = Set(items)
    state.withLock { state in
      for one in state.items where gone.contains(one.item) { state.add(-one.size, one.item.token) }
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
    if more > 0 { try spool.reserve(more, item.token) }
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
      spool.release(Spool.counted(size), item.token)
      throw error
    }
    return item.id
  }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    try? file.close()
    spool.discard(item)
    spool.release(Spool.counted(size), item.token)
  }
}
