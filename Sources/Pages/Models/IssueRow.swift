/// An issue as a line of a table.
package struct IssueRow: Sendable, Equatable {
  /// Names the issue's page: small letters, digits and hyphens.
  package var key: String
  /// The shortest beginning of the key that is nobody else's.
  package var shortKey: String
  package var title: String
  /// Identifier of the pattern; `nil` when nothing known was recognised.
  package var pattern: String?
  /// Where to look first, such as `XXXCore.m:38`.
  package var place: String?
  package var marks: [IssueMark]
  /// Reports in the period that the page is about.
  package var count: Int
  package var firstSeen: PageTime
  package var lastSeen: PageTime
  package var firstBuild: String?
  package var lastBuild: String?
  /// Reports per day, oldest first, for the sparkline.
  package var days: [Int]
  /// What the numbers say, in words: `12 in 7 days against 9 in the 28 before: 5.3 times (95 %: 2.1–14)`.
  package var statement: String?

  package init(
    key: String, shortKey: String, title: String, pattern: String? = nil, place: String? = nil,
    marks: [IssueMark] = [], count: Int, firstSeen: PageTime, lastSeen: PageTime, firstBuild: String? = nil,
    lastBuild: String? = nil, days: [Int] = [], statement: String? = nil
  ) {
    self.key = key
    self.shortKey = shortKey
    self.title = title
    self.pattern = pattern
    self.place = place
    self.marks = marks
    self.count = count
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.firstBuild = firstBuild
    self.lastBuild = lastBuild
    self.days = days
    self.statement = statement
  }
}

/// Reports per day, without gaps, oldest first.
package struct DailyCounts: Sendable, Equatable {
  package var first: PageDay
  package var counts: [Int]

  package init(first: PageDay, counts: [Int]) {
    self.first = first
    self.counts = counts
  }
}

/// Reports of a week, and how many of them nothing known was recognised in.
package struct WeekCount: Sendable, Equatable {
  /// The week's first day.
  package var first: PageDay
  package var unrecognised: Int
  package var total: Int

  package init(first: PageDay, unrecognised: Int, total: Int) {
    self.first = first
    self.unrecognised = unrecognised
    self.total = total
  }
}
