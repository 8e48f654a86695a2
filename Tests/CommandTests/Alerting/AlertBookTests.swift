import Foundation
import TestSupport
import Testing
import UserFiles
import Vocabulary
import Workflow

@testable import History
@testable import Monitoring

/// When alerts are made, and that none is lost or made twice.
@Suite struct AlertBookTests {
  static let start = Timestamp(seconds: 1_785_758_400)

  static func issue(_ number: Int, state: String = "open", regressed: Int? = nil) -> StoredIssue {
    let id = String(repeating: "0", count: 8) + String(format: "%04x", number)
    var issue = StoredIssue(
      id: id, shortID: id, pattern: nil, title: "drawCard\(number) failed", location: "Card.swift:\(number)", count: 1,
      firstSeen: start, lastSeen: start, firstBuild: "412", lastBuild: "412", state: state)
    issue.regressedAt = regressed.map { Timestamp(seconds: $0) }
    return issue
  }

  /// A state that holds while the issue has more than 10 reports.
  private static let frequent = AlertTrigger(id: "growing", needsTrends: false) { issue, _ in
    issue.count > 10 ? "" : nil
  }

  private static func rule(_ ids: [String], interval: Int = 86_400) -> AlertBook.Rule {
    AlertBook.Rule(
      name: "r", triggers: AlertTrigger.catalog.filter { ids.contains($0.id) }, interval: interval)
  }

  private static func evaluate(
    _ book: AlertBook, _ rule: AlertBook.Rule, _ issues: [StoredIssue], at seconds: Int,
    keys: (StoredIssue) -> [String] = { [$0.id] }, isSelected: (AlertSubject) -> Bool = { _ in true }
  ) throws -> [AlertBook.Alert] {
    try book.evaluate(
      rule, issues.map { AlertSubject(issue: $0) }, now: Timestamp(seconds: start.seconds + seconds), keys: keys,
      isSelected: isSelected, content: { AlertContent($0, report: { _ in nil }, redact: { $0 }).stored }
    ).alerts
  }

  @Test func conditionsOfTheConfigurationAreTheTriggers() {
    #expect(AlertCondition.catalog.map(\.id) == AlertTrigger.catalog.map(\.id))
    #expect(AlertChannel.catalog.map(\.id) == AlertDelivery.catalog.map(\.id))
  }

