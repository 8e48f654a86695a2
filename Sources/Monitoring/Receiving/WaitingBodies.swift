import Bytes
import CrashReports
import Platform
import Vocabulary

/// The bodies that were recorded with functions of the app that have no name, because there was no symbol file: they wait for
/// it in the folder `waiting` of the spool, and are read again when it arrives.
///
/// A body waits under its name, beside a list with the identifiers of the images, which is written before the body is moved. A
/// kill between the two leaves the body in the spool, where it is read again. A body without a list, which a power failure
/// may leave, is read again at the next start.
final class WaitingBodies: Sendable {
  /// The folder, below the spool.
  static let name = "waiting"
  private static let listSuffix = ".images"
  /// The maximum size of a list in bytes, and of the number of its images.
  private static let maxList = 64 << 10
  private static let maxImages = 256
  /// How often the ages of the bodies are examined, in seconds.
  private static let examinationInterval = 3_600.0

  private struct Body {
    var size: Int
    var images: Set<BuildID>
  }

  /// The number and size of some bodies.
  private struct Sum {
    var count = 0
    var bytes = 0

    func with(_ size: Int) -> Sum { Sum(count: count + 1, bytes: bytes + size) }
    func without(_ size: Int) -> Sum { Sum(count: count - 1, bytes: bytes - size) }

    func fits(_ limits: Spool.WaitingLimits, parts: Int = 1) -> Bool {
      count <= max(1, limits.count / parts) && bytes <= limits.bytes / parts
    }
  }

  private struct State {
    private(set) var bodies: [SpoolItem: Body] = [:]
    private(set) var all = Sum()
    /// The same of each token.
    private(set) var shares: [String: Sum] = [:]
    /// The bodies that are to be read again.
    var called: Set<SpoolItem> = []
    /// The images whose symbol files were stored while bodies were read, which may not have found them.
    var stored: Set<BuildID> = []
    /// When the ages of the bodies are examined again.
    var examination = Moment.now.advanced(by: WaitingBodies.examinationInterval)

    mutating func add(_ item: SpoolItem, _ body: Body) {
      remove(item)
      bodies[item] = body
      all = all.with(body.size)
      shares[item.token] = shares[item.token, default: Sum()].with(body.size)
    }

    mutating func remove(_ item: SpoolItem) {
      called.remove(item)
      guard let body = bodies.removeValue(forKey: item) else { return }
      all = all.without(body.size)
      let share = shares[item.token, default: Sum()].without(body.size)
      shares[item.token] = share.count > 0 ? share : nil
    }
  }

  private let path: FilePath
  private let spool: FilePath
  private let limits: Spool.WaitingLimits
  private let state = Guarded(State())

  /// Opens the folder, which is created when a body waits.
  ///
  /// - Parameter spool: The folder of the spool.
  init(spool: FilePath, limits: Spool.WaitingLimits) {
    self.spool = spool
    self.limits = limits
    path = spool.appending(Self.name)
    takeOver()
  }

  private func takeOver() {
    let entries = (try? FolderEntry.list(path)) ?? []
    var state = State()
    for entry in entries where entry.kind == .file {
      guard let item = SpoolItem(fileName: String(streamSafe: entry.name)) else { continue }
      let images = list(of: item)
      state.add(item, Body(size: size(of: item), images: images))
      if images.isEmpty { state.called.insert(item) }
    }
    // What belongs to no body is left of one that was moved.
    for entry in entries where entry.kind == .file {
      let name = String(streamSafe: entry.name)
      if SpoolItem(fileName: name) != nil { continue }
      let isList = name.hasSuffix(Self.listSuffix)
      let item = isList ? SpoolItem(fileName: String(name.dropLast(Self.listSuffix.utf8.count))) : nil
      if item.flatMap({ state.bodies[$0] }) == nil { try? Files.remove(path.appending(entry.name)) }
    }
    self.state.withLock { [state] in $0 = state }
    removeExcess()
  }

  private func file(of item: SpoolItem) -> FilePath { path.appending(item.fileName) }
  private func listFile(of item: SpoolItem) -> FilePath { path.appending(item.fileName + Self.listSuffix) }

  private func size(of item: SpoolItem) -> Int {
    max(4_096, (try? FileStatus(of: file(of: item), followsLinks: false))?.size ?? 0)
  }

  private func list(of item: SpoolItem) -> Set<BuildID> {
    guard let file = try? FileDescriptor(opening: listFile(of: item), [.nonBlocking, .noFollow]) else { return [] }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular else { return [] }
    let bytes = (try? file.bytesToEnd(expecting: status.size, limit: Self.maxList)) ?? []
    return Set(bytes.split(separator: 0x0A).prefix(Self.maxImages).compactMap { BuildID($0) })
  }

  // MARK: Waiting

