import Foundation
import Platform
import Testing

/// The command `diagnose watch` with a temporary folder.
@Suite struct WatchTests {
  /// A running watcher.
  private final class Running {
    let scratch: Scratch
    let folder: URL
    private let process: Process
    private let out: Tool.Capture
    private let err: Tool.Capture

    init(_ options: [String] = [], startedBy starter: [String] = []) throws {
      scratch = try Scratch()
      folder = scratch.url("reports")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      process = try Tool.prepare(
        ["watch", "--database", "h.sqlite", "--format", "jsonl", "--settle", "400ms"] + options + ["reports"],
        in: scratch.folder, startedBy: starter)
      out = try Tool.Capture(scratch.folder, "out")
      process.standardOutput = out.handle
      err = try Tool.Capture(scratch.folder, "err")
      process.standardError = err.handle
      try process.run()
    }

    /// The kinds of the events so far.
    var events: [String] {
      out.text().split(separator: "\n").compactMap { line in
        let document = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return document?["event"] as? String
      }
    }

    /// The messages on standard error so far.
    var complaints: String { err.text() }

    /// Waits until `count` events of a kind have arrived; machines under load get more time.
    func wait(for kind: String, count: Int = 1) -> Bool {
      wait { events.count(where: { $0 == kind }) >= count }
    }

    func wait(until isReached: () -> Bool) -> Bool {
      for _ in 0..<300 {
        if isReached() { return true }
        Thread.sleep(forTimeInterval: 0.05)
      }
      return false
    }

    func end(_ signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationStatus
    }

    func stored() throws -> Int {
      let answer = try Tool.run(
        ["history", "list", "--database", "h.sqlite", "--reports", "--limit", "0", "--format", "json"],
        in: scratch.folder)
      let document = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any]
      return (document?["reports"] as? [Any])?.count ?? -1
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  @Test func tellsOfEachNewReportOnce() throws {
    let running = try Running()
    #expect(running.wait(for: "started"))
    try Data(Sample.json(1).utf8).write(to: running.folder.appendingPathComponent("a.ips"))
    #expect(running.wait(for: "report"))
    // Another name for the same bytes, and a link to a file outside the folder.
    try Data(Sample.json(1).utf8).write(to: running.folder.appendingPathComponent("copy.ips"))
    try FileManager.default.createSymbolicLink(
      atPath: running.folder.appendingPathComponent("link.ips").path, withDestinationPath: "/dev/zero")
    try Data(Sample.json(2).utf8).write(to: running.folder.appendingPathComponent("b.ips"))
    #expect(running.wait(for: "report", count: 2))
    #expect(running.end(SIGTERM) == 0)
    #expect(running.events == ["started", "report", "report", "stopped"])
    #expect(try running.stored() == 2)
  }

  @Test func aFileInTwoHalvesIsOneReport() throws {
    let running = try Running()
    #expect(running.wait(for: "started"))
    let bytes = Data(Sample.json(3).utf8)
    let file = running.folder.appendingPathComponent("slow.ips")
    try bytes.prefix(bytes.count / 2).write(to: file)
    Thread.sleep(forTimeInterval: 1)
    #expect(running.events == ["started"], "an incomplete file is not a report")
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes.dropFirst(bytes.count / 2))
    try handle.close()
    #expect(running.wait(for: "report"))
    #expect(running.end(SIGINT) == 130)
    #expect(try running.stored() == 1)
  }

