internal import Vocabulary

extension TrendSection {
  /// First seen in the latest build of its app or, if reports name no builds, in the recent period.
  package static let new = TrendSection(
    id: "new", title: "New", isCondition: true,
    statement: { row, context in
      "first seen " + context.time(row.issue.firstSeen) + (row.issue.firstBuild.map { ", build \($0)" } ?? "")
    },
    page: PageWords("Not seen in any earlier build.", .new, isMark: true) { row, context in
      "first seen " + context.time(row.issue.firstSeen) + inBuild(row.issue.firstBuild)
    },
    includes: { row, _ in row.isNew })
}
