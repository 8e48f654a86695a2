import History
import Testing
import Vocabulary

@Suite struct IssueStateTests {
  private let world: World

  init() throws { world = try World() }

  private static func time(_ hours: Int) -> Timestamp { Timestamp(seconds: HistoryStore.noon.seconds + hours * 3600) }

  private func record(_ store: HistoryStore, _ bytes: String, build: String?, at hours: Int) throws -> IssueStatus {
    try store.record(World.recording(bytes, build: build), now: Self.time(hours), program: "diagnose test")
  }

  private func resolved(in build: String, rules: HistoryRules = .init()) throws -> (HistoryStore, String) {
    let store = try world.store(rules: rules)
    let key = try #require(try record(store, "first", build: "401", at: 0).issue)
    _ = try store.add(IssueEvent(issue: key, at: Self.time(1), what: .resolve, value: build))
    return (store, key)
  }

  @Test func aReportFromBeforeTheFixLeavesItResolved() throws {
    let (store, key) = try resolved(in: "405")
    #expect(try record(store, "late", build: "401", at: 2).status == .known)
    #expect(try store.issue(key)?.state == "resolved")
  }

  @Test(arguments: ["405", "405.1", "412"])
  func aReportOfTheFixOrLaterIsARegression(build: String) throws {
    let (store, key) = try resolved(in: "405")
    #expect(try record(store, "back", build: build, at: 2).status == .regressed)
    let issue = try #require(try store.issue(key))
    #expect(issue.state == "open")
    #expect(issue.regressedIn == build)
    #expect(try store.events(of: issue).map(\.what) == [.resolve, .regressed])
    #expect(try record(store, "again", build: build, at: 3).status == .known, "reported once")
  }

  @Test func aFixIsComparedWithTheReports() throws {
    let store = try world.store()
    for (index, build) in ["401", "405", "405", "412"].enumerated() {
      _ = try record(store, "report \(index)", build: build, at: index)
    }
    let issue = try #require(try store.issues().first)
    let between = try store.fixEvidence(in: "403", of: issue)
    #expect(!between.isKnown)
    #expect(between.later == [.init(build: "405", reports: 2), .init(build: "412", reports: 1)])
    #expect(between.laterReports == 3)
    #expect(between.latestBuilds == ["412", "405", "401"])
    let known = try store.fixEvidence(in: "412", of: issue)
    #expect(known.isKnown && known.later.map(\.build) == ["412"])
    let next = try store.fixEvidence(in: "413", of: issue)
    #expect(!next.isKnown && next.later.isEmpty)
  }

