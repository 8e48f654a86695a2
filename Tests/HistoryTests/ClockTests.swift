import CrashReports
import Diagnosis
import Foundation
import History
import Testing
import Vocabulary

/// Clocks of machines are wrong now and then. No clock may cost a history its reports or make an issue disappear.
@Suite struct ClockTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func time(daysAgo: Int) -> Timestamp { Timestamp(seconds: now.seconds - daysAgo * 86_400) }

  /// Records a report of each of the days.
  private func filled(_ days: some Sequence<Int>) throws -> HistoryStore {
    let clock = now
    let store = try world.store(rules: HistoryRules(clock: { clock }))
    _ = try store.record(
      days.map { World.recording("day \($0)", function: "f\($0 % 3)", crashed: time(daysAgo: $0).rfc3339) }, now: now,
      program: "diagnose test")
    return store
  }

  @Test func retentionIsMeasuredFromTheReports() throws {
    let store = try filled(0..<20)
    let year = 365.0 * 86_400
    let right = try #require(try store.floor(forRetention: year, now: now))
    #expect(right.day == now.day - 365 - 6, "from the seventh latest day with reports")
    let ahead = Timestamp(seconds: now.seconds + 3650 * 86_400)
    #expect(try store.floor(forRetention: year, now: ahead)?.day == right.day)
    // Reports that were recorded with the wrong clock, on a few days.
    for day in 0..<3 {
      let late = Timestamp(seconds: ahead.seconds + day * 86_400)
      _ = try store.record(World.recording("late \(day)", crashed: nil), now: late, program: "diagnose test")
    }
    let floor = try #require(try store.floor(forRetention: year, now: ahead))
    #expect(floor.day <= now.day - 365)
    #expect(try store.prune(before: floor, isDry: true).reports == 0)
    #expect(try store.floor(forRetention: 1, now: now).map { $0.day < now.day } == true, "at least a day")
  }

  @Test func fewDaysAreNotPruned() throws {
    #expect(try filled([0, 1, 400]).floor(forRetention: 86_400, now: now) == nil)
    #expect(try world.store("empty").floor(forRetention: 86_400, now: now) == nil)
  }

  @Test func theNewestReportsCannotBePruned() throws {
    let store = try filled([3, 4, 9])
    #expect(try store.latestPruning(now: now)?.day == now.day - 3)
    #expect(try store.latestPruning(now: time(daysAgo: 5))?.day == now.day - 6)
    #expect(try world.store("empty").latestPruning(now: now) == nil)
  }

  /// A floor in the future, from a version that did not check it, does not reject the reports of today.
  @Test func aFloorInTheFutureIsIgnored() throws {
    let store = try filled([0, 1])
    _ = try store.prune(before: Timestamp(seconds: now.seconds + 3650 * 86_400))
    #expect(try store.count() == 0)
    #expect(try store.record(World.recording("today", crashed: now.rfc3339)).status != .notRecorded)
    #expect(try store.record(World.recording("old", crashed: time(daysAgo: 2).rfc3339)).isTooOld)
  }

  @Test func theFloorCanBeLowered() throws {
    let store = try filled(0..<20)
    let before = try store.issues().map { [$0.id: $0.count] }
    _ = try store.prune(before: time(daysAgo: 10))
    #expect(try store.prunedCount() == 9)
    let dry = try store.keepReports(from: time(daysAgo: 15), isDry: true)
    #expect(dry == FloorResult(before: Timestamp(day: now.day - 10), droppedSums: 5))
    #expect(try store.issues().map { [$0.id: $0.count] } == before, "nothing changes in a dry run")
    #expect(try store.keepReports(from: time(daysAgo: 15)) == dry)
    #expect(try store.check() == [])
    #expect(try store.prunedCount() == 4)
    #expect(try store.issues().reduce(0) { $0 + $1.count } == 15)
    // The removed reports can be recorded again, and are counted once.
    _ = try store.record(
      (0..<20).map { World.recording("day \($0)", function: "f\($0 % 3)", crashed: time(daysAgo: $0).rfc3339) },
      now: now, program: "diagnose test")
    #expect(try store.check() == [])
    #expect(try store.issues().map { [$0.id: $0.count] } == before)
    #expect(try store.keepReports(from: time(daysAgo: 3)).before == nil, "raising is the task of pruning")
  }

  /// All reports of an issue are gone, and its sums are dropped: the issue goes, too.
  @Test func anIssueWithoutCountsIsRemoved() throws {
    let store = try filled([0, 1])
    _ = try store.record(World.recording("old", function: "old", crashed: time(daysAgo: 8).rfc3339))
    _ = try store.prune(before: time(daysAgo: 5))
    #expect(try store.issues().count == 3)
    #expect(try store.keepReports(from: time(daysAgo: 20)).droppedSums == 1)
    #expect(try store.issues().count == 2)
    #expect(try store.check() == [])
  }

  /// A time without a zone is that day, and not the day of arrival.
  @Test(arguments: ["2026-07-22 09:12:00", "2026-07-22T09:12:00.123", "2026/07/22 09:12:00", "2026-07-22"])
  func aTimeWithoutAZoneKeepsItsDay(_ text: String) throws {
    let store = try world.store()
    var recording = World.recording("a", crashed: text)
    recording.assessment.report.times?.crashed?.rfc3339 = nil
    _ = try store.record(recording, now: now, program: "diagnose test")
    let record = try #require(try store.records().records.first)
    #expect(record.time.date == "2026-07-22")
    #expect(record.crashed?.asWritten == text && record.crashed?.rfc3339 == nil)
    let copy = try world.store("copy")
    _ = try copy.add([record])
    #expect(try copy.records().records.first == record)
  }

  @Test(arguments: ["yesterday", "2026-13-40 00:00:00", "", "12:00", "2027-01-01 00:00:00"])
  func otherTimesAreThoseOfArrival(_ text: String) throws {
    let store = try world.store()
    var recording = World.recording("a", crashed: text)
    recording.assessment.report.times?.crashed?.rfc3339 = nil
    _ = try store.record(recording, now: now, program: "diagnose test")
    #expect(try store.records().records.first?.time == now)
  }

  /// Only ids that identify an incident join reports.
  @Test(arguments: ["[TODO]", "TODO", "unknown", "N/A", "(null)", "???", "", "00000000-0000-0000-0000-000000000000"])
  func placeholdersDoNotJoinReports(_ incident: String) throws {
    let store = try world.store()
    for number in 0..<10 {
      try store.record(World.recording("r\(number)", function: "f\(number % 3)", incident: incident))
    }
    #expect(try store.issues().map(\.count).sorted() == [3, 3, 4])
    #expect(try store.info()?.variants == 0)
  }
}

