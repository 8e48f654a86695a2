import Platform

/// How many events of an issue have a value, and how many events of all other issues.
package struct ShareCounts: Sendable, Hashable {
  /// The number of events of the issue that have the value.
  package var events: Int
  /// The number of events of the issue that state any value.
  package var total: Int
  /// The number of events of other issues that have the value.
  package var otherEvents: Int
  /// The number of events of other issues that state any value.
  package var otherTotal: Int
  /// By what the events of the issue are divided for the test; 1 if they are independent.
  package var dispersion: Double
  /// By what those of other issues are divided.
  package var otherDispersion: Double
  /// The number of values from which this one was selected because it is the most frequent one; 1 if it was not selected.
  package var choices: Int

  /// Creates counts. Negative numbers become 0, and parts are at most their total.
  package init(
    events: Int, total: Int, otherEvents: Int, otherTotal: Int, dispersion: Double = 1, otherDispersion: Double = 1,
    choices: Int = 1
  ) {
    self.total = max(0, total)
    self.otherTotal = max(0, otherTotal)
    self.events = min(max(0, events), self.total)
    self.otherEvents = min(max(0, otherEvents), self.otherTotal)
    self.dispersion = dispersion
    self.otherDispersion = otherDispersion
    self.choices = max(1, choices)
  }
}

/// The share of a value among the events of an issue, compared with its share among the events of all other issues.
///
/// The test is that of Fisher (1935): given how many events of all issues have the value, the number of those that belong
/// to the issue is hypergeometric if the issue is not associated with the value. It is exact for every count.
package struct ShareComparison: Equatable, Sendable {
  /// The numbers as counted.
  package let counts: ShareCounts
  /// The probability of this many events with the value or more by chance.
  package let pValueOfMore: Double
  /// The probability of this few events with the value or fewer by chance.
  package let pValueOfFewer: Double

  /// The maximum number of events. Larger numbers are all divided by the same number, which makes the test more
  /// conservative and limits the computation.
  private static let maxEvents = 1e9

  /// Compares the shares.
  package init(_ counts: ShareCounts) {
    self.counts = counts
    let all = Double(counts.total) + Double(counts.otherTotal)
    let common = max(1, all / Self.maxEvents)
    let (divisor, otherDivisor) = (
      Self.divisor(counts.dispersion) * common, Self.divisor(counts.otherDispersion) * common
    )
    let own = (with: Double(counts.events), without: Double(counts.total - counts.events))
    let others = (with: Double(counts.otherEvents), without: Double(counts.otherTotal - counts.otherEvents))
    // Quotients are rounded against the hypothesis, as in `RateComparison`.
    func more(_ own: (Double, Double), _ others: (Double, Double)) -> Double {
      Self.upperTail(
        (own.0 / divisor).rounded(.down), (own.1 / divisor).rounded(.up), (others.0 / otherDivisor).rounded(.up),
        (others.1 / otherDivisor).rounded(.down))
    }
    pValueOfMore = more(own, others)
    pValueOfFewer = more((own.without, own.with), (others.without, others.with))
  }

  private static func divisor(_ dispersion: Double) -> Double {
    dispersion.isFinite && dispersion > 1 ? dispersion : 1
  }

  /// The two-sided p-value, for a value that was selected from `choices`.
  package var pValue: Double {
    let both = counts.choices > 1 ? pValueOfMore : 2 * min(pValueOfMore, pValueOfFewer)
    return min(1, both * Double(counts.choices))
  }

  /// The share among the events of the issue; 0 without events.
  package var share: Double { counts.total > 0 ? Double(counts.events) / Double(counts.total) : 0 }

  /// The share among the events of other issues; 0 without events.
  package var otherShare: Double {
    counts.otherTotal > 0 ? Double(counts.otherEvents) / Double(counts.otherTotal) : 0
  }

  /// Whether the margins have enough events for a test. It does not depend on how the value is distributed, so that leaving
  /// out a test does not select its result.
  package var isTested: Bool {
    let with = counts.events.addingReportingOverflow(counts.otherEvents)
    return counts.total >= minEventsForTrend && counts.otherTotal >= minEventsForTrend
      && (with.overflow || with.partialValue >= minEventsForTrend)
  }

  /// The smallest difference of shares that is reported. Among many events, smaller ones are significant, too.
  package static let minDifference = 0.2

  /// Whether the shares differ by at least `minDifference`.
  package var isLarge: Bool { abs(share - otherShare) >= Self.minDifference - 1e-9 }

  /// Returns P(X ≥ x) for the number X of events of the issue that have the value, given all sums: `x` with the value and
  /// `without` of the issue, `others` with the value and `rest` of other issues. Terms are summed from the largest one.
  private static func upperTail(_ x: Double, _ without: Double, _ others: Double, _ rest: Double) -> Double {
    let (own, with) = (x + without, x + others)
    let all = own + others + rest
    guard own > 0, with > 0, all > own, all > with else { return 1 }
    let mean = own * (with / all)
    let (lowest, highest) = (max(0, own + with - all), min(own, with))
    if x <= lowest { return 1 }
    func probability(_ x: Double) -> Double {
      let (share, noShare) = (with / all, (all - with) / all)
      let whole = Binomial(trials: all, share: share, rest: noShare).probability(with)
      return Binomial(trials: own, share: share, rest: noShare).probability(x)
        * Binomial(trials: all - own, share: share, rest: noShare).probability(with - x) / whole
    }
    let isAbove = x >= mean
    var at = isAbove ? x : x - 1
    let first = probability(at)
    var (sum, term) = (1.0, 1.0)
    while term > sum * 1e-17, isAbove ? at < highest : at > lowest {
      if isAbove {
        term *= (own - at) * (with - at) / ((at + 1) * (all - own - with + at + 1))
        at += 1
      } else {
        term *= at * (all - own - with + at) / ((own - at + 1) * (with - at + 1))
        at -= 1
      }
      sum += term
    }
    let tail = min(1, first * sum)
    return isAbove ? tail : max(0, 1 - tail)
  }
}

/// The rate of false discoveries among the associations that are reported.
package let associationErrorRate = 0.05

/// Compares the shares of many values, of one issue or of several, and returns for each whether it is significant among all
/// of them (Benjamini and Hochberg at `associationErrorRate`). What has too few events is not a test.
package func assessShares(_ comparisons: [ShareComparison]) -> [Bool] {
  let tested = comparisons.indices.filter { comparisons[$0].isTested }
  var calls = [Bool](repeating: false, count: comparisons.count)
  for (index, call) in zip(tested, benjaminiHochberg(tested.map { comparisons[$0].pValue }, rate: associationErrorRate))
  {
    calls[index] = call
  }
  return calls
}
