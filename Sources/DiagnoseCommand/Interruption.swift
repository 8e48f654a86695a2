import Foundation
import Platform
import Vocabulary

/// Requests to end (SIGINT, SIGTERM, SIGHUP), taken by a thread of their own, so that work ends at a safe point.
///
/// A second SIGINT ends the process at once.
final class Interruption: @unchecked Sendable {
  private let lock = NSLock()
  private var first: EndSignal?
  private var wake: (@Sendable () -> Void)?

  /// Starts to take the signals. To be called before other threads start, as they inherit what is blocked.
  init() {
    let signals = BlockedSignals()
    let thread = Thread { [self] in
      while true { take(signals.wait()) }
    }
    thread.stackSize = 256 << 10
    thread.start()
  }

  private func take(_ signal: EndSignal) {
    let wake = lock.withLock { () -> (@Sendable () -> Void)? in
      if first != nil, signal == .interrupt {
        StatusLine.eraseBeforeExit()
        CurrentProcess.exitNow(ExitStatus.interrupted.rawValue)
      }
      if first == nil { first = signal }
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
    lock.withLock { first.map { $0 == .interrupt ? .interrupted : .terminated } }
  }
}
