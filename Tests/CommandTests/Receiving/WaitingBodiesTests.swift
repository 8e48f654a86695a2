import Foundation
import History
import Platform
import Symbolication
import TestSupport
import Testing
import Vocabulary
import Workflow

@testable import Analysis
@testable import Monitoring

/// Reports that are recorded before their symbol file arrives.
@Suite struct WaitingBodiesTests {
  private static let reports = "Tests/Fixtures/symbols/reports/"
  private static let dSYM =
    "Tests/Fixtures/symbols/x86_64-sim-dw5/XXXCoreTestHost.dSYM/Contents/Resources/DWARF/XXXCoreTestHost"

  /// Returns a report whose functions have no names; the number determines its incident.
  private static func unnamed(_ number: Int = 1) throws -> [UInt8] {
    let text = try Repository.text(of: reports + "seed-replica-unsymbolicated.ips")
    let incident = "5EEDC0DE-0000-4000-8000-" + String(format: "%012X", number)
    return Array(text.replacingOccurrences(of: "5EEDC0DE-0000-4000-8000-000000000001", with: incident).utf8)
  }

  /// The same report, as the sender symbolicated it.
  private static func named(_ number: Int) throws -> [UInt8] {
    let text = try Repository.text(of: reports + "seed-replica.ips")
    let incident = "5EEDC0DE-0000-4000-8000-" + String(format: "%012X", number)
    return Array(text.replacingOccurrences(of: "5EEDC0DE-0000-4000-8000-000000000001", with: incident).utf8)
  }

  /// An endpoint without its server.
  private final class Endpoint {
    let scratch: Scratch
    var spool: Spool
    let depot: SymbolDepot
    private let target: Guarded<Spool?>

    /// - Parameter earlier: The folder of an earlier run.
    init(_ earlier: Scratch? = nil, limits: Spool.WaitingLimits = Spool.WaitingLimits()) throws {
      scratch = try earlier ?? Scratch()
      let path = FilePath(scratch.url("spool").path)
      var opened: Spool?
      for _ in 0..<200 where opened == nil {
        opened = try? Spool(path, limit: 1 << 30, waiting: limits)
        if opened == nil { Thread.sleep(forTimeInterval: 0.05) }
      }
      let spool = try #require(opened)
      let target: Guarded<Spool?> = Guarded(spool)
      self.spool = spool
      self.target = target
      depot = try SymbolDepot(FilePath(scratch.url("symbols").path), limit: 1 << 30) { id in
        target.withLock { $0 }?.symbolsWereStored(for: id)
      }
      let depot = self.depot
      spool.symbolsWereStored { depot.contains($0) }
    }

    @discardableResult func add(_ bytes: [UInt8], _ token: String = "app") throws -> SpoolID {
      let writer = try spool.write(token)
      try writer.append(bytes[...])
      return try writer.finish()
    }

    func upload() throws {
      let writer = try depot.write()
      try writer.append(try Repository.bytes(of: WaitingBodiesTests.dSYM)[...])
      #expect(try writer.finish())
    }

    func history() throws(HistoryError) -> HistoryStore { try HistoryStore(path: scratch.url("h.sqlite").path) }

    /// Records until the spool is empty and nothing was called, then closes it.
    func record() throws {
      var analysis = AnalysisOptions()
      analysis.withDigest = true
      analysis.symbolicator = Symbolicator(SymbolStore(paths: [], depots: [depot.path], freshness: .seconds(10)))
      let settings = SpoolRecorder.Settings(limit: 1 << 20, analysis: analysis, labels: [:], project: nil)
      let open: () throws(HistoryError) -> HistoryStore = { [self] () throws(HistoryError) in try history() }
      let recorder = SpoolRecorder(spool, settings, Session(), nil, open: open) { _ in }
      let watcher = Thread { [spool] in
        // Bodies that were called come back to the spool.
        for _ in 0..<6_000 where spool.count > 0 || spool.hasCalled { Thread.sleep(forTimeInterval: 0.02) }
        spool.stop()
      }
      watcher.start()
      try recorder.run()
    }

    /// The endpoint after a restart.
    func restarted(limits: Spool.WaitingLimits = Spool.WaitingLimits()) throws -> Endpoint {
      target.withLock { $0 = nil }
      // Its lock is released with the last reference.
      spool = try Spool(FilePath(scratch.url("other").path), limit: 1 << 20)
      return try Endpoint(scratch, limits: limits)
    }

