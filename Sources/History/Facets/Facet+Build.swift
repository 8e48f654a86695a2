internal import GRDB
internal import Trends
internal import Vocabulary

extension Facet {
  /// Builds of the app, such as `2.4 (412)`.
  package static let build = Facet(
    id: "build", title: "Build", isSeries: true, summary: .countsBesideAll, rate: rateBuilds,
    counts: { try $0.rows(.byBuild, [$1.first, $1.last]).map(count) },
    ofIssue: { questions, issue, _ in try questions.rows(.issueBuilds, [issue]).map(count) })

  private static func count(_ row: Row) -> FacetCount {
    FacetCount(value: HistoryQuestions.buildName(row), count: row[checked: "number"])
  }

  /// Adds the runs of each build to its counts, where the runs are known.
  @Sendable private static func rateBuilds(
    _ questions: HistoryQuestions, _ builds: inout [IssueCounts], _ periods: TrendPeriods
  ) throws {
    let exposure = try Exposure(questions.database)
    if exposure.isEmpty { return }
    // If builds of several apps share a name, the counts cannot be attributed to one app.
    var apps: [String: Set<String>] = [:]
    for row in try questions.rows(.appPresence) {
      if let name = HistoryQuestions.buildName(row) { apps[name, default: []].insert(row[checked: "app"]) }
    }
    var recent: [Int: [String: Int]] = [:]
    for index in builds.indices {
      let name = builds[index].key
      guard let names = apps[name], names.count == 1, let app = names.first,
        let last = exposure.lastDay(of: names, in: periods)
      else { continue }
      if recent[last] == nil {
        let rows = try questions.counts(.build, days: (periods.recent.first, last))
        recent[last] = Dictionary(rows.map { ($0.value ?? "", $0.count) }, uniquingKeysWith: +)
      }
      builds[index].recent = recent[last]?[name] ?? 0
      builds[index].runs = exposure.runs(ofBuild: name, of: app, in: periods, upTo: last)
    }
  }
}
