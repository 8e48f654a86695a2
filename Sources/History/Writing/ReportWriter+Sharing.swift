internal import Vocabulary

/// Records of a shared history that are not reports.
extension ReportWriter {
  /// Stores an event, without updating any state.
  func insert(_ event: IssueEvent) throws {
    try IssueStates.insert(event, statements)
    try outbox?.add(event)
  }

  /// Stores runs whose build is identified completely; others are ignored.
  func insert(_ runs: BuildRuns) throws {
    guard let app = runs.app, let owner = runs.owner else { return }
    let build = BuildTable.Build(
      id: 0, app: app, bundleID: owner.bundleID, process: owner.process, version: runs.version ?? "",
      build: runs.build ?? "")
    let day = Timestamp(day: runs.day)
    let id = try builds.id(of: build, seen: day)
    try statements.run(
      """
      INSERT INTO exposure (build, day, runs) VALUES (?1, ?2, ?3)
      ON CONFLICT (build, day) DO UPDATE SET runs = excluded.runs WHERE excluded.runs > runs
      """, [id, day.day, min(max(0, runs.runs), BuildRuns.most)])
    try outbox?.add(build: id, day: day.day)
  }
}
