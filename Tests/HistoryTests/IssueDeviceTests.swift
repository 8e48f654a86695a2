import Foundation
import GRDB
import History
import TestSupport
import Testing
import Vocabulary

/// The devices of issues, which roll-ups and indexes have, are those of a plain query over all reports.
@Suite struct IssueDeviceTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func recording(_ number: Int, _ random: inout ReproducibleNumbers) -> Recording {
    func any(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let device = any(8)
    let seconds = now.seconds - any(12) * 86_400 - any(50_000)
    let isMachine = device > 5 && any(2) == 0
    return World.recording(
      "r\(number)", function: "f\(any(5))", incident: any(4) == 0 ? "INCIDENT-\(any(40))" : nil,
      crashed: Timestamp(seconds: seconds).rfc3339, process: any(2) == 0 ? "One" : "Two", build: "\(any(3))",
      labels: isMachine ? ["machine": "m\(any(3))"] : [:], damaged: any(5) == 0, os: "iOS \(any(2))",
      reporterKey: device < 6 ? "560 device \(device)" : nil)
  }

  /// Returns the devices by the key of the canonical issue.
  private func expected(_ store: HistoryStore, _ condition: String = "true") throws -> [String: Int] {
    let queue = try DatabaseQueue(path: store.path)
    defer { try? queue.close() }
    return try queue.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT (SELECT key FROM issue WHERE id = coalesce(member.merged_into, member.id)) AS key,
            count(DISTINCT coalesce(CAST(report.reporter AS TEXT), 'machine ' || label.value)) AS number
          FROM report JOIN issue AS member ON member.id = report.issue JOIN build ON build.id = report.build
            LEFT JOIN label ON label.report = report.id AND label.key = 'machine'
          WHERE report.variant_of IS NULL AND \(condition) GROUP BY 1 HAVING number > 0
          """)
      return Dictionary(rows.map { ($0["key"], $0["number"]) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private func compare(_ store: HistoryStore, _ filter: HistoryFilter, _ condition: String) throws {
    var issues = try store.issues(filter)
    try store.countDevices(of: &issues, matching: filter)
    let found = issues.compactMap { issue in issue.devices.map { (issue.id, $0) } }
    #expect(
      try Dictionary(found, uniquingKeysWith: { first, _ in first }) == expected(store, condition), "\(condition)")
  }

  private func compareAll(_ store: HistoryStore) throws {
    #expect(try store.check() == [])
    try compare(store, HistoryFilter(), "true")
    for days in [0, 3, 11] {
      var filter = HistoryFilter()
      let since = now.seconds - days * 86_400 - 20_000
      filter.since = Timestamp(seconds: since)
      try compare(store, filter, "report.time >= \(since)")
      filter.until = Timestamp(seconds: since + 2 * 86_400)
      try compare(store, filter, "report.time >= \(since) AND report.time < \(since + 2 * 86_400)")
      filter.terms = [FilterTerm(.app, "One")]
      try compare(
        store, filter,
        "report.time >= \(since) AND report.time < \(since + 2 * 86_400) AND build.process = 'One'")
    }
    var filter = HistoryFilter()
    filter.terms = [FilterTerm(.build, "1")]
    try compare(store, filter, "build.build = '1'")
    let day = Timestamp(day: now.day - 5)
    (filter.since, filter.until) = (day, Timestamp(day: now.day - 1))
    try compare(
      store, filter,
      "build.build = '1' AND report.time >= \(day.seconds) AND report.time < \((now.day - 1) * 86_400)")
  }

  @Test(arguments: [1, 2, 3, 4])
  func devicesAreThoseOfAPlainQuery(_ seed: Int) throws {
    var random = ReproducibleNumbers(seed)
    let store = try world.store()
    var number = 0
    for step in 0..<6 {
      let batch = (0..<40).map { _ in
        number += 1
        // Some are read again, with other details.
        return recording(Int.random(in: 0..<8, using: &random) == 0 ? number / 2 : number, &random)
      }
      _ = try store.record(batch, now: now, program: "diagnose test")
      try compareAll(store)
      let keys = try store.issues(.all).map(\.id).sorted()
      if step == 2, keys.count > 3 {
        for key in keys[1...2] { _ = try store.add(IssueEvent(issue: key, at: now, what: .merge, value: keys[0])) }
        try compareAll(store)
      }
      if step == 4 {
        #expect(try store.prune(before: Timestamp(day: now.day - 8)).reports > 0)
        try compareAll(store)
      }
    }
  }

  /// A history of the version before has no roll-up of devices.
  @Test func anOlderHistoryIsCountedWhenItIsOpened() throws {
    var random = ReproducibleNumbers(7)
    var store = try world.store()
    _ = try store.record((0..<120).map { recording($0, &random) }, now: now, program: "diagnose test")
    store.close()
    try world.undoSchema(to: 9)
    store = try world.store()
    try compareAll(store)
  }
}
