import Foundation
import TestSupport
import Testing

/// Forms of one report, made by this program and by others, are counted once; reports that share only a constant incident
/// id are not.
@Suite struct IncidentFormTests {
  private func issues(_ scratch: Scratch) throws -> [Int] {
    let list = try Tool.run(["history", "list", "--limit", "0", "--format", "json"], in: scratch.folder)
    guard case .array(let issues)? = try JSONValue(parsing: list.out)["issues"] else { return [] }
    return issues.compactMap { if case .integer(let count)? = $0["count"] { Int(count) } else { nil } }
  }

  /// Samples of the repository that are forms of one report.
  private static let samples: [[String]] = [
    [
      "ips/macos-app.ips", "apple-text-translated/macos-app-both-halves.txt", "ips/headerless-body.ips",
      "ips/cut-off.ips",
    ],
    ["apple-text/macos-26.crash", "apple-text-translated/macos-26-both-halves.txt"],
    [
      "designables/nib-self-class-recursion/agent-recursion.ips",
      "designables/nib-self-class-recursion/agent-recursion-translated.txt",
    ],
    [
      "designables/agent-font-cfrelease/agent-font-cfrelease.ips",
      "designables/agent-font-cfrelease/agent-font-cfrelease-translated.txt",
    ],
    [
      "designables/ib-overlays-mainbundle-nib/agent-nib-not-found.ips",
      "designables/ib-overlays-mainbundle-nib/agent-nib-not-found-translated.txt",
    ],
  ]

  @Test(arguments: samples) func formsOfOneSampleAreOneReport(_ names: [String]) throws {
    let scratch = try Scratch()
    let manager = FileManager.default
    try manager.createDirectory(at: scratch.url("in"), withIntermediateDirectories: true)
    for (index, name) in names.enumerated() {
      let url = Repository.url("sample-logs/" + name)
      try manager.copyItem(at: url, to: scratch.url("in/\(index)-\(url.lastPathComponent)"))
    }
    let first = "in/0-" + (names[0].split(separator: "/").last ?? "")
    for (target, arguments) in [
      ("in/a.crash", ["symbolicate", "--to", "crash"]), ("in/b.ips", ["symbolicate", "--to", "ips"]),
      ("in/c.txt", ["scrub"]),
    ] { _ = try Tool.run(arguments + [first, "-o", target], in: scratch.folder) }
    // The beginning of the text, as someone copies it from Console.
    if let text = try? String(contentsOf: scratch.url("in/a.crash"), encoding: .utf8),
      let end = text.range(of: "\n\nThread 1") ?? text.range(of: "\n\nBinary Images")
    {
      try scratch.write(String(text[..<end.lowerBound]), "in/d.txt")
    }
    let count = try manager.contentsOfDirectory(atPath: scratch.url("in").path).count
    #expect(count >= names.count + 4)
    let answer = try Tool.run(["ingest", "in"], in: scratch.folder)
    #expect(try issues(scratch) == [1], "\(names) \(count) \(answer)")
  }

  @Test(arguments: ["DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF", "12345678-1234-1234-1234-123456789ABC"])
  func aConstantIDJoinsNoFailures(_ id: String) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.url("in"), withIntermediateDirectories: true)
    for number in 0..<9 {
      let text = Sample.json(number % 3).replacing("4D595250-0000-4000-8000-00000000000\(number % 3)", with: id)
        .replacing("\"pid\" : 501", with: "\"pid\" : \(600 + number)")
        .replacing("2026-08-01 09:12", with: "2026-08-0\(1 + number % 3) 09:1\(number % 9)")
      try scratch.write(text, "in/\(number).ips")
    }
    _ = try Tool.run(["ingest", "in"], in: scratch.folder)
    #expect(try issues(scratch) == [3, 3, 3])
    // An id that several reports have leads to all of them.
    let found = try Tool.run(["history", "show", id], in: scratch.folder)
    #expect(found.status != 0 && found.err.contains("9"), "\(found)")
    // A line of a log is not taken for a report of another process.
    let run = try Tool.run(
      ["run", "--no-database", "--watch", "out", "--wait", "0s", "--", "sh", "-c", "mkdir out; cp in/[01].ips out"],
      in: scratch.folder)
    #expect(run.err.contains("drawCard0") && run.err.contains("drawCard1"), "\(run)")
    try scratch.write(try Tool.run(["database", "export"], in: scratch.folder).out, "copy.jsonl")
    _ = try Tool.run(["database", "import", "--database", "other.sqlite", "copy.jsonl"], in: scratch.folder)
    let list = try Tool.run(
      ["history", "list", "--database", "other.sqlite", "--format", "json"], in: scratch.folder)
    #expect(list.out.matches(of: /"count": 3,/).count == 3, "\(list)")
  }
}
