package import Trends
package import Vocabulary

/// Two sides of a history, and the differences between them.
package struct HistoryComparison: Sendable {
  /// The unit of the exposures: what rates refer to.
  package enum Unit: String, Sendable, CaseIterable {
    /// Runs of the builds.
    case runs
    /// Complete or elapsed days.
    case days
    /// Days on which a device had an issue, summed over issues; events are those of one issue. A device in a loop counts once a day,
    /// and a longer period has more of all issues alike. A report that does not state its device is one of its own.
    case deviceDays
    /// Reports of any failure: shares are compared.
    case reports
  }

  /// One side.
  package struct Side: Sendable, Equatable {
    /// The name, as the history has it: `560`, `iOS 26.0`, `2026-08-01`.
    package var name: String
    /// The number of its counted reports.
    package var reports: Int
    /// The number of events that are compared: reports, or devices with a report.
    package var events: Int
    /// The exposure, in the unit of the comparison.
    package var exposure: Double

    /// Creates a side from its parts.
    package init(name: String, reports: Int, events: Int, exposure: Double) {
      self.name = name
      self.reports = reports
      self.events = events
      self.exposure = exposure
    }
  }

  /// An issue with a difference.
  package struct Row: Sendable {
    /// The issue; its count and times are those of all its reports.
    package var issue: StoredIssue
    /// The numbers and the verdict.
    package var difference: SampleDifference
    /// The number of its counted reports on the first side.
    package var reportsBefore: Int
    /// The number of its counted reports on the second side.
    package var reportsAfter: Int

    /// Creates a row from its parts.
    package init(issue: StoredIssue, difference: SampleDifference, reportsBefore: Int, reportsAfter: Int) {
      self.issue = issue
      self.difference = difference
      self.reportsBefore = reportsBefore
      self.reportsAfter = reportsAfter
    }
  }

  /// What the sides are.
  package var basis: ComparisonBasis
  /// The app whose builds or versions are compared: a bundle identifier, else a process name; `nil` for other bases.
  package var app: String?
  /// The first side.
  package var before: Side
  /// The second side.
  package var after: Side
  /// The unit of the exposures.
  package var unit: Unit
  /// The period on which runs are known, if the unit is runs; only its reports are compared.
  package var days: ClosedRange<Timestamp>?
  /// The issues that are new, gone, worse or better, in the order of `DifferenceVerdict`, the most frequent first.
  package var rows: [Row]
  /// The issues of the second side that no earlier build of the app has, the most frequent first: with any verdict, because the test
  /// needs several reports. Empty unless builds or versions are compared.
  package var firstSeen: [Row] = []
  /// The number of issues with each verdict.
  package var counts: [DifferenceVerdict: Int]
  /// The number of issues that are only on the first side, and have no difference or too few reports.
  package var othersOnlyBefore: Int
  /// The number of issues that are only on the second side, and have no difference or too few reports.
  package var othersOnlyAfter: Int

  /// Returns the rows with a verdict.
  package func rows(_ verdict: DifferenceVerdict) -> [Row] { rows.filter { $0.difference.verdict == verdict } }

  /// Returns the number of issues with a verdict.
  package func count(_ verdict: DifferenceVerdict) -> Int { counts[verdict] ?? 0 }

  /// The first side without an exposure, so that nothing was compared; `nil` if both have one.
  package var sideWithoutExposure: Side? { [before, after].first { $0.exposure <= 0 } }

  /// The number of issues that were compared.
  package var compared: Int { counts.values.reduce(0, +) }

  /// By what the numbers of all reports are divided for their test, because a few devices have many of them.
  package var divisorOfAll = 1.0

  /// The test of all reports together; `nil` if the exposures count them.
  package var total: RateComparison? {
    guard unit == .runs || unit == .days else { return nil }
    return RateComparison(
      recent: Rate(events: after.events, exposure: after.exposure),
      base: Rate(events: before.events, exposure: before.exposure), dividedBy: divisorOfAll)
  }

  /// Whether all reports together are more or less frequent than chance explains (95% interval): many issues may each be too rare for
  /// a test, and the build be worse. `nil` if not, or if it is not known.
  package var changeOfAll: DifferenceVerdict? {
    guard sideWithoutExposure == nil, let total else { return nil }
    return total.low > 1 ? .worse : total.high < 1 ? .better : nil
  }

  /// Whether an issue of the second side is in no earlier build of the app; always false unless builds are compared.
  package func isFirstSeen(_ row: Row) -> Bool { firstSeen.contains { $0.issue.id == row.issue.id } }
}

/// Why two sides cannot be compared.
package enum ComparisonFault: Error, Equatable, Sendable {
  /// No report has the value; the term has the values that can be used instead.
  case unknown(UnknownTerm)
  /// Both sides are the same reports.
  case same(String)
  /// Some reports belong to both sides.
  case overlap(String, String)
  /// Several apps have both builds.
  case severalApps([String])
  /// No app has both builds: the apps of each.
  case differentApps(before: [String], after: [String])
  /// A period is before the first report or in the future: its first day, and the period of the history.
  case outside(Timestamp, recorded: ClosedRange<Timestamp>)
  /// The history has no reports.
  case empty
}
