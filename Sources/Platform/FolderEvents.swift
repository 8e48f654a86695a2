import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// File system events of folders: inotify(7) on Linux, kqueue(2) on macOS. Events are hints and may be lost, so callers
/// rescan the folders in any case.
package final class FolderEvents: Sendable {
  /// An event in a watched folder.
  package enum Event: Sendable {
    /// A file was written and closed, or moved into a watched folder.
    case changed(FilePath)
    /// A change without details: all folders must be scanned.
    case rescan
  }

  /// The descriptor of the event queue; −1 if the system provides none, so that only rescans find changes.
  private let queue: Int32
  /// Watched folders by descriptor (macOS) or watch (Linux).
  private let folders = Mutex<[Int32: FilePath]>([:])
  /// Whether a new folder is to be reported.
  private let follows: @Sendable (FilePath) -> Bool

  /// Creates a queue that watches no folder.
  ///
  /// - Parameter follows: Returns whether a folder that appears in a watched one is to be reported.
  package init(follows: @escaping @Sendable (FilePath) -> Bool) {
    self.follows = follows
    #if canImport(Darwin)
      queue = kqueue()
    #elseif canImport(Glibc)
      queue = inotify_init1(Int32(IN_CLOEXEC))
    #endif
  }

  deinit {
    if queue >= 0 { close(queue) }
    #if canImport(Darwin)
      folders.withLock { for descriptor in $0.keys { close(descriptor) } }
    #endif
  }
}

#if canImport(Darwin)
  extension FolderEvents {
    /// The maximum number of watched folders; rescans cover the others. Each folder needs a descriptor, and a process
    /// has 256 unless the limit is raised (`launchctl limit maxfiles`).
    private static let maxFolders = 100

    /// Watches a folder, unless it is watched already. The system reports that entries changed, but not which ones.
    package func watch(_ folder: FilePath) {
      guard queue >= 0 else { return }
      folders.withLock { folders in
        guard folders.count < Self.maxFolders, !folders.values.contains(folder) else { return }
        let descriptor = folder.withCString { open($0, O_EVTONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        var change = kevent(
          ident: UInt(descriptor), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
        guard kevent(queue, &change, 1, nil, 0, nil) == 0 else {
          close(descriptor)
          return
        }
        folders[descriptor] = folder
      }
    }

    /// Delivers events until the queue fails or is missing. Blocks the thread.
    package func deliver(to receive: (Event) -> Void) {
      while queue >= 0 {
        var event = kevent()
        let count = kevent(queue, nil, 0, &event, 1, nil)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        if event.fflags & UInt32(NOTE_DELETE | NOTE_RENAME) != 0 { forget(Int32(truncatingIfNeeded: event.ident)) }
        receive(.rescan)
      }
    }

    /// Stops watching a folder. Closing the descriptor removes it from the queue.
    private func forget(_ descriptor: Int32) {
      folders.withLock { if $0.removeValue(forKey: descriptor) != nil { close(descriptor) } }
    }
  }
#elseif canImport(Glibc)
  extension FolderEvents {
    /// Watches a folder, unless it is watched already: adding it again changes nothing.
    package func watch(_ folder: FilePath) {
      guard queue >= 0 else { return }
      let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
      folders.withLock { folders in
        let number = folder.withCString { inotify_add_watch(queue, $0, mask | UInt32(IN_ONLYDIR)) }
        if number >= 0 { folders[number] = folder }
      }
    }

    /// Delivers events until the queue fails or is missing. Blocks the thread.
    package func deliver(to receive: (Event) -> Void) {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while queue >= 0 {
        let count = read(queue, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        deliver(buffer[0..<count], to: receive)
      }
    }

    /// Delivers the events in a buffer of inotify(7): watch, mask, cookie and length of the name, four bytes each, and
    /// the name, padded with zeros.
    private func deliver(_ events: ArraySlice<UInt8>, to receive: (Event) -> Void) {
      var offset = events.startIndex
      func number(at index: Int) -> UInt32 {
        events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index - events.startIndex, as: UInt32.self) }
      }
      while offset + 16 <= events.endIndex {
        let watch = Int32(bitPattern: number(at: offset))
        let mask = number(at: offset + 4)
        let length = Int(number(at: offset + 12))
        guard length <= events.endIndex - offset - 16 else { return receive(.rescan) }
        let name = events[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
        offset += 16 + length
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
          receive(.rescan)
        } else if mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0 {
          forget(watch, isMoved: mask & UInt32(IN_MOVE_SELF) != 0)
          receive(.rescan)
        } else if mask & UInt32(IN_ISDIR) != 0 {
          if let folder = folder(of: watch), follows(folder.appending(Array(name))) { receive(.rescan) }
        } else if mask & UInt32(IN_CREATE) != 0 {
          // A file that has just been created is empty; `IN_CLOSE_WRITE` follows when its writer closes it.
          continue
        } else if name.first != UInt8(ascii: "."), let folder = folder(of: watch) {
          receive(.changed(folder.appending(Array(name))))
        }
      }
    }

    private func folder(of watch: Int32) -> FilePath? { folders.withLock { $0[watch] } }

    private func forget(_ watch: Int32, isMoved: Bool) {
      folders.withLock {
        // A folder that was moved is still watched, but its path is outdated.
        if isMoved { inotify_rm_watch(queue, watch) }
        $0[watch] = nil
      }
    }
  }
#endif
