#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The clocks of the system.
package enum SystemClock {
  /// The present time in whole seconds since 1970 (time(3)), for comparison with times of files.
  package static var secondsSince1970: Int { time(nil) }

  /// Milliseconds of the monotonic clock, from an arbitrary start (clock_gettime(3)).
  package static var monotonicMilliseconds: Int {
    #if canImport(Darwin)
      // The documented name is a macro for an enumerator and is not imported.
      let clock = _CLOCK_MONOTONIC
    #elseif canImport(Glibc)
      let clock = CLOCK_MONOTONIC
    #endif
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Suspends the calling thread, for at least `milliseconds` unless a signal arrives (poll(2)).
  package static func sleep(milliseconds: Int) { poll(nil, 0, Int32(clamping: max(0, milliseconds))) }
}
