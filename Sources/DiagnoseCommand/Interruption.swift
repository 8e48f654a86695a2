import Foundation
import Platform
import Vocabulary

/// Handles SIGINT, SIGTERM and SIGHUP on a separate thread, so that commands can stop at a safe point.
///
/// A second SIGINT exits the process immediately. While an output has no reader, or standard input no data, the first
/// signal does, too.
final class Interruption: Sendable {
  private struct State {
    var first: EndSignal?
    var wake: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  /// Starts to handle the signals. Create it before other threads start, because threads inherit the signal mask.
  init() {
    let signals = BlockedSignals()
    let thread = Thread { [self] in
      while true { handle(signals.wait()) }
    }
    thread.stackSize = 256 << 10
    thread.start()
  }

  private func handle(_ signal: EndSignal) {
    var isFirst = false
    let wake = state.withLock { state in
      if state.first != nil, signal == .interrupt {
        StatusLine.eraseBeforeExit()
        CurrentProcess.exitNow(ExitStatus.interrupted.rawValue)
      }
      isFirst = state.first == nil
      if isFirst { state.first = signal }
      return state.wake
    }
    if isFirst {
      let status = signal == .interrupt ? ExitStatus.interrupted : .terminated
      BlockingCalls.endWhenBlocked { status.rawValue }
    }
    wake?()
  }

  /// Calls `wake` on another thread when a signal arrives, or immediately if one has arrived already.
  func notify(_ wake: @escaping @Sendable () -> Void) {
    let isPending = state.withLock { state in
      state.wake = wake
      return state.first != nil
    }
    if isPending { wake() }
  }

  var isRequested: Bool { state.withLock { $0.first != nil } }

  /// The exit status for the first signal; `nil` if there was none.
  var status: ExitStatus? {
    state.withLock { $0.first.map { $0 == .interrupt ? .interrupted : .terminated } }
  }
}
