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

  /// The factor above which a label depends on the cluster: smaller ones are often chance.
  private static let thresholdOfLabels = 1.2

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

  /// Returns an index by which counts are divided for a test: 1 unless it is above `threshold`.
  package static func divisor(_ index: Double) -> Double { index.isFinite && index > threshold ? index : 1 }

  /// Events in clusters, of which some have a label: the days on which devices had a failure, and those with one issue.
  package struct Labeled: Sendable {
    /// The sum of the squares of the numbers of labeled events of each cluster, each divided by the number of its events.
    private var squares = 0.0
    private var labeled = 0
    private let all: Int
    private let clusters: Int

    /// Begins with the number of all events and clusters.
    package init(all: Int, clusters: Int) { (self.all, self.clusters) = (all, clusters) }

    /// Adds a cluster with labeled events.
    package mutating func add(_ number: Int, of size: Int) {
      guard number > 0, size >= number else { return }
      labeled += number
      squares += Double(number) * Double(number) / Double(size)
    }

    /// Pearson's statistic for the hypothesis that each event has the label with the same probability, and its degrees of freedom.
    /// Both are 0 if all events have the label, or none.
    fileprivate var statistic: (value: Double, freedom: Double) {
      let share = Double(labeled) / Double(max(all, 1))
      guard share > 0, share < 1, clusters > 1 else { return (0, 0) }
      return ((squares - share * Double(labeled)) / (share * (1 - share)), Double(clusters - 1))
    }
  }

  /// Returns the number by which labeled events are divided for a test: Pearson's statistic divided by its degrees of freedom. It is
  /// about 1 if the label does not depend on the cluster, however many events a cluster has, and larger if a few devices have an issue
  /// again and again.
  ///
  /// - Parameter samples: Samples in which the label may have different probabilities.
  package static func divisor(ofLabels samples: [Labeled]) -> Double {
    let statistics = samples.map(\.statistic)
    let freedom = statistics.reduce(0) { $0 + $1.freedom }
    guard freedom > 0 else { return 1 }
    let index = statistics.reduce(0) { $0 + $1.value } / freedom
    return index.isFinite && index > thresholdOfLabels ? index : 1
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
