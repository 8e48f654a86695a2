#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The descriptor of an open file. It does not close itself: the code that opened it calls `close()` once.
///
/// Calls that a signal interrupts (`EINTR`) are repeated.
package struct FileDescriptor: Hashable, Sendable {
  /// The number that system calls expect.
  package let rawValue: Int32

  /// Wraps a descriptor that is already open.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Standard input of this process (descriptor 0).
  package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  /// Standard output of this process (descriptor 1).
  package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  /// Standard error of this process (descriptor 2).
  package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)

  /// How a file is opened (open(2)): for reading, unless `writeOnly` or `readWrite` is set. Child processes do not inherit the
  /// descriptor (`O_CLOEXEC`).
  package struct Options: OptionSet, Sendable {
    /// Flags of open(2) as the system defines them.
    package let rawValue: Int32
    /// Creates options from flags of open(2).
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Whether a file is opened for reading only, and not created.
    var isReading: Bool { rawValue & (O_WRONLY | O_RDWR | O_CREAT) == 0 }

    /// `O_WRONLY`.
    package static let writeOnly = Options(rawValue: O_WRONLY)
    /// `O_RDWR`.
    package static let readWrite = Options(rawValue: O_RDWR)
    /// `O_CREAT`: creates the file if it does not exist.
    package static let create = Options(rawValue: O_CREAT)
    /// `O_EXCL`, with `create`: fails if it exists.
    package static let exclusive = Options(rawValue: O_EXCL)
    /// `O_DIRECTORY`: fails if it is not a folder.
    package static let folder = Options(rawValue: O_DIRECTORY)
    /// A folder in which names are looked up and changed, but not listed: `O_PATH` on Linux, so that permission to read the
    /// folder is not needed.
    package static let searchedFolder: Options = {
      #if canImport(Glibc)
        // Its definition is too complex to be imported.
        return Options(rawValue: 0o10_000_000 | O_DIRECTORY)
      #else
        return .folder
      #endif
    }()
    /// `O_NOFOLLOW`: fails if the last part of the path is a symbolic link.
    package static let noFollow = Options(rawValue: O_NOFOLLOW)
    /// `O_NONBLOCK`: opens a pipe without waiting for its other end.
    package static let nonBlocking = Options(rawValue: O_NONBLOCK)
    /// `O_NOCTTY`: a terminal does not become the controlling terminal of this process.
    package static let noControllingTerminal = Options(rawValue: O_NOCTTY)
  }

  /// Opens a file, in the scope of the path if it has one. Then it is opened for reading only.
  ///
  /// - Parameter mode: The permissions of a file that is created, before the user's mask is applied (umask(2)).
  package init(opening path: FilePath, _ options: Options = [], mode: UInt16 = 0o666) throws(SystemError) {
    if let scope = path.scope {
      self = try scope.open(path, options)
      RedirectedOutputs.noteReading(self, path)
      return
    }
    let number = path.withCString { open($0, options.rawValue | O_CLOEXEC, mode_t(mode)) }
    guard number >= 0 else { throw .last }
    rawValue = number
    // A file that was found in a folder is opened without following links. It may be the log of this run.
    if options.rawValue & O_ACCMODE == O_RDONLY, !options.contains(.noFollow) {
      RedirectedOutputs.noteReading(self, path)
    }
  }

  /// Opens a file whose path is relative to an open folder.
  package init(
    opening name: String, in folder: FileDescriptor, _ options: Options = [], mode: UInt16 = 0o666
  ) throws(SystemError) {
    let number = openat(folder.rawValue, name, options.rawValue | O_CLOEXEC, mode_t(mode))
    guard number >= 0 else { throw .last }
    rawValue = number
  }

  /// Creates a temporary file without a name in `folder`, for reading and writing.
  ///
  /// Where the system or the volume has no such files, a name is created and removed at once.
  package static func unnamedFile(in folder: FilePath) throws(SystemError) -> FileDescriptor {
    #if canImport(Glibc)
      // O_TMPFILE (open(2)); its definition is too complex to be imported. Systems without it fail with EISDIR.
      let neverNamed = Options(rawValue: 0o20_000_000 | O_DIRECTORY | O_RDWR | O_EXCL)
      if let file = try? FileDescriptor(opening: folder, neverNamed, mode: 0o600) { return file }
    #endif
    var template = folder.appending("diagnose-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
    return try ChildProcess.withoutStarts { () throws(SystemError) in
      let number = mkstemp(&template)
      guard number >= 0 else { throw .last }
      unlink(template)
      let file = FileDescriptor(rawValue: number)
      do throws(SystemError) { try file.setCloseOnExec() } catch {
        try? file.close()
        throw error
      }
      return file
    }
  }

  /// Creates a pipe and returns both ends.
  package static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    try ChildProcess.withoutStarts { () throws(SystemError) in
      var ends: [Int32] = [-1, -1]
      guard systemPipe(&ends) == 0 else { throw .last }
      let (reading, writing) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
      do throws(SystemError) {
        try reading.setCloseOnExec()
        try writing.setCloseOnExec()
      } catch {
        try? reading.close()
        try? writing.close()
        throw error
      }
      return (reading, writing)
    }
  }

  /// Returns another descriptor of the same open file, with a number of at least `lowest` (`F_DUPFD_CLOEXEC`).
  func duplicated(from lowest: Int32) throws(SystemError) -> FileDescriptor {
    let number = fcntl(rawValue, F_DUPFD_CLOEXEC, lowest)
    guard number >= 0 else { throw .last }
    return FileDescriptor(rawValue: number)
  }

  /// The number of bytes that fit into an empty pipe on every supported system; larger writes could wait for a reader.
  package static let pipeCapacity = 16 << 10

  /// Sets `FD_CLOEXEC`, for descriptors from calls that have no flag for it.
  func setCloseOnExec() throws(SystemError) {
    guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw .last }
  }

  /// Closes the file. The descriptor is invalid afterwards even if this throws: some file systems report a full disk
  /// only on close.
  package func close() throws(SystemError) {
    guard systemClose(rawValue) == 0 else { throw .last }
  }

  /// Returns the present status of the file (fstat(2)).
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Flushes the file to disk (fsync(2)).
  package func synchronize() throws(SystemError) {
    guard fsync(rawValue) == 0 else { throw .last }
  }

  /// Moves the position to the beginning of the file.
  package func rewind() throws(SystemError) {
    guard lseek(rawValue, 0, SEEK_SET) == 0 else { throw .last }
  }

  /// Takes an exclusive lock on the file (flock(2)), which is held until `unlock` or until the file is closed in this
  /// process and in child processes that have not yet started their program.
  ///
  /// - Throws: `wouldBlock` if another process holds a lock.
  package func lock() throws(SystemError) {
    guard flock(rawValue, LOCK_EX | LOCK_NB) == 0 else { throw .last }
  }

  /// Releases the lock, also for child processes.
  package func unlock() { flock(rawValue, LOCK_UN) }
}

