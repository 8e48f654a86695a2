/// The verdict on an issue in two samples of reports, such as those of two builds.
package enum DifferenceVerdict: String, Sendable, CaseIterable {
  /// Only in the second sample, and more often than chance explains.
  case new
  /// Only in the first sample, and more often than chance explains.
  case gone
  /// In both samples, at a higher rate in the second one.
  case worse
  /// In both samples, at a lower rate in the second one.
  case better
  /// A difference that could be chance, or none.
  case unchanged
  /// Too few events for a comparison.
  case tooFew
}

/// The events of an issue in two samples.
package struct SampleCounts: Sendable {
  /// Identifies the issue to the caller; not interpreted here.
  package var key: String
  /// The number of events in the first sample.
  package var before: Int
  /// The number of events in the second sample.
  package var after: Int
  /// By what the counts are divided for the test, because a few devices have many of the events (`Dispersion`); 1 if events are
  /// independent or devices are unknown.
  package var dispersion: Double

  /// Whether the issue is in the first sample at all, also with reports that are not counted as events.
  package var occursBefore: Bool
  /// Whether the issue is in the second sample at all.
  package var occursAfter: Bool

  /// Creates counts of an issue that is in the samples in which it has events.
  package init(key: String, before: Int, after: Int, dispersion: Double = 1) {
    self.key = key
    self.before = before
    self.after = after
    self.dispersion = dispersion
    occursBefore = before > 0
    occursAfter = after > 0
  }
}

/// The numbers of an issue in two samples, and the verdict on them.
package struct SampleDifference: Equatable, Sendable {
  /// The key of the issue, as in its `SampleCounts`.
  package let key: String
  /// The verdict, from a comparison with all other issues of the call.
  package let verdict: DifferenceVerdict
  /// The events and the exposure of the first sample, as counted.
  package let before: Rate
  /// The events and the exposure of the second sample, as counted.
  package let after: Rate
  /// The test of the second sample against the first one. If one device has many events, the counts were divided.
  package let comparison: RateComparison

  /// The two-sided p-value: the probability of a difference at least this large, in either direction, by chance.
  package var pValue: Double { min(1, 2 * min(comparison.pValue, comparison.pValueOfDecline)) }
}

/// Assesses all issues of two samples together, because among a thousand issues about fifty are below p 0.05 by chance.
///
/// Growth and decline are one test, so that two equal samples have a difference in at most one of twenty comparisons. Issues
/// with fewer than `minEventsForTrend` events in both samples together are not tests: that depends on the sum alone, so that leaving them
/// out does not select results, and hundreds of rare issues do not hide the one that changed.
///
/// - Parameters:
///   - before: The exposure of the first sample: runs, days, device-days or reports. `after` is that of the second one, in the
///     same unit. If either is 0, no issue has a difference.
/// - Returns: One difference for each issue, in the given order.
package func assessDifferences(_ issues: [SampleCounts], before: Double, after: Double) -> [SampleDifference] {
  var comparisons = RateComparisons()
  let tests = issues.map { issue in
    let rates = (
      before: Rate(events: issue.before, exposure: before), after: Rate(events: issue.after, exposure: after)
    )
    let comparison = comparisons.compare(
      recent: rates.after, base: rates.before,
      dividedBy: max(1, issue.dispersion))
    // The verdict is not read here.
    return SampleDifference(
      key: issue.key, verdict: .unchanged, before: rates.before, after: rates.after, comparison: comparison)
  }
  let tested = tests.indices.filter { !tests[$0].hasTooFew }
  let calls = benjaminiHochberg(tested.map { tests[$0].pValue })
  let significant = Set(zip(tested, calls).lazy.filter(\.1).map(\.0))
  return zip(tests.indices, issues).map { index, issue in
    let test = tests[index]
    return SampleDifference(
      key: test.key, verdict: test.verdict(issue, isSignificant: significant.contains(index)), before: test.before,
      after: test.after, comparison: test.comparison)
  }
}

extension SampleDifference {
  /// Whether there are too few events for a comparison.
  fileprivate var hasTooFew: Bool {
    let (sum, overflows) = before.events.addingReportingOverflow(after.events)
    return !overflows && sum < minEventsForTrend
  }

  fileprivate func verdict(_ issue: SampleCounts, isSignificant: Bool) -> DifferenceVerdict {
    guard isSignificant else { return hasTooFew ? .tooFew : .unchanged }
    if comparison.pValue < comparison.pValueOfDecline { return issue.occursBefore ? .worse : .new }
    return issue.occursAfter ? .better : .gone
  }
}
