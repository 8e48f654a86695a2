import Diagnosis
import History
import Testing
import Vocabulary

@Suite struct QueryTests {
  private let world: World

  init() throws { world = try World() }

  private func filled() throws -> HistoryStore {
    let store = try world.store()
    try store.record(World.recording("a", crashed: "2026-07-01T00:00:00Z", build: "401"))
    try store.record(World.recording("b", crashed: "2026-08-01T00:00:00Z", labels: ["machine": "ci-1"]))
    try store.record(World.recording("c", crashed: "2026-08-02T00:00:00Z", labels: ["machine": "ci-2"]))
    try store.record(
      World.recording("d", function: "draw", pattern: nil, crashed: "2026-08-03T00:00:00Z", process: "Other"))
    return store
  }

  @Test func issuesAreSortedAsAsked() throws {
    let store = try filled()
    #expect(try store.issues(sortedBy: .last).map(\.count) == [1, 3])
    #expect(try store.issues(sortedBy: .first).map(\.count) == [1, 3])
    #expect(try store.issues(sortedBy: .count).map(\.count) == [3, 1])
    var filter = HistoryFilter()
    filter.limit = 1
    #expect(try store.issues(filter).map(\.title) == ["EXC_BREAKPOINT in draw"])
    filter.limit = 0
    #expect(try store.issues(filter).count == 2)
  }

  /// The pages of a list contain each issue and each report once, also reports of the same second.
  @Test func pagesOfAListAreComplete() throws {
    let store = try filled()
    for name in ["e", "f", "g", "h"] { try store.record(World.recording(name, crashed: "2026-08-01T00:00:00Z")) }
    var filter = HistoryFilter()
    filter.limit = 1
    var issues: [StoredIssue] = []
    for offset in 0..<3 {
      filter.offset = offset
      issues += try store.issues(filter, sortedBy: .count)
    }
    #expect(issues == (try store.issues(sortedBy: .count)))
    filter.offset = 1
    #expect(try store.issues(filter) == Array(try store.issues().dropFirst().prefix(1)))
    let issue = try #require(issues.first)
    let count = try store.reportCount(of: issue)
    #expect(count == 7)
    filter.limit = 2
    var paths: [String] = []
    for offset in stride(from: 0, to: count, by: 2) {
      filter.offset = offset
      paths += try store.reports(filter, of: issue).map(\.path)
    }
    #expect(Set(paths).count == count && paths.count == count)
    var all = HistoryFilter()
    all.limit = 0
    let reports = try store.reports(all, of: issue)
    #expect(reports.map(\.path) == paths)
    #expect(try store.reportIDs(of: issue, limit: 5) == reports.prefix(5).compactMap(\.issueStatus.report))
    #expect(try store.issueKeys(all) == Set(try store.issues().map(\.id)))
    #expect(try store.apps(limit: 10).count == 2)
    all.isUnrecognized = true
    #expect(try store.issues(all).map(\.title) == ["EXC_BREAKPOINT in draw"])
    #expect(try store.issueCount(all) == 1)
  }

  @Test func aPeriodCountsOnlyItsOwn() throws {
    let store = try filled()
    var filter = HistoryFilter()
    filter.since = Timestamp(rfc3339: "2026-08-01")
    filter.until = Timestamp(rfc3339: "2026-08-03")
    let issues = try store.issues(filter)
    #expect(issues.map(\.count) == [2])
    #expect(issues.first?.firstSeen.date == "2026-07-01", "the issue's own time")
    #expect(try store.reports(filter).map(\.path) == ["c.ips", "b.ips"])
  }

  @Test(arguments: [("Other", ["d.ips"]), ("com.example.Other", ["d.ips"]), ("None", [])])
  func byApp(app: String, paths: [String]) throws {
    let store = try filled()
    var filter = HistoryFilter()
    filter.terms = [FilterTerm(.app, app)]
    #expect(try store.reports(filter).map(\.path) == paths)
    #expect(try store.issues(filter).count == paths.count)
  }

  /// Words of headlines that are not stored, functions of stacks, captured text, all words, wildcards as text.
  @Test(arguments: [
    (["draw"], ["EXC_BREAKPOINT in draw"]), (["DRAW", "breakpoint"], ["EXC_BREAKPOINT in draw"]),
    (["draw", "xyzzy"], []), (["d_aw"], []), (["%"], []), (["cfrelease(null)"], ["ib-font-cfrelease-null"]),
    (["interface builder"], ["ib-font-cfrelease-null"]), (["no such word"], []), (["\\"], []),
  ])
  func byWords(words: [String], found: [String]) throws {
    let store = try filled()
    var filter = HistoryFilter()
    filter.words = words
    let issues = try store.issues(filter)
    #expect(issues.map { $0.pattern ?? $0.title } == found)
    #expect(try store.issueCount(filter) == found.count)
    filter.limit = 1
    filter.since = Timestamp(rfc3339: "2026-06-01")
    #expect(try store.issues(filter, sortedBy: .count).count == found.count)
  }

  @Test func aMergedIssueIsFoundByTheWordsOfItsParts() throws {
    let store = try filled()
    let keys = try store.issues().map(\.id)
    let part = try #require(try store.issues().first { $0.pattern == nil }?.id)
    let whole = try #require(keys.first { $0 != part })
    _ = try store.add(IssueEvent(issue: part, at: Timestamp(seconds: 1_785_758_400), what: .merge, value: whole))
    var filter = HistoryFilter()
    filter.words = ["draw"]
    #expect(try store.issues(filter).map(\.id) == [whole])
  }

