import Foundation
import Platform
import Synchronization

/// The writes that wait for the reader of an output, and the reads of standard input. A process that is asked to end does
/// not wait for the other end: a pipe that is full, a terminal that is stopped, a program that writes nothing more.
package enum BlockingCalls {
  /// When each call in progress began, in milliseconds of the monotonic clock.
  private static let begins = Mutex<[Int]>([])
  /// The time after which a call counts as blocked, in milliseconds.
  private static let patience = 1000

  /// Calls `transfer`, which writes to an output of the user or reads its input.
  package static func during<Result: ~Copyable, Failure: Error>(_ transfer: () throws(Failure) -> Result)
    throws(Failure)
    -> Result
  {
    let begin = SystemClock.monotonicMilliseconds
    begins.withLock { $0.append(begin) }
    defer {
      begins.withLock { begins in
        if let index = begins.firstIndex(of: begin) { begins.remove(at: index) }
      }
    }
    return try transfer()
  }

  /// Whether a call waits for longer than `patience`.
  private static var isBlocked: Bool {
    let limit = SystemClock.monotonicMilliseconds - patience
    return begins.withLock { $0.contains { $0 <= limit } }
  }

  /// From now on, ends the process as soon as a call is blocked. Call it when a signal asks the process to end.
  ///
  /// - Parameter status: The exit status; `nil` as long as the process must not end.
  package static func endWhenBlocked(_ status: @escaping @Sendable () -> Int32?) {
    let thread = Thread {
      while true {
        if isBlocked, let status = status() { CurrentProcess.exitNow(status) }
        SystemClock.sleep(milliseconds: 100)
      }
    }
    thread.stackSize = 256 << 10
    thread.start()
  }
}
