#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The clocks of the system.
package enum SystemClock {
  /// The present time in whole seconds since 1970 (time(3)), for comparison with times of files.
  package static var secondsSince1970: Int { time(nil) }

  #if canImport(Darwin)
    // The documented name is a macro for an enumerator and is not imported.
    static let monotonic = _CLOCK_MONOTONIC
  #elseif canImport(Glibc)
    static let monotonic = CLOCK_MONOTONIC
  #endif

  /// Milliseconds of the monotonic clock, from an arbitrary start (clock_gettime(3)).
  package static var monotonicMilliseconds: Int { Int(Moment.now.nanoseconds / 1_000_000) }

  /// Suspends the calling thread, for at least `milliseconds` unless a signal arrives (poll(2)).
  package static func sleep(milliseconds: Int) { poll(nil, 0, Int32(clamping: max(0, milliseconds))) }
}
