import CrashReports
import Foundation
import GRDB
import History
import Redaction
import Testing
import Vocabulary

@testable import SharedHistory

/// The names that redaction removes from a report are stored beside it, and stay on the machine.
@Suite struct PrivateNameTests {
  private let world: World

  init() throws { world = try World() }

  /// Stores a report of a crash in a function that has the name of a user.
  private func record(_ store: HistoryStore, _ bytes: String = "a", names: [String], crashed: String? = nil) throws {
    let recording = World.recording(
      bytes, function: "zqcanary", crashed: crashed ?? "2026-08-01T12:00:00.123+02:00")
    let record = ReportRecord(recording, now: HistoryStore.noon, program: "diagnose 0.1.0")
    _ = try store.add([RecordPreparer(store.rules).prepare(record, names: PrivateNames(lines: names))])
  }

  /// Returns the lines that are sent of what the server lacks.
  private func sent(_ store: HistoryStore) throws -> [String] {
    var lines = SharedLine(store.rules, Redactor())
    let unsent = try store.unsent(limit: 100)
    try lines.learn(unsent, of: store)
    return try unsent.compactMap(\.record).map { record in
      let line = lines.line(record)
      return String(decoding: try #require(line), as: UTF8.self)
    }
  }

  /// A record that is sent to a shared history has no name that was learned from its report.
  @Test func sentRecordsHaveNoLearnedName() throws {
    let store = try world.store()
    try store.share()
    try record(store, names: ["user zqcanary"])
    let lines = try sent(store)
    #expect(lines.count == 1 && !lines[0].contains("zqcanary") && lines[0].contains("user-1"))
    #expect(!lines[0].contains("user zqcanary"))
    let other = try world.store("other")
    try other.share()
    try record(other, names: [])
    let sent = try sent(other)[0]
    #expect(sent.contains("zqcanary"), "nothing but the name tells what to remove: \(sent)")
  }

  /// Names of a report that is recorded between two batches are known in the second one.
  @Test func namesOfLaterReportsAreLearned() throws {
    let store = try world.store()
    try store.share()
    try record(store, "a", names: [])
    var lines = SharedLine(store.rules, Redactor())
    try lines.learn(try store.unsent(limit: 100), of: store)
    try record(store, "b", names: ["user zqcanary"])
    let unsent = try store.unsent(limit: 100)
    try lines.learn(unsent, of: store)
    for one in unsent {
      let record = try #require(one.record)
      let line = lines.line(record)
      #expect(try !String(decoding: #require(line), as: UTF8.self).contains("zqcanary"))
    }
  }

  @Test func readingsOfTheSameBytesAddTheirNames() throws {
    let store = try world.store()
    for names in [["user a1b2"], ["host c3d4", "user a1b2"], ["user e5f6"]] { try record(store, names: names) }
    try record(store, "b", names: ["user a1b2"])
    let before = try store.privateNames()
    #expect(Set(before.lines) == ["user a1b2", "host c3d4", "user e5f6"])
    #expect(try store.privateNames(after: before.last).lines.isEmpty)
    try record(store, "c", names: ["user g7h8"])
    #expect(try store.privateNames(after: before.last).lines == ["user g7h8"])
  }

  /// A snapshot, which is sent to the server, has no names. A copy that adopts one keeps those of its reports.
  @Test func snapshotsHaveNoNames() throws {
    let source = try world.store("source")
    try source.share()
    try record(source, "a", names: ["user a1b2"])
    try source.closeAsSnapshot()
    let path = world.folder.appendingPathComponent("data/source.sqlite").path
    #expect(try !Data(contentsOf: URL(fileURLWithPath: path)).contains("user a1b2"))
    let copy = try world.store("copy")
    try copy.share()
    try record(copy, "a", names: ["user a1b2"])
    try record(copy, "gone", names: ["user e5f6"])
    try copy.confirm(through: 100)
    _ = try copy.adopt(path, as: SnapshotName(number: 1, id: "x"))
    #expect(try copy.privateNames().lines == ["user a1b2"])
  }

  @Test func pruningRemovesNames() throws {
    let store = try world.store()
    try record(store, "a", names: ["user a1b2"], crashed: "2026-07-01T12:00:00Z")
    try record(store, "b", names: ["user e5f6"])
    _ = try store.prune(before: try #require(Timestamp(rfc3339: "2026-07-20")))
    #expect(try store.privateNames().lines == ["user e5f6"])
    store.close()
    #expect(try !Data(contentsOf: URL(fileURLWithPath: world.path)).contains("user a1b2"))
  }

  /// Names belong to no record, so equal histories on other machines remain equal.
  @Test func recordsHaveNoNames() throws {
    let (first, second) = (try world.store("first"), try world.store("second"))
    try record(first, names: ["user zqcanary"])
    try record(second, names: [])
    #expect(try first.records().records == second.records().records)
  }

  /// Lines that no redactor wrote are ignored, and placeholders are no names.
  @Test func hostileNamesAreHarmless() {
    var redactor = Redactor()
    redactor.know([
      "", "user", "user ", "user a", "name ", "name user", "host 1", "x y", "user user", "token token",
      "user \u{0}\u{1}",
      "user " + String(repeating: "a", count: 1_000),
    ])
    let text = "user a host 1 token y user-1 name"
    #expect(redactor.redacted(text) == text)
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
