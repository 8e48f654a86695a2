import Platform

/// A number of events in a period, and the exposure of the period.
package struct Rate: Hashable, Sendable {
  /// The number of events, at least 0.
  package let events: Int
  /// The exposure: days, or runs of the app. 0 means unknown; the rate can then not be compared.
  package let exposure: Double

  /// Creates a rate. Negative `events` become 0, as does an `exposure` that is not a positive finite number.
  package init(events: Int, exposure: Double) {
    self.events = max(0, events)
    self.exposure = exposure.isFinite && exposure > 0 ? exposure : 0
  }
}

/// An exact comparison of two rates. Approximations are not accurate for the small counts that are typical of crashes.
///
/// If nothing changed, the number of recent events among all K events is binomial, with the recent period's share of the
/// exposure as probability (Przyborowski and Wilenski 1940). The interval is that of Clopper and Pearson (1934) for the
/// share, with each end converted to a ratio of rates.
package struct RateComparison: Equatable, Sendable {
  /// The one-sided p-value of growth: the probability of this many recent events or more by chance. 1 if there are none.
  package let pValue: Double
  /// The one-sided p-value of decline: the probability of this few recent events or fewer by chance. 1 if there are no
  /// base events.
  package let pValueOfDecline: Double
  /// The recent rate divided by the base rate; infinite if only the base has no events, 1 if neither has events or the
  /// rates cannot be compared.
  package let ratio: Double
  /// The lower end of the 95% confidence interval of the ratio, at most `ratio`; 0 if the counts give no lower limit.
  package let low: Double
  /// The upper end of the 95% confidence interval of the ratio, at least `ratio`; infinite if the counts give no upper
  /// limit.
  package let high: Double

  /// The maximum sum of both counts. Larger counts are both divided by the same number, which makes the test more
  /// conservative and limits the computation.
  private static let maxEvents = 1e9

  /// Compares two rates.
  ///
  /// - Parameter factor: The divisor of both counts for the test and the interval if events are bursty (`Dispersion`).
  ///   Quotients are rounded so that p and the interval become larger. The ratio is that of the original counts.
  package init(recent: Rate, base: Rate, dividedBy factor: Double = 1) {
    let relativeExposure = base.exposure / recent.exposure
    let inverse = recent.exposure / base.exposure
    guard relativeExposure.isNormal, inverse.isNormal else {
      (pValue, pValueOfDecline, ratio, low, high) = (1, 1, 1, 0, .infinity)
      return
    }
    let ratio: Double =
      switch (recent.events, base.events) {
      case (0, 0): 1
      case (_, 0): .infinity
      case let (recent, base): Double(recent) / Double(base) * relativeExposure
      }
    let total = Double(recent.events) + Double(base.events)
    let divisor = max(factor.isFinite ? factor : 1, 1, total / Self.maxEvents)
    let (share, rest) = (1 / (1 + relativeExposure), 1 / (1 + inverse))
    let (recentEvents, baseEvents) = (Double(recent.events) / divisor, Double(base.events) / divisor)
    // Quotients are rounded against the hypothesis: for growth the recent one down and the other one up.
    let growth = (recent: recentEvents.rounded(.down), base: baseEvents.rounded(.up))
    let decline = (recent: recentEvents.rounded(.up), base: baseEvents.rounded(.down))
    pValue = Binomial(trials: growth.recent + growth.base, share: share, rest: rest).upperTail(growth.recent)
    pValueOfDecline =
      Binomial(trials: decline.recent + decline.base, share: rest, rest: share).upperTail(decline.base)
    self.ratio = ratio
    low = min(Self.interval(growth.recent, growth.base, relativeExposure).low, ratio)
    high = max(Self.interval(decline.recent, decline.base, relativeExposure).high, ratio)
  }

  private static func interval(_ recent: Double, _ base: Double, _ relativeExposure: Double)
    -> (low: Double, high: Double)
  {
    let (trials, tail) = (recent + base, 0.025)
    let low = recent == 0 ? 0 : exp(Binomial.logOdds(ofTail: tail, from: recent, trials: trials))
    // The upper end is the lower end for the share of the base period.
    let high = base == 0 ? Double.infinity : exp(-Binomial.logOdds(ofTail: tail, from: base, trials: trials))
    return (low * relativeExposure, high * relativeExposure)
  }
}

/// Comparisons of rates, each computed once. Most issues of a history are rare, so many have equal counts.
struct RateComparisons {
  private struct Key: Hashable {
    var recent: Rate
    var base: Rate
    var factor: Double
  }

  private var known: [Key: RateComparison] = [:]

  /// Compares two rates as `RateComparison.init` does.
  mutating func compare(recent: Rate, base: Rate, dividedBy factor: Double) -> RateComparison {
    let key = Key(recent: recent, base: base, factor: factor)
    if let comparison = known[key] { return comparison }
    let comparison = RateComparison(recent: recent, base: base, dividedBy: factor)
    known[key] = comparison
    return comparison
  }
}

/// Returns the 95% upper limit of a rate with no event in `runs` runs: 1 − 0.05^(1/runs), about 3/runs; 1 if there were no
/// runs.
package func upperLimitOfRate(withoutEventsIn runs: Double) -> Double {
  guard runs > 0 else { return 1 }
  return min(1, -expm1(log(0.05) / runs))
}
