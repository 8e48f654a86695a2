internal import Trends
internal import Vocabulary

extension TrendSection {
  /// First seen in the latest build of its app or, if reports name no builds, in the last seven days.
  package static let new = TrendSection(
    id: "new", title: "New", isCondition: true,
    statement: { row, context in
      "first seen " + context.time(row.issue.firstSeen) + inBuild(row.issue.firstBuild) + "; " + counts(row)
    },
    page: PageWords("Not seen in any earlier build.", .new, isMark: true) { row, context in
      "first seen " + context.time(row.issue.firstSeen) + inBuild(row.issue.firstBuild) + "; " + counts(row)
    },
    includes: { row, _ in row.issue.isNew })
}