// MARK: - Reading

extension FileDescriptor {
  /// The maximum number of bytes of one call: macOS rejects more than `INT_MAX` (read(2), write(2), "EINVAL").
  private static let maxTransfer = 1 << 30

  /// Reads the bytes that are available, at most as many as fit; returns their number, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = systemRead(rawValue, buffer.baseAddress, min(buffer.count, Self.maxTransfer))
      if count >= 0 { return count }
      let error = SystemError.last
      if error != .interrupted { throw error }
    }
  }

  /// Reads from `offset` on, without moving the position of the file; returns the number of bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    while true {
      let count = pread(rawValue, buffer.baseAddress, min(buffer.count, Self.maxTransfer), off_t(offset))
      if count >= 0 { return count }
      let error = SystemError.last
      if error != .interrupted { throw error }
    }
  }

  /// Returns `count` bytes from `offset` on; fewer if the file ends first.
  package func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let got = try read(into: rest, at: offset + filled)
          if got == 0 { return }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads everything from the present position to the end.
  ///
  /// - Parameters:
  ///   - expected: The probable number of bytes, which are then read in one call.
  ///   - limit: The maximum number of bytes.
  ///   - waits: Whether to wait for the writer of an empty pipe (`wouldBlock` is thrown otherwise).
  /// - Returns: `nil` if there are more than `limit` bytes.
  package func bytesToEnd(expecting expected: Int, limit: Int, waits: Bool = false) throws(SystemError) -> [UInt8]? {
    // With room for one byte more than expected, the same call shows whether the file has grown.
    let room = min(max(0, expected), limit) + 1
    var failure: SystemError?
    var bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      do throws(SystemError) {
        count = try readWaiting(into: UnsafeMutableRawBufferPointer(buffer), waits: waits)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    // The array grows by a factor: with a constant, a pipe would be read in quadratic time. The result has no spare room.
    while !bytes.isEmpty, bytes.count <= limit {
      let count = bytes.count
      failure = withUnsafeTemporaryAllocation(byteCount: Self.pipeCapacity, alignment: 16) { buffer in
        do throws(SystemError) {
          let part = try readWaiting(into: buffer, waits: waits)
          bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<part]))
          return nil
        } catch {
          return error
        }
      }
      if let failure { throw failure }
      if bytes.count == count { return bytes }
    }
    return bytes.count <= limit ? bytes : nil
  }

  /// Reads once, waiting for data if there is none yet and `waits` is true. Returns 0 at the end.
  private func readWaiting(into buffer: UnsafeMutableRawBufferPointer, waits: Bool) throws(SystemError) -> Int {
    while true {
      do throws(SystemError) { return try read(into: buffer) } catch {
        guard error == .wouldBlock, waits else { throw error }
        _ = wait(for: .reading, milliseconds: 1000)
      }
    }
  }
}

