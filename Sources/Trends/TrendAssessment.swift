/// What the numbers say about an issue.
package enum TrendVerdict: String, Sendable, CaseIterable {
  /// More than before, and among all issues looked at this is not chance.
  case growing
  /// More than before; looked at alone this would be rare, among so many issues it is not.
  case watch
  /// Fewer than before, judged as growth is.
  case falling
  /// Nothing that the numbers tell from chance.
  case steady
  /// Not enough events to say anything: the counts are the answer.
  case tooFew
  /// None in the last builds that ran, or for a long time.
  case gone
}

/// What is counted of an issue.
package struct IssueCounts: Sendable {
  /// Identifies the issue to the caller; not interpreted here.
  package var key: String
  /// Events in the recent period.
  package var recent: Int
  /// Events in the base period, which ends where the recent period begins.
  package var base: Int
  /// Events for each day, the newest last; 28 days or more.
  package var daily: [Int]
  /// Consecutive builds, newest first, that ran without it; `nil` if that is unknown.
  package var buildsSinceLast: Int?
  /// Days since it was seen.
  package var daysSinceLast: Int
  /// Runs of the app since it was seen; `nil` if runs are unknown.
  package var runsSinceLast: Int?
  /// Runs of its apps in both periods, which then are the exposure instead of the days; `recent` and `base` count the
  /// days of these runs alone.
  package var runs: RunCounts?

  /// Creates counts; what is not given is unknown.
  package init(
    key: String, recent: Int, base: Int, daily: [Int], buildsSinceLast: Int? = nil, daysSinceLast: Int,
    runsSinceLast: Int? = nil, runs: RunCounts? = nil
  ) {
    self.key = key
    self.recent = recent
    self.base = base
    self.daily = daily
    self.buildsSinceLast = buildsSinceLast
    self.daysSinceLast = daysSinceLast
    self.runsSinceLast = runsSinceLast
    self.runs = runs
  }
}

/// Runs of the app in both periods.
package struct RunCounts: Hashable, Sendable {
  /// Runs of the app in the recent period; 0 or less means that nothing can be compared.
  package var recent: Int
  /// Runs of the app in the base period; 0 or less means that nothing can be compared.
  package var base: Int

  /// Creates counts of runs of the two periods.
  package init(recent: Int, base: Int) {
    self.recent = recent
    self.base = base
  }
}

/// What an exposure counts.
package enum ExposureUnit: String, Sendable { case days, runs }

/// An issue's numbers, and what they say.
package struct TrendAssessment: Sendable {
  /// Key of the issue, as in its `IssueCounts`.
  package let key: String
  /// What the numbers say, judged together with all other issues of the call.
  package let verdict: TrendVerdict
  /// Events and exposure of the recent period, as counted.
  package let recent: Rate
  /// Events and exposure of the base period, as counted.
  package let base: Rate
  /// What the exposures of both rates count: `runs` if runs are known, else `days`.
  package let unit: ExposureUnit
  /// The test, over counts that were divided if the issue comes in bursts.
  package let comparison: RateComparison
  /// How unevenly the events are spread over the last 28 days.
  package let dispersion: Dispersion
  /// Runs of the app since it was seen; `nil` if runs are unknown.
  package let runsSinceLast: Int?
  /// With runs known and none of them failing since it was last seen: 95 % sure, its rate is below this.
  package let rateBelow: Double?

  /// True if the events come in bursts, so that the counts of the test were divided.
  package var isBursty: Bool { dispersion.isBursty }
}

/// Events below which nothing is said but the counts.
package let fewestEventsForATrend = 5

/// Consecutive builds without an issue after which it is called gone.
package let buildsUntilGone = 3
/// Days since an issue was last seen after which it is called gone, whatever the builds.
package let daysUntilGone = 28

/// Judges all issues of one page together, because among a thousand issues fifty look rare by chance.
///
/// - Parameters:
///   - recentDays: Length of the recent period; `baseDays` is that of the period before it. Whole weeks, so that both
///     hold as many weekends.
/// - Returns: One assessment for each issue, in the order given.
package func assessTrends(
  _ issues: [IssueCounts], recentDays: Int = 7, baseDays: Int = 28
) -> [TrendAssessment] {
  let trials = issues.map { issue in
    TrendTrial(
      recent: Rate(events: issue.recent, exposure: Double(issue.runs?.recent ?? recentDays)),
      base: Rate(events: issue.base, exposure: Double(issue.runs?.base ?? baseDays)),
      dispersion: Dispersion(daily: issue.daily))
  }
  // Every issue with an event is one of the tests. One with too few of them is never called, so it must not help
  // others to be called either: it takes part as if it said nothing.
  let asked = trials.indices.filter { trials[$0].recent.events > 0 || trials[$0].base.events > 0 }
  var grows = [Bool](repeating: false, count: trials.count)
  var falls = grows
  for (index, isCalled) in zip(asked, benjaminiHochberg(asked.map { trials[$0].pValue(\.pValue) })) {
    grows[index] = isCalled
  }
  for (index, isCalled) in zip(asked, benjaminiHochberg(asked.map { trials[$0].pValue(\.pValueOfDecline) })) {
    falls[index] = isCalled
  }
  return issues.indices.map { index in
    let (issue, trial) = (issues[index], trials[index])
    return TrendAssessment(
      key: issue.key, verdict: trial.verdict(issue, grows: grows[index], falls: falls[index]), recent: trial.recent,
      base: trial.base, unit: issue.runs == nil ? .days : .runs, comparison: trial.comparison,
      dispersion: trial.dispersion, runsSinceLast: issue.runsSinceLast,
      rateBelow: issue.runsSinceLast.flatMap { $0 > 0 ? upperLimitOfRate(withoutEventsIn: Double($0)) : nil })
  }
}

/// One issue's test.
private struct TrendTrial {
  let recent: Rate
  let base: Rate
  let dispersion: Dispersion
  let comparison: RateComparison

  init(recent: Rate, base: Rate, dispersion: Dispersion) {
    self.recent = recent
    self.base = base
    self.dispersion = dispersion
    comparison = RateComparison(recent: recent, base: base, dividedBy: dispersion.divisor)
  }

  /// Counted after the division: twenty reports of one burst are one event.
  var hasTooFew: Bool {
    let (sum, overflows) = dispersion.adjusted(recent.events).addingReportingOverflow(dispersion.adjusted(base.events))
    return !overflows && sum < fewestEventsForATrend
  }

  func pValue(_ direction: KeyPath<RateComparison, Double>) -> Double { hasTooFew ? 1 : comparison[keyPath: direction] }

  /// Growth is said first: an issue may be gone from new builds and grow in an old one.
  func verdict(_ issue: IssueCounts, grows: Bool, falls: Bool) -> TrendVerdict {
    if grows { return .growing }
    if !hasTooFew, comparison.pValue < 0.05 { return .watch }
    if (issue.buildsSinceLast ?? 0) >= buildsUntilGone { return .gone }
    if recent.events == 0, issue.daysSinceLast >= daysUntilGone { return .gone }
    if hasTooFew { return .tooFew }
    return falls ? .falling : .steady
  }
}
