/// The dispersion of events over days.
///
/// For independent events the variance of the daily counts is about equal to their mean (Poisson). One machine that
/// crashes in a loop, or one report uploaded fifty times, makes the variance much larger. Fifty such events are hardly
/// more evidence than one.
package struct Dispersion: Equatable, Sendable {
  /// The sample variance (n − 1) divided by the mean; 1 if there are fewer than two days, or no events.
  package let factor: Double

  /// The number of days used.
  package static let days = 28
  /// The factor above which events are bursty.
  package static let threshold = 2.0

  /// Computes the dispersion of `daily`, the number of events of each day, the newest last. The last 28 days are used.
  /// Negative counts are treated as 0.
  package init(daily: [Int]) {
    let counts = daily.suffix(Self.days).map { Double(max(0, $0)) }
    let mean = counts.reduce(0, +) / Double(max(1, counts.count))
    guard counts.count > 1, mean > 0 else {
      factor = 1
      return
    }
    let squares = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    factor = squares / Double(counts.count - 1) / mean
  }

  /// Whether events occur in bursts: `factor` is above `threshold`.
  package var isBursty: Bool { factor > Self.threshold }

  /// The divisor of the counts for the test: the factor if events are bursty, else 1.
  package var divisor: Double { isBursty ? factor : 1 }

  /// Returns a count divided by `divisor`, rounded down; at least 0.
  package func adjusted(_ count: Int) -> Int {
    guard isBursty else { return max(0, count) }
    return Int(exactly: (Double(max(0, count)) / factor).rounded(.down)) ?? max(0, count)
  }
}
