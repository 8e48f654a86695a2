/// How unevenly events are spread over days.
///
/// Independent events have a variance of daily counts about as large as their mean (Poisson). One machine that crashes
/// in a loop, or one report uploaded fifty times, makes it much larger; then fifty events say hardly more than one.
package struct Dispersion: Equatable, Sendable {
  /// Variance (of a sample, n − 1) divided by the mean; 1 where fewer than two days or no events are known.
  package let factor: Double

  /// Number of days looked at.
  package static let days = 28
  /// Factor above which an issue is said to come in bursts.
  package static let threshold = 2.0

  /// `daily`: events for each day, the newest last; the last 28 are used. Negative counts are none.
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

  /// True if `factor` is above `threshold`.
  package var isBursty: Bool { factor > Self.threshold }

  /// What counts are divided by before they are compared: the factor if events come in bursts, else 1.
  package var divisor: Double { isBursty ? factor : 1 }

  /// A count divided by `divisor`, rounded down; at least 0.
  package func adjusted(_ count: Int) -> Int {
    guard isBursty else { return max(0, count) }
    return Int(exactly: (Double(max(0, count)) / factor).rounded(.down)) ?? max(0, count)
  }
}
