import History
import Testing
import Trends
import Vocabulary

@Suite struct RunsTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func record(
    _ store: HistoryStore, _ function: String, daysAgo: Int, build: String? = "10", count: Int = 1,
    process: String = "MyApp"
  ) throws {
    let time = Timestamp(seconds: now.seconds - daysAgo * 86_400)
    for number in 0..<count {
      let recording = World.recording(
        "\(process) \(function) \(daysAgo) \(number) \(build ?? "")", function: function, pattern: nil,
        crashed: time.rfc3339, process: process, build: build)
      _ = try store.record(recording, now: now, program: "diagnose test")
    }
  }

  private func runs(
    _ number: Int, daysAgo: ClosedRange<Int>, build: String = "10", app: String? = "com.example.MyApp"
  ) -> [BuildRuns] {
    daysAgo.map { BuildRuns(app: app, build: build, day: now.day - $0, runs: number) }
  }

  /// Returns a history with three reports on each of 41 days, and twice as many in the last week.
  private func store() throws -> HistoryStore {
    let store = try world.store()
    for day in 0...40 { try record(store, "f", daysAgo: day, count: day < 7 ? 6 : 3) }
    return store
  }

  @Test func ratesAreComparedWhereRunsAreKnown() throws {
    let store = try store()
    #expect(try store.trends(now: now)[.growing].count == 1)
    // Twice the reports with twice the runs.
    let noted = try store.note(runs(2000, daysAgo: 0...6) + runs(1000, daysAgo: 7...40))
    #expect(noted.set == 41)
    #expect(noted.faults.isEmpty)
    let report = try store.trends(now: now)
    let row = try #require(report[.steady].first)
    #expect(report[.growing].isEmpty)
    #expect(row.assessment.unit == .runs)
    #expect(row.assessment.recent == Rate(events: 42, exposure: 14_000))
    #expect(row.assessment.base == Rate(events: 84, exposure: 28_000))
    #expect(row.assessment.comparison.ratio == 1)
    #expect(row.daily.count == 35)
  }

  @Test func daysWithoutRunsAtTheEndAreLeftOutOfTheRate() throws {
    let store = try store()
    _ = try store.note(runs(1000, daysAgo: 2...40))
    let assessment = try #require(try store.trends(now: now)[.growing].first).assessment
    #expect(assessment.unit == .runs)
    #expect(assessment.recent == Rate(events: 30, exposure: 5000))
    #expect(assessment.base == Rate(events: 84, exposure: 28_000))
  }

  @Test(arguments: [3...40, 0...20])
  func runsOfTooFewDaysLeaveTheDays(_ known: ClosedRange<Int>) throws {
    let store = try store()
    _ = try store.note(runs(1000, daysAgo: known))
    let assessment = try #require(try store.trends(now: now)[.growing].first).assessment
    #expect(assessment.unit == .days)
    #expect(assessment.recent == Rate(events: 42, exposure: 7))
  }

  @Test func everyAppOfAnIssueMustBeKnown() throws {
    let store = try store()
    _ = try store.note(runs(1000, daysAgo: 0...40))
    #expect(try store.trends(now: now)[.growing].first?.assessment.unit == .runs)
    // The same failure in another app, whose runs are not known.
    try record(store, "f", daysAgo: 1, build: nil, process: "Helper")
    _ = try store.add(
      IssueEvent(
        issue: try #require(try store.issues().last).id, at: now, what: .merge,
        value: try #require(try store.issues().first).id))
    let report = try store.trends(now: now)
    #expect(report.compared == 1)
    #expect(report[.growing].first?.assessment.unit == .days)
  }

  @Test func buildsHaveRates() throws {
    let store = try store()
    try record(store, "f", daysAgo: 1, build: "11", count: 4)
    _ = try store.note(runs(1000, daysAgo: 0...40) + runs(4000, daysAgo: 0...1, build: "11"))
    let rows = try store.trends(by: .build, now: now)
    #expect(rows.map(\.key) == ["(10)", "(11)"])
    #expect(rows[0].recent == Rate(events: 42, exposure: 7000))
    #expect(rows[1].recent == Rate(events: 4, exposure: 8000))
    #expect(rows[1].base == Rate(events: 0, exposure: 0))
    #expect(rows.allSatisfy { $0.unit == .runs })
    #expect(try store.trends(by: .os, now: now).allSatisfy { $0.unit == .reports })
  }

  @Test func aBuildThatRanWithoutReportsCountsInTheOrder() throws {
    let store = try world.store()
    try record(store, "old", daysAgo: 9, build: "10")
    try record(store, "newest", daysAgo: 8, build: "11")
    #expect(try store.trends(now: now)[.new].count == 1)
    let noted = try store.note(
      runs(500, daysAgo: 4...5, build: "12") + runs(700, daysAgo: 2...3, build: "13")
        + runs(900, daysAgo: 0...1, build: "14"))
    #expect(noted.newBuilds == 3)
    let report = try store.trends(now: now)
    #expect(report[.new].isEmpty)
    #expect(report[.gone].count == 2)
    #expect(report[.gone].allSatisfy { $0.buildsSinceLast ?? 0 >= 3 })
    #expect(try store.check() == [])
  }

  @Test func runsSinceTheLastReportBoundTheRate() throws {
    let store = try world.store()
    try record(store, "f", daysAgo: 40)
    _ = try store.note(runs(100, daysAgo: 0...41))
    let gone = try #require(try store.trends(now: now)[.gone].first).assessment
    #expect(gone.runsSinceLast == 4000)
    let below = try #require(gone.rateBelow)
    #expect(below > 0.0007 && below < 0.00075)
  }

  @Test func theSameRowsAreAddedUpAndReplacedLater() throws {
    let store = try store()
    let day = BuildRuns(app: "MyApp", build: "10", day: now.day, runs: 30)
    #expect(try store.note([day, day]).set == 1)
    #expect(try store.allRuns().map(\.runs) == [60])
    let again = try store.note([day, day])
    #expect((again.set, again.unchanged) == (0, 1))
    #expect(try store.note([day], rule: .larger).set == 0)
    #expect(try store.allRuns().map(\.runs) == [60])
    #expect(try store.note([day]).set == 1)
    #expect(
      try store.allRuns() == [BuildRuns(app: "com.example.MyApp", build: "10", day: now.day, runs: 30)])
  }

  @Test func aTableWithVersionsCountsNoDayTwice() throws {
    let store = try store()
    var row = BuildRuns(app: "MyApp", build: "20", day: now.day, runs: 30)
    #expect(try store.note([row]).newBuilds == 1)
    row.version = "2.4"
    let again = try store.note([row])
    #expect((again.set, again.unchanged, again.newBuilds) == (0, 1, 0))
    row.build = nil
    #expect(try store.note([row]).faults.count == 1, "a version does not identify a build")
    #expect(try store.allRuns().map(\.runs) == [30])
  }

  @Test func unusableRowsAreReported() throws {
    let store = try store()
    try record(store, "g", daysAgo: 1, build: "10", process: "Other")
    let day = now.day
    let noted = try store.note([
      BuildRuns(build: "10", day: day, runs: 1), BuildRuns(build: "77", day: day, runs: 1),
      BuildRuns(app: "MyApp", version: "9.9", day: day, runs: 1),
      BuildRuns(app: "Unheard", build: "1", day: day, runs: 1),
    ])
    #expect(noted.set == 1)
    #expect(noted.newBuilds == 1)
    #expect(noted.faults.map(\.index) == [0, 1, 2])
    #expect(noted.faults[0].reason.contains("com.example.MyApp, com.example.Other"))
    #expect(noted.faults[2].reason.contains("no report is from version 9.9"))
    let empty = try world.store("empty").note([BuildRuns(build: "1", day: day, runs: 1)])
    #expect(empty.faults.map(\.reason) == ["the history contains no apps yet; specify the app with --app"])
  }

  /// Two exports in one file, or one export twice, have the same result as importing one after the other.
  @Test func importedRunsDoNotAddUp() throws {
    let store = try store()
    let own = runs(100, daysAgo: 0...3)
    try store.collect(own, rule: .larger)
    try store.collect(runs(70, daysAgo: 2...5) + own, rule: .larger)
    #expect(try store.noteGatheredRuns(rule: .larger).set == 6)
    #expect(try store.allRuns().map(\.runs) == [70, 70, 100, 100, 100, 100])
    #expect(try store.note(own, rule: .larger).unchanged == 4, "the collected runs were discarded")
  }

  @Test func runsAreReadInPages() throws {
    let store = try store()
    let noted = (1...9).flatMap { runs(7, daysAgo: 0...299, build: String($0)) }
    _ = try store.note(noted)
    var pages: [Int] = []
    try store.runs { pages.append($0.count) }
    #expect(pages == [1200, 1200, 300])
    #expect(try Set(store.allRuns()) == Set(noted))
  }

  @Test func rowsOfOneNameAreOneFault() throws {
    let store = try store()
    let unknown = (0...4).map { BuildRuns(app: "MyApp", version: "9.9", day: now.day - $0, runs: 1) }
    let noted = try store.note(runs(1, daysAgo: 0...1) + unknown)
    #expect(noted.refused == 5)
    #expect(noted.faults.map(\.index) == [2])
    #expect(noted.faults.map(\.rows) == [5])
    #expect(noted.set == 2)
  }

  @Test func numbersBeyondMeasureDoNotOverflow() throws {
    let store = try store()
    let days = [Int.min / 100_000, -1, 0, now.day, Int.max / 100_000]
    let hostile = days.flatMap { day in
      [Int.min, -1, 0, .max, .max].map { BuildRuns(app: "MyApp", build: "10", day: day, runs: $0) }
    }
    _ = try store.note(hostile)
    #expect(try store.allRuns().allSatisfy { (0...BuildRuns.most).contains($0.runs) })
    #expect(try store.trends(now: now).compared == 1)
  }
}
