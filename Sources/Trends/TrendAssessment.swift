/// The verdict on the trend of an issue.
package enum TrendVerdict: String, Sendable, CaseIterable {
  /// More events than before; significant among all issues compared.
  case growing
  /// More events than before, but in a burst that may be a single event: a few days or devices.
  case burst
  /// More events than before; significant for this issue alone, but not among all issues compared.
  case watch
  /// Fewer events than before; significant by the same test as growth.
  case falling
  /// No significant change.
  case steady
  /// Too few events for a comparison. Only the counts are reported.
  case tooFew
  /// Not seen in the last builds that ran, or for a long time.
  case gone
}

/// The counts of an issue.
package struct IssueCounts: Sendable {
  /// Identifies the issue to the caller; not interpreted here.
  package var key: String
  /// The number of events in the recent period.
  package var recent: Int
  /// The number of events in the base period, which ends where the recent period begins.
  package var base: Int
  /// The number of events on each day of both periods, the newest last; empty if unknown.
  package var daily: [Int]
  /// The devices of the events; `nil` if they are unknown.
  package var devices: DeviceCounts?
  /// The number of latest builds that ran without it; `nil` if unknown.
  package var buildsSinceLast: Int?
  /// The number of days since it was last seen.
  package var daysSinceLast: Int
  /// The runs of the app since it was last seen; `nil` if runs are unknown.
  package var runsSinceLast: Int?
  /// The runs of its apps in both periods. If known, they are the exposure instead of the days, and `recent` and `base`
  /// only count the days on which runs are known.
  package var runs: RunCounts?

  /// Creates counts. Omitted values are unknown.
  package init(
    key: String, recent: Int, base: Int, daily: [Int], devices: DeviceCounts? = nil, buildsSinceLast: Int? = nil,
    daysSinceLast: Int, runsSinceLast: Int? = nil, runs: RunCounts? = nil
  ) {
    self.key = key
    self.recent = recent
    self.base = base
    self.daily = daily
    self.devices = devices
    self.buildsSinceLast = buildsSinceLast
    self.daysSinceLast = daysSinceLast
    self.runsSinceLast = runsSinceLast
    self.runs = runs
  }
}

extension IssueCounts {
  /// Whether its devices are used if they are known: its events are bursty, enough, and as independent events their
  /// number would have changed (p below 0.05). Counting devices takes time, and would not change other verdicts.
  package func needsDevices(recentDays: Int, baseDays: Int) -> Bool {
    let recentRate = Rate(events: recent, exposure: Double(runs?.recent ?? recentDays))
    let baseRate = Rate(events: base, exposure: Double(runs?.base ?? baseDays))
    guard Double(recentRate.events) + Double(baseRate.events) >= Double(minEventsForTrend),
      Dispersion(daily: daily, recentDays: recentDays).isBursty
    else { return false }
    let comparison = RateComparison(recent: recentRate, base: baseRate)
    return min(comparison.pValue, comparison.pValueOfDecline) < 0.05
  }
}

/// The devices on which the events of an issue occurred.
package struct DeviceCounts: Hashable, Sendable {
  /// The number of different devices in the recent period.
  package var recent: Int
  /// The dispersion by devices: `Dispersion.index(ofClusters:)` of the events of each device on each day. An event of an
  /// unknown device is a cluster with all other such events of its day.
  package var dispersion: Double

  /// Creates the counts.
  package init(recent: Int, dispersion: Double) {
    self.recent = recent
    self.dispersion = dispersion
  }
}

/// The runs of an app in both periods, or the reports of which those of a value are a share.
package struct RunCounts: Hashable, Sendable {
  /// The runs in the recent period. If 0 or less, rates cannot be compared.
  package var recent: Int
  /// The runs in the base period. If 0 or less, rates cannot be compared.
  package var base: Int
  /// What is counted: runs or reports.
  package var unit: ExposureUnit

  /// Creates the counts of both periods.
  package init(recent: Int, base: Int, unit: ExposureUnit = .runs) {
    self.recent = recent
    self.base = base
    self.unit = unit
  }
}

/// The unit of an exposure. With reports, the rates are shares of all reports.
package enum ExposureUnit: String, Sendable { case days, runs, reports }

/// The numbers of an issue, and the verdict on them.
package struct TrendAssessment: Sendable {
  /// The key of the issue, as in its `IssueCounts`.
  package let key: String
  /// The verdict, from a comparison with all other issues of the call.
  package let verdict: TrendVerdict
  /// The events and exposure of the recent period, as counted.
  package let recent: Rate
  /// The events and exposure of the base period, as counted.
  package let base: Rate
  /// The unit of both exposures: `runs` if runs are known, `reports` for shares, else `days`.
  package let unit: ExposureUnit
  /// The test. If the events are bursty, its counts were divided.
  package let comparison: RateComparison
  /// The dispersion of the events.
  package let dispersion: Dispersion
  /// The days with most of the recent events, if these are more concentrated than independent events; else `nil`.
  package let burst: Burst?
  /// The number of different devices in the recent period; `nil` if unknown.
  package var devices: Int?
  /// The runs of the app since the issue was last seen; `nil` if runs are unknown.
  package let runsSinceLast: Int?
  /// The 95% upper limit of its rate, from the runs since it was last seen; `nil` if runs are unknown or 0.
  package let rateBelow: Double?

  /// Whether the events occur in bursts, so that the counts of the test were divided.
  package var isBursty: Bool { dispersion.isBursty }
}

