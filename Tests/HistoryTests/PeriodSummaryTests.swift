import Foundation
import History
import Presentation
import Testing
import Vocabulary

@testable import HistoryPresentation

@Suite struct PeriodSummaryTests {
  private let world: World
  private let now = HistoryStore.noon

  init() throws { world = try World() }

  private func record(
    _ store: HistoryStore, _ function: String, daysAgo: Int, build: String, devices: [String?] = [nil],
    process: String = "MyApp"
  ) throws {
    let time = Timestamp(seconds: now.seconds - daysAgo * 86_400)
    for (number, device) in devices.enumerated() {
      let recording = World.recording(
        "\(function) \(daysAgo) \(number) \(build)", function: function, pattern: nil, crashed: time.rfc3339,
        process: process, build: build, reporterKey: device.map { "device-000\($0)" })
      _ = try store.record(recording, now: now, program: "diagnose test")
    }
  }

  private func filled() throws -> HistoryStore {
    let store = try world.store()
    for day in 0..<35 { try record(store, "steady", daysAgo: day, build: String(40 - day)) }
    try record(store, "fixed", daysAgo: 20, build: "20", devices: ["a", "a", "b"])
    try record(store, "fresh", daysAgo: 0, build: "40", devices: ["a", "a", "b", nil])
    for day in 0..<6 {
      try record(store, "growing", daysAgo: day, build: String(40 - day), devices: ["a", "b", "c", "d"])
    }
    for issue in try store.issues() where issue.signature == "fixed" {
      _ = try store.add(IssueEvent(issue: issue.id, at: now, what: .resolve, value: "21"))
    }
    return store
  }

  @Test func aWeekInFiveLines() throws {
    let summary = try filled().summary(from: Timestamp(day: now.day - 6), now: now)
    #expect(summary.first == Timestamp(day: now.day - 6) && summary.last == Timestamp(day: now.day))
    #expect(summary.reports == 7 + 4 + 24)
    #expect(summary.issues == 3)
    #expect(summary.daily == [1, 5, 5, 5, 5, 5, 9])
    #expect(summary.new.map(\.issue.signature) == ["fresh"])
    #expect(summary.back.isEmpty)
    #expect(summary.growing.map(\.issue.signature) == ["growing"])
    #expect(summary.fixed.map(\.issue.signature) == ["fixed"])
    #expect(summary.top.map(\.issue.signature) == ["growing", "steady", "fresh"])
    #expect(summary.top.map(\.issue.count) == [24, 7, 4])
    #expect(summary.top.map(\.devices) == [4, nil, 2])
  }

  /// A burst is beside the growing issues; Markdown and HTML have the numbers of each, and the table its trend.
  @Test func linesHaveTheirIssues() throws {
    let store = try filled()
    for number in 0..<7 { try record(store, "old\(number)", daysAgo: 0, build: "40", devices: ["n\(number)"]) }
    try record(store, "loop", daysAgo: 20, build: "20", devices: ["z"])
    try record(store, "loop", daysAgo: 1, build: "39", devices: Array(repeating: "z", count: 40))
    let summary = try store.summary(from: Timestamp(day: now.day - 6), now: now)
    #expect(summary.bursts.map(\.issue.signature) == ["loop"])
    let page = SummaryPage(PresentationStyle())
    let lines = page.markdown(summary).split(separator: "\n").map(String.init)
    let growing = try #require(lines.firstIndex { $0.hasPrefix("- Growing: 2") })
    #expect(lines[growing + 1].contains("growing") && lines[growing + 1].contains("24 in 7 days"))
    #expect(lines[growing + 2].contains("loop") && lines[growing + 2].contains("burst"))
    let new = try #require(lines.firstIndex { $0.hasPrefix("- New: 8") })
    #expect(lines[new + 6] == "  - and 3 more", "five of eight")
    #expect(lines.contains { $0.hasPrefix("|") && $0.contains("loop") && $0.contains("| burst |") })
    #expect(lines.contains { $0.hasPrefix("|") && $0.contains("growing") && $0.contains("| growing |") })
    #expect(page.html(summary).contains("<small>24 in 7 days"))
    #expect(page.text(summary).contains("Growing         2"))
    #expect(page.json(summary).contains("\"bursts\""))
  }

  /// The periods of trends are shorter than this one, and do not have the reports of what was fixed.
  @Test func aLongPeriodHasWhatWasFixedInIt() throws {
    let store = try world.store()
    for day in 0..<90 { try record(store, "steady", daysAgo: day, build: String(100 - day)) }
    try record(store, "fixed", daysAgo: 70, build: "30", devices: ["a", "b"])
    for issue in try store.issues() where issue.signature == "fixed" {
      _ = try store.add(IssueEvent(issue: issue.id, at: now, what: .resolve, value: "31"))
    }
    let long = try store.summary(from: Timestamp(day: now.day - 89), now: now)
    #expect(long.fixed.map(\.issue.signature) == ["fixed"])
    #expect(try store.summary(from: Timestamp(day: now.day - 6), now: now).fixed.isEmpty)
  }

