import Foundation

/// The processor time that this thread takes.
///
/// Hundreds of tests run at the same time, and a test waits for a processor for minutes. Therefore, tests measure the
/// time of their thread, not that of a clock, and use no time limits of the test library.
package enum ProcessorTime {
  /// Returns the processor time that an operation takes on this thread, in seconds.
  package static func seconds(_ operation: () throws -> Void) rethrows -> Double {
    let start = now
    try operation()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
