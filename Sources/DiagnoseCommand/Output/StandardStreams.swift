import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why output did not get through.
enum OutputFault: Error {
  /// The reader closed the pipe.
  case closed
  /// `target` names what was written to.
  case failed(target: String, reason: String)
}

/// Standard output and error, written to directly, so that every failure is seen.
enum StandardStreams {
  static let inputDescriptor = STDIN_FILENO
  static let outputDescriptor = STDOUT_FILENO

  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // A closed standard descriptor would be given to the next file opened, and the answer written into the database.
    for descriptor in 0..<Int32(3) where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  static func output(_ text: String) throws(OutputFault) { try output(Array(text.utf8)) }

  static func output(_ bytes: [UInt8]) throws(OutputFault) {
    var fault: OutputFault?
    bytes.withUnsafeBytes { part in
      do throws(OutputFault) { try output(part) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  static func output(_ bytes: UnsafeRawBufferPointer) throws(OutputFault) {
    let number =
      StatusLine.sharesOutput
      ? StatusLine.aside { write(bytes, to: STDOUT_FILENO) } : write(bytes, to: STDOUT_FILENO)
    switch number {
    case 0: return
    case EPIPE, ECONNRESET: throw .closed
    case let number: throw .failed(target: "standard output", reason: reason(number))
    }
  }

  /// Writes all of `bytes`; returns 0 or the error number.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var offset = 0
    while offset < bytes.count {
      let part = UnsafeRawBufferPointer(rebasing: bytes[offset...])
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, part.baseAddress, part.count)
      #else
        let count = Glibc.write(descriptor, part.baseAddress, part.count)
      #endif
      if count > 0 {
        offset += count
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// The system's words for an error number.
  static func reason(_ number: Int32) -> String {
    switch number {
    case ENOSPC: "the disk is full"
    case EACCES, EPERM: "no permission"
    case EBADF: "it is closed"
    case ENOENT: "no such folder"
    case EISDIR: "it is a folder"
    case EROFS: "the volume is read-only"
    case EDQUOT: "the disk quota is used up"
    default: String(cString: strerror(number))
    }
  }
}

/// Standard error: progress, warnings, faults. What is said there is escaped by the caller or here.
enum Console {
  /// `diagnose: MESSAGE`, and the hint indented below it.
  static func complain(_ message: String, hint: String? = nil) {
    var text = "diagnose: " + Terminal.escaped(message) + "\n"
    if let hint { text += "  " + Terminal.escaped(hint) + "\n" }
    write(text)
  }

  /// Writes text that is safe already. Nobody can be told when that fails.
  static func write(_ text: String) {
    StatusLine.aside { _ = StandardStreams.write(Array(text.utf8), to: STDERR_FILENO) }
  }
}