  @Test func mergedIssuesAreFoundByAPrefix() throws {
    let store = try world.store()
    let part = try #require(try record(store, "one", build: "401", at: 0).issue)
    let whole = try #require(
      try store.record(World.recording("two", function: "draw"), now: Self.time(1), program: "diagnose test").issue)
    #expect(try store.mergedKeys(String(part.prefix(4))).isEmpty)
    _ = try store.add(IssueEvent(issue: part, at: Self.time(2), what: .merge, value: whole))
    #expect(try store.mergedKeys(String(part.prefix(4)).uppercased()) == [part])
    #expect(try store.mergedKeys("").isEmpty)
    #expect(try store.mergedKeys("' OR 1").isEmpty)
  }

  /// The beginning of the ID of a merged issue is also that of another issue.
  @Test func aPrefixOfAnotherIssueIsAmbiguous() throws {
    let store = try world.store()
    // 17 keys: two begin with the same digit.
    var keys: [String] = []
    for number in 0..<17 {
      let recording = World.recording("report \(number)", function: "function\(number)")
      keys.append(try #require(try store.record(recording, now: Self.time(number), program: "diagnose test").issue))
    }
    let groups = Dictionary(grouping: Set(keys)) { $0.prefix(1) }
    let pair = try #require(groups.values.first { $0.count > 1 })
    let into = try #require(keys.first { !pair.contains($0) })
    _ = try store.add(IssueEvent(issue: pair[0], at: Self.time(20), what: .merge, value: into))
    #expect(try store.mergedKeys(String(pair[0].prefix(1))).count == 2)
    #expect(try store.mergedKeys(pair[0]) == [pair[0]])
    #expect(try store.mergedKeys(pair[1]).isEmpty)
  }

  /// The clock of the machine that recorded the report is behind: in the list of events, the regression follows the event
  /// that it refutes.
  @Test func aRegressionFollowsItsResolution() throws {
    let (store, key) = try resolved(in: "405")
    #expect(try record(store, "back", build: "405", at: -2).status == .regressed)
    let issue = try #require(try store.issue(key))
    let events = try store.events(of: issue)
    #expect(events.map(\.what) == [.resolve, .regressed])
    #expect(events.map(\.at.seconds) == [Self.time(1).seconds, Self.time(1).seconds + 1])
  }

  /// A report that caused a regression can later be found to be the copy of another failure.
  @Test func aRegressionEndsWithItsReport() throws {
    let (store, key) = try resolved(in: "")
    let incident = "11111111-2222-4333-8444-555555555555"
    let half = World.recording("half", incident: incident, damaged: true)
    #expect(try store.record(half, now: Self.time(2), program: "diagnose test").status == .regressed)
    let whole = try store.record(
      World.recording("whole", function: "draw", incident: incident), now: Self.time(3), program: "diagnose test")
    #expect(whole.issue != key)
    #expect(try store.issue(key)?.state == "resolved")
    #expect(try store.check() == [])
  }

  @Test func aBuildOutsideTheOrderBringsNothingBack() throws {
    let rules = HistoryRules(builds: BuildOrderRules(outside: ["999.*"]))
    let (store, key) = try resolved(in: "405", rules: rules)
    #expect(try record(store, "side-loaded", build: "999.9.9", at: 2).status == .known)
    #expect(try record(store, "no build", build: nil, at: 3).status == .known)
    #expect(try store.issue(key)?.state == "resolved")
  }

  @Test func withoutABuildAnyLaterReportIsARegression() throws {
    let (store, _) = try resolved(in: "")
    #expect(try record(store, "back", build: "300", at: 2).status == .regressed)
  }

  @Test func theOrderIsThatOfBuildsAndNotOfArrival() throws {
    let store = try world.store()
    for (index, build) in ["2", "1.10", "1.9", "1.10.1"].enumerated() {
      _ = try record(store, "r\(index)", build: build, at: index)
    }
    let issue = try #require(try store.issues().first)
    #expect(issue.firstBuild == "1.9")
    #expect(issue.lastBuild == "2")
    let counts = try store.counts(of: issue, by: .build)
    #expect(counts.map(\.value) == ["(1.9)", "(1.10)", "(1.10.1)", "(2)"])
  }

  @Test func aListDeterminesTheOrderOfBuilds() throws {
    let rules = HistoryRules(builds: BuildOrderRules(basis: .list, list: ["9", "1", "5"]))
    let store = try world.store(rules: rules)
    for (index, build) in ["5", "1", "9"].enumerated() { _ = try record(store, "r\(index)", build: build, at: index) }
    let issue = try #require(try store.issues().first)
    #expect([issue.firstBuild, issue.lastBuild] == ["9", "5"])
    store.close()
    let again = try #require(try world.store().issues().first)
    #expect([again.firstBuild, again.lastBuild] == ["1", "9"], "the first build depends on the order")
  }

  @Test func statesFollowTheirEvents() throws {
    let store = try world.store()
    let key = try #require(try record(store, "a", build: "1", at: 0).issue)
    func add(_ what: IssueEvent.What, _ value: String = "", note: String = "", at hours: Int) throws -> StoredIssue {
      try #require(try store.add(IssueEvent(issue: key, at: Self.time(hours), what: what, value: value, note: note)))
    }
    #expect(try add(.ignore, at: 1).state == "ignored")
    #expect(try add(.reopen, at: 2).state == "open")
    #expect(try add(.resolve, "2", at: 3).state == "resolved")
    #expect(try add(.note, note: "seen by QA", at: 4).note == "seen by QA")
    try store.add([IssueEvent(issue: key, at: Self.time(1), what: .note, note: "older, from another history")])
    #expect(try store.issue(key)?.note == "seen by QA")
    #expect(try store.add(IssueEvent(issue: "ffffffffffff", at: Self.time(1), what: .reopen)) == nil)
    var filter = HistoryFilter()
    filter.state = .resolved
    #expect(try store.issues(filter).map(\.id) == [key])
    filter.state = .open
    #expect(try store.issues(filter).isEmpty)
  }

  @Test func mergedIssuesAreOneUntilTheyAreSplit() throws {
    let store = try world.store()
    let one = try #require(try store.record(World.recording("a")).issue)
    let two = try #require(try store.record(World.recording("b", function: "draw")).issue)
    #expect(try store.issues().count == 2)
    let canonical = try #require(try store.add(IssueEvent(issue: two, at: Self.time(1), what: .merge, value: one)))
    #expect(canonical.id == one)
    #expect(canonical.count == 2)
    #expect(try store.issues().map(\.count) == [2])
    #expect(try store.record(World.recording("c", function: "draw")).issue == one)
    #expect(try store.relations(of: canonical).parts.map(\.reason) == ["user"])
    #expect(try store.check() == [])
    _ = try store.add(IssueEvent(issue: two, at: Self.time(2), what: .split))
    #expect(try store.issues(sortedBy: .count).map(\.count) == [2, 1])
  }

  /// An issue can regress because another issue is merged into it.
  @Test func aNewlyMergedIssueCausesARegression() throws {
    let other = try #require(
      try world.store("elsewhere").record(World.recording("b", function: "draw")).issue)
    let (store, key) = try resolved(in: "")
    try store.add([IssueEvent(issue: other, at: Self.time(1), what: .merge, value: key)])
    let issueStatus = try store.record(
      World.recording("b", function: "draw"), now: Self.time(2), program: "diagnose test")
    #expect(issueStatus.issue == key)
    #expect(issueStatus.status == .regressed)
    #expect(try store.issue(key)?.state == "open")
    let again = try store.record(
      World.recording("c", function: "draw"), now: Self.time(3), program: "diagnose test")
    #expect(again.status == .known, "reported once")
  }

  /// Splitting the issue that caused a regression undoes the regression.
  @Test func splittingLeavesTheCanonicalIssueResolved() throws {
    let (store, key) = try resolved(in: "")
    let other = try #require(try store.record(World.recording("b", function: "draw")).issue)
    _ = try store.add(IssueEvent(issue: other, at: Self.time(1), what: .merge, value: key))
    #expect(
      try store.record(World.recording("c", function: "draw"), now: Self.time(2), program: "diagnose test").status
        == .regressed)
    _ = try store.add(IssueEvent(issue: other, at: Self.time(3), what: .split))
    #expect(try store.check() == [])
    #expect(try store.issue(key)?.state == "resolved")
    #expect(try store.issue(other)?.state == "open")
  }

  @Test func twoIssuesMergedIntoEachOtherAreOne() throws {
    let store = try world.store()
    let one = try #require(try store.record(World.recording("a")).issue)
    let two = try #require(try store.record(World.recording("b", function: "draw")).issue)
    _ = try store.add(IssueEvent(issue: two, at: Self.time(1), what: .merge, value: one))
    _ = try store.add(IssueEvent(issue: one, at: Self.time(2), what: .merge, value: two))
    #expect(try store.issues().map(\.count) == [2])
  }
}