  @Test func countsHaveNoLimit() throws {
    let store = try filled()
    var filter = HistoryFilter()
    filter.limit = 1
    #expect(try store.issueCount(filter) == 2)
    #expect(try store.reportCount(filter) == 4)
    filter.terms = [FilterTerm(.app, "Other")]
    #expect(try store.issueCount(filter) == 1)
    #expect(try store.reportCount(filter) == 1)
  }

  @Test func byPatternAndByLabel() throws {
    let store = try filled()
    var filter = HistoryFilter()
    filter.terms = [FilterTerm(.pattern, "ib-font-cfrelease-null")]
    #expect(try store.issues(filter).map(\.count) == [3])
    #expect(try store.reports(filter).count == 3)
    filter.terms.append(FilterTerm(.label, "machine=ci-2"))
    #expect(try store.issues(filter).map(\.count) == [1])
    #expect(try store.reports(filter).map(\.path) == ["c.ips"])
    filter.terms[0].value = "'; DROP TABLE report; --"
    #expect(try store.reports(filter).isEmpty)
  }

  @Test func anIdIsFoundByItsBeginning() throws {
    let store = try filled()
    let issue = try #require(try store.issues(sortedBy: .count).first)
    let matches = try store.matches(issue.shortID)
    guard case .issue(let found) = try #require(matches.first) else {
      Issue.record("\(matches) is not an issue")
      return
    }
    #expect(matches.count == 1)
    #expect(found == issue)
    let digest = SHA256.digest(of: Array("d".utf8))
    for text in [digest.description, digest.hexadecimal, String(digest.hexadecimal.prefix(7))] {
      guard case .report(let report)? = try store.matches(text).first else {
        Issue.record("\(text) was not found")
        return
      }
      #expect(report.path == "d.ips")
    }
    #expect(try store.matches("zzzz").isEmpty)
    #expect(try store.matches("").isEmpty)
  }

  /// With this many reports, prefixes of four digits collide. Displayed ids must still be unambiguous.
  @Test func shortIdsNameOneThing() throws {
    let store = try world.store()
    let issueStatuses = try store.record(
      (0..<2000).map { World.recording("r\($0)") }, now: HistoryStore.noon, program: "diagnose test")
    #expect(issueStatuses.count == 2000)
    let shown = try store.reports().compactMap(\.issueStatus.shortReport)
    for id in shown { #expect(try store.matches(id).count == 1, "\(id)") }
    let byFour = Dictionary(grouping: try store.reports(.all).compactMap(\.issueStatus.report)) { $0.prefix(4) }
    let crowded = try #require(byFour.values.first { $0.count > 1 })
    #expect(try store.matches(String(crowded[0].prefix(4))).count == crowded.count)
  }

  @Test func problemsAreKeptUntilTheReportIsStored() throws {
    let store = try world.store()
    let problem = HistoryProblem(path: "x.ips", code: "damaged", message: "ends early", at: HistoryStore.noon)
    try store.note([problem])
    try store.note([problem])
    #expect(try store.problems().map(\.attempts) == [2])
    try store.record(World.recording("x"))
    #expect(try store.problems().isEmpty)
  }

  @Test func firstTimeOfABuild() throws {
    let store = try filled()
    #expect(try store.firstTime(ofBuild: "412")?.date == "2026-08-01")
    #expect(try store.firstTime(ofBuild: "9") == nil)
  }
}

extension HistoryFilter {
  static let all: HistoryFilter = {
    var filter = HistoryFilter()
    filter.limit = 0
    return filter
  }()

  private struct Sums: Equatable {
    let id: String
    let count: Int
    let times: [Timestamp]

    init(_ issue: StoredIssue) { (id, count, times) = (issue.id, issue.count, [issue.firstSeen, issue.lastSeen]) }
  }

  /// The short list is read from the index, the long one from all issues. They must agree, also for issues that are merged,
  /// resolved or seen in the same second.
  @Test func theShortListIsTheBeginningOfTheLongOne() throws {
    let world = try World()
    let store = try world.store()
    for number in 0..<40 {
      let minute = String(10 + number * 7 % 9)
      try store.record(
        World.recording(
          "r\(number)", function: "f\(number % 23)", pattern: number % 3 == 0 ? nil : "ib-font-cfrelease-null",
          crashed: "2026-08-01T12:\(minute):00Z"))
    }
    let all = try store.issues().map { $0.id }
    for (index, what) in [(3, IssueEvent.What.merge), (8, .merge), (11, .resolve), (15, .ignore), (19, .merge)] {
      _ = try store.add(
        IssueEvent(issue: all[index], at: HistoryStore.noon, what: what, value: what == .merge ? all[index / 2] : ""))
    }
    for state in HistoryFilter.State.allCases {
      for pattern in [nil, "ib-font-cfrelease-null"] {
        var filter = HistoryFilter()
        (filter.state, filter.terms, filter.limit) = (state, [FilterTerm](app: nil, pattern: pattern), 0)
        let long = try store.issues(filter)
        for limit in 1...30 {
          filter.limit = limit
          let short = try store.issues(filter)
          #expect(short.map(Sums.init) == long.prefix(limit).map(Sums.init), "\(state) \(limit)")
        }
      }
    }
  }
}
