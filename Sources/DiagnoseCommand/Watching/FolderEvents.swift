import Foundation
import Vocabulary

#if canImport(Darwin)
  import Darwin
  import Dispatch
#else
  import Glibc
#endif

/// Tells an inbox what happens in folders. Events are hints: whoever reads them looks for himself.
final class FolderEvents: @unchecked Sendable {
  private let inbox: Inbox
  /// Whether a new folder matters.
  private let follows: (FilePath) -> Bool

  #if canImport(Darwin)
    private let lock = NSLock()
    private var sources: [FilePath: any DispatchSourceFileSystemObject] = [:]
    private let queue = DispatchQueue(label: "diagnose.watch")
    /// Each folder takes a descriptor, of which a process has 256 unless more are asked for (`launchctl limit
    /// maxfiles`); the rescans look into the others.
    private static let mostFolders = 100

    init(_ inbox: Inbox, follows: @escaping (FilePath) -> Bool) {
      self.inbox = inbox
      self.follows = follows
    }

    /// Watches a folder, unless it is watched already. The system says that entries changed, not which ones.
    func watch(_ folder: FilePath) {
      lock.withLock {
        guard sources[folder] == nil, sources.count < Self.mostFolders else { return }
        let descriptor = folder.withCString { open($0, O_EVTONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
        source.setEventHandler { [inbox, weak self] in
          if !source.data.isDisjoint(with: [.delete, .rename]) { self?.forget(folder) }
          inbox.rescan()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        sources[folder] = source
      }
    }

    private func forget(_ folder: FilePath) { lock.withLock { sources.removeValue(forKey: folder)?.cancel() } }
  #else
    /// −1 where the system gives no events; then only the rescans look.
    private let descriptor: Int32
    private let lock = NSLock()
    private var folders: [Int32: FilePath] = [:]

    init(_ inbox: Inbox, follows: @escaping (FilePath) -> Bool) {
      self.inbox = inbox
      self.follows = follows
      descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return }
      let thread = Thread { [self] in drain() }
      thread.stackSize = 512 << 10
      thread.start()
    }

    /// Watches a folder, unless it is watched already: adding it again changes nothing.
    func watch(_ folder: FilePath) {
      guard descriptor >= 0 else { return }
      let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
      lock.withLock {
        let number = folder.withCString { inotify_add_watch(descriptor, $0, mask | UInt32(IN_ONLYDIR)) }
        if number >= 0 { folders[number] = folder }
      }
    }

    private func drain() {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        deliver(buffer[0..<count])
      }
    }

    /// inotify(7): watch, mask and cookie of four bytes each, the length of the name, and the name, filled with zeros.
    private func deliver(_ events: ArraySlice<UInt8>) {
      var offset = events.startIndex
      func number(at place: Int) -> UInt32 {
        events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place - events.startIndex, as: UInt32.self) }
      }
      while offset + 16 <= events.endIndex {
        let watch = Int32(bitPattern: number(at: offset))
        let mask = number(at: offset + 4)
        let length = Int(number(at: offset + 12))
        guard length <= events.endIndex - offset - 16 else { return inbox.rescan() }
        let name = events[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
        offset += 16 + length
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
          inbox.rescan()
        } else if mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0 {
          forget(watch, isMoved: mask & UInt32(IN_MOVE_SELF) != 0)
          inbox.rescan()
        } else if mask & UInt32(IN_ISDIR) != 0 {
          if let folder = lock.withLock({ folders[watch] }), follows(folder.appending(Array(name))) { inbox.rescan() }
        } else if mask & UInt32(IN_CREATE) != 0 {
          // A file that has just been created is empty; its writer closes it.
          continue
        } else if name.first != UInt8(ascii: "."), let folder = lock.withLock({ folders[watch] }) {
          inbox.add(folder.appending(Array(name)))
        }
      }
    }

    private func forget(_ watch: Int32, isMoved: Bool) {
      lock.withLock {
        // A folder that was moved away is still watched, under a name that is no longer true.
        if isMoved { inotify_rm_watch(descriptor, watch) }
        folders[watch] = nil
      }
    }
  #endif
}