// MARK: - Writing and waiting

extension FileDescriptor {
  /// Writes all of `bytes`, waiting where the other end is slow.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
      let count = systemWrite(rawValue, rest.baseAddress, min(rest.count, Self.maxTransfer))
      if count > 0 {
        offset += count
        continue
      }
      // write(2) does not return 0 for a nonzero count; if it did, this loop would never end.
      let error = count == 0 ? SystemError(number: EIO) : .last
      if error == .wouldBlock {
        _ = wait(for: .writing, milliseconds: 1000)
      } else if error != .interrupted {
        throw error
      }
    }
  }

  /// Writes all of `bytes`, waiting where the other end is slow.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var failure: SystemError?
    bytes.withUnsafeBytes { part in
      do throws(SystemError) { try write(part) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes `bytes`, and stops if the other end is slow and the caller has no more time.
  ///
  /// - Parameter isOver: Called while nothing can be written, several times a second.
  /// - Returns: The number of bytes that were written.
  package func write(_ bytes: UnsafeRawBufferPointer, until isOver: () -> Bool) throws(SystemError) -> Int {
    var offset = 0
    while offset < bytes.count {
      guard wait(for: .writing, milliseconds: 100) else {
        if isOver() { return offset }
        continue
      }
      let count = systemWrite(
        rawValue, bytes.baseAddress?.advanced(by: offset), min(bytes.count - offset, Self.readyCapacity))
      if count > 0 {
        offset += count
        continue
      }
      let error = count == 0 ? SystemError(number: EIO) : .last
      if error != .wouldBlock, error != .interrupted { throw error }
    }
    return offset
  }

  /// The number of bytes that a pipe accepts without waiting when poll(2) reports that it can be written: `PIPE_BUF`.
  private static let readyCapacity: Int = {
    #if canImport(Darwin)
      return 512
    #elseif canImport(Glibc)
      return 4096
    #endif
  }()

  /// Writes all of `bytes` at `offset`, without moving the position of the file.
  package func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        return pwrite(rawValue, rest.baseAddress, min(rest.count, Self.maxTransfer), off_t(offset + done))
      }
      let error = SystemError.last
      if count > 0 { done += count } else if count == 0 || error != .interrupted { throw error }
    }
  }

  /// Waits until one of the files can be read or its other end is closed, or the time is over.
  ///
  /// - Parameter milliseconds: The maximum time to wait; `nil` for no limit.
  /// - Returns: The indices of the files that are ready; empty after a timeout and after a signal.
  package static func waitForReading(_ files: [FileDescriptor], milliseconds: Int?) -> [Int] {
    var requests = files.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    guard poll(&requests, nfds_t(requests.count), limit) > 0 else { return [] }
    return requests.indices.filter { requests[$0].revents != 0 }
  }

  /// Returns whether both descriptors refer to the same file, pipe or terminal.
  package func isSameFile(as other: FileDescriptor) -> Bool {
    guard let one = try? status(), let two = try? other.status() else { return false }
    return one.device == two.device && one.inode == two.inode
  }

  /// The operation to wait for.
  package enum Readiness: Sendable {
    case reading, writing
  }

  /// Waits until the file is ready, its other end is closed, or the time is over. Returns false after a timeout and
  /// after a signal.
  func wait(for readiness: Readiness, milliseconds: Int) -> Bool {
    let events = readiness == .reading ? Int16(POLLIN) : Int16(POLLOUT)
    var request = pollfd(fd: rawValue, events: events, revents: 0)
    return poll(&request, 1, Int32(clamping: milliseconds)) > 0
  }
}

// MARK: - Functions of the C library that methods of the same name hide

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
