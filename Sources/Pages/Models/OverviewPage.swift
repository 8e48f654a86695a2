package import History
package import Vocabulary

/// The content of the first page: totals and current trends.
package struct OverviewPage: Sendable, Equatable {
  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The sums over the complete history.
  package var totals: Totals
  /// The number of reports on each day of the period.
  package var days: DailyCounts
  /// The issues with most reports in the last 7 days, most frequent first; their counts and devices are those of these days.
  package var top: [IssueRow]
  /// The sections, in any order. A missing section of the catalog is shown as empty; a section without a presentation for
  /// pages is omitted.
  package var sections: [Section]
  /// The weeks, oldest first.
  package var weeks: [UnrecognizedWeek]
  /// The patterns, most frequent first.
  package var patterns: [PatternCount]

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, totals: Totals, days: DailyCounts, top: [IssueRow] = [], sections: [Section],
    weeks: [UnrecognizedWeek], patterns: [PatternCount]
  ) {
    self.generatedAt = generatedAt
    self.totals = totals
    self.days = days
    self.top = top
    self.sections = sections
    self.weeks = weeks
    self.patterns = patterns
  }

  /// The sums over the complete history, for the header of the page.
  package struct Totals: Sendable, Equatable {
    /// The number of counted reports, including pruned ones.
    package var reports: Int
    /// The number of issues. Merged issues count as one.
    package var issues: Int
    /// The number of apps.
    package var apps: Int
    /// The number of reports in which no pattern matched.
    package var unrecognized: Int
    /// A description of the period, such as `last 30 days`.
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

  /// The issues of a section of the trends report.
  package struct Section: Sendable, Equatable {
    /// The definition of the section, with its title, tone and explanation.
    package var section: TrendSection
    /// The first issues of the section, in its order.
    package var rows: [IssueRow]
    /// The number of issues of the section not in `rows`.
    package var others: Int

    /// Creates a section from its parts.
    package init(_ section: TrendSection, rows: [IssueRow], others: Int = 0) {
      self.section = section
      self.rows = rows
      self.others = others
    }
  }

  /// The number of reports in which a pattern was the best finding.
  package struct PatternCount: Sendable, Equatable {
    /// The permanent identifier of the pattern.
    package var pattern: String
    /// The title of the pattern; its identifier if this version does not contain the pattern.
    package var title: String
    /// The number of counted reports in the period of the page.
    package var count: Int

    /// Creates a count from its parts.
    package init(pattern: String, title: String, count: Int) {
      self.pattern = pattern
      self.title = title
      self.count = count
    }
  }
}
