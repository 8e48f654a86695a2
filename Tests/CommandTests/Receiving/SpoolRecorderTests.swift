import Archives
import CrashReports
import Documents
import Foundation
import History
import Platform
import TestSupport
import Testing
import Vocabulary
import Workflow

@testable import Analysis
@testable import Monitoring

/// Bodies of the spool, and what the history contains of them.
@Suite struct SpoolRecorderTests {
  private final class Run {
    let scratch: Scratch
    let spool: Spool
    var reports: [PresentedReport] = []
    var unread: [InputError] = []
    var skipped: [SkippedFile] = []
    var waiting: [CommandFault] = []
    var resumed = 0
    /// The paths of the reports of each transaction.
    var transactions: [[String]] = []
    var batchBytes = 4 << 20
    /// Rejects transactions.
    var reject: ([String]) -> HistoryError? = { _ in nil }

    /// - Parameter earlier: The folder of an earlier run.
    init(_ earlier: Scratch? = nil) throws {
      scratch = try earlier ?? Scratch()
      let path = FilePath(scratch.url("spool").path)
      // A thread of the earlier run may still use its spool for a moment.
      for _ in 0..<200 {
        if let spool = try? Spool(path, limit: 1 << 30) {
          self.spool = spool
          return
        }
        Thread.sleep(forTimeInterval: 0.05)
      }
      spool = try Spool(path, limit: 1 << 30)
    }

    @discardableResult func add(_ bytes: [UInt8], _ token: String = "app") throws -> SpoolID {
      let writer = try spool.write(token)
      try writer.append(bytes[...])
      return try writer.finish()
    }

    var minAge = 0.0
    /// Decides whether a body that was read often is set aside.
    var endsProgram: (FilePath) -> Bool = { _ in true }

    func history() throws(HistoryError) -> HistoryStore { try HistoryStore(path: scratch.url("h.sqlite").path) }

