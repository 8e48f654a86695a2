import History
import TestSupport
import Testing
import Trends
import Vocabulary

@Suite struct TrendReportTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func record(
    _ store: HistoryStore, _ function: String, daysAgo: Int, build: String? = "10", count: Int = 1,
    pattern: String? = "ib-font-cfrelease-null", device: String = "iPhone16,1"
  ) throws {
    let time = Timestamp(seconds: now.seconds - daysAgo * 86_400)
    for number in 0..<count {
      let recording = World.recording(
        "\(function) \(daysAgo) \(number) \(build ?? "")", function: function, pattern: pattern, crashed: time.rfc3339,
        build: build, os: "iOS 26", device: device)
      _ = try store.record(recording, now: now, program: "diagnose test")
    }
  }

  private func titles(_ rows: [TrendReport.Row]) -> [String] { rows.map { $0.issue.location ?? "" } }

  @Test func countsBecomeWordsOnlyByTheTest() throws {
    let store = try world.store()
    try record(store, "steady", daysAgo: 40)
    for day in 0..<35 { try record(store, "steady", daysAgo: day, pattern: nil) }
    for day in 0..<6 { try record(store, "growing", daysAgo: day, count: 3, pattern: nil) }
    try record(store, "growing", daysAgo: 20, pattern: nil)
    try record(store, "rare", daysAgo: 2, count: 2, pattern: nil)
    try record(store, "rare", daysAgo: 30, pattern: nil)
    let report = try store.trends(now: now)
    #expect(report.recentDays == 7)
    #expect(report.baseDays == 28)
    let name = { (row: TrendReport.Row) in row.issue.signature }
    #expect(report[.growing].map(name) == ["growing"])
    #expect(report[.tooFew].map(name) == ["rare"])
    #expect(report[.steady].map(name) == ["steady"])
    let growing = try #require(report[.growing].first)
    #expect(growing.assessment.recent.events == 18)
    #expect(growing.assessment.base.events == 1)
    #expect(growing.daily.count == 35)
    #expect(growing.daily.suffix(6) == [3, 3, 3, 3, 3, 3])
  }

  @Test func aShortHistoryIsComparedWithWhatItHas() throws {
    let store = try world.store()
    try record(store, "f", daysAgo: 4)
    try record(store, "f", daysAgo: 0)
    let report = try store.trends(now: now)
    #expect(report.recentDays == 1)
    #expect(report.baseDays == 4)
    let empty = try world.store("empty").trends(now: now)
    #expect(empty.compared == 0)
  }

  @Test func newBackAndGoneGoByBuilds() throws {
    let store = try world.store()
    for build in 1...8 { try record(store, "always", daysAgo: 20 - build, build: String(build)) }
    try record(store, "returned", daysAgo: 19, build: "1")
    try record(store, "returned", daysAgo: 1, build: "8")
    try record(store, "gone", daysAgo: 16, build: "4")
    try record(store, "fresh", daysAgo: 0, build: "8")
    try record(store, "late", daysAgo: 0, build: "3")
    let report = try store.trends(now: now)
    let name = { (row: TrendReport.Row) in row.issue.signature }
    #expect(report[.new].map(name) == ["fresh"], "a late report of an old build is not new")
    #expect(report[.back].map(name) == ["returned"])
    #expect(report[.back].first?.back?.absent == 6)
    #expect(Set(report[.gone].map(name)) == ["gone", "late"])
  }

  @Test func aResolvedIssueWithoutLaterReportsIsFixed() throws {
    let store = try world.store()
    for build in 1...5 { try record(store, "always", daysAgo: 20 - build, build: String(build)) }
    try record(store, "fixed", daysAgo: 16, build: "4", count: 6)
    try record(store, "open", daysAgo: 16, build: "4", count: 6)
    try record(store, "present", daysAgo: 1, build: "5", count: 6)
    for issue in try store.issues() where ["fixed", "present"].contains(issue.signature) {
      _ = try store.add(IssueEvent(issue: issue.id, at: now, what: .resolve, value: "5"))
    }
    let report = try store.trends(now: now)
    #expect(report[.fixed].map(\.issue.signature) == ["fixed"])
    #expect(report[.fixed].first?.buildsSinceLast == 1)
    let statement = try #require(TrendSection.fixed.statement)
    let row = try #require(report[.fixed].first)
    #expect(
      statement(row, .init(compared: 1) { $0.date })
        == "resolved in 5; absent from 1 later build, last seen \(row.issue.lastSeen.date)")
  }

  /// Resolved long ago, without a report in both periods: not listed for ever.
  @Test func anOldFixIsNotListed() throws {
    let store = try world.store()
    for day in stride(from: 0, through: 40, by: 4) { try record(store, "always", daysAgo: day, build: "\(60 - day)") }
    for (function, days) in [("old", 200), ("late", 200), ("seen", 8)] {
      try record(store, function, daysAgo: days, build: "4", count: 6)
    }
    for issue in try store.issues() {
      let days = ["old": 190, "late": 2, "seen": 7][issue.signature]
      guard let days else { continue }
      let time = Timestamp(seconds: now.seconds - days * 86_400)
      _ = try store.add(IssueEvent(issue: issue.id, at: time, what: .resolve, value: "5"))
    }
    let issues = try store.issues()
    #expect(issues.first { $0.signature == "old" }?.resolvedAt?.day == now.day - 190)
    #expect(issues.first { $0.signature == "always" }?.resolvedAt == nil)
    // A recent period of 7 and a base period of 28 days.
    let report = try store.trends(now: now, days: 7)
    #expect(Set(report[.fixed].map(\.issue.signature)) == ["late", "seen"])
  }

  @Test func ignoredIssuesAreLeftOut() throws {
    let store = try world.store()
    try record(store, "f", daysAgo: 1, count: 6)
    let issue = try #require(try store.issues().first)
    _ = try store.add(IssueEvent(issue: issue.id, at: now, what: .ignore))
    #expect(try store.trends(now: now).compared == 0)
  }

  @Test func facetsTellWhatReportsHaveInCommon() throws {
    let store = try world.store()
    try record(store, "f", daysAgo: 1, count: 3, device: "iPhone16,1")
    try record(store, "g", daysAgo: 1, count: 1, device: "iPhone16,1")
    try record(store, "g", daysAgo: 2, count: 4, device: "iPad14,5")
    let issue = try #require(try store.issues(sortedBy: .count).last)
    let device = try #require(try store.facets(of: issue).first { $0.facet == .device })
    #expect(device.rows == [FacetCount(value: "iPhone16,1", count: 3, ofAll: 4)])
    #expect(device.total == 3)
    #expect(device.totalOfAll == 8)
    let span = (from: Timestamp(seconds: now.seconds - 86_400), to: now)
    #expect(try store.counts(by: .device, from: span.from, to: span.to) == [FacetCount(value: "iPhone16,1", count: 4)])
    #expect(try store.counts(by: .day, from: span.from, to: span.to).map(\.value) == ["2026-08-02"])
    #expect(try store.counts(by: .week, from: Timestamp(seconds: 0), to: now).map(\.value) == ["2026-07-27"])
    #expect(try store.counts(by: .process, from: span.from, to: span.to).map(\.value) == ["MyApp"])
  }

  @Test func theMatrixCountsEachReportOnce() throws {
    let store = try world.store()
    try record(store, "f", daysAgo: 3, build: "9", count: 2)
    try record(store, "f", daysAgo: 2, build: "10")
    try record(store, "g", daysAgo: 1, build: "10", count: 3)
    try record(store, "u", daysAgo: 1, build: "10", count: 4, pattern: nil)
    let matrix = try #require(try store.buildMatrices(builds: 12, issues: 2).first)
    #expect(matrix.builds.map(\.build) == ["9", "10"])
    #expect(matrix.builds.map(\.new) == [2, 3])
    #expect(matrix.builds.map(\.known) == [0, 1])
    #expect(matrix.builds.map(\.unrecognized) == [0, 4])
    #expect(matrix.rows.map(\.counts) == [[0, 4], [2, 1]] || matrix.rows.map(\.counts) == [[0, 4], [0, 3]])
    #expect(matrix.others == 1)
  }

  @Test func unrecognisedReportsAreCountedByWeek() throws {
    let store = try world.store()
    try record(store, "f", daysAgo: 0)
    try record(store, "u", daysAgo: 1, count: 2, pattern: nil)
    try record(store, "u", daysAgo: 8, pattern: nil)
    let weeks = try store.unrecognized(weeks: 3, now: now)
    #expect(weeks.map(\.monday.date) == ["2026-07-20", "2026-07-27", "2026-08-03"])
    #expect(weeks.map(\.reports) == [1, 2, 1])
    #expect(weeks.map(\.unrecognized) == [1, 2, 0])
  }

  /// A section or a facet that is not in its catalog would not be used.
  @Test(arguments: [
    ("TrendSections/TrendSection", TrendSection.catalog.map(\.id)), ("Facets/Facet", Facet.catalog.map(\.id)),
  ])
  func everyFileIsInItsCatalog(_ path: String, _ ids: [String]) {
    let files = Repository.files(below: "Sources/History").filter {
      $0.hasPrefix("Sources/History/" + path + "+") && !$0.hasSuffix("+Catalog.swift")
    }
    #expect(files.count == ids.count, "add the missing one to \(path)+Catalog.swift: \(files)")
    #expect(Set(ids).count == ids.count)
  }

  @Test func headingsOfSectionsFitTheirColumn() {
    for section in TrendSection.catalog where section.statement != nil { #expect(section.title.count < 10) }
  }

  @Test func anIssueHasOneVerdictAndItsNumbersAreFound() throws {
    let store = try world.store()
    try record(store, "steady", daysAgo: 40, build: "8")
    for day in 0..<35 { try record(store, "steady", daysAgo: day) }
    try record(store, "rare", daysAgo: 2, pattern: nil)
    try record(store, "rare", daysAgo: 3, build: "9", pattern: nil)
    try record(store, "gone", daysAgo: 90, build: "8")
    try record(store, "fresh", daysAgo: 0, build: "10", count: 9)
    let report = try store.trends(now: now)
    #expect(report.sections.map(\.section) == TrendSection.catalog)
    let rows = report.sections.flatMap(\.rows)
    #expect(Set(rows.map(\.issue.id)).count == rows.count, "each issue is in one section")
    #expect(rows.count == 4)
    #expect(report.compared == 3, "an issue without a report in either period is no test")
    #expect(report[.new].map(\.issue.signature) == ["fresh"])
    #expect(report[.new].first?.assessment.verdict == .burst, "the numbers of a new issue are available")
    let isNew = Dictionary(uniqueKeysWithValues: try store.issues().map { ($0.id, $0.isNew) })
    for row in rows { #expect(isNew[row.issue.id] == row.issue.isNew, "the mark agrees with the section") }
    for issue in try store.issues() { #expect(report.row(of: issue)?.issue.id == issue.id) }
  }
}
