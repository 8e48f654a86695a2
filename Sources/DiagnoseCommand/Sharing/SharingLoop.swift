import Foundation
import History
import Platform
import SharedHistory

/// Exchanges a shared history on a thread of its own while a command runs: sends every second what was stored, and
/// receives at an interval, if requested. After a failure, which is reported once, it waits longer.
final class SharingLoop: @unchecked Sendable {
  private let copy: SharedCopy
  private let receivesEvery: Double?
  private let condition = NSCondition()
  private var isStopping = false
  private var isRunning = false

  /// - Parameter receivesEvery: The interval in seconds at which changes are received; `nil` to send only.
  init(_ copy: SharedCopy, receivesEvery: Double? = nil) {
    self.copy = copy
    self.receivesEvery = receivesEvery
  }

  /// Returns a running loop for a shared history; `nil` for a history in a file.
  static func start(
    _ options: HistoryOptions, _ session: Session, _ interruption: Interruption?, receivesEvery: Double? = nil
  ) -> SharingLoop? {
    guard let location = try? options.location(session), location.address != nil else { return nil }
    let loop = SharingLoop(SharedCopy(location, session, interruption), receivesEvery: receivesEvery)
    loop.isRunning = true
    Thread.detachNewThread { loop.run() }
    return loop
  }

  /// Ends the loop after the exchange that is running, and sends what remains.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while isRunning { condition.wait() }
    }
    copy.send()
  }

  private func run() {
    defer {
      condition.withLock {
        isRunning = false
        condition.broadcast()
      }
    }
    var pause = 1.0
    var isReported = false
    var lastReceived = Moment.distantPast
    while wait(pause) {
      guard let store = try? copy.reopen() else { continue }
      defer { store.close() }
      do throws(SharedHistory.Fault) {
        let exchange = try copy.exchange(store, .brief)
        _ = try exchange.send()
        if copy.location.hasCopy, let receivesEvery,
          Moment.now.seconds(since: lastReceived) >= receivesEvery
        {
          _ = try exchange.receive()
          lastReceived = .now
        }
        (pause, isReported) = (1, false)
      } catch {
        if !isReported { copy.warn(error, unsent: (try? store.sharingState().unsent) ?? 0) }
        isReported = true
        // Machines that failed together do not return together.
        pause = min(60, pause * 2) * Double.random(in: 0.5...1)
      }
    }
  }

  /// Waits; returns false if the loop is to end.
  private func wait(_ seconds: Double) -> Bool {
    condition.withLock {
      let end = Date().addingTimeInterval(seconds)
      while !isStopping, condition.wait(until: end) {}
      return !isStopping
    }
  }
}