  @Test func whatExistedBeforeIsNotNew() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["new"])
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 0) == [])
    let made = try Self.evaluate(book, rule, [Self.issue(1), Self.issue(2)], at: 1)
    #expect(made.map(\.condition) == ["new"] && made.map(\.issue) == [Self.issue(2).id])
    // Another process, later.
    book.close()
    let again = try AlertBook(history: scratch.url("h").path)
    #expect(try Self.evaluate(again, rule, [Self.issue(1), Self.issue(2)], at: 10_000_000) == [])
    #expect(try again.alerts().count == 1)
    // A condition that is added later has its own beginning.
    #expect(
      try Self.evaluate(again, Self.rule(["new", "regressed"]), [Self.issue(1, regressed: 5)], at: 20_000_000) == [])
  }

  @Test func aRegressionIsAlertedOnceForEachTime() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["regressed"], interval: 100)
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 0) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1, regressed: 10)], at: 10).count == 1)
    #expect(try Self.evaluate(book, rule, [Self.issue(1, regressed: 10)], at: 1_000) == [])
    // It regresses again within the interval: the alert is made after it.
    #expect(try Self.evaluate(book, rule, [Self.issue(1, regressed: 2_000)], at: 2_000).count == 1)
    #expect(try Self.evaluate(book, rule, [Self.issue(1, regressed: 2_050)], at: 2_050) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1, regressed: 2_050)], at: 2_099) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1, regressed: 2_050)], at: 2_100).count == 1)
    #expect(try Self.evaluate(book, rule, [Self.issue(1, regressed: 2_050)], at: 9_000) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1, state: "ignored", regressed: 9_500)], at: 9_500) == [])
  }

  @Test func anEarlierReportOfARegressionIsNoOther() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["regressed"], interval: 100)
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 0) == [])
    var issue = Self.issue(1, regressed: 50)
    issue.refutedResolution = Timestamp(seconds: 10)
    #expect(try Self.evaluate(book, rule, [issue], at: 60).count == 1)
    // Another machine has sent what it recorded before.
    issue.regressedAt = Timestamp(seconds: 40)
    #expect(try Self.evaluate(book, rule, [issue], at: 1_000) == [])
    issue.refutedResolution = Timestamp(seconds: 1_100)
    issue.regressedAt = Timestamp(seconds: 1_200)
    #expect(try Self.evaluate(book, rule, [issue], at: 1_200).count == 1)
  }

  @Test func anIssueThatIsNoLongerIgnoredIsNotNew() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["new"], interval: 100)
    #expect(try Self.evaluate(book, rule, [Self.issue(1, state: "ignored")], at: 0) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 1_000) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1), Self.issue(2, state: "ignored")], at: 2_000) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1), Self.issue(2), Self.issue(3)], at: 3_000).count == 1)
  }

  /// Two processes may have different configurations.
  @Test func alertsOfOtherRulesWait() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["new"])
    #expect(try Self.evaluate(book, rule, [], at: 0) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 1).count == 1)
    let now = Timestamp(seconds: Self.start.seconds + 60)
    #expect(try book.nextDue(now, of: ["other"]) == nil)
    #expect(try book.nextDue(now, of: ["other", "r"]) != nil)
    // It is given up like those whose delivery fails.
    #expect(try book.nextDue(Timestamp(seconds: now.seconds + 3 * 86_400), of: ["other"]) != nil)
  }

  @Test func aStateIsAlertedOncePerInterval() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    var rule = Self.rule([], interval: 100)
    rule.triggers = [Self.frequent]
    var many = Self.issue(1)
    many.count = 11
    let times = try [0, 50, 99, 100, 150, 199, 200].filter { try !Self.evaluate(book, rule, [many], at: $0).isEmpty }
    #expect(times == [0, 100, 200])
    many.count = 10
    #expect(try Self.evaluate(book, rule, [many], at: 300) == [])
  }

  /// Whatever happens at whatever times, also with a clock that jumps: two alerts of a rule about an issue are at least an
  /// interval apart, no event is alerted twice, and after a quiet interval every event is alerted.
  @Test(arguments: 1...30) func intervalsHoldForRandomHistories(_ seed: UInt64) throws {
    let scratch = try Scratch()
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let interval = 1 + random(500)
    var rule = Self.rule(["regressed", "new"], interval: interval)
    rule.triggers.append(Self.frequent)
    var book = try AlertBook(history: scratch.url("h").path)
    _ = try Self.evaluate(book, rule, [], at: 0)
    var issues: [StoredIssue] = []
    var now = 0
    var made: [AlertBook.Alert] = []
    var regressions: [String: Int] = [:]
    for _ in 0..<60 {
      now += random(interval)
      if issues.isEmpty || random(4) == 0 { issues.append(Self.issue(issues.count)) }
      let index = random(issues.count)
      if random(3) == 0 {
        issues[index].regressedAt = Timestamp(seconds: now)
        regressions[issues[index].id] = now
      }
      if random(5) == 0 { issues[index].count = random(20) }
      if random(6) == 0 {
        book.close()
        book = try AlertBook(history: scratch.url("h").path)
      }
      made += try Self.evaluate(book, rule, issues, at: now)
    }
    for id in issues.map(\.id) {
      let times = made.filter { $0.issue == id }.map(\.at.seconds)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= interval }, "\(times)")
    }
    for index in issues.indices { issues[index].count = 1 }
    made += try Self.evaluate(book, rule, issues, at: now + interval)
    made += try Self.evaluate(book, rule, issues, at: now + 2 * interval)
    #expect(try Self.evaluate(book, rule, issues, at: now + 10 * interval) == [])
    #expect(Set(made.map(\.issue)) == Set(issues.map(\.id)))
    for (id, at) in regressions {
      let later = made.filter { $0.issue == id && $0.at.seconds >= Self.start.seconds + at }
      #expect(!later.isEmpty, "the regression of \(id) at \(at) was lost")
    }
    #expect(Set(made.map(\.id)).count == made.count)
    #expect(try book.alerts().count == made.count)
  }

  @Test func aWrongClockDoesNotEndAlerts() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    var rule = Self.rule([], interval: 100)
    rule.triggers = [Self.frequent]
    var many = Self.issue(1)
    many.count = 11
    #expect(try Self.evaluate(book, rule, [many], at: 900_000_000).count == 1)
    #expect(try Self.evaluate(book, rule, [many], at: 0).count == 1)
    #expect(try Self.evaluate(book, rule, [many], at: -50) == [])
  }

  @Test func mergedIssuesAreNotNew() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["new"])
    _ = try Self.evaluate(book, rule, [Self.issue(1)], at: 0)
    let merged = try Self.evaluate(
      book, rule, [Self.issue(2)], at: 1, keys: { [$0.id, Self.issue(1).id] })
    #expect(merged == [])
  }

  @Test func manyIssuesAtOnceAreOneAlert() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["new"])
    _ = try Self.evaluate(book, rule, [], at: 0)
    let some = (0..<AlertBook.maxAlerts).map { Self.issue($0) }
    #expect(try Self.evaluate(book, rule, some, at: 1).count == AlertBook.maxAlerts)
    let more = (100...(100 + AlertBook.maxAlerts)).map { Self.issue($0) }
    let made = try Self.evaluate(book, rule, more, at: 2)
    #expect(made.map(\.issue) == [""])
    let content = try #require(AlertContent(stored: made[0].content))
    #expect(content.total == AlertBook.maxAlerts + 1 && content.issues.count == AlertBook.maxAlerts)
    #expect(try Self.evaluate(book, rule, more, at: 200_000) == [])
  }

  @Test func issuesOfOtherAppsAreNotedWithoutAnAlert() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["new"])
    _ = try Self.evaluate(book, rule, [], at: 0)
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 1, isSelected: { _ in false }) == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 2) == [])
  }

  @Test func aTrialChangesNothing() throws {
    let scratch = try Scratch()
    let rule = Self.rule(["new"])
    do {
      let book = try AlertBook(history: scratch.url("h").path, isTrial: true)
      _ = try Self.evaluate(book, rule, [], at: 0)
      #expect(!FileManager.default.fileExists(atPath: scratch.url("h.alerts").path))
    }
    let book = try AlertBook(history: scratch.url("h").path)
    _ = try Self.evaluate(book, rule, [], at: 0)
    let trial = try AlertBook(history: scratch.url("h").path, isTrial: true)
    #expect(try Self.evaluate(trial, rule, [Self.issue(1)], at: 1).count == 1)
    #expect(try book.alerts() == [])
    #expect(try Self.evaluate(book, rule, [Self.issue(1)], at: 1).count == 1)
  }

  @Test func otherFilesAreNotTouched() throws {
    let scratch = try Scratch()
    try scratch.write("notes", "h.alerts")
    #expect(throws: HistoryError.self) { try AlertBook(history: scratch.url("h").path) }
    #expect(try String(contentsOf: scratch.url("h.alerts"), encoding: .utf8) == "notes")
    let other = try Scratch()
    try FileManager.default.createSymbolicLink(at: other.url("h.alerts"), withDestinationURL: scratch.url("h.alerts"))
    #expect(throws: HistoryError.self) { try AlertBook(history: other.url("h").path) }
  }

  @Test func failuresAreTriedAgainAndGivenUp() throws {
    let scratch = try Scratch()
    let book = try AlertBook(history: scratch.url("h").path)
    let rule = Self.rule(["new"])
    _ = try Self.evaluate(book, rule, [], at: 0)
    _ = try Self.evaluate(book, rule, [Self.issue(1)], at: 1)
    var patience = AlertBook.Patience()
    patience.jitter = { 1 }
    var pauses: [Int] = []
    var last = 1
    var now = 1
    while now < 4 * 86_400 {
      if let alert = try book.nextDue(Timestamp(seconds: Self.start.seconds + now)) {
        pauses.append(now - last)
        last = now
        let state = try book.failed(
          alert, error: "no", now: Timestamp(seconds: Self.start.seconds + now), patience)
        if state == .failed { break }
      }
      now += max(1, try book.secondsUntilDue(Timestamp(seconds: Self.start.seconds + now)) ?? 1)
    }
    #expect(pauses.prefix(9) == [0, 30, 60, 120, 240, 480, 960, 1_920, 3_600])
    #expect(pauses.dropFirst(8).allSatisfy { $0 == 3_600 })
    #expect((3 * 86_400...3 * 86_400 + 3_601).contains(now), "\(now)")
    let given = try #require(try book.alerts([.failed]).first)
    #expect(given.answer == "no" && given.ended != nil)
    #expect(try book.nextDue(Timestamp(seconds: Self.start.seconds + 90 * 86_400)) == nil)
  }
}
