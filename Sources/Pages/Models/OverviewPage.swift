package import History
package import Vocabulary

/// The first page: how much there is, and what is worth a look now.
package struct OverviewPage: Sendable, Equatable {
  /// The heading and the title of the browser's window.
  package var title: String
  /// Time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// Sums over the whole history.
  package var totals: Totals
  /// Reports per day over the period.
  package var days: DailyCounts
  /// In any order; a section of the catalog that is missing is shown as empty, one that pages do not show is left out.
  package var sections: [Section]
  /// Oldest first.
  package var weeks: [UnrecognizedWeek]
  /// Most frequent first.
  package var patterns: [PatternCount]

  /// Creates a page from its parts.
  package init(
    title: String, generatedAt: Timestamp, totals: Totals, days: DailyCounts, sections: [Section],
    weeks: [UnrecognizedWeek],
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

  /// Sums over the whole history, for the head of the page.
  package struct Totals: Sendable, Equatable {
    /// Counted reports, pruned ones included.
    package var reports: Int
    /// Issues, each with the parts merged into it counted once.
    package var issues: Int
    /// Distinct apps that have reports.
    package var apps: Int
    /// Reports in which nothing known was recognised.
    package var unrecognized: Int
    /// `last 30 days`.
    package var period: String

    /// Creates sums from their parts.
    package init(reports: Int, issues: Int, apps: Int, unrecognized: Int, period: String) {
      self.reports = reports
      self.issues = issues
      self.apps = apps
      self.unrecognized = unrecognized
      self.period = period
    }
  }

  /// The issues of one question about trends.
  package struct Section: Sendable, Equatable {
    /// The question: its title, color and explanation.
    package var section: TrendSection
    /// The first issues of the section, in its order.
    package var rows: [IssueRow]
    /// Issues of the section that are not among the rows.
    package var others: Int

    /// Creates a section from its parts.
    package init(_ section: TrendSection, rows: [IssueRow], others: Int = 0) {
      self.section = section
      self.rows = rows
      self.others = others
    }
  }

  /// How often one pattern was the best finding.
  package struct PatternCount: Sendable, Equatable {
    /// Permanent identifier of the pattern.
    package var pattern: String
    /// The pattern's title; its identifier if the pattern is unknown to this version.
    package var title: String
    /// Counted reports in the period that the page covers.
    package var count: Int

    /// Creates a count from its parts.
    package init(pattern: String, title: String, count: Int) {
      self.pattern = pattern
      self.title = title
      self.count = count
    }
  }
}
