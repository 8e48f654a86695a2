import Foundation
import History
import Testing
import Trends
import Vocabulary

/// The periods, filters and names of trends and facets.
@Suite struct TrendScopeTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func time(_ daysAgo: Int, hour: Int = 12) -> Timestamp {
    Timestamp(seconds: (now.day - daysAgo) * 86_400 + hour * 3600)
  }

  private func record(
    _ store: HistoryStore, _ function: String, daysAgo: Int, hour: Int = 10, count: Int = 1, process: String = "MyApp",
    build: String? = "10", pattern: String? = "ib-font-cfrelease-null", labels: [String: String] = [:],
    key: (Int) -> String? = { _ in nil }, arrival: Timestamp? = nil
  ) throws {
    for number in 0..<count {
      _ = try store.record(
        World.recording(
          "\(function) \(daysAgo) \(hour) \(number) \(process) \(build ?? "")", function: function, pattern: pattern,
          crashed: time(daysAgo, hour: hour).rfc3339, process: process, build: build, labels: labels,
          os: process == "MyApp" ? "iOS 26" : "iOS 18", device: "iPhone16,1", reporterKey: key(number)),
        now: arrival ?? now, program: "diagnose test")
    }
  }

  /// Four steady issues, and a report of an old day: it does not show that anything was recorded in between.
  @Test(arguments: [20, 90, 9000])
  func anOldReportDoesNotMakeEverythingGrow(_ days: Int) throws {
    let store = try world.store()
    for day in 0..<6 { for issue in 0..<4 { try record(store, "f\(issue)", daysAgo: day) } }
    try record(store, "f0", daysAgo: days)
    let report = try store.trends(now: now)
    #expect(report.recentDays == 1 && report.baseDays == 5)
    #expect(report[.growing].isEmpty && report[.watch].isEmpty)
    #expect(report.compared == 4)
  }

  /// If reports arrived long ago, failures would have been recorded since then.
  @Test func theArrivalOfTheFirstReportBeginsTheHistory() throws {
    let store = try world.store()
    try record(store, "f", daysAgo: 40, arrival: time(40, hour: 11))
    try record(store, "f", daysAgo: 0)
    #expect(try store.trends(now: now).baseDays == 28)
    let wrong = try world.store("wrong clock")
    try record(wrong, "f", daysAgo: 0, arrival: Timestamp(seconds: 978_307_200))
    try record(wrong, "f", daysAgo: 0)
    #expect(try wrong.trends(now: now).recentDays == 1, "an arrival in 2001 is the error of a clock")
  }

  /// One report 20 days ago, then 30 in three days from 30 devices, and a steady issue.
  @Test(arguments: [[], [FilterTerm(.app, "MyApp")], [FilterTerm(.os, "iOS 26")]])
  func aSurgeIsReportedWithItsDevices(_ terms: [FilterTerm]) throws {
    let store = try world.store()
    try record(store, "surge", daysAgo: 20, build: "403")
    for day in 0..<3 {
      try record(store, "surge", daysAgo: day, count: 10, build: "404") { "device-\(day)-\($0)" }
    }
    for day in 0..<35 { try record(store, "steady", daysAgo: day, build: "403") }
    let report = try store.trends(now: now, terms: terms)
    let surge = try #require(report[.growing].first)
    #expect(report[.growing].count == 1 && surge.issue.signature == "surge")
    #expect(surge.assessment.devices == 30)
    #expect(TrendWording.sentence(surge.assessment).hasSuffix("burst: 30 in 3 days on 30 devices"))
    #expect(report.compared == 2)
  }

  /// A build that began five days ago has an issue at a constant rate: it did not grow since the days on which nobody ran the build.
  @Test(arguments: [FilterTerm(.build, "20"), FilterTerm(.build, "!10")])
  func aBuildHasNoHistoryBeforeItsFirstReport(_ term: FilterTerm) throws {
    let store = try world.store()
    for day in 0..<35 { try record(store, "f", daysAgo: day, count: day < 5 ? 0 : 6) }
    for day in 0..<5 { try record(store, "f", daysAgo: day, count: 6, build: "20") }
    let report = try store.trends(now: now, terms: [FilterTerm(term.dimension, argument: term.value)])
    if term.value == "20" {
      #expect(report.recentDays == 1 && report.baseDays == 4)
      #expect(report[.growing].isEmpty && report[.burst].isEmpty && report[.watch].isEmpty)
    } else {
      #expect(report.recentDays == 7, "what is left out has no first day")
    }
    #expect(try store.trends(now: now).recentDays == 7)
  }

  /// On its first day, nothing is before a build, so that nothing is compared.
  @Test func theFirstDayOfABuildHasNothingBefore() throws {
    let store = try world.store()
    for day in 0..<35 { try record(store, "f", daysAgo: day, count: 2) }
    try record(store, "f", daysAgo: 0, count: 40, build: "20")
    let report = try store.trends(now: now, terms: [FilterTerm(.build, "20")])
    #expect(report.recentDays == 1 && report.baseDays == 0)
    let row = try #require(report.sections.flatMap(\.rows).first)
    #expect(row.assessment.verdict == .steady && row.assessment.comparison.pValue == 1)
    #expect(TrendWording.sentence(row.assessment).hasPrefix("40 in 1 day, with nothing before to compare with"))
    #expect(try store.facetTrends(by: .os, now: now, terms: [FilterTerm(.build, "20")]).count == 1)
    #expect(try store.facetTrends(by: .build, now: now, terms: [FilterTerm(.build, "20")]).count == 1)
  }

  /// One issue of two apps: the reports of one are divided by its own runs.
  @Test func theRunsAreThoseOfTheFilteredApp() throws {
    let store = try world.store()
    for day in 0..<35 {
      try record(store, "a", daysAgo: day)
      try record(store, "b", daysAgo: day, process: "Other")
    }
    let issues = try store.issues()
    let merged = try store.add(IssueEvent(issue: issues[1].id, at: now, what: .merge, value: issues[0].id))
    _ = try store.note(
      (0...40).flatMap { day in
        [("MyApp", 1000), ("Other", 1_000_000)].map {
          BuildRuns(app: "com.example." + $0.0, build: "10", day: now.day - day, runs: $0.1)
        }
      })
    let issue = try #require(merged)
    let one = try #require(try store.trends(now: now, terms: [FilterTerm(.app, "MyApp")]).row(of: issue))
    #expect(one.assessment.recent.events == 7 && one.assessment.recent.exposure == 7000)
    let both = try #require(try store.trends(now: now).row(of: issue))
    #expect(both.assessment.recent.events == 14 && both.assessment.recent.exposure == 7_007_000)
  }

  @Test func thirtyReportsOfOneDeviceAreABurst() throws {
    let store = try world.store()
    for key in ["one device, no. 1", nil, "c0dec0dec0dec0dec0dec0dec0de0001"] {
      let store = try world.store(key ?? "none")
      try record(store, "loop", daysAgo: 1, count: 30) { _ in key }
      for day in 0..<35 { try record(store, "steady", daysAgo: day) }
      let row = try #require(try store.trends(now: now)[.burst].first)
      #expect(row.assessment.devices == (key?.hasPrefix("one") == true ? 1 : nil))
    }
    try record(store, "loop", daysAgo: 1, count: 30, labels: Self.labels("ci-1"))
    for day in 0..<35 { try record(store, "steady", daysAgo: day) }
    #expect(try store.trends(now: now)[.burst].first?.assessment.devices == 1, "else the label counts")
  }

  /// Labels for all facets that count labels.
  private static func labels(_ machine: String) -> [String: String] {
    ["machine": machine, "view": "CardView", "document": "Main.storyboard"]
  }

  /// Filters select the reports of every comparison.
  @Test func filtersWorkWithEveryFacet() throws {
    let store = try world.store()
    for day in 0..<20 {
      try record(store, "f", daysAgo: day, labels: Self.labels("ci-1"))
      try record(store, "g", daysAgo: day, process: "Other", pattern: nil, labels: Self.labels("ci-2"))
    }
    let (mine, other) = ([FilterTerm(.app, "MyApp")], [FilterTerm(.app, "Other")])
    let font = [FilterTerm(.pattern, "ib-font-cfrelease-null")]
    for facet in Facet.catalog where facet.basis == nil {
      let all = try store.trends(by: facet, now: now)
      let one = try store.trends(by: facet, now: now, terms: mine)
      let sum = { (rows: [TrendAssessment]) in rows.reduce(0) { $0 + $1.recent.events + $1.base.events } }
      #expect(sum(one) * 2 == sum(all), "\(facet.id)")
      #expect(sum(one) > 0, "\(facet.id)")
      #expect(try store.trends(by: facet, now: now, terms: [FilterTerm(.app, "zzz")]).isEmpty)
      #expect(try sum(store.trends(by: facet, now: now, terms: font)) == sum(one), "\(facet.id)")
      #expect(try store.trends(by: facet, now: now, terms: other + font).isEmpty)
    }
    #expect(try store.unrecognized(weeks: 4, now: now, terms: other).reduce(0) { $0 + $1.unrecognized } == 20)
    #expect(try store.unrecognized(weeks: 4, now: now, terms: mine).reduce(0) { $0 + $1.unrecognized } == 0)
    #expect(try store.unrecognized(weeks: 4, now: now, terms: mine).reduce(0) { $0 + $1.reports } == 20)
  }

  /// Parts of days are counted exactly.
  @Test func periodsWithHoursAreExact() throws {
    let store = try world.store()
    for day in 0..<5 {
      for hour in 0..<12 { try record(store, "f", daysAgo: day, hour: hour, labels: Self.labels("ci-1")) }
    }
    for (since, until, count) in [
      (time(1, hour: 3), time(1, hour: 5), 2), (time(3, hour: 6), time(1, hour: 6), 24), (time(1, hour: 0), nil, 24),
      (nil, time(3, hour: 1), 13), (time(2, hour: 6), nil, 30), (nil, nil, 60),
    ] as [(Timestamp?, Timestamp?, Int)] {
      var filter = HistoryFilter()
      (filter.since, filter.until) = (since, until)
      #expect(try store.issues(filter).reduce(0) { $0 + $1.count } == count)
      for facet in Facet.catalog {
        let rows = try store.counts(by: facet, FacetScope(since: since, until: until))
        #expect(rows.reduce(0) { $0 + $1.count } == count, "\(facet.id)")
      }
    }
  }

  /// Two apps with a build of the same name.
  @Test func buildsOfTwoAppsAreNotMixed() throws {
    let store = try world.store()
    try record(store, "a", daysAgo: 1, count: 10)
    try record(store, "b", daysAgo: 1, count: 3, process: "Other")
    let issue = try #require(try store.issues(sortedBy: .count).last)
    let builds = try #require(try store.facets(of: issue).first { $0.facet == .build })
    #expect(builds.rows.map(\.ofAll) == [3])
    #expect(builds.totalOfAll == 13)
    let counts = try store.counts(by: .build, from: time(2), to: now)
    #expect(FacetCount.names(counts) == ["(10) of com.example.MyApp", "(10) of com.example.Other"])
    let trends = try store.trends(by: .build, now: now)
    #expect(trends.map(\.key) == ["(10) of com.example.MyApp", "(10) of com.example.Other"])
    #expect(trends.map(\.recent.events) == [0, 0] || trends.reduce(0) { $0 + $1.recent.events + $1.base.events } == 13)
  }

  @Test func aMergedIssueHasTheBuildsOfAllParts() throws {
    let store = try world.store()
    for (function, builds) in [("a", ["5", "6", "7"]), ("b", ["3"])] {
      for build in builds { try record(store, function, daysAgo: 3, build: build) }
    }
    let keys = try store.issues(sortedBy: .count).map(\.id)
    let merged = try store.add(IssueEvent(issue: keys[1], at: now, what: .merge, value: keys[0]))
    #expect(merged?.firstBuild == "3" && merged?.lastBuild == "7")
    #expect(try store.issues().map(\.firstBuild) == ["3"])
    #expect(try store.trends(now: now).row(of: try #require(merged))?.issue.firstBuild == "3")
    #expect(try store.record(World.recording("more", function: "a", build: "6")).firstBuild == "3")
  }

  /// An issue that was ignored until an earlier time is open everywhere.
  @Test(arguments: [true, false]) func ignoringEnds(_ hasEnded: Bool) throws {
    let clock = now
    let store = try world.store(rules: HistoryRules(clock: { clock }))
    try record(store, "f", daysAgo: 1)
    let key = try #require(try store.issues().first).id
    let end = Timestamp(seconds: now.seconds + (hasEnded ? -60 : 60))
    let issue = try store.add(IssueEvent(issue: key, at: time(0, hour: 1), what: .ignore, value: end.rfc3339))
    #expect(issue?.state == (hasEnded ? "open" : "ignored"))
    for (state, isThere) in [(HistoryFilter.State.open, hasEnded), (.ignored, !hasEnded)] {
      for order in HistoryFilter.Order.allCases {
        var filter = HistoryFilter()
        filter.state = state
        #expect(try store.issues(filter, sortedBy: order).isEmpty == !isThere, "\(state) \(order)")
      }
    }
    let info = try #require(try store.info())
    #expect((info.open, info.ignored) == (hasEnded ? 1 : 0, hasEnded ? 0 : 1))
    #expect(try store.reports().first?.issueStatus.state == (hasEnded ? "open" : "ignored"))
    #expect(try store.trends(now: now).sections.contains { !$0.rows.isEmpty } == hasEnded)
  }

  /// Pruned days keep the sums that trends compare.
  @Test func trendsSurvivePruning() throws {
    let store = try world.store()
    for day in 0..<35 { try record(store, "f\(day % 3)", daysAgo: day, count: day < 7 ? 3 : 1) }
    func lines() throws -> [String] {
      try store.trends(now: now).sections.flatMap { section in
        section.rows.map { "\(section.section.id) \($0.issue.id) \(TrendWording.sentence($0.assessment)) \($0.daily)" }
      } + store.trends(by: .os, now: now).map { "\($0.key) \(TrendWording.counts($0))" }
    }
    let before = try lines()
    let result = try store.prune(before: time(10))
    #expect(result.reports == 24)
    #expect(result.withMachine == 0)
    #expect(try lines() == before)
  }
}
