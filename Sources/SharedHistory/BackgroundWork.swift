internal import Foundation
internal import Synchronization

/// Work that runs on another thread, and whose result is awaited once.
final class BackgroundWork<Value: Sendable, Fault: Error>: Sendable {
  private let result = Mutex<Result<Value, Fault>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts the work.
  init(_ work: @escaping @Sendable () throws(Fault) -> Value) {
    let thread = Thread { [self] in
      let outcome: Result<Value, Fault>
      do throws(Fault) { outcome = .success(try work()) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
      isDone.signal()
    }
    // On a Mac, secondary threads get a stack of 512 KB, which is too small for nested reports.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits for the result. Call it once.
  func value() throws(Fault) -> Value {
    while true {
      isDone.wait()
      if let outcome = result.withLock({ $0 }) { return try outcome.get() }
    }
  }
}
