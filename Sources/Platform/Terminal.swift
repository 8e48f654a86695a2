#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension FileDescriptor {
  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The columns of the terminal at this moment; `nil` if it is not a terminal, or does not know.
  package var terminalColumns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// False if another job has the terminal, and this process runs in the background.
  package var isForeground: Bool {
    let foreground = tcgetpgrp(rawValue)
    return foreground <= 0 || foreground == getpgrp()
  }

  /// Opens `/dev/null` for standard streams that the caller has closed. Otherwise the next file that is opened gets their
  /// number, and output is written into it.
  package static func openClosedStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
