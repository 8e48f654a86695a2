import Foundation
import History
import Testing
import Trends
import Vocabulary

/// The sides of a comparison, their exposure, and the counts of issues.
@Suite struct ComparisonTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func record(
    _ store: HistoryStore, _ function: String, _ count: Int, build: String?, process: String = "MyApp",
    daysAgo: Int = 1,
    os: String? = nil, device: String? = nil, pattern: String? = nil,
    key: (Int) -> String? = { _ in nil },
    labels: (Int) -> [String: String] = { _ in [:] }
  ) throws {
    let time = Timestamp(seconds: now.seconds - daysAgo * 86_400).rfc3339
    for number in 0..<count {
      _ = try store.record(
        World.recording(
          "\(process) \(function) \(build ?? "") \(daysAgo) \(number) \(os ?? "") \(device ?? "")", function: function,
          pattern: pattern, crashed: time, process: process, build: build, labels: labels(number), os: os,
          device: device, reporterKey: key(number)),
        now: now, program: "diagnose test")
    }
  }

  private func compare(
    _ store: HistoryStore, _ before: String, _ after: String, by basis: String = "build", _ terms: [FilterTerm] = []
  ) throws -> Result<HistoryComparison, ComparisonFault> {
    let basis = try #require(ComparisonBasis.catalog.first { $0.id == basis })
    func side(_ text: String) throws -> AskedSide {
      basis.days == nil ? .value(text) : .period(try #require(Timestamp(rfc3339: text)))
    }
    return try store.compare(side(before), with: side(after), by: basis, terms: terms, now: now)
  }

  private func fault(_ result: Result<HistoryComparison, ComparisonFault>) -> ComparisonFault? {
    if case .failure(let fault) = result { fault } else { nil }
  }

  /// Two builds: an issue of each, one that is more frequent, one that is not.
  private func twoBuilds(_ store: HistoryStore, key: (Int) -> String? = { _ in nil }) throws {
    try record(store, "old", 20, build: "550", key: key)
    try record(store, "new", 20, build: "560", key: key)
    try record(store, "more", 5, build: "550", key: key)
    try record(store, "more", 40, build: "560", key: key)
    try record(store, "same", 30, build: "550", key: key)
    try record(store, "same", 30, build: "560", key: key)
    try record(store, "rare", 1, build: "560", key: key)
  }

  @Test func issuesOfTwoBuilds() throws {
    let store = try world.store()
    try twoBuilds(store)
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.unit == .reports && comparison.app == "com.example.MyApp" && comparison.total == nil)
    #expect(comparison.before == .init(name: "550", reports: 55, events: 55, exposure: 55))
    #expect(comparison.after == .init(name: "560", reports: 91, events: 91, exposure: 91))
    #expect(comparison.rows.map(\.issue.signature) == ["new", "old", "more"])
    #expect(comparison.rows.map(\.difference.verdict) == [.new, .gone, .worse])
    #expect(comparison.rows.map(\.reportsBefore) == [0, 20, 5] && comparison.rows.map(\.reportsAfter) == [20, 0, 40])
    #expect(comparison.count(.tooFew) == 1 && comparison.othersOnlyAfter == 1 && comparison.othersOnlyBefore == 0)
    #expect(comparison.compared == 5)
    let back = try compare(store, "560", "550").get()
    #expect(back.rows.map(\.difference.verdict) == [.new, .gone, .better])
  }

  /// An issue that an earlier build has is not first seen, also if that is none of the two; a later build changes nothing.
  @Test func firstSeenIsOfTheWholeHistory() throws {
    let store = try world.store()
    try twoBuilds(store)
    try record(store, "back", 1, build: "540")
    try record(store, "back", 2, build: "560")
    try record(store, "back of another app", 1, build: "540", process: "Other")
    try record(store, "back of another app", 1, build: "560")
    try record(store, "rare", 3, build: "570")
    try record(store, "later", 3, build: "570")
    let comparison = try compare(store, "550", "560").get()
    #expect(Set(comparison.firstSeen.map(\.issue.signature)) == ["new", "back of another app", "rare"])
    #expect(comparison.firstSeen.map(\.reportsAfter) == [20, 1, 1])
    #expect(comparison.firstSeen.map(\.difference.verdict) == [.new, .tooFew, .tooFew])
    #expect(try compare(store, "560", "570").get().firstSeen.map(\.issue.signature) == ["later"])
    #expect(try compare(store, "560", "550").get().firstSeen.map(\.issue.signature) == ["old"])
    // Systems have no order.
    try record(store, "os", 1, build: "570", os: "iOS 26.0")
    try record(store, "os", 1, build: "570", os: "iOS 18.0")
    #expect(try compare(store, "18.0", "26.0", by: "os").get().firstSeen.isEmpty)
  }

  @Test func firstSeenFollowsMergesAndStates() throws {
    let store = try world.store()
    try twoBuilds(store)
    let ids = Dictionary(try store.issues(sortedBy: .count).map { ($0.signature, $0.id) }, uniquingKeysWith: { $1 })
    _ = try store.add(
      IssueEvent(issue: try #require(ids["rare"]), at: now, what: .merge, value: try #require(ids["same"])))
    #expect(try compare(store, "550", "560").get().firstSeen.map(\.issue.signature) == ["new"])
    _ = try store.add(IssueEvent(issue: try #require(ids["new"]), at: now, what: .ignore, value: ""))
    #expect(try compare(store, "550", "560").get().firstSeen.isEmpty)
  }

  @Test func runsAreTheExposure() throws {
    let store = try world.store()
    try twoBuilds(store)
    try record(store, "late", 20, build: "550", daysAgo: 0)
    let app = "com.example.MyApp"
    _ = try store.note([
      BuildRuns(app: app, build: "550", day: now.day - 1, runs: 1000),
      BuildRuns(app: app, build: "560", day: now.day - 1, runs: 2000),
    ])
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.unit == .runs)
    #expect(
      comparison.before == .init(name: "550", reports: 75, events: 55, exposure: 1000), "not the day without runs")
    #expect(comparison.after.exposure == 2000)
    #expect(comparison.rows.map(\.issue.signature) == ["new", "old", "more", "same"])
    #expect(comparison.rows.map(\.difference.verdict) == [.new, .gone, .worse, .better])
    #expect(comparison.days?.lowerBound == Timestamp(day: now.day - 1))
    // Runs are those of all systems.
    let filtered = try compare(store, "550", "560", [FilterTerm(.os, "iOS", isNegated: true)]).get()
    #expect(filtered.unit == .reports)
  }

  /// A device counts once a day for each issue.
  @Test func deviceDaysAreTheExposure() throws {
    let store = try world.store()
    for build in ["550", "560"] {
      try record(store, "same", 30, build: build) { "\(build) device \($0)" }
    }
    try record(store, "loop", 45, build: "560") { _ in "560 device 1" }
    try record(store, "new", 12, build: "560") { "560 device \($0)" }
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.unit == .deviceDays)
    #expect(comparison.before.exposure == 30 && comparison.after.exposure == 43)
    #expect(comparison.rows.map(\.issue.signature) == ["new"])
    #expect(comparison.rows.first?.difference.after.events == 12 && comparison.rows.first?.reportsAfter == 12)
    // The loop of another day is one more.
    try record(store, "loop", 45, build: "560", daysAgo: 2) { _ in "560 device 1" }
    #expect(try compare(store, "550", "560").get().after.exposure == 44)
    // A loop is not many failures with runs, either.
    _ = try store.note(
      ["550", "560"].map { BuildRuns(app: "com.example.MyApp", build: $0, day: now.day - 1, runs: 1000) })
    let withRuns = try compare(store, "550", "560").get()
    #expect(withRuns.unit == .runs && withRuns.rows.map(\.issue.signature) == ["new"])
  }

  /// Forty devices with the same failures: a build of 28 days has more of all issues than one of 4 days, and nothing changed.
  @Test func aYoungBuildIsNotBetter() throws {
    let store = try world.store()
    for (issue, every) in [("often", 2), ("usual", 4), ("rare", 14)] {
      for day in 0..<32 {
        let devices = (0..<40).filter { (day + $0) % every == 0 }
        try record(store, issue, devices.count, build: day < 28 ? "550" : "560", daysAgo: 32 - day) {
          "device \(devices[$0])"
        }
      }
    }
    for (before, after) in [("550", "560"), ("560", "550")] {
      let comparison = try compare(store, before, after).get()
      #expect(comparison.unit == .deviceDays && comparison.rows.isEmpty, "\(before) and \(after)")
    }
  }

  /// Two devices have an issue every day: that is not as many failures of the build.
  @Test func aFewDevicesAreNotManyFailures() throws {
    let store = try world.store()
    for (build, first) in [("550", 0), ("560", 10)] {
      for day in 0..<5 { try record(store, "same", 30, build: build, daysAgo: first + day) { "\(build) device \($0)" } }
    }
    for day in 0..<5 { try record(store, "chronic", 2, build: "560", daysAgo: 10 + day) { "560 device \($0)" } }
    try record(store, "spread", 10, build: "560", daysAgo: 10) { "560 device \(10 + $0)" }
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.rows.map(\.issue.signature) == ["spread"], "ten device-days of each")
  }

  /// Sixty issues that are each too rare for a test, three times as often: the rate of all is a test of its own.
  @Test func theRateOfAllIsATest() throws {
    let store = try world.store()
    for number in 0..<60 {
      try record(store, "rare\(number)", 1, build: "550") { _ in "550 device \(number)" }
      try record(store, "rare\(number)", 3, build: "560") { "560 device \(number) \($0)" }
    }
    _ = try store.note(
      ["550", "560"].map { BuildRuns(app: "com.example.MyApp", build: $0, day: now.day - 1, runs: 1000) })
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.rows.isEmpty && comparison.changeOfAll == .worse && comparison.total?.ratio == 3)
    #expect(try compare(store, "560", "550").get().changeOfAll == .better)
    // One device in a loop is not a worse build.
    let looped = try world.store("looped")
    for build in ["550", "560"] { try record(looped, "same", 30, build: build) { "\(build) device \($0)" } }
    try record(looped, "loop", 60, build: "560") { _ in "560 device 1" }
    _ = try looped.note(
      ["550", "560"].map { BuildRuns(app: "com.example.MyApp", build: $0, day: now.day - 1, runs: 1000) })
    #expect(try compare(looped, "550", "560").get().changeOfAll == nil)
  }

  /// A filter on the failure does not filter what its rate refers to.
  @Test(arguments: [
    FilterTerm(.pattern, "ib-font-cfrelease-null"), FilterTerm(.view, "CardView"),
    FilterTerm(.document, "Main.storyboard"), FilterTerm(.label, "view=CardView"),
  ])
  func theFailureIsNotTheExposure(_ term: FilterTerm) throws {
    let store = try world.store()
    func failures(_ count: Int, _ build: String) throws {
      try record(
        store, "f", count, build: build, pattern: "ib-font-cfrelease-null",
        labels: { _ in ["view": "CardView", "document": "Main.storyboard"] })
    }
    for build in ["550", "560"] { try record(store, "same", 40, build: build) }
    try failures(2, "550")
    try failures(40, "560")
    let shares = try compare(store, "550", "560", [term]).get()
    #expect(shares.unit == .reports && shares.before.exposure == 42 && shares.after.exposure == 80)
    #expect(shares.before.reports == 2 && shares.after.reports == 40)
    #expect(shares.rows.map(\.difference.verdict) == [.worse] && shares.compared == 1)
    _ = try store.note(
      ["550", "560"].map { BuildRuns(app: "com.example.MyApp", build: $0, day: now.day - 1, runs: 1000) })
    let rates = try compare(store, "550", "560", [term]).get()
    #expect(rates.unit == .runs && rates.after.exposure == 1000 && rates.rows.count == 1)
  }

  /// One build only ran, and the runs of the other one are not known yet.
  @Test func aSideWithoutReportsIsNotCompared() throws {
    let store = try world.store()
    try record(store, "new", 40, build: "560")
    _ = try store.note([BuildRuns(app: "com.example.MyApp", build: "550", day: now.day - 1, runs: 1000)])
    for (before, after) in [("550", "560"), ("560", "550")] {
      let comparison = try compare(store, before, after).get()
      #expect(comparison.sideWithoutExposure?.name == "550")
      #expect(comparison.rows.isEmpty)
    }
  }

  /// A report that states no device is counted like one of a further device.
  @Test func aReportWithoutADeviceIsCounted() throws {
    let store = try world.store()
    for build in ["550", "560"] { try record(store, "same", 120, build: build) { "\(build) device \($0)" } }
    try record(store, "new", 12, build: "560")
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.unit == .deviceDays && comparison.before.exposure == 120 && comparison.after.exposure == 132)
    #expect(comparison.rows.map(\.issue.signature) == ["new"])
    #expect(comparison.rows.first?.difference.after.events == 12)
  }

  @Test func aLabeledMachineIsADevice() throws {
    let store = try world.store()
    for build in ["550", "560"] {
      try record(store, "same", 30, build: build, labels: { ["machine": "\(build) ci-\($0)"] })
    }
    try record(store, "loop", 45, build: "560", labels: { _ in ["machine": "560 ci-1"] })
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.unit == .deviceDays && comparison.before.exposure == 30 && comparison.after.exposure == 31)
    #expect(comparison.rows.isEmpty)
  }

  /// The name of the app is that of a process of another one.
  @Test func anotherAppIsNotCounted() throws {
    let store = try world.store()
    try twoBuilds(store)
    try record(store, "foreign", 20, build: "560", process: "com.example.MyApp")
    let comparison = try compare(store, "550", "560", [FilterTerm(.app, "MyApp")]).get()
    #expect(comparison.app == "com.example.MyApp" && comparison.after.reports == 91)
  }

  /// The history begins two days ago; seven days begin with each date.
  @Test func theFirstWeekHasOnlyItsDays() throws {
    let store = try world.store()
    for day in [0, 7, 8] { try record(store, "f", 2, build: "1", daysAgo: day) }
    let name = { (ago: Int) in Timestamp(day: now.day - ago).date }
    let weeks = try compare(store, name(13), name(6), by: "week").get()
    #expect(weeks.unit == .days && weeks.before.exposure == 2 && weeks.after.exposure == 6.5)
    #expect(weeks.before.reports == 4 && weeks.after.reports == 2)
    #expect(weeks.before.name == name(13) && weeks.after.name == name(6))
    #expect(try fault(compare(store, name(12), name(6), by: "week")) == .overlap(name(12), name(6)))
    #expect(try fault(compare(store, name(6), name(6), by: "week")) == .same(name(6)))
  }

  @Test func systemsDevicesAndPeriods() throws {
    let store = try world.store()
    // The first day of both weeks is covered.
    try record(store, "early", 1, build: "1", daysAgo: 14)
    for (os, device, days, function) in [("iOS 26.0", "iPad13,8", 1, "new"), ("iOS 18.5", "iPhone17,1", 8, "old")] {
      try record(store, function, 20, build: "1", daysAgo: days, os: os, device: device)
      try record(store, "same", 20, build: "1", daysAgo: days, os: os, device: device)
    }
    let day = { (ago: Int) in Timestamp(day: now.day - ago).date }
    for (basis, before, after, names) in [
      ("os", "18", "26", ("iOS 18.5", "iOS 26.0")), ("device", "iphone", "ipad", ("iPhone17,1", "iPad13,8")),
      ("day", day(8), day(1), (day(8), day(1))),
    ] {
      let comparison = try compare(store, before, after, by: basis).get()
      #expect(comparison.rows.map(\.issue.signature) == ["new", "old"], "\(basis)")
      #expect((comparison.before.name, comparison.after.name) == names)
      #expect(comparison.app == nil)
    }
    let weeks = try compare(store, day(13), day(6), by: "week").get()
    #expect(weeks.unit == .days && weeks.before.exposure == 7 && weeks.rows.count == 2)
    let today = try compare(store, day(1), day(0), by: "day").get()
    #expect(today.after.exposure == 0.5, "noon")
    #expect(today.rows.map(\.difference.verdict) == [.gone, .gone])
  }

  @Test func whatCannotBeCompared() throws {
    let store = try world.store()
    #expect(try fault(compare(store, "550", "560")) == .empty)
    try twoBuilds(store)
    try record(store, "other", 3, build: "1", process: "Other", os: "iOS 26.0")
    try record(store, "other", 3, build: "2", process: "Other", os: "iOS 26.1")
    guard case .unknown(let unknown)? = try fault(compare(store, "550", "570")) else {
      return #expect(Bool(false), "not unknown")
    }
    #expect(unknown.term == FilterTerm(.build, "570") && unknown.known == ["550", "560", "1", "2"])
    #expect(try fault(compare(store, "550", "550")) == .same("550"))
    #expect(
      try fault(compare(store, "550", "2"))
        == .differentApps(before: ["com.example.MyApp"], after: ["com.example.Other"]))
    #expect(try fault(compare(store, "26", "26.1", by: "os")) == .overlap("26", "iOS 26.1"))
    #expect(try compare(store, "26.0", "26.1", by: "os").get().compared == 1)
    guard case .outside? = try fault(compare(store, "2020-01-01", "2026-08-01", by: "day")) else {
      return #expect(Bool(false), "not outside")
    }
    for build in ["550", "560"] { try record(store, "more", 1, build: build, process: "Other") }
    #expect(try fault(compare(store, "550", "560")) == .severalApps(["com.example.MyApp", "com.example.Other"]))
    for app in ["myapp", "com.example.MyApp"] {
      let one = try compare(store, "550", "560", [FilterTerm(.app, app)]).get()
      #expect(one.app == "com.example.MyApp" && one.after.reports == 91)
    }
    let rest = try compare(store, "550", "560", [FilterTerm(.app, "Other", isNegated: true)]).get()
    #expect(rest.app == "com.example.MyApp")
  }

  /// A hundred issues with one report each do not hide one that is new.
  @Test func rareIssuesHideNothing() throws {
    let store = try world.store()
    for build in ["550", "560"] { try record(store, "same", 30, build: build) }
    try record(store, "new", 8, build: "560")
    for number in 0..<100 { try record(store, "rare\(number)", 1, build: number % 2 == 0 ? "550" : "560") }
    let comparison = try compare(store, "550", "560").get()
    #expect(comparison.rows.map(\.issue.signature) == ["new"] && comparison.count(.tooFew) == 100)
  }

  /// A merged issue is one, and an ignored one is not compared.
  @Test func statesOfIssues() throws {
    let store = try world.store()
    try twoBuilds(store)
    let issues = try store.issues(sortedBy: .count)
    let ids = Dictionary(issues.map { ($0.signature, $0.id) }, uniquingKeysWith: { first, _ in first })
    _ = try store.add(
      IssueEvent(issue: try #require(ids["old"]), at: now, what: .merge, value: try #require(ids["new"])))
    let merged = try compare(store, "550", "560").get()
    #expect(merged.rows.map(\.issue.signature) == ["more"] && merged.compared == 4)
    _ = try store.add(IssueEvent(issue: try #require(ids["more"]), at: now, what: .ignore, value: ""))
    #expect(try compare(store, "550", "560").get().rows.isEmpty)
  }

  /// Filters select the reports of both sides.
  @Test func filtersAreApplied() throws {
    let store = try world.store()
    for build in ["550", "560"] { try record(store, "same", 40, build: build, os: "iOS 26.0") }
    try record(store, "new", 12, build: "560", os: "iOS 26.0")
    try record(store, "other", 20, build: "560", os: "iOS 18.5")
    let all = try compare(store, "550", "560").get()
    #expect(all.after.reports == 72)
    let one = try compare(store, "550", "560", [FilterTerm(.os, "26")]).get()
    #expect(one.after.reports == 52 && one.rows.map(\.issue.signature) == ["new"])
    // A filter on the property that is compared is ignored.
    #expect(try compare(store, "550", "560", [FilterTerm(.build, "550")]).get().after.reports == 72)
  }
}