/// A named build with the fix decides about regressions, and not the clock.
@Suite struct RegressionClockTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func record(_ store: HistoryStore, _ build: String, after seconds: Int) throws -> IssueStatus {
    try store.record(
      World.recording("build \(build) at \(seconds)", build: build), now: Timestamp(seconds: now.seconds + seconds),
      program: "diagnose test")
  }

  @Test(arguments: [0, 1, -3600, -86_400])
  func aLaterBuildIsARegressionAtAnyTime(_ seconds: Int) throws {
    let store = try world.store()
    let key = try #require(try record(store, "5", after: -100_000).issue)
    _ = try store.add(IssueEvent(issue: key, at: now, what: .resolve, value: "6"))
    #expect(try record(store, "5", after: seconds + 1).status == .known)
    #expect(try record(store, "7", after: seconds).status == .regressed)
    #expect(try store.issue(key)?.regressedIn == "7")
    #expect(try record(store, "8", after: seconds + 1).status == .known, "reported once")
  }

  /// Reports that were known when the issue was resolved do not make it regress.
  @Test func knownReportsAreNoRegression() throws {
    let store = try world.store()
    let key = try #require(try record(store, "7", after: -60).issue)
    #expect(try store.add(IssueEvent(issue: key, at: now, what: .resolve, value: "6"))?.state == "resolved")
    #expect(try record(store, "6", after: 10).status == .regressed)
  }

  /// What was known travels with the event.
  @Test func anotherHistoryDecidesAlike() throws {
    let (store, other) = (try world.store(), try world.store("other"))
    let key = try #require(try record(store, "5", after: -100_000).issue)
    _ = try store.add(IssueEvent(issue: key, at: now, what: .resolve, value: "6"))
    _ = try record(store, "7", after: -3600)
    let records = try store.records().records
    _ = try other.add(Array(records.reversed()))
    try other.add(try store.allEvents().filter { $0.what != .regressed })
    #expect(try other.issue(key)?.regressedIn == "7")
    #expect(try StoreDump.lines(other.path) == (try StoreDump.lines(store.path)))
  }
}
