package import History
package import Vocabulary

/// The content of a page of the list of issues.
package struct IssuesPage: Sendable, Equatable {
  /// The maximum number of issues on a page.
  package static let size = 500

  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The number of the page, from 1.
  package var page: Int
  /// The number of pages, at least 1.
  package var pageCount: Int
  /// The number of issues on all pages.
  package var total: Int
  /// A description of the order, such as `last seen first`.
  package var order: String
  /// The issues of this page, at most `size`, in the stated order.
  package var rows: [IssueRow]

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, page: Int = 1, pageCount: Int = 1, total: Int, order: String, rows: [IssueRow]
  ) {
    self.generatedAt = generatedAt
    self.page = page
    self.pageCount = pageCount
    self.total = total
    self.order = order
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
