/// The dispersion of events: how many reports count as one independent event.
///
/// For independent events the variance of the daily counts is about equal to their mean (Poisson). One machine that
/// crashes in a loop, or one report uploaded fifty times, makes the variance much larger. Fifty such events are hardly
/// more evidence than one.
package struct Dispersion: Equatable, Sendable {
  /// The dispersion: that of the days; if that of the devices is known and smaller, the geometric mean of both.
  package let factor: Double
  /// The larger of the dispersions of both periods. A change from one period to the other does not increase it.
  package let ofDays: Double
  /// The dispersion of the base period alone.
  package let ofBase: Double
  /// The dispersion of the recent period alone; that of all days if it is a single day.
  package let ofRecent: Double

  /// The factor above which events are bursty.
  package static let threshold = 2.0

  /// Computes the dispersion of `daily`, the number of events of each day, the newest last.
  ///
  /// - Parameters:
  ///   - recentDays: The number of days in the recent period. A single day has no dispersion of its own, so that of all
  ///     days is used.
  ///   - devices: The dispersion by devices (`index(ofClusters:)`); `nil` if the devices are unknown.
  package init(daily: [Int], recentDays: Int, devices: Double? = nil) {
    let count = min(max(0, recentDays), daily.count)
    ofBase = Self.index(of: daily.dropLast(count))
    ofRecent = count > 1 ? Self.index(of: daily.suffix(count)) : Self.index(of: daily[...])
    let ofDays = max(ofBase, ofRecent)
    self.ofDays = ofDays
    // Devices are not completely independent: the failure of a server reaches all of them.
    factor = devices.map { (min($0, ofDays) * ofDays).squareRoot() } ?? ofDays
  }

  /// Whether events occur in bursts: the dispersion of the days is above `threshold`.
  package var isBursty: Bool { ofDays > Self.threshold }

  /// The divisor of the counts for the test: the factor if events are bursty, else 1.
  package var divisor: Double { isBursty ? max(1, factor) : 1 }

  /// The divisor for the dispersion of the base period alone.
  package var divisorOfBase: Double { ofBase > Self.threshold ? ofBase : 1 }

  /// Returns the sample variance (n − 1) divided by the mean; 1 if there are fewer than two days, or no events. Negative
  /// counts are treated as 0.
  package static func index(of daily: ArraySlice<Int>) -> Double {
    let counts = daily.map { Double(max(0, $0)) }
    let mean = counts.reduce(0, +) / Double(max(1, counts.count))
    guard counts.count > 1, mean > 0 else { return 1 }
    let squares = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return squares / Double(counts.count - 1) / mean
  }

  /// Returns the dispersion of events that occur in independent clusters, such as the reports of one device on one day:
  /// the sum of the squares of the sizes divided by their sum (compound Poisson). It is 1 if every event is a cluster of
  /// its own, and n if clusters have n events. 1 without events.
  ///
  /// - Parameter singles: The number of further events, each a cluster of its own.
  package static func index(ofClusters sizes: some Sequence<Int>, singles: Int = 0) -> Double {
    var (sum, squares) = (Double(max(0, singles)), Double(max(0, singles)))
    for size in sizes where size > 0 {
      sum += Double(size)
      squares += Double(size) * Double(size)
    }
    return sum > 0 ? squares / sum : 1
  }
}

/// The days of the recent period in which most of its events occurred.
package struct Burst: Equatable, Sendable {
  /// The number of events in these days.
  package let events: Int
  /// The number of days.
  package let days: Int

  /// Finds the fewest consecutive days with at least nine tenths of the events in `recent`, the newest days of equal
  /// runs. `nil` without events.
  package init?(_ recent: ArraySlice<Int>) {
    let counts = recent.map { min(max(0, $0), 1 << 40) }
    let total = counts.reduce(0, +)
    guard total > 0, counts.count <= 4000 else { return nil }
    for length in 1...counts.count {
      for end in stride(from: counts.count, through: length, by: -1) {
        let sum = counts[(end - length)..<end].reduce(0, +)
        if sum * 10 >= total * 9 {
          (events, days) = (sum, length)
          return
        }
      }
    }
    return nil
  }
}
