internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Resolved, and absent from a later build that ran, or from the recent days. An issue that was resolved before both
  /// periods, and has no reports in them, is not news.
  package static let fixed = TrendSection(
    id: "fixed", title: "Fixed", order: TrendReport.Row.byLastSeen,
    statement: absence,
    page: PageWords("Resolved, and not seen in later builds or in the recent days.", .good, statement: absence),
    includes: { row, now in
      row.issue.state == "resolved" && ((row.buildsSinceLast ?? 0) > 0 || row.assessment.recent.events == 0)
        && (row.hasReports || row.isResolved(inPeriodsUpTo: now))
    })

  /// Returns `resolved in 530; absent from 4 later builds, last seen 2026-08-02 10:00`.
  @Sendable private static func absence(_ row: TrendReport.Row, _ context: Context) -> String {
    var words = "resolved" + inBuild(row.issue.resolvedIn) + "; "
    if let builds = row.buildsSinceLast, builds > 0 {
      words += "absent from \(builds) later \(builds == 1 ? "build" : "builds"), "
    }
    return words + "last seen " + context.time(row.issue.lastSeen)
  }
}
