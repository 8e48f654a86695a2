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

  fileprivate var number: Int32 {
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

/// Operations on the current process.
package enum CurrentProcess {
  /// Ignores `SIGPIPE`: writing to a pipe or socket without a reader fails with `brokenPipe` instead of terminating the
  /// process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Exits at once, without flushing output or other cleanup (_exit(2)). May be called from any thread.
  package static func exitNow(_ status: Int32) -> Never { _exit(status) }
}
