import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Requests to end (SIGINT, SIGTERM, SIGHUP), taken by a thread of their own, so that work ends at a safe point.
///
/// A second SIGINT ends the process at once.
final class Interruption: @unchecked Sendable {
  private let lock = NSLock()
  private var first: Int32?
  private var wake: (@Sendable () -> Void)?

  /// Starts to take the signals. To be called before other threads start, as they inherit what is blocked.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What the caller has chosen to ignore (nohup, a background job) stays ignored.
      var present = sigaction()
      let isIgnored = sigaction(number, nil, &present) == 0 && Self.ignores(present)
      if !isIgnored { sigaddset(&signals, number) }
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let thread = Thread { [self, signals] in
      var signals = signals
      while true {
        var number: Int32 = 0
        if sigwait(&signals, &number) == 0 { take(number) }
      }
    }
    thread.stackSize = 256 << 10
    thread.start()
  }

  private static func ignores(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private func take(_ number: Int32) {
    let wake = lock.withLock { () -> (@Sendable () -> Void)? in
      if first != nil, number == SIGINT {
        StatusLine.eraseBeforeExit()
        _exit(ExitStatus.interrupted.rawValue)
      }
      if first == nil { first = number }
      return self.wake
    }
    wake?()
  }

  /// Calls `wake`, on another thread, whenever a request comes.
  func notify(_ wake: @escaping @Sendable () -> Void) {
    let isPending = lock.withLock {
      self.wake = wake
      return first != nil
    }
    if isPending { wake() }
  }

  var isRequested: Bool { lock.withLock { first != nil } }

  /// The status to end with; `nil` when nobody asked to end.
  var status: ExitStatus? {
    lock.withLock { first.map { $0 == SIGINT ? .interrupted : .terminated } }
  }
}