  /// Text has no end mark; only time shows that a report is complete.
  @Test func textIsReadWhenItHasSettled() throws {
    let running = try Running()
    #expect(running.wait(for: "started"))
    let bytes = Data(Sample.text(process: "MyApp").utf8)
    let file = running.folder.appendingPathComponent("slow.crash")
    try bytes.prefix(bytes.count / 2).write(to: file)
    Thread.sleep(forTimeInterval: 0.1)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes.dropFirst(bytes.count / 2))
    try handle.close()
    #expect(running.wait(for: "report"))
    #expect(running.end(SIGTERM) == 0)
    #expect(try running.stored() == 1)
  }

  @Test func whatCameWhileNobodyWatchedIsReadAtStart() throws {
    let scratch = try Scratch()
    let retired = scratch.url("reports/Retired")
    try FileManager.default.createDirectory(at: retired, withIntermediateDirectories: true)
    try Data(Sample.json(4).utf8).write(to: scratch.url("reports/a.ips"))
    try Data(Sample.json(5).utf8).write(to: retired.appendingPathComponent("b.ips"))
    let arguments = ["watch", "--once", "--database", "h.sqlite", "reports"]
    let first = try Tool.run(arguments, in: scratch.folder)
    #expect(first.status == 0)
    #expect(first.out.contains("2 reports, "), "\(first.out)")
    let second = try Tool.run(arguments, in: scratch.folder)
    #expect(second.out.contains("0 reports, "), "\(second.out)")
  }

  @Test func aFolderThatIsMadeAgainIsFollowedAgain() throws {
    let running = try Running(["--rescan", "500ms"])
    #expect(running.wait(for: "started"))
    try Data(Sample.json(1).utf8).write(to: running.folder.appendingPathComponent("a.ips"))
    #expect(running.wait(for: "report"))
    try FileManager.default.removeItem(at: running.folder)
    #expect(running.wait { running.complaints.contains("reports: folder not found") })
    try FileManager.default.createDirectory(at: running.folder, withIntermediateDirectories: false)
    try Data(Sample.json(2).utf8).write(to: running.folder.appendingPathComponent("b.ips"))
    #expect(running.wait(for: "report", count: 2))
    #expect(running.end(SIGTERM) == 0)
    #expect(try running.stored() == 2)
  }

  /// Bundles are read without an option, except test results.
  @Test func bundlesAreFollowedWithAllTheirFolders() throws {
    let running = try Running(["--rescan", "300ms"])
    #expect(running.wait(for: "started"))
    func write(_ text: String, _ path: String) throws {
      let file = running.folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try write(Sample.json(1), "a.xccrashpoint/Filters/Filter_1/Logs/1.crash")
    try write(Sample.json(2), "a.xccrashpoint/Filters/Filter_1/filter.json")
    try write(Sample.json(3), "sysdiagnose_1/crashes_and_spins/3.ips")
    try write(Sample.json(4), "sysdiagnose_1/logs/4.txt")
    try write(Sample.json(5), "MyApp.app/5.ips")
    try write(Sample.json(6), "t.xcresult/Data/data.6")
    #expect(running.wait(for: "report", count: 2))
    #expect(running.wait { running.complaints.contains("t.xcresult: test results are not watched\n") })
    Thread.sleep(forTimeInterval: 1)
    #expect(running.end(SIGTERM) == 0)
    #expect(try running.stored() == 2)
    #expect(running.complaints.components(separatedBy: "not watched").count == 2)
  }

  /// Folders that are created later are watched too; their files are found by events, long before the next rescan.
  @Test func foldersBelowAreFollowed() throws {
    let running = try Running([])
    #expect(running.wait(for: "started"))
    let below = running.folder.appendingPathComponent("mac-1/today")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    try Data(Sample.json(1).utf8).write(to: below.appendingPathComponent("a.ips"))
    #expect(running.wait(for: "report"))
    try Data(Sample.json(2).utf8).write(to: below.appendingPathComponent("b.ips"))
    #expect(running.wait(for: "report", count: 2))
    #expect(running.end(SIGTERM) == 0)
    #expect(try running.stored() == 2)
  }

  /// The system deletes old reports: the part that was read of an incomplete report is recorded.
  @Test func aPartIsKeptWhenItsFileGoes() throws {
    let running = try Running(["--rescan", "500ms"])
    #expect(running.wait(for: "started"))
    let bytes = Data(Sample.json(3).utf8)
    let lost = running.folder.appendingPathComponent("lost.ips")
    let renamed = running.folder.appendingPathComponent("half.ips")
    try bytes.prefix(bytes.count * 9 / 10).write(to: lost)
    let other = Data(Sample.json(4).utf8)
    try other.prefix(other.count * 9 / 10).write(to: renamed)
    Thread.sleep(forTimeInterval: 1)
    try FileManager.default.removeItem(at: lost)
    // This report arrives complete under another name, so its part is not recorded.
    try FileManager.default.removeItem(at: renamed)
    try other.write(to: running.folder.appendingPathComponent("whole.ips"))
    #expect(running.wait(for: "report", count: 2))
    Thread.sleep(forTimeInterval: 1)
    #expect(running.end(SIGTERM) == 0)
    #expect(try running.stored() == 2)
    let answer = try Tool.run(
      ["history", "list", "--database", "h.sqlite", "--reports", "--limit", "0", "--format", "json"],
      in: running.scratch.folder)
    #expect(answer.out.contains("lost.ips"))
    #expect(!answer.out.contains("half.ips"))
  }

  /// A change of permissions changes neither the time nor the size of a file.
  @Test(.enabled(if: Tool.bound != nil, "root may read everything"))
  func whatIsClosedIsToldOnceAndReadWhenItOpens() throws {
    let running = try Running(["--rescan", "200ms"], startedBy: try #require(Tool.bound))
    #expect(running.wait(for: "started"))
    let retired = running.folder.appendingPathComponent("Retired")
    try FileManager.default.createDirectory(at: retired, withIntermediateDirectories: false)
    // The folder is writable, but cannot be listed.
    #expect(chmod(retired.path, 0o300) == 0)
    #expect(running.wait(for: "unreadable"))
    let file = retired.appendingPathComponent("2.ips")
    try running.scratch.write(Sample.json(2), "2.ips")
    #expect(chmod(running.scratch.url("2.ips").path, 0) == 0)
    try FileManager.default.moveItem(at: running.scratch.url("2.ips"), to: file)
    #expect(chmod(retired.path, 0o700) == 0)
    #expect(running.wait(for: "unreadable", count: 2))
    Thread.sleep(forTimeInterval: 1)
    #expect(running.events.count { $0 == "unreadable" } == 2)
    #expect(chmod(file.path, 0o600) == 0)
    #expect(running.wait(for: "report"))
    #expect(running.end(SIGTERM) == 0)
    #expect(try running.stored() == 1)
  }

  /// The document is passed on standard input and ids in the environment, without a shell.
  @Test func aProgramIsGivenEachNewReport() throws {
    let scratch = try Scratch()
    let program = scratch.url("told")
    let script = """
      #!/bin/sh
      echo "$DIAGNOSE_STATUS $1 $2" >> calls
      cat >> documents
      """
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let reports = scratch.url("reports")
    try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: false)
    for number in 1...3 {
      try Data(Sample.json(number).utf8).write(to: reports.appendingPathComponent("\(number).ips"))
    }
    let answer = try Tool.run(
      ["watch", "--once", "--database", "h.sqlite", "--exec", "\(program.path) $(id) ;x", "reports"], in: scratch.folder
    )
    #expect(answer.status == 0)
    let calls = try String(contentsOf: scratch.url("calls"), encoding: .utf8).split(separator: "\n")
    #expect(calls.count == 3)
    #expect(calls.allSatisfy { $0.hasSuffix(" $(id) ;x") })
    let documents = try String(contentsOf: scratch.url("documents"), encoding: .utf8).split(separator: "\n")
    #expect(documents.count == 3)
    for document in documents {
      let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
      #expect((object?["reports"] as? [Any])?.count == 1)
    }
    // Recorded reports are not reported again.
    _ = try Tool.run(
      ["watch", "--once", "--database", "h.sqlite", "--exec", program.path, "reports"], in: scratch.folder)
    #expect(try String(contentsOf: scratch.url("calls"), encoding: .utf8).split(separator: "\n").count == 3)
  }

  @Test func aProgramThatFailsIsTold() throws {
    let scratch = try Scratch()
    let reports = scratch.url("reports")
    try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: false)
    try Data(Sample.json(1).utf8).write(to: reports.appendingPathComponent("1.ips"))
    let missing = try Tool.run(
      ["watch", "--once", "--database", "h.sqlite", "--exec", "/no/such/program", "reports"], in: scratch.folder)
    #expect(missing.status == 0)
    #expect(missing.err.contains("/no/such/program: cannot be run"), "\(missing.err)")
    try FileManager.default.removeItem(at: scratch.url("h.sqlite"))
    let failed = try Tool.run(
      ["watch", "--once", "--database", "h.sqlite", "--exec", "false", "reports"], in: scratch.folder)
    #expect(failed.err.contains("false: exited with status 1"), "\(failed.err)")
  }

  @Test(.enabled(if: UserFolders.crashReports == nil)) func aFolderMustBeNamedWhereThereIsNoUsualOne() throws {
    let scratch = try Scratch()
    #expect(try Tool.run(["watch", "--database", "h.sqlite"], in: scratch.folder).status == 64)
    #expect(try Tool.run(["watch", "--database", "h.sqlite", "missing"], in: scratch.folder).status == 2)
  }
}
