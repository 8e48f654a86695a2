internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Not seen in the last builds that ran, or for a long time.
  package static let gone = TrendSection(
    id: "gone", title: "Gone", isMinor: true, order: TrendReport.Row.byLastSeen,
    statement: { row, context in
      if let runs = row.assessment.runsSinceLast, runs > 0 { return TrendWording.gone(runs: runs) }
      return silence(row, context)
    },
    page: PageWords("Not seen in the latest builds, or for 28 days.", .good, isFolded: true, statement: silence),
    includes: { row, _ in row.assessment.verdict == .gone })

  /// Returns since when, or in how many builds, the issue was not seen.
  @Sendable private static func silence(_ row: TrendReport.Row, _ context: Context) -> String {
    if let builds = row.buildsSinceLast, builds >= buildsUntilGone { return "not seen in the last \(builds) builds" }
    return "not seen since " + context.time(row.issue.lastSeen)
  }
}
