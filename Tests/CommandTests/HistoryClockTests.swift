import Foundation
import Testing

/// Retention, pruning and trends through the command line.
@Suite struct HistoryClockTests {
  private let scratch: Scratch
  /// 2026-08-03 12:00 UTC, the clock of the tests.
  private static let now = 1_785_758_400

  init() throws { scratch = try Scratch() }

  private func run(_ arguments: String..., clock: Int? = nil) throws -> Tool.Answer {
    try Tool.run(
      arguments, in: scratch.folder,
      environment: (clock.map { ["SOURCE_DATE_EPOCH": String($0)] } ?? [:]).merging(
        FileManager.default.fileExists(atPath: scratch.url("d.yml").path) ? ["DIAGNOSE_CONFIG": "d.yml"] : [:]
      ) { $1 })
  }

  /// Writes reports of the days before 2026-08-03 into one file.
  private func write(_ days: [Int], _ name: String) throws {
    try scratch.write(days.map(Self.report).joined(), name)
  }

  /// Returns a report from `day` days before 2026-08-03.
  static func report(_ day: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(now - day * 86_400))
    let text = date.formatted(.iso8601.year().month().day())
    return Sample.json(day % 3).replacing("2026-08-01", with: text).replacing(
      "-00000000000\(day % 3)", with: "-0000000001" + (day < 10 ? "0" : "") + String(day))
  }

  private func count() throws -> Int {
    let document = try run("database", "info", "-f", "json").out
    let number = document.split(separator: "\"reports\": ").last.map { $0.prefix { $0.isNumber } } ?? ""
    return Int(number) ?? -1
  }

  /// One run with the clock ten years ahead removes nothing, and later reports are recorded.
  @Test func aClockThatIsAheadRemovesNothing() throws {
    try scratch.write("database: { retention: 365d }\n", "d.yml")
    try write(Array(1...20), "first.ips")
    try write([0], "one.ips")
    #expect(try run("ingest", "first.ips").status == 0)
    let ahead = try run("ingest", "one.ips", clock: Self.now + 3650 * 86_400)
    #expect(ahead.status == 0, "\(ahead.err)")
    #expect(try count() == 21)
    #expect(try run("ingest", "first.ips").err.contains("20 already recorded"))
  }

  @Test(arguments: ["13m", "2h", "3600", "23h"])
  func aRetentionUnderADayIsRejected(_ time: String) throws {
    try scratch.write("database: { retention: \(time) }\n", "d.yml")
    try write([1], "first.ips")
    let answer = try run("ingest", "first.ips")
    #expect(answer.status == 78)
    #expect(answer.err.contains("at least 1d") || answer.err.contains("At least 1d"), "\(answer.err)")
  }

  @Test func pruningCannotReachTheNewestReports() throws {
    try write(Array(1...20), "first.ips")
    _ = try run("ingest", "first.ips")
    for time in ["2036-01-01", "2026-08-03", "1h"] {
      for flags in [[], ["--dry-run"]] {
        let answer = try Tool.run(["database", "prune", "--older-than", time] + flags, in: scratch.folder)
        #expect(answer.status == 64)
        #expect(answer.err.contains("nothing was removed"), "\(answer.err)")
      }
    }
    #expect(try count() == 20)
    #expect(try run("database", "prune", "--older-than", "400d").out.hasSuffix("; nothing was changed\n"))
    let unconfirmed = try Tool.run(["database", "prune", "--older-than", "10d"], in: scratch.folder)
    #expect(unconfirmed.status == 64 && unconfirmed.out.isEmpty)
    #expect(
      unconfirmed.err == """
        diagnose: 10 reports before 2026-07-24 would be removed; nothing was removed
          To remove them: --yes

        """)
    #expect(try count() == 20)
    let pruned = try run("database", "prune", "--older-than", "10d", "--yes")
    #expect(pruned.out.hasPrefix("10 reports before 2026-07-24 removed"))
    #expect(pruned.out.contains("\nThe history as it was: ") && pruned.out.hasSuffix(".before-prune\n"))
    let refused = try Tool.run(["database", "prune", "--keep-from", "2026-07-01"], in: scratch.folder)
    #expect(refused.status == 64)
    #expect(refused.err.contains("the counts of 10 removed reports would be dropped; nothing was changed\n"))
    #expect(refused.err.contains("--yes"))
    let stored = try run("database", "prune", "--keep-from", "2026-07-01", "--yes")
    #expect(stored.status == 0 && stored.out.hasSuffix(".before-prune\n"), "\(stored)")
    #expect(try run("ingest", "first.ips").err.contains("10 reports recorded, 10 already recorded"))
    #expect(try run("database", "check").status == 0)
  }

  /// Without --yes, later backfills of old reports are recorded.
  @Test func anUnconfirmedPruningChangesNothing() throws {
    try write(Array(1...5), "first.ips")
    try write([20], "old.ips")
    _ = try run("ingest", "first.ips")
    let answer = try run("database", "prune", "--older-than", "10d")
    #expect(answer.status == 0)
    #expect(answer.out == "0 reports before 2026-07-24; nothing was changed\n")
    #expect(try run("ingest", "old.ips").status == 0)
    #expect(try count() == 6)
  }

  @Test func pruningMakesOneCopyOrNone() throws {
    func copies() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).filter { $0.contains(".before-") }
    }
    try write(Array(1...20), "first.ips")
    _ = try run("ingest", "--database", "h.sqlite", "first.ips")
    func prune(_ arguments: String...) throws -> Tool.Answer {
      try Tool.run(["database", "prune", "--database", "h.sqlite", "--yes"] + arguments, in: scratch.folder)
    }
    let first = try prune("--older-than", "15d", "--no-copy")
    #expect(first.status == 0 && first.out.hasPrefix("5 reports") && !first.out.contains("as it was"), "\(first)")
    #expect(try copies() == [])
    for days in ["12d", "10d", "8d"] { #expect(try prune("--older-than", days).status == 0) }
    #expect(try copies() == ["h.sqlite.before-prune"])
  }

  /// The days of a history are those of UTC: yesterday is two days everywhere. The clock is 2026-08-03 12:00 UTC.
  @Test(arguments: ["UTC", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati"])
  func yesterdayIsADayOfTheHistory(_ zone: String) throws {
    try write([0, 1, 2], "first.ips")
    _ = try run("ingest", "first.ips")
    func heading(_ since: String) throws -> Substring? {
      let answer = try Tool.run(["summary", "--since", since], in: scratch.folder, environment: ["TZ": zone])
      #expect(answer.status == 0, "\(answer.err)")
      return answer.out.split(separator: "\n").first
    }
    #expect(try heading("yesterday")?.hasPrefix("2026-08-02 to 2026-08-03: 2 reports") == true)
    #expect(try heading("today")?.hasPrefix("2026-08-03 to 2026-08-03: 1 report") == true)
    #expect(try heading("2026-08-01")?.hasPrefix("2026-08-01 to 2026-08-03: 3 reports") == true)
  }

  @Test func aRunWithoutNewReportsFails() throws {
    try write(Array(1...20), "first.ips")
    try write([15, 16], "old.ips")
    _ = try run("ingest", "first.ips")
    #expect(try run("database", "prune", "--older-than", "10d", "--yes").status == 0)
    for arguments in [["ingest", "old.ips"], ["ingest", "-v", "old.ips"]] {
      let answer = try Tool.run(arguments, in: scratch.folder)
      #expect(answer.status == 2)
      #expect(answer.err.contains("warning: every report is older than the history keeps"), "\(answer.err)")
    }
    #expect(try run("ingest", "first.ips").status == 0, "some are recorded")
    let export = try run("database", "export")
    #expect(export.status == 0)
    #expect(export.err.contains("10 counted reports not exported"))
  }

  @Test func optionsThatCannotBeCombinedAreRejected() throws {
    try write([1, 2, 3], "first.ips")
    _ = try run("ingest", "first.ips")
    for arguments in [
      ["trends", "--unrecognized", "--pattern", "x"], ["trends", "--unrecognized", "--fail-on", "new"],
      ["trends", "--unrecognized", "--by", "os"], ["trends", "abcd", "--app", "MyApp"],
      ["trends", "abcd", "--fail-on", "new"], ["trends", "--label", "a=b"],
      ["history", "list", "--since", "2026-07-11T12:00:00Z", "--until", "2026-07-10T06:00:00Z"],
      ["history", "list", "--since", "2d", "--until", "2d"], ["database", "prune"],
      ["database", "prune", "--older-than", "400d", "--keep-from", "400d"],
      ["database", "prune", "--older-than", "400d", "--yes", "--dry-run"],
    ] {
      #expect(try Tool.run(arguments, in: scratch.folder).status == 64, "\(arguments)")
    }
    for time in ["366d", "367d", "400d", "4000d"] {
      #expect(try run("history", "list", "--since", time).status == 0)
    }
    for facet in ["build", "os", "device", "process", "pattern", "machine", "day", "week"] {
      #expect(try run("trends", "--by", facet, "--app", "zzz").out.contains("MyApp") == false)
      #expect(try run("trends", "--by", facet, "--app", "MyApp").status == 0)
    }
  }

  /// A condition is met with every `--by`.
  @Test func conditionsApplyToEveryFacet() throws {
    try scratch.write(
      Sample.json(1) + Sample.json(2).replacing("\"412\"", with: "\"413\"").replacing("412", with: "413"), "a.ips")
    _ = try run("ingest", "a.ips")
    for facet in ["build", "os", "device", "process", "pattern", "machine", "day", "week"] {
      #expect(try run("trends", "--by", facet, "--fail-on", "new").status == 1, "\(facet)")
      #expect(try run("trends", "--by", facet, "--fail-on", "new", "--app", "zzz").status == 64, "\(facet)")
    }
  }

  /// Ids are short, the same in all lists, and do not run into the text after them.
  @Test func shortIDsAreShortEverywhere() throws {
    try scratch.write((0..<60).map(Sample.json).joined(), "a.ips")
    _ = try run("ingest", "a.ips")
    let ids = { (text: String) in
      Set(text.split(separator: "\"shortID\": \"").dropFirst().map { String($0.prefix { $0 != "\"" }) })
    }
    let list = ids(try run("history", "list", "-f", "json", "--limit", "0").out)
    #expect(list.count == 60)
    #expect(list.allSatisfy { $0.count < 8 })
    let trends = try run("trends", "-f", "json").out
    #expect(ids(trends) == list)
    let text = try run("trends", "--all", "--limit", "0").out
    for line in text.split(separator: "\n") where line.contains(": ") && !line.hasPrefix(" ") {
      #expect(list.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
    let daily = try run("history", "list", "-f", "json", clock: Self.now + 90 * 86_400).out
    for list in daily.split(separator: "\"daily\": [").dropFirst() {
      #expect(list.prefix { $0 != "]" }.split(separator: ",").count == 30)
    }
  }
}
