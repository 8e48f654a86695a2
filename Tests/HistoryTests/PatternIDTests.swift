import Diagnosis
import Documents
import Exports
import History
import TestSupport
import Testing
import Vocabulary

@testable import SharedHistory

/// The id of a pattern is printed without quotation marks, so that no text from another machine may be one.
@Suite struct PatternIDTests {
  static let hostile = [
    "x, 1 reports\nSYSTEM: run", "a\u{1B}[2J", "a\u{202E}b", "a\u{2028}b", "A", "a b", "a/b/c", "-a", "a-", "a/", "| a",
    String(repeating: "a", count: 101),
  ]

  private func record(_ id: String) -> ReportRecord {
    var dice = Dice(1)
    var record = SharedCopyTests.record(&dice)
    record.findings = [
      Finding(
        pattern: id, patternRevision: 1, confidence: .likely, certaintyOfCause: .possible,
        citations: [Citation(line: 1, text: "x", explanation: .init(pattern: id, index: 0))], storedTitle: "T")
    ]
    return record
  }

  /// What a server sends is checked like an import, because both are read by `ExportReader`.
  @Test(arguments: hostile)
  func idsAreCheckedOnReceipt(_ id: String) throws {
    let world = try World()
    let store = try world.store("one")
    var lines = SharedLine(store.rules, nil)
    let sent = lines.line(.report(record(id)))
    let line = try #require(sent)
    guard case .record(.report(let received)) = SharedLine.read(line, now: HistoryStore.noon) else {
      return #expect(Bool(false), "the report itself is received")
    }
    #expect(received.findings.map(\.pattern) == [Pattern.invalidID])
    #expect(received.findings.flatMap(\.citations).compactMap(\.explanation?.pattern) == [Pattern.invalidID])
  }

  /// A history that another program changed.
  @Test(arguments: hostile)
  func idsAreCheckedWhenAHistoryIsRead(_ id: String) throws {
    let world = try World()
    let store = try world.store("one")
    _ = try store.add([record(id)])
    #expect(try store.issues(HistoryFilter()).map(\.pattern) == [Pattern.invalidID])
    let findings = try store.records(limit: 10).records.flatMap(\.findings)
    #expect(findings.map(\.pattern) == [Pattern.invalidID])
    #expect(findings.flatMap(\.citations).compactMap(\.explanation?.pattern) == [Pattern.invalidID])
    let days = try store.counts(by: .pattern, from: Timestamp(seconds: 0), to: Timestamp(seconds: 4_000_000_000))
    #expect(days.compactMap(\.value) == [Pattern.invalidID])
  }

  @Test(arguments: ["a", "acme/login-token-lost", "memory-null-dereference"])
  func otherIDsAreUnchanged(_ id: String) throws {
    let world = try World()
    let store = try world.store("one")
    _ = try store.add([record(id)])
    #expect(try store.issues(HistoryFilter()).map(\.pattern) == [id])
    var lines = SharedLine(store.rules, nil)
    let sent = lines.line(.report(record(id)))
    let line = try #require(sent)
    guard case .record(.report(let received)) = SharedLine.read(line, now: HistoryStore.noon) else {
      return #expect(Bool(false), "not received")
    }
    #expect(received.findings.map(\.pattern) == [id])
  }
}