/// The minimum number of events for a comparison. Below it, only the counts are reported.
package let minEventsForTrend = 5

/// The number of consecutive builds without an issue after which it is gone.
package let buildsUntilGone = 3
/// The number of days after which an issue that was not seen is gone, in any builds.
package let daysUntilGone = 28

/// Assesses all issues of a report together, because among a thousand issues about fifty are below p 0.05 by chance.
///
/// - Parameters:
///   - recentDays: The length of the recent period. `baseDays` is the length of the period before it. Use complete
///     weeks, so that both periods contain proportionally the same weekends.
/// - Returns: One assessment for each issue, in the given order.
package func assessTrends(
  _ issues: [IssueCounts], recentDays: Int = 7, baseDays: Int = 28
) -> [TrendAssessment] {
  var comparisons = RateComparisons()
  let trials = issues.map { TrendTrial($0, recentDays: recentDays, baseDays: baseDays, &comparisons) }
  // Every issue with an event is one of the tests. An issue with too few events takes part with p 1, so that it is never
  // significant and does not make others significant.
  let tested = trials.indices.filter { trials[$0].isTested }
  func significant(_ pValue: KeyPath<TrendTrial, Double>) -> Set<Int> {
    let calls = benjaminiHochberg(tested.map { trials[$0].hasTooFew ? 1 : trials[$0][keyPath: pValue] })
    return Set(zip(tested, calls).lazy.filter(\.1).map(\.0))
  }
  let grows = significant(\.comparison.pValue)
  let falls = significant(\.comparison.pValueOfDecline)
  let bursts = significant(\.pValueOfBurst)
  return issues.indices.map { index in
    let (issue, trial) = (issues[index], trials[index])
    return TrendAssessment(
      key: issue.key,
      verdict: trial.verdict(
        issue, grows: grows.contains(index), bursts: bursts.contains(index), falls: falls.contains(index)),
      recent: trial.recent, base: trial.base, unit: issue.runs?.unit ?? .days, comparison: trial.comparison,
      dispersion: trial.dispersion, burst: trial.burst, devices: issue.devices?.recent,
      runsSinceLast: issue.runsSinceLast,
      rateBelow: issue.runsSinceLast.flatMap { $0 > 0 ? upperLimitOfRate(withoutEventsIn: Double($0)) : nil })
  }
}

extension TrendAssessment {
  /// Whether it was one of the tests: it has an event in either period.
  package var isTested: Bool { recent.events > 0 || base.events > 0 }
}

/// The test of one issue.
private struct TrendTrial {
  let recent: Rate
  let base: Rate
  let dispersion: Dispersion
  let comparison: RateComparison
  let burst: Burst?
  /// The p-value of the growth if a burst is compared with the bursts of the base period only.
  let pValueOfBurst: Double

  init(_ issue: IssueCounts, recentDays: Int, baseDays: Int, _ comparisons: inout RateComparisons) {
    recent = Rate(events: issue.recent, exposure: Double(issue.runs?.recent ?? recentDays))
    base = Rate(events: issue.base, exposure: Double(issue.runs?.base ?? baseDays))
    dispersion = Dispersion(daily: issue.daily, recentDays: recentDays, devices: issue.devices?.dispersion)
    comparison = comparisons.compare(recent: recent, base: base, dividedBy: dispersion.divisor)
    burst = dispersion.ofRecent > Dispersion.threshold ? Burst(issue.daily.suffix(max(1, recentDays))) : nil
    pValueOfBurst =
      burst == nil || dispersion.divisor == dispersion.divisorOfBase
      ? comparison.pValue : comparisons.compare(recent: recent, base: base, dividedBy: dispersion.divisorOfBase).pValue
  }

  var isTested: Bool { recent.events > 0 || base.events > 0 }

  /// Whether there are too few events for a comparison.
  var hasTooFew: Bool {
    let (sum, overflows) = recent.events.addingReportingOverflow(base.events)
    return !overflows && sum < minEventsForTrend
  }

  /// Returns the verdict. Growth takes precedence: an issue may be gone from new builds but grow in an old one.
  func verdict(_ issue: IssueCounts, grows: Bool, bursts: Bool, falls: Bool) -> TrendVerdict {
    if grows { return .growing }
    if bursts, burst != nil { return .burst }
    if !hasTooFew, comparison.pValue < 0.05 { return .watch }
    if (issue.buildsSinceLast ?? 0) >= buildsUntilGone { return .gone }
    if recent.events == 0, issue.daysSinceLast >= daysUntilGone { return .gone }
    if hasTooFew { return .tooFew }
    return falls ? .falling : .steady
  }
}
