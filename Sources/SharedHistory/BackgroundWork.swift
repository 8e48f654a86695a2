internal import Foundation
internal import Platform

/// Work that runs on another thread, and whose result is awaited once.
final class BackgroundWork<Value: Sendable, Fault: Error>: Sendable {
  private let result = Guarded<Result<Value, Fault>?>(nil)

  /// Starts the work.
  init(_ work: @escaping @Sendable () throws(Fault) -> Value) {
    let thread = Thread { [self] in
      let outcome: Result<Value, Fault>
      do throws(Fault) { outcome = .success(try work()) } catch { outcome = .failure(error) }
      result.change { $0 = outcome }
    }
    // On a Mac, secondary threads get a stack of 512 KB, which is too small for nested reports.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits for the result. Call it once.
  func value() throws(Fault) -> Value {
    try result.wait { $0 }.get()
  }
}
