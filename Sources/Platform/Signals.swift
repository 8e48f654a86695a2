#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A signal of the system, and what it means to a process that receives it (signal(7), sigaction(2)).
package struct SystemSignal: Sendable, Hashable {
  /// What a signal does by default.
  package enum Effect: Sendable {
    /// It ends the process.
    case ends
    /// It ends the process, and reports a fault of the program: a trap, an invalid instruction or address, `abort()`.
    case faults
    /// It stops the process until `SIGCONT`.
    case stops
    /// It is ignored, or continues a stopped process.
    case informs
  }

  /// Its number, which depends on the system.
  package var number: Int32
  /// Its name, such as `SIGTERM`.
  package var name: String
  /// What it does by default.
  package var effect: Effect
  /// Whether it can be passed on to a child process: false for signals that cannot be caught, that the system sends
  /// because of what the receiving process did, or that this program needs itself.
  package var isForwarded: Bool
  /// Whether keys or the window of a terminal send it, to all processes in the foreground.
  package var isSentByTerminal = false
  /// Whether the sender asks the process to end.
  package var asksToEnd = false
}

extension SystemSignal {
  /// All signals of this system.
  package static let catalog: [SystemSignal] = common + ofSystem

  private static let common: [SystemSignal] = [
    SystemSignal(number: SIGHUP, name: "SIGHUP", effect: .ends, isForwarded: true, asksToEnd: true),
    SystemSignal(
      number: SIGINT, name: "SIGINT", effect: .ends, isForwarded: true, isSentByTerminal: true, asksToEnd: true),
    SystemSignal(
      number: SIGQUIT, name: "SIGQUIT", effect: .ends, isForwarded: true, isSentByTerminal: true, asksToEnd: true),
    SystemSignal(number: SIGTERM, name: "SIGTERM", effect: .ends, isForwarded: true, asksToEnd: true),
    SystemSignal(number: SIGUSR1, name: "SIGUSR1", effect: .ends, isForwarded: true),
    SystemSignal(number: SIGUSR2, name: "SIGUSR2", effect: .ends, isForwarded: true),
    SystemSignal(number: SIGALRM, name: "SIGALRM", effect: .ends, isForwarded: true),
    SystemSignal(number: SIGVTALRM, name: "SIGVTALRM", effect: .ends, isForwarded: true),
    SystemSignal(number: SIGPROF, name: "SIGPROF", effect: .ends, isForwarded: true),
    SystemSignal(number: SIGWINCH, name: "SIGWINCH", effect: .informs, isForwarded: true, isSentByTerminal: true),
    SystemSignal(number: SIGURG, name: "SIGURG", effect: .informs, isForwarded: true),
    SystemSignal(number: SIGCONT, name: "SIGCONT", effect: .informs, isForwarded: true),
    SystemSignal(number: SIGTSTP, name: "SIGTSTP", effect: .stops, isForwarded: true, isSentByTerminal: true),
    // `abort()` ends this process although the signal is blocked for forwarding: it unblocks it.
    SystemSignal(number: SIGABRT, name: "SIGABRT", effect: .faults, isForwarded: true),
    // A fault of this process must not be taken for a message, and a blocked one would skip its handlers.
    SystemSignal(number: SIGILL, name: "SIGILL", effect: .faults, isForwarded: false),
    SystemSignal(number: SIGTRAP, name: "SIGTRAP", effect: .faults, isForwarded: false),
    SystemSignal(number: SIGBUS, name: "SIGBUS", effect: .faults, isForwarded: false),
    SystemSignal(number: SIGFPE, name: "SIGFPE", effect: .faults, isForwarded: false),
    SystemSignal(number: SIGSEGV, name: "SIGSEGV", effect: .faults, isForwarded: false),
    SystemSignal(number: SIGSYS, name: "SIGSYS", effect: .faults, isForwarded: false),
    // The terminal sends them to all processes of the group of one that reads or writes in the background. Blocked, they
    // would permit the write that the user forbids (stty tostop).
    SystemSignal(number: SIGTTIN, name: "SIGTTIN", effect: .stops, isForwarded: false),
    SystemSignal(number: SIGTTOU, name: "SIGTTOU", effect: .stops, isForwarded: false),
    // The system sends them for a write, or for the time and the file sizes, of this process.
    SystemSignal(number: SIGPIPE, name: "SIGPIPE", effect: .ends, isForwarded: false),
    SystemSignal(number: SIGXCPU, name: "SIGXCPU", effect: .ends, isForwarded: false),
    SystemSignal(number: SIGXFSZ, name: "SIGXFSZ", effect: .ends, isForwarded: false),
    SystemSignal(number: SIGCHLD, name: "SIGCHLD", effect: .informs, isForwarded: false),
    // They cannot be caught.
    SystemSignal(number: SIGKILL, name: "SIGKILL", effect: .ends, isForwarded: false),
    SystemSignal(number: SIGSTOP, name: "SIGSTOP", effect: .stops, isForwarded: false),
  ]

