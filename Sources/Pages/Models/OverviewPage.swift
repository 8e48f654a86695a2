package import History
package import Vocabulary

/// The first page: how much there is, and what is worth a look now.
package struct OverviewPage: Sendable, Equatable {
  package var title: String
  package var generatedAt: Timestamp
  package var totals: Totals
  /// Reports per day over the period.
  package var days: DailyCounts
  /// In any order; a section of the catalog that is missing is shown as empty, one that pages do not show is left out.
  package var sections: [Section]
  /// Oldest first.
  package var weeks: [UnrecognisedWeek]
  /// Most frequent first.
  package var patterns: [PatternCount]

  package init(
    title: String, generatedAt: Timestamp, totals: Totals, days: DailyCounts, sections: [Section],
    weeks: [UnrecognisedWeek],
    patterns: [PatternCount]
  ) {
    self.title = title
    self.generatedAt = generatedAt
    self.totals = totals
    self.days = days
    self.sections = sections
    self.weeks = weeks
    self.patterns = patterns
  }

  package struct Totals: Sendable, Equatable {
    package var reports: Int
    package var issues: Int
    package var apps: Int
    /// Reports in which nothing known was recognised.
    package var unrecognised: Int
    /// `last 30 days`.
    package var period: String

    package init(reports: Int, issues: Int, apps: Int, unrecognised: Int, period: String) {
      self.reports = reports
      self.issues = issues
      self.apps = apps
      self.unrecognised = unrecognised
      self.period = period
    }
  }

  package struct Section: Sendable, Equatable {
    package var section: TrendSection
    package var rows: [IssueRow]
    /// Issues of the section that are not among the rows.
    package var others: Int

    package init(_ section: TrendSection, rows: [IssueRow], others: Int = 0) {
      self.section = section
      self.rows = rows
      self.others = others
    }
  }

  package struct PatternCount: Sendable, Equatable {
    package var pattern: String
    package var title: String
    package var count: Int

    package init(pattern: String, title: String, count: Int) {
      self.pattern = pattern
      self.title = title
      self.count = count
    }
  }
}
