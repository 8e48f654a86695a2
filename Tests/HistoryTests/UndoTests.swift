import Foundation
import GRDB
import Testing
import Vocabulary

@testable import History

/// Undoing a change restores what was before it, for any sequence of changes and reports.
@Suite struct UndoTests {
  /// The history without its events and without the times at which reports of the test are stored.
  private static func state(_ store: HistoryStore) throws -> [String] {
    try StoreDump.lines(store.path).filter { !$0.hasPrefix("event: ") }
      + (try store.issues(HistoryFilter()).flatMap { try store.events(of: $0) }.filter { $0.what == .regressed }
        .map { "\($0)" })
  }

  @Test(arguments: 0..<12) func everyChangeCanBeUndone(seed: UInt64) throws {
    var dice = Dice(1_000 + seed)
    let world = try World()
    let store = try world.store("undo-\(seed)")
    _ = try store.add((0..<12).map { _ in MergeTests.record(&dice) })
    let keys = try store.issues(HistoryFilter()).map(\.id)
    #expect(keys.count > 1)
    var hour = 100
    func now() -> Timestamp {
      hour += 1
      return Timestamp(seconds: HistoryStore.noon.seconds + hour * 3_600)
    }
    for _ in 0..<8 {
      var event = MergeTests.event(&dice, keys)
      guard event.what != .undo, try store.issue(event.issue) != nil else { continue }
      event.at = now()
      let before = try Self.state(store)
      _ = try #require(try store.add(event))
      guard
        let stored = try store.allEvents().filter({ $0.what == event.what && $0.issue == event.issue })
          .max(by: { $0.at < $1.at })
      else { continue }
      // Half of the changes stay, and are the state before the next one.
      guard dice.roll(2) == 0 else { continue }
      _ = try #require(try store.add(stored.undo(at: now(), by: "user")))
      #expect(try Self.state(store) == before, "\(event)")
      #expect(try store.issue(event.issue) != nil)
    }
  }

  /// Undoing repeatedly goes back to the beginning, one change after the other.
  @Test func changesAreUndoneOneAfterTheOther() throws {
    let world = try World()
    let store = try world.store()
    let key = try #require(try store.record(World.recording("a", build: "401")).issue)
    func add(_ what: IssueEvent.What, _ value: String = "", note: String = "") throws {
      _ = try store.add(IssueEvent(issue: key, at: HistoryStore.noon, what: what, value: value, note: note))
    }
    try add(.note, note: "first")
    try add(.ignore, "2030-01-01T00:00:00Z")
    try add(.note, note: "second")
    try add(.resolve, "405")
    var states: [String] = []
    while let latest = IssueEvent.latestChange(try store.events(of: try #require(try store.issue(key)))) {
      let issue = try #require(try store.add(latest.undo(at: HistoryStore.noon, by: "")))
      states.append("\(issue.state) \(issue.resolvedIn ?? "-") \(issue.note ?? "-")")
      #expect(states.count < 9)
      if states.count > 8 { return }
    }
    #expect(states == ["ignored - second", "ignored - first", "open - first", "open - -"])
  }

  /// A regression that was known before a resolution that is undone is known again.
  @Test func aRegressionReturns() throws {
    let world = try World()
    let store = try world.store()
    let key = try #require(try store.record(World.recording("a", build: "401")).issue)
    func time(_ hours: Int) -> Timestamp { Timestamp(seconds: HistoryStore.noon.seconds + hours * 3_600) }
    _ = try store.add(IssueEvent(issue: key, at: time(1), what: .resolve, value: "405"))
    _ = try store.record(World.recording("b", build: "406"), now: time(2), program: "diagnose test")
    #expect(try store.issue(key)?.regressedIn == "406")
    let second = IssueEvent(issue: key, at: time(3), what: .resolve, value: "410")
    _ = try store.add(second)
    #expect(try store.issue(key)?.regressedIn == nil)
    let issue = try #require(try store.add(second.undo(at: time(4), by: "")))
    #expect(issue.state == "open" && issue.regressedIn == "406")
  }

  @Test func aMalformedMarkUndoesNothing() throws {
    for value in [
      "", "resolve", "resolve ", "resolve 1 2", "resolve +1", "resolve 01", "undo 1", "regressed 1", "x 1",
      "resolve 99999999999999999999", "resolve -1", "resolve \(Int.min)", "resolve \(Int.max)",
    ] {
      #expect(IssueEvent(issue: "a", at: HistoryStore.noon, what: .undo, value: value).undone == nil, "\(value)")
    }
    let resolve = IssueEvent(issue: "a", at: Timestamp(seconds: 5), what: .resolve)
    let undo = resolve.undo(at: Timestamp(seconds: 9), by: "ana")
    #expect(undo.undone?.what == .resolve && undo.undone?.at.seconds == 5 && undo.by == "ana")
    #expect(IssueEvent.effective([resolve, undo]) == [undo])
    // Another issue, time or kind is not meant.
    for other in [
      IssueEvent(issue: "b", at: Timestamp(seconds: 5), what: .resolve),
      IssueEvent(issue: "a", at: Timestamp(seconds: 6), what: .resolve),
      IssueEvent(issue: "a", at: Timestamp(seconds: 5), what: .reopen),
    ] { #expect(IssueEvent.effective([other, undo]) == [other, undo]) }
  }
}
