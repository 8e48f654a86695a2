internal import GRDB
internal import Trends
internal import Vocabulary

extension Facet {
  /// Builds of the app, such as `2.4 (412)`.
  package static let build = Facet(
    id: "build", title: "Build", isSeries: true, summary: .countsBesideAll, rate: rateBuilds,
    counts: { try $0.rows(.byBuild, $1).map(count) },
    ofIssue: { questions, issue, _ in try questions.rows(.issueBuilds, [.issue(issue)]).map(count) })

  private static func count(_ row: Row) -> FacetCount {
    FacetCount(
      value: HistoryQuestions.buildName(row), count: row[checked: "number"], app: row[checked: "app"] as String?)
  }

  /// Adds the runs of each build to its counts, where the runs are known.
  @Sendable private static func rateBuilds(
    _ questions: HistoryQuestions, _ builds: inout [(value: FacetCount, counts: IssueCounts)], _ periods: TrendPeriods,
    _ scope: FacetScope
  ) throws {
    let exposure = try Exposure(questions)
    // Runs are those of all users, so they are not compared with the reports of one failure, system or device.
    if exposure.isEmpty || !scope.terms.selectOnlyBuilds { return }
    var recent: [Int: [FacetCount]] = [:]
    for index in builds.indices {
      let build = builds[index].value
      guard let name = build.value, let app = build.app, let last = exposure.lastDay(of: [app], in: periods) else {
        continue
      }
      if recent[last] == nil {
        var scope = scope
        scope.days = (periods.recent.first, last)
        recent[last] = try questions.counts(.build, scope)
      }
      builds[index].counts.recent =
        recent[last]?.first { $0.value == build.value && $0.app == build.app }?.count ?? 0
      builds[index].counts.runs = exposure.runs(ofBuild: name, of: app, in: periods, upTo: last)
    }
  }
}
