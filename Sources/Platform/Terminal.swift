#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension FileDescriptor {
  /// Whether the descriptor refers to a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether the descriptor refers to a pipe or a file, which may contain an input.
  package var isPipeOrFile: Bool {
    guard let kind = try? status().kind else { return false }
    return kind == .pipe || kind == .regular
  }

  /// The present width of the terminal in columns; `nil` if this is not a terminal, or the width is unknown.
  package var terminalColumns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether this process runs in the foreground; false if another job has the terminal.
  package var isForeground: Bool {
    let foreground = tcgetpgrp(rawValue)
    return foreground <= 0 || foreground == getpgrp()
  }

  /// Opens `/dev/null` for standard streams that the caller has closed. Otherwise the next file that is opened would
  /// get the number of such a stream, and output would be written into that file.
  package static func openClosedStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