  @Test func aPeriodHasTheReportsOfItsDays() throws {
    let store = try filled()
    let today = try store.summary(from: now, now: now)
    #expect(today.reports == 9)
    #expect(today.daily == [9])
    let all = try store.summary(from: Timestamp(day: now.day - 365), now: now)
    #expect(all.daily.count == 366)
    #expect(all.reports == 35 + 3 + 4 + 24)
    let other = try store.summary(from: Timestamp(day: now.day - 6), now: now, terms: [FilterTerm(.app, "Other")])
    #expect(other.reports == 0 && other.top.isEmpty && other.daily == [0, 0, 0, 0, 0, 0, 0])
    let empty = try world.store("empty").summary(from: now, now: now)
    #expect(empty.reports == 0 && empty.top.isEmpty)
  }

  /// The devices beside a count are those of the same reports.
  @Test func devicesAreThoseOfTheCountedReports() throws {
    let store = try world.store()
    try record(store, "shared", daysAgo: 1, build: "1", devices: ["a", "b"], process: "One")
    try record(store, "shared", daysAgo: 1, build: "2", devices: ["a", "c", "d", nil], process: "Two")
    try record(store, "shared", daysAgo: 20, build: "1", devices: ["e"], process: "One")
    let keys = try store.issues(sortedBy: .count).map(\.id)
    for key in keys.dropFirst() { _ = try store.add(IssueEvent(issue: key, at: now, what: .merge, value: keys[0])) }
    #expect(try store.issues().count == 1)
    func filter(_ terms: [FilterTerm], daysAgo: Int? = nil) -> HistoryFilter {
      var filter = HistoryFilter()
      filter.terms = terms
      filter.since = daysAgo.map { Timestamp(day: now.day - $0) }
      return filter
    }
    func devices(_ filter: HistoryFilter) throws -> [Int?] {
      var issues = try store.issues(filter)
      try store.countDevices(of: &issues, matching: filter)
      #expect(try store.issues(filter, sortedBy: .devices).map(\.devices) == issues.map(\.devices))
      return issues.map(\.devices)
    }
    #expect(try devices(filter([])) == [5])
    #expect(try devices(filter([], daysAgo: 6)) == [4])
    #expect(try devices(filter([FilterTerm(.app, "One")])) == [3])
    #expect(try devices(filter([FilterTerm(.app, "One")], daysAgo: 6)) == [2])
    #expect(try devices(filter([FilterTerm(.app, "Two")], daysAgo: 6)) == [3])
    let summary = try store.summary(from: Timestamp(day: now.day - 6), now: now, terms: [FilterTerm(.app, "One")])
    #expect(summary.top.map(\.issue.count) == [2] && summary.top.map(\.devices) == [2])
  }

  @Test func devicesAreCountedOnce() throws {
    let store = try filled()
    let issues = try store.issues()
    let devices = try store.devices(of: issues, since: Timestamp(day: 0))
    let bySignature = Dictionary(issues.map { ($0.signature, devices[$0.id]) }, uniquingKeysWith: { $1 })
    #expect(bySignature["fixed"] == 2)
    #expect(bySignature["growing"] == 4)
    #expect(bySignature["steady"] == .some(nil))
    #expect(try store.devices(of: [], since: now).isEmpty)
    let sorted = try store.issues(sortedBy: .devices)
    #expect(sorted.map(\.signature) == ["growing", "fresh", "fixed", "steady"])
    #expect(sorted.map(\.devices) == [4, 2, 2, nil])
    var filter = HistoryFilter()
    (filter.limit, filter.offset) = (1, 1)
    #expect(try store.issues(filter, sortedBy: .devices).map(\.signature) == ["fresh"])
  }

  /// Text of reports has no effect in the page, and every table has its heads.
  @Test func aSummaryAsAPage() throws {
    let store = try world.store()
    let hostile = "</title><script>alert(1)</script>"
    for number in 0..<3 {
      _ = try store.record(
        World.recording("page \(number)", function: hostile, pattern: nil, crashed: HistoryStore.noon.rfc3339),
        now: HistoryStore.noon, program: "diagnose test")
    }
    let first = Timestamp(day: HistoryStore.noon.day - 6)
    let summary = try store.summary(from: first, now: HistoryStore.noon)
    let issue = try #require(summary.top.first?.issue)
    let html = SummaryHTML.page(
      summary, heading: "A & B", [("New", 1, [(issue, "<b>3 in 7 days</b>")]), ("Fixed", 0, [])], state: { $0.state })
    #expect(html.contains("<small>&lt;b&gt;3 in 7 days&lt;/b&gt;</small>"))
    #expect(html.hasPrefix("<!DOCTYPE html>\n") && html.hasSuffix("</html>\n"))
    #expect(html.contains("<h1>A &amp; B</h1>") && html.contains("&lt;script&gt;alert(1)"))
    #expect(!html.contains("<script") && !html.contains("http://") && !html.contains("https://"))
    #expect(html.components(separatedBy: "<meter ").count - 1 == 7, "one for each day")
    #expect(html.components(separatedBy: "<td").count == html.components(separatedBy: "</td>").count)
    #expect(html.contains("value=\"3\""))
    let empty = SummaryHTML.page(
      PeriodSummary(first: first, now: HistoryStore.noon), heading: "", [("New", 0, [])], state: { $0.state })
    #expect(!empty.contains("<h2>"))
  }
}
