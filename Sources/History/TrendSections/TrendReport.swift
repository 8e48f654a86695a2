package import Trends

/// What is new, growing, back and gone. All issues of the history were compared with each other.
package struct TrendReport: Sendable {
  /// An issue and what its numbers say.
  package struct Row: Sendable {
    /// The issue, with the sums of all its reports.
    package var issue: StoredIssue
    /// The comparison of the recent period with the one before it.
    package var assessment: TrendAssessment
    /// Reports per day of both periods, the newest last.
    package var daily: [Int]
    /// True if it was first seen in the latest build of its app, or, where reports name no builds, in the recent period.
    package var isNew: Bool
    /// The latest return after builds without it; only where the latest build of its app has it again.
    package var back: Absences.Return?
    /// Builds that ran without it since it was last seen; `nil` where builds are unknown.
    package var buildsSinceLast: Int?
  }

  /// The issues of one section, in the section's order.
  package struct Section: Sendable {
    /// The question that the rows answer.
    package var section: TrendSection
    /// The issues that the section includes.
    package var rows: [Row]
  }

  /// Length of the recent period, in days.
  package var recentDays: Int
  /// Length of the period before the recent one, in days.
  package var baseDays: Int
  /// Issues with a report in one of both periods, or that are gone: those that were compared.
  package var compared = 0
  /// One for each section of the catalog, in its order; an issue may be in several.
  package var sections: [Section] = []

  /// The issues of one section; none for a section outside the catalog.
  package subscript(_ section: TrendSection) -> [Row] { sections.first { $0.section == section }?.rows ?? [] }

  /// The numbers of an issue; `nil` if it is ignored, unknown, or without reports in both periods.
  package func row(of issue: StoredIssue) -> Row? {
    sections.lazy.flatMap(\.rows).first { $0.issue.id == issue.id }
  }
}

extension TrendReport.Row {
  var hasReports: Bool { assessment.recent.events > 0 || assessment.base.events > 0 }

  /// Most recent reports first.
  @Sendable static func byCount(_ left: Self, _ right: Self) -> Bool {
    (right.assessment.recent.events, right.issue.count, left.issue.id)
      < (left.assessment.recent.events, left.issue.count, right.issue.id)
  }

  /// The least likely growth first.
  @Sendable static func byProbability(_ left: Self, _ right: Self) -> Bool {
    (left.assessment.comparison.pValue, left.issue.id) < (right.assessment.comparison.pValue, right.issue.id)
  }

  /// The latest seen first.
  @Sendable static func byLastSeen(_ left: Self, _ right: Self) -> Bool {
    (right.issue.lastSeen, left.issue.id) < (left.issue.lastSeen, right.issue.id)
  }
}