  #if canImport(Darwin)
    private static let ofSystem: [SystemSignal] = [
      SystemSignal(number: SIGIO, name: "SIGIO", effect: .informs, isForwarded: true),
      SystemSignal(number: SIGINFO, name: "SIGINFO", effect: .informs, isForwarded: true, isSentByTerminal: true),
      SystemSignal(number: SIGEMT, name: "SIGEMT", effect: .faults, isForwarded: false),
    ]
  #elseif canImport(Glibc)
    private static let ofSystem: [SystemSignal] =
      [
        SystemSignal(number: SIGIO, name: "SIGIO", effect: .ends, isForwarded: true),
        SystemSignal(number: SIGPWR, name: "SIGPWR", effect: .ends, isForwarded: true),
        SystemSignal(number: SIGSTKFLT, name: "SIGSTKFLT", effect: .ends, isForwarded: true),
      ]
      // The first numbers of the kernel's range are those of the C library.
      + (__libc_current_sigrtmin()...__libc_current_sigrtmax()).map { number in
        let offset = number - __libc_current_sigrtmin()
        return SystemSignal(
          number: number, name: offset == 0 ? "SIGRTMIN" : "SIGRTMIN+\(offset)", effect: .ends, isForwarded: true)
      }
  #endif

  /// Returns the signal with this number on this system; `nil` if there is none.
  package static func numbered(_ number: Int32) -> SystemSignal? { byNumber[number] }

  private static let byNumber = Dictionary(catalog.map { ($0.number, $0) }) { first, _ in first }

  /// The signals that can be passed on to a child process.
  package static let forwarded = catalog.filter(\.isForwarded)
}

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

  /// Blocks signals in this thread and in those that it starts from now on. Signals that the caller of the program
  /// ignores (nohup, a background job) stay ignored.
  package init(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers where Self.action(of: number) != .ignored {
      sigaddset(&signals, number)
      // Where a signal that is ignored by default is discarded even if it is blocked (macOS), a handler prevents this.
      if SystemSignal.numbered(number)?.effect == .informs { signal(number) { _ in } }
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  /// Blocks the signals of `EndSignal`.
  package init() { self.init(EndSignal.allCases.map(\.number)) }

  /// Waits for one of the signals and returns its number.
  package func waitForNumber() -> Int32 {
    var signals = signals
    while true {
      var number: Int32 = 0
      if sigwait(&signals, &number) == 0 { return number }
    }
  }

  /// Waits for one of the signals of `EndSignal` and returns it.
  package func wait() -> EndSignal {
    while true {
      let number = waitForNumber()
      if let signal = EndSignal.allCases.first(where: { $0.number == number }) { return signal }
    }
  }

  /// Does what a blocked signal does by default, in this thread: a signal that stops the process stops it, and this
  /// returns when it continues.
  package static func takeDefault(_ number: Int32) {
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
    raise(number)
    pthread_sigmask(SIG_BLOCK, &one, nil)
  }

  /// What a process does with a signal.
  enum Action {
    case ignored, handled
    case byDefault
  }

  /// Returns what this process does with a signal at present.
  static func action(of number: Int32) -> Action {
    var present = sigaction()
    guard sigaction(number, nil, &present) == 0 else { return .byDefault }
    #if canImport(Darwin)
      let handler = present.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
      let handler = present.__sigaction_handler.sa_handler
    #endif
    let value = unsafeBitCast(handler, to: Int.self)
    if value == unsafeBitCast(SIG_IGN, to: Int.self) { return .ignored }
    return value == 0 ? .byDefault : .handled
  }
}

/// The names of signals.
package enum SignalName {
  /// Returns the name of a signal, such as `SIGSEGV`; `nil` for numbers that are not those of a signal.
  package static func text(_ number: Int32) -> String? { SystemSignal.numbered(number)?.name }

  /// Returns whether the signal reports a fault of the program: a trap, an invalid instruction or address, `abort()`.
  package static func isFault(_ number: Int32) -> Bool { SystemSignal.numbered(number)?.effect == .faults }
}

/// Operations on the current process.
package enum CurrentProcess {
  /// Ignores `SIGPIPE` and `SIGXFSZ`: a write without a reader, or beyond the maximum size of a file, fails with an error
  /// instead of terminating the process. Programs that this process starts get their default actions, except for those
  /// that were ignored before.
  package static func ignoreWriteSignals() {
    _ = ignoredBefore
    for number in writeSignals { signal(number, SIG_IGN) }
  }

  private static let writeSignals = [SIGPIPE, SIGXFSZ]
  /// What the caller of the program ignores, before this process ignores it itself.
  private static let ignoredBefore = Set(writeSignals.filter { BlockedSignals.action(of: $0) == .ignored })

  /// The signals that this process ignores and the programs that it starts do not.
  static var defaultedInChildren: [Int32] { writeSignals.filter { !ignoredBefore.contains($0) } }

  /// Ignores the signals that ask a process to end, for one that ends by itself when its task is done.
  package static func ignoreRequestsToEnd() {
    for one in SystemSignal.catalog where one.asksToEnd { signal(one.number, SIG_IGN) }
  }

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

  /// A path that starts this program again, also if its file was replaced meanwhile where the system permits it.
  package static var ownProgram: FilePath? {
    #if canImport(Darwin)
      return programPath
    #elseif canImport(Glibc)
      return FilePath("/proc/self/exe")
    #endif
  }

  /// Exits at once, without flushing output or other cleanup (_exit(2)). May be called from any thread.
  package static func exitNow(_ status: Int32) -> Never { _exit(status) }
}
