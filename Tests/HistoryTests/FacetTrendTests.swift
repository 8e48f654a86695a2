import History
import Testing
import Trends
import Vocabulary

/// Shares of systems and devices, the issue behind a rise, and builds compared with the builds before them.
@Suite struct FacetTrendTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func record(
    _ store: HistoryStore, _ function: String, _ count: Int, daysAgo: Int, os: String? = nil, build: String = "560",
    key: (Int) -> String? = { _ in nil }
  ) throws {
    for number in 0..<count {
      let time = Timestamp(seconds: now.seconds - 86_400 * daysAgo).rfc3339
      _ = try store.record(
        World.recording(
          "\(function) \(daysAgo) \(os ?? "") \(build) \(number)", function: function, crashed: time, build: build,
          os: os,
          reporterKey: key(number)),
        now: now, program: "diagnose test")
    }
  }

  /// Two systems with the same number of reports every day.
  private func steady(_ store: HistoryStore) throws {
    for day in 0..<35 {
      for system in ["iOS 18.7", "iOS 26.1"] { try record(store, "steady", 2, daysAgo: day, os: system) }
    }
  }

  private func trend(_ store: HistoryStore, by facet: Facet, _ value: String) throws -> FacetTrend {
    try #require(try store.facetTrends(by: facet, now: now).first { $0.assessment.key == value })
  }

  /// An issue that becomes frequent everywhere is not a trend of any system.
  @Test func aSurgeOnAllSystemsIsNoTrendOfOne() throws {
    let store = try world.store()
    try steady(store)
    for day in 0..<7 {
      for system in ["iOS 18.7", "iOS 26.1"] { try record(store, "surge", 8, daysAgo: day, os: system) }
    }
    for row in try store.facetTrends(by: .os, now: now) {
      #expect(row.assessment.verdict == .steady && row.driver == nil, "\(row.assessment.key)")
      #expect(row.assessment.unit == .reports && row.assessment.comparison.ratio == 1)
    }
  }

  /// A build that spreads to more users has more reports each day, and is compared with the build before it.
  @Test func aBuildThatSpreadsIsComparedWithTheOneBefore() throws {
    let store = try world.store()
    try record(store, "first", 1, daysAgo: 34, build: "540")
    for (build, first) in [("550", 30), ("560", 12)] {
      for age in 0...first where build == "560" || age < 18 {
        try record(store, "f", min(10, age), daysAgo: first - age, build: build) { "\(build) device \(age) \($0)" }
      }
    }
    let row = try trend(store, by: .build, "(560)")
    #expect(row.assessment.base.events > 0 && row.assessment.verdict == .growing)
    let predecessor = try #require(row.predecessor)
    #expect(predecessor.phrase == "550" && predecessor.days == 12 && predecessor.ratio == 1)
    // The build of the first day may have begun earlier.
    #expect(try store.facetTrends(by: .build, now: now).first { $0.assessment.key == "(540)" }?.predecessor == nil)
  }

  @Test func theIssueBehindARiseIsNamed() throws {
    let store = try world.store()
    try steady(store)
    for day in 0..<7 {
      try record(store, "surge", 8, daysAgo: day, os: "iOS 26.1")
      try record(store, "other", 1, daysAgo: day, os: "iOS 26.1")
    }
    let row = try trend(store, by: .os, "iOS 26.1")
    #expect(row.assessment.verdict == .growing)
    #expect(row.assessment.recent == Rate(events: 77, exposure: 91))
    #expect(row.assessment.base == Rate(events: 56, exposure: 112))
    let driver = try #require(row.driver)
    #expect(driver.issue.signature == "surge" && driver.share == 56.0 / 63, "the other issue rose by 7 reports")
    #expect(try trend(store, by: .os, "iOS 18.7").driver == nil)
  }

  /// A rise that several issues share has no single one behind it.
  @Test func aRiseOfManyIssuesNamesNone() throws {
    let store = try world.store()
    try steady(store)
    for day in 0..<7 {
      for issue in ["a", "b", "c"] { try record(store, issue, 4, daysAgo: day, os: "iOS 26.1") }
    }
    let row = try trend(store, by: .os, "iOS 26.1")
    #expect(row.assessment.verdict == .growing)
    #expect(row.driver == nil, "a third each")
    for day in 0..<7 { try record(store, "a", 10, daysAgo: day, os: "iOS 26.1", build: "561") }
    #expect(try trend(store, by: .os, "iOS 26.1").driver?.issue.signature == "a")
  }

  /// Forty-five reports of one device are not a trend of its system.
  @Test func aLoopIsNoTrendOfItsSystem() throws {
    let store = try world.store()
    try steady(store)
    try record(store, "loop", 45, daysAgo: 1, os: "iOS 26.1") { _ in "device 10" }
    let row = try trend(store, by: .os, "iOS 26.1")
    #expect(row.assessment.verdict != .growing && row.assessment.isBursty)
    #expect(row.assessment.devices == 1)
  }

  // MARK: - Builds

  /// Three builds: reports per day of the second and third one, from their first day.
  private func builds(
    _ store: HistoryStore, second: Int, third: Int, key: (String) -> (Int) -> String? = { _ in { _ in nil } }
  ) throws {
    try record(store, "f", 1, daysAgo: 30, build: "540", key: key("540"))
    for day in 4...20 { try record(store, "f", second, daysAgo: day, build: "550", key: key("550")) }
    for day in 0...3 { try record(store, "f", third, daysAgo: day, build: "560", key: key("560")) }
  }

  @Test func aNewBuildIsComparedAtEqualAge() throws {
    let store = try world.store()
    try builds(store, second: 2, third: 6)
    let app = "com.example.MyApp"
    _ = try store.note(
      (0...30).map { BuildRuns(app: app, build: "540", day: now.day - $0, runs: 100) }
        + (0...20).map { BuildRuns(app: app, build: "550", day: now.day - $0, runs: 1000) }
        + (0...3).map { BuildRuns(app: app, build: "560", day: now.day - $0, runs: 500) })
    let found = try #require(try trend(store, by: .build, "(560)").predecessor)
    #expect(found.name == "(550)" && found.phrase == "550" && found.days == 4 && found.unit == .runs)
    #expect(found.own == Rate(events: 24, exposure: 2000))
    #expect(found.earlier == Rate(events: 8, exposure: 4000), "its first four days, not its last")
    #expect(found.ratio == 6 && found.comparison.map { $0.pValue < 0.0001 } == true)
    #expect(try trend(store, by: .build, "(550)").predecessor == nil, "it has earlier reports")
  }

  /// Without runs, reports per device with a report, without a test.
  @Test func withoutRunsDevicesAreCompared() throws {
    let store = try world.store()
    try builds(store, second: 2, third: 6) { build in { "\(build) device \($0 % 2)" } }
    let found = try #require(try trend(store, by: .build, "(560)").predecessor)
    #expect(found.unit == .devices && found.comparison == nil && found.ratio == 3)
    #expect(found.own == Rate(events: 24, exposure: 2) && found.earlier == Rate(events: 8, exposure: 2))
    let unknown = try world.store("unknown")
    try builds(unknown, second: 2, third: 6)
    #expect(try trend(unknown, by: .build, "(560)").predecessor == nil, "neither runs nor devices")
  }

  /// The first build of a history may have begun before it.
  @Test func theFirstDaysMustBeRecorded() throws {
    let store = try world.store()
    for day in 4...20 { try record(store, "f", 2, daysAgo: day, build: "550") { "550 device \($0)" } }
    try record(store, "f", 6, daysAgo: 1, build: "560") { "560 device \($0)" }
    #expect(try trend(store, by: .build, "(560)").predecessor == nil)
  }

  /// The builds that were first seen in a period; not those outside the order.
  @Test func releasesOfAPeriod() throws {
    let store = try world.store()
    try record(store, "f", 1, daysAgo: 30, build: "540")
    try record(store, "f", 1, daysAgo: 20, build: "550")
    try record(store, "f", 1, daysAgo: 3, build: "550")
    try record(store, "f", 2, daysAgo: 2, build: "560")
    let day = { (daysAgo: Int) in Timestamp(day: self.now.day - daysAgo) }
    #expect(
      try store.releases(from: day(20), to: now) == [
        Release(app: "com.example.MyApp", name: "550", day: day(20)),
        Release(app: "com.example.MyApp", name: "560", day: day(2)),
      ])
    #expect(try store.releases(from: day(29), to: day(21)).isEmpty)
  }

  @Test func wordsOfShares() {
    let rows = assessTrends([
      IssueCounts(
        key: "iOS", recent: 12, base: 9, daily: [], daysSinceLast: 0,
        runs: RunCounts(recent: 80, base: 300, unit: .reports))
    ])
    #expect(rows.map(TrendWording.counts) == ["12 of 80 reports vs. 9 of 300 before"])
    #expect(rows.first.map { abs($0.comparison.ratio - 5) < 1e-12 } == true)
  }
}