  /// Moves a body of the spool here. Returns false if that is not possible: it then does not wait.
  func add(_ item: SpoolItem, for images: Set<BuildID>) -> Bool {
    guard limits.bytes > 0, limits.count > 0, !images.isEmpty else { return false }
    let images = Set(images.sorted { $0.description < $1.description }.prefix(Self.maxImages))
    do throws(SystemError) {
      try PrivateFolder.create(path)
      try writeList(images, of: item)
      try Files.rename(spool.appending(item.fileName), to: file(of: item))
    } catch {
      try? Files.remove(listFile(of: item))
      return false
    }
    let size = size(of: item)
    let fits = state.withLock { state in
      state.add(item, Body(size: size, images: images))
      if !images.isDisjoint(with: state.stored) { state.called.insert(item) }
      return state.all.fits(limits) && state.shares[item.token]?.fits(limits, parts: 2) == true
        && Moment.now < state.examination
    }
    if !fits { removeExcess() }
    return true
  }

  private func writeList(_ images: Set<BuildID>, of item: SpoolItem) throws(SystemError) {
    let temporary = path.appending(item.id.text + SpoolItem.partialSuffix)
    try? Files.remove(temporary)
    let file = try FileDescriptor(opening: temporary, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
    defer { try? Files.remove(temporary) }
    do throws(SystemError) {
      try file.write(Array(images.map { $0.description + "\n" }.sorted().joined().utf8))
      try file.close()
    } catch {
      try? file.close()
      throw error
    }
    try Files.rename(temporary, to: listFile(of: item))
  }

  /// Removes the bodies that waited too long, and the oldest ones beyond the other limits and some more, so that this is
  /// rarely necessary. Their reports stay as they were recorded.
  private func removeExcess() {
    let excess = state.withLock { state -> [SpoolItem] in
      state.examination = Moment.now.advanced(by: Self.examinationInterval)
      let isFull = !state.all.fits(limits)
      var lower = limits
      if isFull { (lower.count, lower.bytes) = (limits.count - limits.count / 8, limits.bytes - limits.bytes / 8) }
      let full = Set(state.shares.filter { !$0.value.fits(limits, parts: 2) }.keys)
      var excess: [SpoolItem] = []
      for item in state.bodies.keys.sorted() {
        let isOver = full.contains(item.token) && state.shares[item.token]?.fits(lower, parts: 2) == false
        guard isOver || isFull && !state.all.fits(lower) || item.id.age() > limits.age else { continue }
        excess.append(item)
        state.remove(item)
      }
      return excess
    }
    for item in excess { remove(item) }
  }

  private func remove(_ item: SpoolItem) {
    // Without its body, a list is removed by the next start.
    try? Files.remove(file(of: item))
    try? Files.remove(listFile(of: item))
  }

  // MARK: Symbol files

  /// Whether a body is to be read again.
  var hasCalled: Bool { state.withLock { !$0.called.isEmpty } }

  /// The number of bodies that wait.
  var count: Int { state.withLock { $0.bodies.count } }

  /// Notes that no body is being read: those that are read from now on find the symbol files that were stored before.
  func beginReading() { state.withLock { $0.stored = [] } }

  /// Calls the bodies that wait for an image whose symbol file was stored, also those that are being read now. Returns whether
  /// a body is to be read again.
  func call(_ image: BuildID) -> Bool {
    state.withLock { _ = $0.stored.insert(image) }
    return call { $0 == image }
  }

  /// Calls the bodies that wait for an image. Returns whether there are any.
  func call(_ isThere: (BuildID) -> Bool) -> Bool {
    state.withLock { state in
      var known: [BuildID: Bool] = [:]
      for (item, body) in state.bodies where !state.called.contains(item) {
        let isCalled = body.images.contains { image in
          if let answer = known[image] { return answer }
          let answer = isThere(image)
          known[image] = answer
          return answer
        }
        if isCalled { state.called.insert(item) }
      }
      return !state.called.isEmpty
    }
  }

  /// Moves called bodies back to the spool, the oldest first. Returns them with their sizes.
  func takeCalled(atMost count: Int) -> [(item: SpoolItem, size: Int)] {
    let items = state.withLock { state -> [(item: SpoolItem, body: Body)] in
      state.called.sorted().prefix(count).compactMap { item in
        guard let body = state.bodies[item] else { return nil }
        state.remove(item)
        return (item, body)
      }
    }
    return items.compactMap { item, body in
      do throws(SystemError) {
        try Files.rename(file(of: item), to: spool.appending(item.fileName))
      } catch {
        // It waits on, for the next symbol file.
        if error != .noSuchFile { state.withLock { $0.add(item, body) } }
        return nil
      }
      try? Files.remove(listFile(of: item))
      return (item, body.size)
    }
  }
}

extension CrashReport {
  /// The identifiers of the app's images that have functions without a name in the stack of the failure, because no symbol file
  /// was found.
  var imagesWithoutSymbolFile: Set<BuildID> {
    var found: Set<BuildID> = []
    let images = images ?? []
    for frame in failureStack where frame.symbol == nil && frame.role == .app {
      guard [.noSymbolFile, .uuidMismatch, .architectureMismatch].contains(frame.outcome),
        let index = frame.imageIndex, images.indices.contains(index), let image = images[index].identifier
      else { continue }
      found.insert(image)
    }
    return found
  }
}
