internal import Trends
internal import Vocabulary

extension TrendSection {
  /// First seen in the latest build of its app or, if reports name no builds, in the last seven days.
  package static let new = TrendSection(
    id: "new", title: "New", isCondition: true,
    statement: first,
    page: PageWords("Not seen in any earlier build.", .new, isMark: true, statement: first),
    includes: { row, _ in row.issue.isNew })

  /// Returns `first seen 2026-08-02 10:00, build 413; 30 in 7 days vs. none in the previous 28`. The earliest report of a new
  /// issue is from its first build.
  @Sendable private static func first(_ row: TrendReport.Row, _ context: Context) -> String {
    "first seen " + context.time(row.issue.firstSeen) + (row.issue.firstBuild.map { ", build \($0)" } ?? "") + "; "
      + counts(row)
  }
}
