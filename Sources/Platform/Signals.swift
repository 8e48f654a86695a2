#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A signal that asks the process to terminate.
package enum EndSignal: Sendable, CaseIterable {
  /// `SIGINT`: Ctrl-C.
  case interrupt
  /// `SIGTERM`.
  case terminate
  /// `SIGHUP`: the terminal was closed.
  case hangUp

  /// The number of the signal on this system.
  package var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    }
  }
}

/// A set of signals that are blocked, so that a thread can wait for them.
package struct BlockedSignals: Sendable {
  private let signals: sigset_t

  /// Blocks the signals of `EndSignal` in this thread and in those that it starts from now on. Signals that the caller
  /// of the program ignores (nohup, a background job) stay ignored.
  package init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in EndSignal.allCases {
      var present = sigaction()
      let isIgnored = sigaction(signal.number, nil, &present) == 0 && Self.ignores(present)
      if !isIgnored { sigaddset(&signals, signal.number) }
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  /// Waits for one of the signals and returns it.
  package func wait() -> EndSignal {
    var signals = signals
    while true {
      var number: Int32 = 0
      guard sigwait(&signals, &number) == 0 else { continue }
      if let signal = EndSignal.allCases.first(where: { $0.number == number }) { return signal }
    }
  }

  private static func ignores(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The names of signals.
package enum SignalName {
  /// Returns the name of a signal that ends a program by default, such as `SIGSEGV`; `nil` for others.
  package static func text(_ number: Int32) -> String? { names.first { $0.number == number }?.name }

  /// Returns whether the signal reports a fault of the program: a trap, an invalid instruction or address, `abort()`.
  package static func isFault(_ number: Int32) -> Bool { faults.contains(number) }

  private static let faults: Set<Int32> = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
  private static let names: [(number: Int32, name: String)] = [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"),
    (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"), (SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"),
    (SIGSYS, "SIGSYS"), (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"), (SIGTERM, "SIGTERM"), (SIGXCPU, "SIGXCPU"),
    (SIGXFSZ, "SIGXFSZ"),
  ]
}

/// Operations on the current process.
package enum CurrentProcess {
  /// Ignores `SIGPIPE`: writing to a pipe or socket without a reader fails with `brokenPipe` instead of terminating the
  /// process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Whether this process is in the foreground of its terminal, which sends the signals of its keys (Ctrl-C) to all
  /// processes of the foreground. False without a terminal.
  package static var receivesTerminalKeys: Bool {
    let path = FilePath("/dev/tty")
    guard let terminal = try? FileDescriptor(opening: path, .noControllingTerminal) else { return false }
    defer { try? terminal.close() }
    return tcgetpgrp(terminal.rawValue) == getpgrp()
  }

  /// The path of the running program, absolute; `nil` if the system does not report it.
  package static var programPath: FilePath? {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let end = buffer.firstIndex(of: 0) ?? buffer.count
      return Files.resolved(FilePath(bytes: buffer[..<end].map { UInt8(bitPattern: $0) }))
    #elseif canImport(Glibc)
      return Files.resolved(FilePath("/proc/self/exe"))
    #endif
  }

  /// Exits at once, without flushing output or other cleanup (_exit(2)). May be called from any thread.
  package static func exitNow(_ status: Int32) -> Never { _exit(status) }
}
