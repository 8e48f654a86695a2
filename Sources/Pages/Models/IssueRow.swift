package import History
package import Vocabulary

/// A row of a table of issues.
package struct IssueRow: Sendable, Equatable {
  /// The issue. Its key determines the address of its page; its count is that of the period of the page.
  package var issue: StoredIssue
  /// The marks beside the title, in order.
  package var marks: [IssueMark]
  /// The number of reports on each day, oldest first, for the sparkline.
  package var days: [Int]
  /// The sentence about the trend, such as `12 in 7 days vs. 9 in the previous 28: 5.3 times (95% CI 2.1–14), p = 0.0002`;
  /// `nil` if there is none.
  package var statement: String?

  /// Creates a row from its parts.
  package init(_ issue: StoredIssue, marks: [IssueMark] = [], days: [Int] = [], statement: String? = nil) {
    self.issue = issue
    self.marks = marks
    self.days = days
    self.statement = statement
  }
}

/// The number of reports on consecutive days.
package struct DailyCounts: Sendable, Equatable {
  /// The first day.
  package var first: Timestamp
  /// The counts: the element at `n` is that of `n` days after `first`.
  package var counts: [Int]
  /// The builds that were first seen on these days, oldest first.
  package var releases: [Release]

  /// Creates counts for consecutive days.
  package init(first: Timestamp, counts: [Int], releases: [Release] = []) {
    self.first = first
    self.counts = counts
    self.releases = releases
  }
}
