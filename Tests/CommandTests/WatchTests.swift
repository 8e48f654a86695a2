import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The watcher, over a folder of its own.
@Suite struct WatchTests {
  /// A watcher that runs.
  private final class Running {
    let scratch: Scratch
    let folder: URL
    private let process: Process
    private let out: Tool.Capture

    init(_ options: [String] = []) throws {
      scratch = try Scratch()
      folder = scratch.url("reports")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      process = try Tool.prepare(
        ["watch", "--database", "h.sqlite", "--format", "jsonl", "--settle", "400ms"] + options + ["reports"],
        in: scratch.folder)
      out = try Tool.Capture(scratch.folder, "out")
      process.standardOutput = out.handle
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// Kinds of the events so far.
    var events: [String] {
      out.text().split(separator: "\n").compactMap { line in
        let document = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return document?["event"] as? String
      }
    }

    /// Waits until so many events of a kind have come; a machine under load is given time.
    func wait(for kind: String, count: Int = 1) -> Bool {
      for _ in 0..<300 {
        if events.count(where: { $0 == kind }) >= count { return true }
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
    // Another name for the same bytes, and a link that leads out of the folder.
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
    #expect(running.events == ["started"], "a half is not a report")
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes.dropFirst(bytes.count / 2))
    try handle.close()
    #expect(running.wait(for: "report"))
    #expect(running.end(SIGINT) == 130)
    #expect(try running.stored() == 1)
  }

  /// Text does not say that it goes on: only time tells that a report is whole.
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

  @Test func aFolderMustBeNamedWhereThereIsNoUsualOne() throws {
    #if !canImport(Darwin)
      let scratch = try Scratch()
      #expect(try Tool.run(["watch", "--database", "h.sqlite"], in: scratch.folder).status == 64)
      #expect(try Tool.run(["watch", "--database", "h.sqlite", "missing"], in: scratch.folder).status == 2)
    #endif
  }
}
