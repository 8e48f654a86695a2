import Foundation
import TestSupport
import Testing

/// Issues that are changed from the pages of `serve`: the same checks and the same history as with the commands.
@Suite struct PageChangeTests {
  private let scratch: Scratch
  private let key: String

  init() throws {
    scratch = try Scratch()
    try scratch.write(Sample.json(1), "1.ips")
    try scratch.write(Sample.json(2), "2.ips")
    #expect(try Tool.run(["ingest", "--database", "h.sqlite", "1.ips", "2.ips"], in: scratch.folder).status == 0)
    let list = try Tool.run(["history", "--database", "h.sqlite", "-f", "json"], in: scratch.folder)
    let first = try #require(list.out.components(separatedBy: "\"id\": \"").dropFirst().first)
    key = String(first.prefix(12))
  }

  private func state() throws -> String {
    let answer = try Tool.run(
      ["history", "--database", "h.sqlite", "-f", "json", "--state", "all"], in: scratch.folder)
    return answer.out
  }

  /// A server that runs.
  private final class Running {
    let process: Process
    private let out: Tool.Capture

    init(_ arguments: [String], _ scratch: Scratch) throws {
      process = try Tool.prepare(arguments, in: scratch.folder)
      out = try Tool.Capture(scratch.folder, "out")
      process.standardOutput = out.handle
      try process.run()
    }

    var output: String { out.text() }

    /// Machines under load get more time.
    func wait(until isReached: () -> Bool) -> Bool {
      for _ in 0..<600 {
        if isReached() { return true }
        Thread.sleep(forTimeInterval: 0.05)
      }
      return false
    }

    func end() -> Int32 {
      if process.isRunning { process.terminate() }
      process.waitUntilExit()
      return process.terminationStatus
    }

    deinit { if process.isRunning { process.terminate() } }
  }

  /// Starts the server, and returns a function that requests a page with curl.
  private func served(_ options: [String] = []) throws -> (Running, ([String], String) throws -> String) {
    let running = try Running(["serve", "--port", "0", "--database", "h.sqlite"] + options, scratch)
    #expect(running.wait { running.output.contains("http://") })
    let url = try #require(URLComponents(string: running.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    let root = "http://127.0.0.1:\(try #require(url.port))"
    let cookies = scratch.url("cookies").path
    func curl(_ arguments: [String], _ path: String) throws -> String {
      let curl = Process()
      curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      curl.arguments = ["-s", "-b", cookies, "-c", cookies, "-H", "Origin: \(root)"] + arguments + [root + path]
      let pipe = Pipe()
      curl.standardOutput = pipe
      try curl.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      curl.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
    _ = try curl([], "/?" + (url.query ?? ""))
    return (running, curl)
  }

  /// The fields of a form of the issue's page.
  private func form(_ action: String, _ curl: ([String], String) throws -> String) throws -> [String] {
    let page = try curl([], "/issues/\(key).html")
    let form = try #require(page.components(separatedBy: "<form").first { $0.contains("value=\"\(action)\"") })
    func value(_ name: String) throws -> String {
      let start = try #require(form.range(of: "name=\"\(name)\" value=\""))
      return String(form[start.upperBound...].prefix { $0 != "\"" })
    }
    return [
      "--data-urlencode", "action=\(action)", "--data-urlencode", "seen=\(try value("seen"))", "--data-urlencode",
      "token=\(try value("token"))",
    ]
  }

  private func change(
    _ action: String, _ fields: [String], _ curl: ([String], String) throws -> String
  ) throws -> String {
    let more = fields.flatMap { ["--data-urlencode", $0] }
    return try curl(try form(action, curl) + more + ["-w", "\n%{http_code}"], "/issues/\(key).html")
  }

  @Test func changesAreThoseOfTheCommands() throws {
    let (running, curl) = try served()
    let before = try state()
    #expect(before.contains("\"state\": \"open\""))
    let unknown = try change("resolve", ["build=9999"], curl)
    #expect(unknown.hasSuffix("\n409") && unknown.contains("Build 9999 of this app is unknown."), "\(unknown)")
    let later = try change("resolve", ["build=412"], curl)
    #expect(later.hasSuffix("\n409") && later.contains("is not fixed in 412"), "\(later)")
    #expect(try state() == before)
    let command = try Tool.run(
      ["history", "resolve", key, "--in", "9999", "--database", "h.sqlite"], in: scratch.folder)
    #expect(command.status == 64 && command.err.contains("build 9999 of this app is unknown"))

    #expect(try change("resolve", ["build=9999", "force=1", "note=guarded"], curl).hasSuffix("\n303"))
    #expect(try state().contains("\"resolvedIn\": \"9999\""))
    #expect(try curl([], "/issues/\(key).html").contains("Resolved in 9999"))
    #expect(try change("reopen", [], curl).hasSuffix("\n303"))
    #expect(try change("ignore", ["until=2099-01-31"], curl).hasSuffix("\n303"))
    #expect(try state().contains("\"state\": \"ignored\""))
    // Three changes are undone, one after the other, and the command continues.
    #expect(try change("undo", [], curl).hasSuffix("\n303"))
    #expect(try change("undo", [], curl).hasSuffix("\n303"))
    #expect(try state().contains("\"resolvedIn\": \"9999\""))
    let undo = try Tool.run(["history", "undo", key, "--database", "h.sqlite"], in: scratch.folder)
    #expect(undo.status == 0 && undo.out.contains("undone, now open"), "\(undo.out)\(undo.err)")
    #expect(try state() == before)
    let nothing = try Tool.run(["history", "undo", key, "--database", "h.sqlite"], in: scratch.folder)
    #expect(nothing.status == 64 && nothing.err.contains("no change that can be undone"))
    #expect(running.end() == 0)
  }

  /// A page that is older than the last change changes nothing.
  @Test func anOutdatedPageChangesNothing() throws {
    let (running, curl) = try served()
    let old = try form("note", curl)
    #expect(
      try Tool.run(["history", "note", key, "from the command", "--database", "h.sqlite"], in: scratch.folder).status
        == 0)
    let before = try state()
    let answer = try curl(
      old + ["--data-urlencode", "note=late", "-w", "\n%{http_code}"], "/issues/\(key).html")
    #expect(answer.hasSuffix("\n409"), "\(answer)")
    #expect(try state() == before)
    #expect(running.end() == 0)
  }

  @Test func readOnlyPagesChangeNothing() throws {
    let (editable, curl) = try served()
    let form = try form("resolve", curl)
    #expect(editable.end() == 0)
    let (running, other) = try served(["--read-only"])
    #expect(try !other([], "/issues/\(key).html").contains("<form"))
    let before = try state()
    // The token is that of another run.
    #expect(try other(form + ["-w", "\n%{http_code}"], "/issues/\(key).html").hasSuffix("\n403"))
    #expect(try state() == before)
    #expect(running.end() == 0)
  }
}
