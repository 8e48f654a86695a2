import Foundation
import GRDB
import History
import Testing
import Vocabulary

/// Sums of periods are read from several roll-ups; they are compared with counts of the reports themselves.
@Suite struct PeriodTests {
  private let world: World
  private let store: HistoryStore

  init() throws {
    world = try World()
    store = try world.store()
    var random = SystemRandomNumberGenerator()
    let days =
      ["1970-01-01", "1970-01-02", "1970-01-07", "1970-01-08"] + (1...28).map { "2026-07-\($0 < 10 ? "0" : "")\($0)" }
    var sent: [Recording] = []
    for number in 0..<300 {
      let day = days[Int.random(in: 0..<days.count, using: &random)]
      sent.append(
        World.recording(
          "r\(number)", function: "f\(number % 9)", incident: number % 10 == 0 ? "incident \(number / 20)" : nil,
          crashed: "\(day)T\(10 + number % 14):00:00Z", build: "\(number % 4)",
          labels: number % 3 == 0 ? ["machine": "ci-\(number % 2)"] : [:], os: "macOS 26.\(number % 3)",
          device: "Mac\(number % 5)", reporterKey: number % 4 == 0 ? "k\(number % 8)" : nil))
    }
    _ = try store.record(sent, now: HistoryStore.noon, program: "diagnose test")
    #expect(try store.check() == [])
  }

  @Test(arguments: [
    ("1970-01-01", "1970-01-09"), ("1970-01-01", "1970-01-02"), ("1970-01-02", "2026-07-28"),
    ("2026-07-01", "2026-07-02"), ("2026-07-02", "2026-07-09"), ("2026-07-03", "2026-07-24"),
    ("1970-01-01", "2026-09-01"),
  ])
  func sumsOfPeriods(_ first: String, _ end: String) throws {
    var filter = HistoryFilter()
    filter.limit = 0
    filter.since = Timestamp(rfc3339: first)
    filter.until = Timestamp(rfc3339: end)
    let issues = try store.issues(filter, sortedBy: .count)
    let counted = try query(
      """
      SELECT issue.key AS key, count(*) AS number FROM report JOIN issue ON issue.id = report.issue
      WHERE variant_of IS NULL AND time >= ? AND time < ? GROUP BY key
      """, [try #require(filter.since).seconds, try #require(filter.until).seconds])
    #expect(Dictionary(uniqueKeysWithValues: issues.map { ($0.id, $0.count) }) == counted)
  }

  @Test(arguments: [("build", Facet.build), ("os", .os), ("device", .device)])
  func sumsOfTheCompleteTime(_ column: String, _ facet: Facet) throws {
    let all = try store.counts(by: facet, FacetScope(since: nil, until: nil))
    let byDay = try store.counts(
      by: facet, from: try #require(Timestamp(rfc3339: "1970-01-01")),
      to: try #require(Timestamp(rfc3339: "2100-01-01")))
    #expect(all == byDay)
    let reports = try query("SELECT '' AS key, count(*) AS number FROM report WHERE variant_of IS NULL", [])
    #expect(all.reduce(0) { $0 + $1.count } == reports[""])
  }

  @Test func machinesOfAnIssue() throws {
    var filter = HistoryFilter()
    filter.limit = 0
    for issue in try store.issues(filter) {
      let counts = try store.counts(of: issue, by: .machine)
      let expected = try query(
        """
        SELECT coalesce(label.value, 'none') AS key, count(*) AS number FROM report
          LEFT JOIN label ON label.report = report.id AND label.key = 'machine'
        WHERE issue = (SELECT id FROM issue WHERE key = ?) AND variant_of IS NULL GROUP BY label.value
        """, [issue.id])
      #expect(Dictionary(uniqueKeysWithValues: counts.map { ($0.value ?? "none", $0.count) }) == expected)
    }
  }

  private func query(_ sql: String, _ arguments: StatementArguments) throws -> [String: Int] {
    let queue = try DatabaseQueue(path: store.path)
    return try queue.read { database in
      Dictionary(
        uniqueKeysWithValues: try Row.fetchAll(database, sql: sql, arguments: arguments).map {
          ($0["key"], $0["number"])
        })
    }
  }
}
