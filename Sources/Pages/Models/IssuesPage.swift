package import History
package import Vocabulary

/// The content of a page of the list of issues.
package struct IssuesPage: Sendable, Equatable {
  /// The maximum number of issues on a page.
  package static let size = 200

  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The issues that are listed, their order, and the number of the page.
  package var query: IssueQuery
  /// The number of pages, at least 1.
  package var pageCount: Int
  /// The number of issues on all pages.
  package var total: Int
  /// The issues of this page, at most `size`, in the order of the query.
  package var rows: [IssueRow]
  /// The patterns that can be selected, most frequent first.
  package var patterns: [OverviewPage.PatternCount]
  /// The apps that can be selected, sorted.
  package var apps: [String]

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, query: IssueQuery = IssueQuery(), pageCount: Int = 1, total: Int, rows: [IssueRow],
    patterns: [OverviewPage.PatternCount] = [], apps: [String] = []
  ) {
    self.generatedAt = generatedAt
    self.query = query
    self.pageCount = pageCount
    self.total = total
    self.rows = rows
    self.patterns = patterns
    self.apps = apps
  }
}

/// The content of a page of the list of an issue's reports.
package struct ReportsPage: Sendable, Equatable {
  /// The maximum number of reports on a page.
  package static let size = 200

  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The issue, whose id names the page.
  package var issue: StoredIssue
  /// The number of the page, from 1.
  package var page: Int
  /// The number of pages, at least 1.
  package var pageCount: Int
  /// The number of stored reports on all pages.
  package var total: Int
  /// The reports of this page, at most `size`, latest first.
  package var rows: [IssuePage.ReportRow]

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, issue: StoredIssue, page: Int = 1, pageCount: Int = 1, total: Int,
    rows: [IssuePage.ReportRow]
  ) {
    self.generatedAt = generatedAt
    self.issue = issue
    self.page = page
    self.pageCount = pageCount
    self.total = total
    self.rows = rows
  }
}

/// The content of the page of reports in which no pattern matched.
package struct UnrecognizedPage: Sendable, Equatable {
  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The weeks, oldest first.
  package var weeks: [UnrecognizedWeek]
  /// The issues, most frequent first.
  package var rows: [IssueRow]
  /// The number of issues not in `rows`.
  package var others: Int

  /// Creates a page from its parts.
  package init(generatedAt: Timestamp, weeks: [UnrecognizedWeek], rows: [IssueRow], others: Int = 0) {
    self.generatedAt = generatedAt
    self.weeks = weeks
    self.rows = rows
    self.others = others
  }
}
