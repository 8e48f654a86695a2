/// The sentences about numbers: counts first, then the ratio and its interval.
package enum TrendWording {
  /// Returns `12 in 7 days vs. 2.3 a week before (9 in 28 days). 5.3 times (95% CI 2.1–14), p = 0.0002`; only the counts if
  /// they are too few. p is the probability of this many events or more by chance or, if the rate fell, of this few or
  /// fewer. A burst follows: `; burst: 30 in 3 days on 30 devices`.
  package static func sentence(_ trend: TrendAssessment) -> String {
    guard trend.verdict != .tooFew, trend.isTested else { return counts(trend) + burst(trend) }
    if trend.base.exposure <= 0 { return recent(trend) + ", with nothing before to compare with" + burst(trend) }
    let comparison = trend.comparison
    return rates(trend) + ". " + capitalized(ratio(comparison)) + ", "
      + pValue(comparison.ratio < 1 ? comparison.pValueOfDecline : comparison.pValue) + burst(trend)
  }

  /// Returns the counts and the burst: `30 in 7 days vs. 1 in the previous 28; burst: 30 in 3 days on 30 devices`.
  package static func summary(_ trend: TrendAssessment) -> String { counts(trend) + burst(trend) }

  /// Returns `12 in 7 days vs. 9 in the previous 28`, or `12 of 80 reports vs. 9 of 300 before`.
  package static func counts(_ trend: TrendAssessment) -> String {
    if trend.unit == .reports {
      return recent(trend) + " vs. \(count(trend.base.events)) of \(whole(trend.base.exposure)) before"
    }
    return recent(trend) + " vs. \(count(trend.base.events)) in the previous \(whole(trend.base.exposure))"
  }

  /// Returns `12 in 7 days vs. 2.3 a week before (9 in 28 days)`: the base period in the unit of the recent one.
  private static func rates(_ trend: TrendAssessment) -> String {
    let unit: String
    switch (trend.unit, trend.recent.exposure) {
    case (.days, 7): unit = "week"
    case (.days, 1): unit = "day"
    default: return counts(trend)
    }
    guard trend.base.events > 0, trend.base.exposure > trend.recent.exposure else { return counts(trend) }
    let rate = Double(trend.base.events) * trend.recent.exposure / trend.base.exposure
    return recent(trend) + " vs. \(brief(rate)) a \(unit) before (\(count(trend.base.events)) in "
      + plural(trend.base.exposure, "day") + ")"
  }

  private static func recent(_ trend: TrendAssessment) -> String {
    if trend.unit == .reports {
      return "\(count(trend.recent.events)) of \(plural(trend.recent.exposure, "report"))"
    }
    return "\(count(trend.recent.events)) in \(plural(trend.recent.exposure, trend.unit == .days ? "day" : "run"))"
  }

  /// Returns `; burst: 30 in 3 days on 30 devices`; empty if the events are not concentrated.
  private static func burst(_ trend: TrendAssessment) -> String {
    guard let burst = trend.burst else {
      return trend.devices.map { "; on " + plural(Double($0), "device") } ?? ""
    }
    return "; burst: \(grouped(burst.events)) in \(plural(Double(burst.days), "day"))"
      + (trend.devices.map { " on " + plural(Double($0), "device") } ?? "")
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Returns `5.3 times (95% CI 2.1–14)`, `at least 3.7 times (95% CI)`, `at most 0.81 times (95% CI)`, or `no ratio`.
  package static func ratio(_ comparison: RateComparison) -> String {
    if comparison.ratio == .infinity {
      // Below 1, the interval does not even say whether there are more or fewer.
      return comparison.low >= 1 ? "at least \(brief(comparison.low)) times (95% CI)" : "no ratio"
    }
    if comparison.ratio == 0 { return "at most \(brief(max(comparison.high, 0.001))) times (95% CI)" }
    if comparison.high == .infinity {
      return "\(brief(comparison.ratio)) times (95% CI at least \(brief(comparison.low)))"
    }
    return "\(brief(comparison.ratio)) times (95% CI \(brief(comparison.low))–\(brief(comparison.high)))"
  }

  /// Returns `p = 0.0002`, `p = 0.04`, `p < 0.0001`.
  package static func pValue(_ value: Double) -> String {
    if value < 0.0001 { return "p < 0.0001" }
    if value >= 0.995 { return "p = 1" }
    return "p = " + (value < 0.01 ? decimal(value, digits: 1) : fixed(value, places: 2))
  }

  /// Returns `back after 5 builds`.
  package static func back(_ comeback: Absences.Return) -> String {
    "back after " + plural(Double(comeback.absent), "build")
  }

  /// Returns `0 in 12,000 runs: rate below 1 in 4,006 (95% limit)`.
  package static func gone(runs: Int) -> String {
    guard runs > 0 else { return "no runs" }
    let one = (1 / upperLimitOfRate(withoutEventsIn: Double(runs))).rounded(.down)
    return "0 in \(plural(Double(runs), "run")): rate below 1 in \(whole(one)) (95% limit)"
  }

  /// Returns a ratio with two significant digits and no exponent, such as `1,400` for 1,369; `below 0.001` for smaller
  /// values.
  package static func brief(_ value: Double) -> String {
    if value.isNaN { return "unknown" }
    if value == .infinity { return "∞" }
    if value <= 0 { return "0" }
    if value < 0.001 { return "below 0.001" }
    if value > 1e9 { return "over 1,000,000,000" }
    return decimal(value, digits: 2)
  }

  private static func count(_ events: Int) -> String { events == 0 ? "none" : grouped(events) }

  private static func plural(_ value: Double, _ noun: String) -> String {
    whole(value) + " " + noun + (value == 1 ? "" : "s")
  }

  /// Returns a value rounded to `digits` significant digits. Trailing zeros after the decimal point remain for values of
  /// at least 1 (`4.0`).
  private static func decimal(_ value: Double, digits: Int) -> String {
    var places = digits - 1
    var power = 1.0
    while power * 10 <= value {
      power *= 10
      places -= 1
    }
    while power > value {
      power /= 10
      places += 1
    }
    if places <= 0 {
      let step = tenToThe(-places)
      return whole((value / step).rounded() * step)
    }
    var text = fixed(value, places: places)
    while value < 1, text.last == "0" { text.removeLast() }
    // 0.996 and 9.96 were rounded up to one more digit.
    if text.hasSuffix(".") { return text + "0" }
    return text == "10.0" ? "10" : text
  }

  private static func fixed(_ value: Double, places: Int) -> String {
    let digits = String(clamped(value * tenToThe(places)))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return padded.dropLast(places) + "." + padded.suffix(places)
  }

  private static func tenToThe(_ exponent: Int) -> Double {
    (0..<max(0, exponent)).reduce(1) { power, _ in power * 10 }
  }

  private static func clamped(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? .max }

  /// Returns the rounded value with thousands separators: `12,000`.
  package static func whole(_ value: Double) -> String { grouped(clamped(value)) }

  /// Returns the number with thousands separators: `12,000`.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }.joined()
  }
}
