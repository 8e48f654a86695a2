package import Trends
internal import Vocabulary

/// The trends of all issues of a history, in sections such as new, growing, back and gone.
package struct TrendReport: Sendable {
  /// An issue and the assessment of its numbers.
  package struct Row: Sendable {
    /// The issue, with the sums of all its reports.
    package var issue: StoredIssue
    /// The comparison of the recent period with the one before it.
    package var assessment: TrendAssessment
    /// The number of reports on each day of both periods, the newest last.
    package var daily: [Int]
    /// Its latest return after builds without it; `nil` unless the latest build of its app has it again.
    package var back: Absences.Return?
    /// The number of builds that ran without it since it was last seen; `nil` if builds are unknown.
    package var buildsSinceLast: Int?
  }

  /// The issues of one section, in the section's order.
  package struct Section: Sendable {
    /// The definition of the section.
    package var section: TrendSection
    /// The issues in the section.
    package var rows: [Row]
  }

  /// The length of the recent period, in days.
  package var recentDays: Int
  /// The length of the period before the recent one, in days.
  package var baseDays: Int
  /// The number of issues compared with each other: those with a report in either period.
  package var compared = 0
  /// The sections, in the order of the catalog. An issue is in one of them, or in none.
  package var sections: [Section] = []
  /// The sections for `--fail-on` whose condition an issue meets, although it may be shown in another section.
  package var conditions: Set<TrendSection> = []

  /// The issues of a section; empty for a section that is not in the catalog.
  package subscript(_ section: TrendSection) -> [Row] { sections.first { $0.section == section }?.rows ?? [] }

  /// Returns the section that contains an issue; `nil` if none does, as for an ignored one.
  package func section(of issue: StoredIssue) -> TrendSection? {
    sections.first { $0.rows.contains { $0.issue.id == issue.id } }?.section
  }

  /// Returns the row of an issue; `nil` if it is ignored, not in the report, or without reports in both periods.
  package func row(of issue: StoredIssue) -> Row? {
    sections.lazy.flatMap(\.rows).first { $0.issue.id == issue.id }
  }
}

extension TrendReport.Row {
  var hasReports: Bool { assessment.recent.events > 0 || assessment.base.events > 0 }

  /// Returns whether the issue was resolved within the two periods, which end at `now`.
  func isResolved(inPeriodsUpTo now: Timestamp) -> Bool {
    issue.resolvedAt.map { $0.day > now.day - daily.count } == true
  }

  /// Sorts by number of recent reports, largest first.
  @Sendable static func byCount(_ row: Self) -> TrendReport.Rank {
    .init(first: -Double(row.assessment.recent.events), second: -Double(row.issue.count), id: row.issue.id)
  }

  /// Sorts by p-value of the growth, smallest first.
  @Sendable static func byProbability(_ row: Self) -> TrendReport.Rank {
    .init(first: row.assessment.comparison.pValue, second: 0, id: row.issue.id)
  }

  /// Sorts by last seen, latest first.
  @Sendable static func byLastSeen(_ row: Self) -> TrendReport.Rank {
    .init(first: -Double(row.issue.lastSeen.seconds), second: 0, id: row.issue.id)
  }
}

extension TrendReport {
  /// The rank of an issue in a section, smallest first. Rows are large, so ranks are sorted instead.
  struct Rank: Comparable {
    var first: Double
    var second: Double
    var id: String

    static func < (left: Self, right: Self) -> Bool {
      (left.first, left.second, left.id) < (right.first, right.second, right.id)
    }
  }
}
