package import History
package import Vocabulary

/// An issue as a line of a table.
package struct IssueRow: Sendable, Equatable {
  /// Its key names the issue's page; its count is of the period that the page is about.
  package var issue: StoredIssue
  /// Marks beside the title, in the order in which they are shown.
  package var marks: [IssueMark]
  /// Reports per day, oldest first, for the sparkline.
  package var days: [Int]
  /// What the numbers say, in words: `12 in 7 days against 9 in the 28 before: 5.3 times (95 %: 2.1–14)`.
  package var statement: String?

  /// Creates a row from its parts.
  package init(_ issue: StoredIssue, marks: [IssueMark] = [], days: [Int] = [], statement: String? = nil) {
    self.issue = issue
    self.marks = marks
    self.days = days
    self.statement = statement
  }
}

/// Reports per day, without gaps, oldest first.
package struct DailyCounts: Sendable, Equatable {
  /// The first day.
  package var first: Timestamp
  /// Reports of each day: the element at `n` is that of `n` days after `first`.
  package var counts: [Int]

  /// Creates counts for consecutive days.
  package init(first: Timestamp, counts: [Int]) {
    self.first = first
    self.counts = counts
  }
}