    /// Records until `isDone`, which is checked after each event, or until all bodies are recorded.
    func record(opening open: (() throws(HistoryError) -> HistoryStore)? = nil, isDone: (() -> Bool)? = nil) throws {
      var analysis = AnalysisOptions()
      analysis.withDigest = true
      let settings = SpoolRecorder.Settings(limit: 1 << 20, analysis: analysis, labels: ["build": "7"], project: nil)
      // An autoclosure of a throwing closure, as behind ??, ends the compiler of Swift 6.3.
      let own: () throws(HistoryError) -> HistoryStore = { [self] () throws(HistoryError) in try history() }
      var opening = own
      if let open { opening = open }
      let recorder = SpoolRecorder(spool, settings, Session(), nil, open: opening) { [self] event in
        switch event {
        case .report(let report): reports.append(report)
        case .unread(let error): unread.append(error)
        case .skipped(let file): skipped.append(file)
        case .waiting(let fault): waiting.append(fault)
        case .resumed: resumed += 1
        }
        if isDone?() == true { spool.stop() }
      }
      recorder.batchBytes = batchBytes
      recorder.firstPause = 0.02
      recorder.minAge = minAge
      recorder.endsProgram = endsProgram
      recorder.willRecord = { [self] paths throws(HistoryError) in
        if let error = reject(paths) { throw error }
        transactions.append(paths)
      }
      // Without events, it ends when the spool is empty.
      let watcher = Thread { [spool] in
        for _ in 0..<1_200 where spool.count > 0 { Thread.sleep(forTimeInterval: 0.05) }
        spool.stop()
      }
      watcher.start()
      try recorder.run()
    }

    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: spool.path.text)) ?? []).filter { $0 != "lock" }.sorted()
    }

    func count() throws -> Int {
      let store = try history()
      defer { store.close() }
      return try store.info()?.reports ?? 0
    }
  }

  private static func sample(_ number: Int) -> [UInt8] { Array(Sample.json(number).utf8) }

  @Test func bodiesAreRecordedOnceAndRemoved() throws {
    let run = try Run()
    for number in 0..<3 { try run.add(Self.sample(number), "app\(number)") }
    // The same bytes again are the same report.
    try run.add(Self.sample(1), "app1")
    try run.record()
    #expect(try run.count() == 3 && run.files.isEmpty)
    #expect(run.reports.count == 4 && run.reports.filter { $0.history?.wasRecordedBefore == true }.count == 1)
    #expect(run.reports.map { $0.labels["source"] } == ["app0", "app1", "app2", "app1"])
    #expect(run.reports.allSatisfy { $0.labels["build"] == "7" })
  }

  /// A kill between recording and removing leaves a file that is recorded again.
  @Test func aBodyThatIsReadTwiceIsOneReport() throws {
    var run: Run? = try Run()
    let scratch = try #require(run?.scratch)
    let id = try #require(try run?.add(Self.sample(1)))
    let file = scratch.url("spool/\(id.text).app.report")
    let body = try Data(contentsOf: file)
    try run?.record()
    #expect(run?.files.isEmpty == true)
    run = nil
    try body.write(to: file)
    let again = try Run(scratch)
    #expect(again.spool.count == 1)
    try again.record()
    #expect(try again.count() == 1 && again.files.isEmpty)
    #expect(again.reports.allSatisfy { $0.history?.wasRecordedBefore == true } && again.reports.count == 1)
  }

  /// What each resource takes, under the names of the spool, which show no format.
  @Test(arguments: [
    "ips/macos-app.ips", "apple-text/macos-26.crash", "metrickit/crash.json", "metrickit/diagnostic-report.json",
    "plcrash/signal.plcrash", "sentry-envelope/hang.envelope", "open-telemetry/logs.json",
  ])
  func everyFormatIsRecorded(_ name: String) throws {
    let run = try Run()
    try run.add(try Repository.bytes(of: "sample-logs/" + name))
    try run.record()
    #expect(!run.reports.isEmpty && run.files.isEmpty, "\(run.unread) \(run.skipped)")
    #expect(run.reports.allSatisfy { $0.history?.report != nil })
  }

  @Test func archivesAreRead() throws {
    let run = try Run()
    try run.add(try #require(Zlib.gzipped(Self.sample(1))))
    try run.add(try Repository.bytes(of: "sample-logs/archives/reports.zip"))
    try run.record()
    #expect(run.reports.count >= 2 && run.files.isEmpty, "\(run.unread) \(run.skipped)")
  }

  @Test func whatIsNotAReportIsDropped() throws {
    let run = try Run()
    try run.add(Array("hello\n".utf8))
    try run.add(Array("{\"sent_at\":\"2026-11-20T08:13:00Z\"}\n{\"type\":\"session\"}\n{}\n".utf8))
    try run.add(try #require(Zlib.gzipped(Array("hello\n".utf8))))
    try run.record()
    #expect(try run.count() == 0 && run.files.isEmpty && run.skipped.count == 3 && run.unread.isEmpty)
  }

  @Test func whatCannotBeReadIsSetAside() throws {
    let run = try Run()
    let packed = try #require(Zlib.gzipped(Self.sample(1)))
    var damaged = packed
    damaged[packed.count / 2] ^= 0xFF
    try run.add(damaged)
    try run.add(Self.sample(2))
    try run.record()
    #expect(run.unread.count == 1 && run.files == ["unread"])
    #expect(try run.count() >= 1)
    let store = try run.history()
    #expect(try !store.problems(limit: 10).isEmpty)
    store.close()
  }

  // MARK: Bodies that stop others

  /// The line of a body in the file `reading`.
  private static func line(_ id: SpoolID) -> String { "\(id.text).app.report\n" }

  /// A program that others kill often has not read a new body to its end.
  @Test func aNewBodyIsReadAgain() throws {
    let run = try Run()
    run.minAge = 60
    let body = try run.add(Self.sample(1))
    let line = String(repeating: Self.line(body), count: 2 * SpoolRecorder.maxAttempts)
    try Data(line.utf8).write(to: run.scratch.url("spool/reading"))
    try run.record()
    #expect(try run.count() == 1)
    #expect(run.unread.isEmpty && run.files.isEmpty)
  }

  @Test func aBodyThatEndsTheProgramIsSetAside() throws {
    for attempts in [1, SpoolRecorder.maxAttempts - 1, SpoolRecorder.maxAttempts, SpoolRecorder.maxAttempts + 1] {
      let run = try Run()
      let bad = try run.add(Self.sample(1))
      try run.add(Self.sample(2))
      let reading = run.scratch.url("spool/reading")
      try Data(String(repeating: Self.line(bad), count: attempts).utf8).write(to: reading)
      try run.record()
      let isSetAside = attempts >= SpoolRecorder.maxAttempts
      #expect(try run.count() == (isSetAside ? 1 : 2))
      #expect(run.files == (isSetAside ? ["unread"] : []), "\(attempts)")
      #expect(run.unread.count == (isSetAside ? 1 : 0) && run.spool.count == 0)
      if isSetAside {
        let names = try FileManager.default.contentsOfDirectory(atPath: run.scratch.url("spool/unread").path)
        #expect(names == ["\(bad.text).app.report"])
        #expect(
          try run.history().problems().contains { $0.message.contains("set aside unread") }, "the history names it")
      } else {
        // One that was named is not in a transaction with others.
        #expect(run.transactions.map(\.count) == [1, 1])
      }
    }
  }

  /// A body that another process can read did not end the program: others killed it.
  @Test func aBodyThatCanBeReadIsNotSetAside() throws {
    let run = try Run()
    let body = try run.add(Self.sample(1))
    try Data(String(repeating: Self.line(body), count: SpoolRecorder.maxAttempts).utf8).write(
      to: run.scratch.url("spool/reading"))
    var tried: [String] = []
    run.endsProgram = { path in
      tried.append(path.text)
      return false
    }
    try run.record()
    #expect(tried.count == 1 && tried.first?.hasSuffix("\(body.text).app.report") == true)
    #expect(try run.count() == 1)
    #expect(run.unread.isEmpty && run.files.isEmpty)
  }

  /// The file `reading` names each body while it is read, and none while it is recorded; after a normal end, it is gone.
  @Test func aBodyIsNamedWhileItIsRead() throws {
    let run = try Run()
    let ids = try (0..<2).map { try run.add(Self.sample($0)) }
    let reading = run.scratch.url("spool/reading")
    var texts: [String] = []
    try run.record(opening: { () throws(HistoryError) in
      texts.append((try? String(contentsOf: reading, encoding: .utf8)) ?? "")
      return try run.history()
    })
    #expect(texts == ["-\n" + ids.map { Self.line($0) + "-\n" }.joined()])
    #expect(run.files.isEmpty && run.transactions.map(\.count) == [2])
  }

  /// While the program waits for the history, no body is the reason for its end.
  @Test func waitingIsNoAttempt() throws {
    let run = try Run()
    try run.add(Self.sample(1))
    let path = run.scratch.url("h.sqlite").path
    run.reject = { _ in HistoryError(.busy, "is locked", path: path) }
    try run.record(isDone: { !run.waiting.isEmpty })
    #expect(run.waiting.count == 1 && run.spool.count == 1 && run.files.count == 1, "\(run.files)")
  }

  @Test func aBodyThatTheHistoryRejectsIsSetAside() throws {
    let run = try Run()
    let ids = try (0..<4).map { try run.add(Self.sample($0)) }
    let path = run.scratch.url("h.sqlite").path
    var rejections = 0
    run.reject = { paths in
      guard paths.contains(where: { $0.contains(ids[1].text) }) else { return nil }
      rejections += 1
      return HistoryError(.failed, "constraint failed", path: path)
    }
    try run.record()
    #expect(try run.count() == 3 && run.files == ["unread"] && run.unread.count == 1)
    // Three times together with others, then three times alone, and once when the history can be written.
    #expect(rejections == 7 && run.waiting.count == 2 && run.resumed == 2)
    let store = try run.history()
    #expect(try store.problems(limit: 10).map(\.path).allSatisfy { $0.hasSuffix("/unread/*.app.report") })
    #expect(try store.problems(limit: 10).count == 1)
    store.close()
  }

  /// A history that rejects everything is not a fault of a body.
  @Test func aHistoryThatRejectsEverythingIsWaitedFor() throws {
    let run = try Run()
    for number in 0..<2 { try run.add(Self.sample(number)) }
    let path = run.scratch.url("h.sqlite").path
    var attempts = 0
    try run.record(opening: { () throws(HistoryError) in
      attempts += 1
      if attempts < 12 { throw HistoryError(.failed, "disk I/O error", path: path) }
      return try run.history()
    })
    #expect(try run.count() == 2 && run.files.isEmpty && run.unread.isEmpty && run.waiting.count == 1)
  }

  @Test func otherFaultsOfTheHistoryAreWaitedFor() throws {
    for code in [HistoryError.Code.busy, .full, .readOnly, .cannotOpen] {
      let run = try Run()
      try run.add(Self.sample(1))
      let path = run.scratch.url("h.sqlite").path
      var attempts = 0
      run.reject = { _ in
        attempts += 1
        return attempts <= 5 ? HistoryError(code, "fault", path: path) : nil
      }
      try run.record()
      #expect(try run.count() == 1 && run.files.isEmpty && run.unread.isEmpty, "\(code)")
    }
  }

  /// A transaction is limited by the decoded size of its reports, also within one document.
  @Test func transactionsAreLimitedByDecodedBytes() throws {
    let report = try Repository.bytes(of: "sample-logs/apple-text/macos-26.crash")
    let document = Array([[UInt8]](repeating: report, count: 7).joined())
    for body in [document, try #require(Zlib.gzipped(document))] {
      let run = try Run()
      run.batchBytes = report.count * 3
      try run.add(body)
      try run.record()
      #expect(run.transactions.map(\.count) == [3, 3, 1] && run.files.isEmpty, "\(run.unread)")
    }
  }

  /// A fault of the system postpones a body, and is reported once.
  @Test func aBodyThatTheSystemCannotReadIsReadLater() throws {
    let run = try Run()
    let bad = try run.add(Self.sample(1))
    try run.add(Self.sample(2))
    let file = run.scratch.url("spool/\(bad.text).app.report")
    try FileManager.default.removeItem(at: file)
    // A link to itself can be opened by no user.
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: file.lastPathComponent)
    let recorded = DispatchSemaphore(value: 0)
    let repair = Thread {
      recorded.wait()
      Thread.sleep(forTimeInterval: 1.5)
      try? FileManager.default.removeItem(at: file)
      try? Data(Self.sample(1)).write(to: file)
    }
    repair.start()
    try run.record(isDone: {
      if run.unread.count == 1, run.reports.count == 1 { recorded.signal() }
      return false
    })
    #expect(try run.count() == 2 && run.files.isEmpty && run.unread.count == 1 && run.spool.count == 0)
  }

  /// A body that was acknowledged is not deleted because it cannot be moved.
  @Test func aBodyThatCannotBeMovedStays() throws {
    let run = try Run()
    let packed = try #require(Zlib.gzipped(Self.sample(1)))
    var damaged = packed
    damaged[packed.count / 2] ^= 0xFF
    let id = try run.add(damaged)
    try Data("x".utf8).write(to: run.scratch.url("spool/unread"))
    try run.record(isDone: { run.unread.count == 2 })
    #expect(run.unread.count == 2 && run.unread.contains { $0.message.contains("cannot be moved") })
    #expect(run.files == ["\(id.text).app.report", "unread"] && run.spool.count == 1)
  }

  /// The notes of the history are those of tokens, however many bodies cannot be read.
  @Test func unreadBodiesAreOneNoteOfTheirToken() throws {
    let run = try Run()
    for number in 0..<6 {
      var damaged = try #require(Zlib.gzipped(Self.sample(number)))
      damaged[damaged.count / 2] ^= 0xFF
      try run.add(damaged, number < 4 ? "app" : "other")
    }
    try run.record()
    #expect(run.unread.count == 6)
    let store = try run.history()
    #expect(try store.problems(limit: 0).count == 2)
    store.close()
  }

  /// A history that another program replaced ends the command, and bodies stay.
  @Test func aReplacedHistoryEndsTheRun() throws {
    let run = try Run()
    try run.add(Self.sample(1))
    let path = run.scratch.url("h.sqlite").path
    #expect(throws: HistoryError.self) {
      try run.record(opening: { () throws(HistoryError) in
        throw HistoryError(.replaced, "was replaced", path: path)
      })
    }
    #expect(run.files.count == 1 && run.spool.count == 1)
  }

  /// While the history cannot be written, bodies wait; then they are recorded.
  @Test func bodiesWaitForTheHistory() throws {
    let run = try Run()
    for number in 0..<3 { try run.add(Self.sample(number)) }
    let path = run.scratch.url("h.sqlite").path
    var attempts = 0
    try run.record(opening: { () throws(HistoryError) in
      attempts += 1
      if attempts == 1 { throw HistoryError(.full, "the disk is full", path: path) }
      return try run.history()
    })
    #expect(attempts == 2 && run.waiting.count == 1 && run.resumed == 1 && run.reports.count == 3)
    #expect(try run.count() == 3 && run.files.isEmpty)
  }
}
