import Foundation
import GRDB
import History
import Testing
import Vocabulary

/// Histories of earlier versions of the signatures keep their issues.
@Suite struct KeyVersionTests {
  private let world: World

  init() throws { world = try World() }

  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: world.path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private static let old = "aaaaaaaaaaaa"
  /// Gives the stored stacks and issues the key that an earlier version computed.
  private static let earlier = """
    UPDATE stack SET default_key = '\(old)', strict = '\(old)', signature_version = 1, digest = randomblob(16);
    UPDATE issue SET key = '\(old)', signature_version = 1;
    UPDATE event SET issue = '\(old)';
    DELETE FROM meta WHERE key = 'signature-version';
    """

  @Test func anIssueIsCarriedOver() throws {
    do {
      let store = try world.store()
      defer { store.close() }
      try store.record(World.recording("a"))
      try store.record(World.recording("b"))
      let issue = try #require(try store.issues().first?.id)
      _ = try store.add(IssueEvent(issue: issue, at: HistoryStore.noon, what: .note, note: "owner: fonts team"))
      _ = try store.add(IssueEvent(issue: issue, at: HistoryStore.noon, what: .ignore))
    }
    try change(Self.earlier)
    let store = try world.store()
    defer { store.close() }
    #expect(try store.record(World.recording("c")).count == 3)
    let issue = try #require(try store.issue(Self.old))
    #expect(issue.count == 3 && issue.id != Self.old)
    #expect(issue.note == "owner: fonts team" && issue.state == "ignored")
  }

  @Test func anUnchangedKeyChangesOnlyItsVersion() throws {
    let store = try world.store()
    try store.record(World.recording("a"))
    store.close()
    let before = try StoreDump.lines(world.path)
    try change("UPDATE stack SET signature_version = 1; DELETE FROM meta WHERE key = 'signature-version'")
    try world.store().close()
    #expect(try StoreDump.lines(world.path) == before)
  }

  @Test(arguments: [
    "[TODO]", "N/A", "", "0", "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "unknown",
    "12345",
  ])
  func onlyIdentifiersJoinReports(_ incident: String) throws {
    let store = try world.store()
    defer { store.close() }
    try store.record(World.recording("a", incident: incident))
    #expect(try store.record(World.recording("b", incident: incident)).count == 2)
    // The same bytes are still one report.
    #expect(try store.record(World.recording("b", incident: incident)).count == 2)
  }
}
