package import History
package import Vocabulary

/// All issues, or one page of them.
package struct IssuesPage: Sendable, Equatable {
  /// Issues on a page.
  package static let size = 500

  /// Time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// From 1.
  package var page: Int
  /// At least 1.
  package var pageCount: Int
  /// Issues on all pages.
  package var total: Int
  /// How they are sorted, in words: `last seen first`.
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

/// Reports in which nothing known was recognised: what the tool still has to learn.
package struct UnrecognizedPage: Sendable, Equatable {
  /// Time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// Oldest first.
  package var weeks: [UnrecognizedWeek]
  /// Most frequent first.
  package var rows: [IssueRow]
  /// Issues that are not among the rows.
  package var others: Int

  /// Creates a page from its parts.
  package init(generatedAt: Timestamp, weeks: [UnrecognizedWeek], rows: [IssueRow], others: Int = 0) {
    self.generatedAt = generatedAt
    self.weeks = weeks
    self.rows = rows
    self.others = others
  }
}
