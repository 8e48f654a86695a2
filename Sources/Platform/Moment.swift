#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A time of the monotonic clock, for intervals and deadlines. Changes of the time of day do not affect it.
package struct Moment: Comparable, Hashable, Sendable {
  /// The nanoseconds since an arbitrary start.
  let nanoseconds: Int64

  init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The present moment (clock_gettime(3)).
  package static var now: Moment {
    var time = timespec()
    clock_gettime(SystemClock.monotonic, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// A moment before all others.
  package static let distantPast = Moment(nanoseconds: .min)
  /// A moment after all others.
  package static let distantFuture = Moment(nanoseconds: .max)

  /// Returns the moment so many seconds later; a time beyond the range of the clock is the distant future or past.
  package func advanced(by seconds: Double) -> Moment {
    guard let interval = Int64(exactly: (seconds * 1e9).rounded()) else {
      return seconds < 0 ? .distantPast : .distantFuture
    }
    let (sum, overflow) = nanoseconds.addingReportingOverflow(interval)
    return overflow ? (interval < 0 ? .distantPast : .distantFuture) : Moment(nanoseconds: sum)
  }

  /// Returns the seconds from an earlier moment to this one.
  package func seconds(since earlier: Moment) -> Double { (Double(nanoseconds) - Double(earlier.nanoseconds)) / 1e9 }

  /// Whether the first moment is before the second one.
  package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment as the type of the system's calls.
  static func systemTime(nanoseconds: Int64) -> timespec {
    timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}

/// What tells the present moment. Tests use their own, which they can move.
package struct MonotonicClock: Sendable {
  private let read: @Sendable () -> Moment

  /// Creates a clock from a function.
  package init(_ read: @escaping @Sendable () -> Moment) { self.read = read }

  /// The clock of the system.
  package static let system = MonotonicClock { .now }

  /// The present moment.
  package var now: Moment { read() }
}
