import Platform

/// Events in a period, and how much the period was exposed to them.
package struct Rate: Hashable, Sendable {
  /// At least 0.
  package let events: Int
  /// Days, or runs of the app. 0 means unknown: nothing can be compared with this rate.
  package let exposure: Double

  /// Negative events count as none, an exposure that is no positive finite number as 0.
  package init(events: Int, exposure: Double) {
    self.events = max(0, events)
    self.exposure = exposure.isFinite && exposure > 0 ? exposure : 0
  }
}

/// Two rates compared exactly: no approximation that fails for the small counts which crashes have.
///
/// Given all K events, those of the recent period are binomial if nothing has changed, with the recent period's share
/// of the exposure (Przyborowski and Wilenski 1940). The interval is that of Clopper and Pearson (1934) for the share,
/// each end turned into a ratio of rates.
package struct RateComparison: Equatable, Sendable {
  /// One-sided: how often chance alone brings so many recent events or more. 1 if there are none.
  package let pValue: Double
  /// One-sided the other way: how often chance alone brings so few recent events or fewer. 1 if there are none before.
  package let pValueOfDecline: Double
  /// Recent rate divided by base rate; infinite if only the base has no events, 1 if neither has or nothing can be
  /// compared.
  package let ratio: Double
  /// Lower end of the 95 % interval of the ratio, at most `ratio`; 0 where the counts bound nothing.
  package let low: Double
  /// Upper end of the 95 % interval of the ratio, at least `ratio`; infinite where the counts bound nothing.
  package let high: Double

  /// Counts above this are divided until they fit, both alike, which makes the answer more careful and bounds the work.
  private static let mostEvents = 1e9

  /// `factor`: what both counts are divided by for the test and the interval, rounded down, when events come in bursts
  /// (`Dispersion`); the ratio is that of the counts as they are.
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
    let divisor = max(factor.isFinite ? factor : 1, 1, total / Self.mostEvents)
    let recentEvents = (Double(recent.events) / divisor).rounded(.down)
    let baseEvents = (Double(base.events) / divisor).rounded(.down)
    let trials = recentEvents + baseEvents
    let (share, rest) = (1 / (1 + relativeExposure), 1 / (1 + inverse))
    pValue = Binomial(trials: trials, share: share, rest: rest).upperTail(recentEvents)
    pValueOfDecline = Binomial(trials: trials, share: rest, rest: share).upperTail(baseEvents)
    let ends = Self.interval(recentEvents, baseEvents, relativeExposure)
    self.ratio = ratio
    // Counts that were divided are rounded, and may then lie a little to the side of the ratio.
    low = min(ends.low, ratio)
    high = max(ends.high, ratio)
  }

  private static func interval(_ recent: Double, _ base: Double, _ relativeExposure: Double)
    -> (low: Double, high: Double)
  {
    let (trials, tail) = (recent + base, 0.025)
    let low = recent == 0 ? 0 : exp(Binomial.logOdds(ofTail: tail, from: recent, trials: trials))
    // The upper end is the lower end of the other side's share.
    let high = base == 0 ? Double.infinity : exp(-Binomial.logOdds(ofTail: tail, from: base, trials: trials))
    return (low * relativeExposure, high * relativeExposure)
  }
}

/// The highest rate that agrees with no event in `runs` runs, 95 % sure: 1 − 0.05^(1/runs), about 3/runs.
/// 1 if there were no runs.
package func upperLimitOfRate(withoutEventsIn runs: Double) -> Double {
  guard runs > 0 else { return 1 }
  return min(1, -expm1(log(0.05) / runs))
}
