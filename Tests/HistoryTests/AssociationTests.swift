import CrashReports
import Diagnosis
import History
import Testing
import Vocabulary

/// The values that are more or less frequent in an issue than in others.
@Suite struct AssociationTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  /// Records reports of an issue. Closures return the values of each.
  private func record(
    _ store: HistoryStore, _ function: String, _ count: Int, process: String = "MyApp", build: String = "560",
    daysAgo: (Int) -> Int = { $0 % 10 }, os: (Int) -> String? = { _ in nil }, device: (Int) -> String? = { _ in nil },
    key: (Int) -> String? = { _ in nil }, secondsSinceLaunch: (Int) -> Int? = { _ in nil },
    labels: (Int) -> [String: String] = { _ in [:] }
  ) throws {
    for number in 0..<count {
      let time = Timestamp(seconds: now.seconds - 86_400 * daysAgo(number))
      let launched = secondsSinceLaunch(number).map { Timestamp(seconds: time.seconds - $0).rfc3339 }
      _ = try store.record(
        World.recording(
          "\(process) \(function) \(number)", function: function, crashed: time.rfc3339, process: process, build: build,
          labels: labels(number), os: os(number), device: device(number), reporterKey: key(number), launched: launched),
        now: now, program: "diagnose test")
    }
  }

  private func associations(_ store: HistoryStore, _ function: String) throws -> [Association] {
    let issue = try #require(try store.issues().first { $0.signature == function })
    return try store.associations(of: [issue])[issue.id] ?? []
  }

  private func sentences(_ store: HistoryStore, _ function: String) throws -> [String] {
    try associations(store, function).map(\.sentence)
  }

  @Test func anIssueOfOneSystem() throws {
    let store = try world.store()
    try record(store, "first", 20, os: { _ in "iOS 26.1" }, key: { "device 1\($0)" })
    try record(store, "second", 40, os: { $0 < 20 ? "iOS 26.1" : "iOS 18.7" }, key: { "other 1\($0)" })
    #expect(
      try sentences(store, "first") == ["20 of 20 device-days on iOS 26, 50 % of the others (20 of 40)"],
      "of equal values, the one with fewer details")
    let found = try #require(try associations(store, "first").first)
    #expect(
      found.property.id == "majorOS" && found.value == "iOS 26" && found.kind == .more && found.unit == .deviceDays)
    #expect(found.pValue > 0 && found.pValue < 0.001)
  }

  /// Within one major version, the version is named.
  @Test func anIssueOfOneVersion() throws {
    let store = try world.store()
    try record(store, "first", 20, os: { _ in "iOS 26.1" }, key: { "device 1\($0)" })
    try record(store, "second", 40, os: { "iOS 26.\($0 % 4)" }, key: { "other 1\($0)" })
    #expect(
      try sentences(store, "first") == ["20 of 20 device-days on iOS 26.1, 25 % of the others (10 of 40)"])
  }

  /// Queues, roles and classes of fault addresses are compared like systems.
  @Test(arguments: [
    ("queue", "on queue com.example.save"), ("role", "with role Background"),
    ("addressClass", "with fault address: text in the pointer"),
  ])
  func circumstancesOfTheCrash(_ property: String, _ phrase: String) throws {
    let store = try world.store()
    for (function, count) in [("first", 20), ("second", 40)] {
      for number in 0..<count {
        var recording = World.recording(
          "\(function) \(number)", function: function, crashed: now.rfc3339, reporterKey: "\(function) 1\(number)")
        let isUsual = function == "second" && number >= 10
        switch property {
        case "queue":
          recording.assessment.report.threads?[0].queue = isUsual ? "com.apple.main-thread" : "com.example.save"
        case "role": recording.assessment.report.process?.role = isUsual ? "Foreground" : "Background"
        default: recording.assessment.report.storedAddressClass = isUsual ? "NULL" : "text in the pointer"
        }
        _ = try store.record(recording, now: now, program: "diagnose test")
      }
    }
    #expect(
      try sentences(store, "first") == ["20 of 20 device-days \(phrase), 25 % of the others (10 of 40)"])
    #expect(try associations(store, "first").map(\.property.id) == [property])
  }

  @Test func devicesAndFamilies() throws {
    let store = try world.store()
    let models = ["iPad13,1", "iPad14,2", "iPad16,3"]
    try record(store, "first", 30, device: { models[$0 % 3] }, key: { "device 1\($0)" })
    try record(
      store, "second", 60, device: { $0 % 6 == 0 ? models[$0 % 3] : "iPhone\(15 + $0 % 3),2" }, key: { "other 1\($0)" })
    #expect(
      try sentences(store, "first") == ["30 of 30 device-days on iPad, 17 % of the others (10 of 60)"])
  }

  /// A device in a loop is one device: its system is not the common factor.
  @Test func aLoopIsOneDevice() throws {
    let store = try world.store()
    try record(
      store, "loop", 45, daysAgo: { _ in 3 }, os: { _ in "iOS 26.1" }, device: { _ in "iPad13,1" },
      key: { _ in "device 10" })
    try record(
      store, "others", 40, daysAgo: { _ in 3 }, os: { $0 < 10 ? "iOS 26.1" : "iOS 18.7" },
      device: { _ in "iPhone15,2" }, key: { "other 1\($0)" })
    #expect(
      try sentences(store, "loop") == [
        "all 45 reports on one device in one day, which has 0 % of the others (0 of 40): crash loop?"
      ])
    let found = try #require(try associations(store, "loop").first)
    #expect(found.kind == .oneDevice && found.value.isEmpty && found.days == 1)
  }

  /// One device over a long time is no loop; and in the history of one machine, one device is not remarkable.
  @Test func oneDeviceWithoutALoop() throws {
    let store = try world.store()
    try record(store, "slow", 20, daysAgo: { $0 }, key: { _ in "device 10" })
    try record(store, "others", 40, daysAgo: { $0 % 20 }, key: { "other 1\($0)" })
    #expect(
      try sentences(store, "slow") == ["all 20 reports on one device, which has 0 % of the others (0 of 40)"])
    let single = try world.store("single")
    try record(single, "first", 45, key: { _ in "device 10" })
    try record(single, "second", 45, key: { _ in "device 10" })
    #expect(try associations(single, "first").isEmpty)
  }

  /// Four fifths of the reports of a device are not nearly all.
  @Test(arguments: [(18, true), (17, false)]) func nearlyAllReportsOfOneDevice(ofDevice: Int, isFound: Bool) throws {
    let store = try world.store()
    try record(store, "first", 20, daysAgo: { $0 }, key: { $0 < ofDevice ? "device 10" : "device 2\($0)" })
    try record(store, "others", 60, daysAgo: { $0 % 20 }, key: { "other 1\($0)" })
    #expect(try associations(store, "first").contains { $0.kind == .oneDevice } == isFound)
  }

  @Test func launchesAndBuilds() throws {
    let store = try world.store()
    try record(store, "launch", 20, build: "560", secondsSinceLaunch: { $0 % 3 })
    try record(store, "others", 20, build: "550", secondsSinceLaunch: { $0 * 10 })
    try record(store, "more", 20, build: "560", secondsSinceLaunch: { 100 + $0 * 40 })
    #expect(
      try sentences(store, "launch") == [
        "20 of 20 reports in build 560, 50 % of the others (20 of 40)",
        "20 of 20 reports within 3 s of launch, 3 % of the others (1 of 40)",
      ])
  }

  /// A missing value, while no other is much more frequent.
  @Test func lessFrequentValues() throws {
    let store = try world.store()
    try record(store, "first", 60, os: { "iOS \(20 + $0 % 6).1" }, key: { "device 1\($0)" })
    try record(
      store, "others", 100, os: { $0 % 5 < 2 ? "watchOS 26.1" : "iOS \(20 + $0 % 6).1" }, key: { "other 1\($0)" })
    #expect(
      try sentences(store, "first") == [
        "none of 60 device-days on watchOS 26, 40 % of the others (40 of 100)"
      ])
    #expect(try associations(store, "first").map(\.kind) == [.fewer])
    #expect(try associations(store, "others").map(\.value) == ["watchOS 26"])
  }

  /// Reports of other apps, and of other times, are not compared.
  @Test func onlyTheSameAppsAndTimes() throws {
    let store = try world.store()
    try record(store, "first", 20, os: { _ in "iOS 26.1" }, key: { "device 1\($0)" })
    try record(store, "second", 20, process: "OtherApp", os: { _ in "macOS 15.7" }, key: { "device 7\($0)" })
    #expect(try associations(store, "first").isEmpty, "no other report of the app")
    try record(store, "third", 20, daysAgo: { 30 + $0 }, os: { _ in "iOS 18.7" }, key: { "other 1\($0)" })
    #expect(try associations(store, "first").isEmpty, "the others are older")
    try record(store, "fourth", 40, os: { $0 < 20 ? "iOS 26.1" : "iOS 18.7" }, key: { "device 8\($0)" })
    #expect(try !associations(store, "first").isEmpty)
  }

  /// With unknown devices, reports that arrive together are not independent.
  @Test func aBurstOfUnknownDevicesIsLessEvidence() throws {
    let systems: (Int) -> String? = { $0 % 3 == 0 ? "iOS 26.1" : "iOS 18.7" }
    let burst = try world.store("burst")
    try record(burst, "first", 30, daysAgo: { _ in 2 }, os: { _ in "iOS 26.1" })
    try record(burst, "others", 60, daysAgo: { _ in 2 }, os: systems)
    #expect(try associations(burst, "first").isEmpty)
    let steady = try world.store("steady")
    try record(steady, "first", 30, daysAgo: { $0 }, os: { _ in "iOS 26.1" })
    try record(steady, "others", 90, daysAgo: { $0 % 30 }, os: systems)
    #expect(try associations(steady, "first").map(\.value) == ["iOS 26"])
    #expect(try associations(steady, "first").map(\.unit) == [.reports])
    let known = try world.store("known")
    try record(known, "first", 30, daysAgo: { _ in 2 }, os: { _ in "iOS 26.1" }, key: { "device 1\($0)" })
    try record(known, "others", 60, daysAgo: { _ in 2 }, os: systems, key: { "other 1\($0)" })
    #expect(try associations(known, "first").map(\.unit) == [.deviceDays])
  }

  /// The label `machine` identifies a device, and four reports are too few.
  @Test func machinesAndMinimalCounts() throws {
    let store = try world.store()
    try record(
      store, "loop", 12, daysAgo: { _ in 1 }, labels: { _ in ["machine": "ci-1"] })
    try record(store, "few", 4, daysAgo: { _ in 1 }, labels: { _ in ["machine": "ci-2"] })
    try record(store, "others", 40, daysAgo: { _ in 1 }, labels: { ["machine": "ci-\(10 + $0)"] })
    #expect(try associations(store, "loop").map(\.kind) == [.oneDevice])
    #expect(try associations(store, "few").isEmpty)
    let all = try store.associations(of: try store.issues())
    #expect(all.count == 1, "several issues at once")
  }

  @Test func mergedIssuesAreOneIssue() throws {
    let store = try world.store()
    try record(store, "first", 10, os: { _ in "iOS 26.1" }, key: { "device 1\($0)" })
    try record(store, "part", 10, os: { _ in "iOS 26.1" }, key: { "device 9\($0)" })
    try record(store, "others", 40, os: { $0 < 20 ? "iOS 26.1" : "iOS 18.7" }, key: { "other 1\($0)" })
    let issues = try store.issues()
    let first = try #require(issues.first { $0.signature == "first" })
    let part = try #require(issues.first { $0.signature == "part" })
    _ = try store.add(IssueEvent(issue: part.id, at: now, what: .merge, value: first.id))
    #expect(
      try sentences(store, "first") == ["20 of 20 device-days on iOS 26, 50 % of the others (20 of 40)"])
  }
}