    func issues() throws -> [StoredIssue] {
      let store = try history()
      defer { store.close() }
      return try store.issues(HistoryFilter())
    }

    var files: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: scratch.url("spool/waiting").path).sorted()) ?? []
    }
  }

  @Test func aReportIsNamedWhenItsSymbolsArrive() throws {
    var endpoint = try Endpoint()
    let id = try endpoint.add(try Self.unnamed())
    try endpoint.record()
    #expect(endpoint.spool.waitingCount == 1 && endpoint.spool.count == 0)
    #expect(endpoint.files == ["\(id.text).app.report", "\(id.text).app.report.images"])
    let before = try #require(try endpoint.issues().first)
    #expect(!before.title.contains("LoadF"), "\(before.title)")
    let store = try endpoint.history()
    let note = IssueEvent(
      issue: before.id, at: Timestamp(seconds: 1_785_758_400), what: .note, by: "me", note: "seen by QA")
    #expect(try store.add(note) != nil)
    let ignored = IssueEvent(issue: before.id, at: Timestamp(seconds: 1_785_758_401), what: .ignore, by: "me")
    #expect(try store.add(ignored)?.state == "ignored")
    store.close()
    endpoint = try endpoint.restarted()
    try endpoint.upload()
    try endpoint.record()
    var issues = try endpoint.issues()
    #expect(issues.count == 1 && issues[0].count == 1 && issues[0].id != before.id, "\(issues)")
    #expect(issues[0].signature.contains("LoadF"), "\(issues)")
    #expect(endpoint.spool.waitingCount == 0 && endpoint.files.isEmpty)
    // The old key finds the issue with its note.
    let after = try endpoint.history()
    let found = try #require(try after.issue(before.id))
    #expect(found.id == issues[0].id && found.state == "ignored")
    #expect(try after.events(of: found).map(\.note) == ["seen by QA", ""])
    after.close()
    // Sending the symbols again, or starting again, changes nothing.
    endpoint = try endpoint.restarted()
    try endpoint.upload()
    try endpoint.record()
    issues = try endpoint.issues()
    #expect(issues.count == 1 && issues[0].count == 1)
  }

  /// A report without names, and one that its sender symbolicated, were two issues and become one.
  @Test func twoIssuesBecomeOne() throws {
    var endpoint = try Endpoint()
    try endpoint.add(try Self.unnamed(1))
    try endpoint.add(try Self.unnamed(2))
    try endpoint.add(try Self.named(3))
    try endpoint.record()
    #expect(try endpoint.issues().count == 2)
    let named = try #require(try endpoint.issues().first { $0.count == 1 })
    #expect(endpoint.spool.waitingCount == 2)
    endpoint = try endpoint.restarted()
    try endpoint.upload()
    try endpoint.record()
    let issues = try endpoint.issues()
    #expect(issues.map(\.id) == [named.id] && issues.first?.count == 3, "\(issues)")
  }

  /// What a kill at any step leaves is completed by the next start.
  @Test(arguments: 0..<5) func interruptedStepsAreCompleted(_ step: Int) throws {
    var endpoint = try Endpoint()
    let id = try endpoint.add(try Self.unnamed())
    try endpoint.record()
    let waiting = endpoint.scratch.url("spool/waiting")
    let body = waiting.appendingPathComponent("\(id.text).app.report")
    let list = waiting.appendingPathComponent("\(id.text).app.report.images")
    let back = endpoint.scratch.url("spool/\(id.text).app.report")
    let manager = FileManager.default
    switch step {
    case 0: try manager.moveItem(at: body, to: back)  // after the list, before the move
    case 1: try manager.removeItem(at: list)
    case 2: try Data().write(to: list)
    case 3:  // after the move back
      try endpoint.upload()
      try manager.moveItem(at: body, to: back)
    default: try Data("x".utf8).write(to: waiting.appendingPathComponent("\(id.text).part"))
    }
    endpoint = try endpoint.restarted()
    if step != 3 {
      try endpoint.record()
      #expect(endpoint.spool.waitingCount == 1 && endpoint.files.count == 2, "\(step): \(endpoint.files)")
      endpoint = try endpoint.restarted()
      try endpoint.upload()
    }
    try endpoint.record()
    let issues = try endpoint.issues()
    #expect(issues.count == 1 && issues[0].count == 1 && issues[0].signature.contains("LoadF"), "\(issues)")
    #expect(endpoint.spool.waitingCount == 0 && endpoint.files.isEmpty, "\(step): \(endpoint.files)")
  }

  /// Symbols that were stored while the endpoint did not run, or just before it was killed.
  @Test func symbolsThatAreThereAtTheStartCount() throws {
    var endpoint = try Endpoint()
    try endpoint.add(try Self.unnamed())
    try endpoint.record()
    let folder = endpoint.scratch.url("symbols/4c/4c441d55553144a1f0eb2a6143963f")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(try Repository.bytes(of: Self.dSYM)).write(to: folder.appendingPathComponent("debuginfo"))
    endpoint = try endpoint.restarted()
    try endpoint.record()
    #expect(try endpoint.issues().first?.signature.contains("LoadF") == true)
    #expect(endpoint.spool.waitingCount == 0)
  }

  /// Symbols that are stored after a body was read, and before it waits.
  @Test func symbolsThatArriveWhileABodyIsReadCount() throws {
    let endpoint = try Endpoint()
    try endpoint.add(try Self.unnamed())
    let image = try #require(BuildID("4c4c441d55553144a1f0eb2a6143963f".utf8))
    let item = try #require(endpoint.spool.next(atMost: 1)?.first)
    let read: [(item: SpoolItem, images: Set<BuildID>)] = [(item, [image])]
    try endpoint.upload()
    endpoint.spool.remove(read)
    #expect(endpoint.spool.hasCalled)
    #expect(endpoint.spool.next(atMost: 1) == [item])
    // A file that has no name for it is no reason to read it again.
    endpoint.spool.remove(read)
    #expect(!endpoint.spool.hasCalled && endpoint.spool.waitingCount == 1)
  }

  @Test func onlyReportsWithoutNamesWait() throws {
    let endpoint = try Endpoint()
    try endpoint.add(try Self.named(1))
    try endpoint.add(Array(Sample.json(1).utf8))
    try endpoint.add(Array("hello\n".utf8))
    try endpoint.record()
    #expect(endpoint.spool.waitingCount == 0 && endpoint.files.isEmpty)
  }

  // MARK: Limits

  private func waiting(_ count: Int, _ limits: Spool.WaitingLimits, tokens: [String] = ["a", "b"]) throws -> Int {
    let endpoint = try Endpoint(limits: limits)
    for number in 0..<count { try endpoint.add(try Self.unnamed(number), tokens[number % tokens.count]) }
    try endpoint.record()
    #expect(try endpoint.issues().first?.count == count)
    #expect(endpoint.files.count == 2 * endpoint.spool.waitingCount)
    return endpoint.spool.waitingCount
  }

  @Test func theNumberIsLimited() throws {
    var limits = Spool.WaitingLimits()
    limits.count = 4
    for (count, expected) in [(3, 3), (4, 4), (5, 4)] { #expect(try waiting(count, limits) == expected, "\(count)") }
    // One token has at most half.
    #expect(try waiting(4, limits, tokens: ["a"]) == 2)
    limits.count = 0
    #expect(try waiting(2, limits) == 0)
  }

  @Test func theSizeIsLimited() throws {
    var limits = Spool.WaitingLimits()
    limits.bytes = 4 * 4_096
    for (count, expected) in [(3, 3), (4, 4), (5, 2)] { #expect(try waiting(count, limits) == expected, "\(count)") }
    limits.bytes = 0
    #expect(try waiting(2, limits) == 0)
  }

  @Test func theTimeIsLimited() throws {
    var endpoint = try Endpoint()
    try endpoint.add(try Self.unnamed())
    try endpoint.record()
    var limits = Spool.WaitingLimits()
    limits.age = 3_600
    endpoint = try endpoint.restarted(limits: limits)
    #expect(endpoint.spool.waitingCount == 1)
    limits.age = 0
    endpoint = try endpoint.restarted(limits: limits)
    #expect(endpoint.spool.waitingCount == 0 && endpoint.files.isEmpty)
  }
}
