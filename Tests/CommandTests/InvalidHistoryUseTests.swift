import Foundation
import History
import TestSupport
import Testing

/// What history commands say about input that cannot be answered: one sentence with the remedy, and the documented status. No
/// answer is taken for the absence of failures.
@Suite struct InvalidHistoryUseTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let other = Sample.json(2).replacing("MyApp", with: "Courier").replacing("\"412\"", with: "\"2030\"")
      .replacing("drawCard2", with: "sendMail")
    try scratch.write(Sample.json(1), "1.ips")
    try scratch.write(other, "2.ips")
    #expect(try Tool.run(["ingest", "--database", "h.sqlite", "1.ips", "2.ips"], in: scratch.folder).status == 0)
  }

  /// The commands that take filters and a history.
  private static let filtered: [[String]] = [
    ["history"], ["history", "list", "--reports"], ["history", "list", "--by", "os"],
    ["history", "list", "--by", "day"],
    ["history", "search", "card"], ["trends"], ["trends", "--by", "os"], ["trends", "--by", "day"],
    ["trends", "--unrecognized"], ["trends", "--fail-on", "new"], ["summary"], ["compare", "412", "2030"],
    ["database", "export"], ["report", "--html", "site"], ["serve", "--port", "0"],
  ]

  private func run(_ command: [String], _ options: [String], _ history: String = "h.sqlite") throws -> Tool.Answer {
    try Tool.run(command + options + ["--database", history], in: scratch.folder)
  }

  /// One line with the fault and one with the remedy, nothing on standard output.
  private func expectFault(_ answer: Tool.Answer, _ status: Int32, _ what: String) {
    let lines = answer.err.split(separator: "\n")
    #expect(answer.status == status, "\(what): \(answer.status) \(answer.out)\(answer.err)")
    #expect(answer.out.isEmpty, "\(what)")
    #expect(lines.first?.hasPrefix("diagnose: ") == true, "\(what): \(answer.err)")
    #expect((lines.first?.contains(". ") ?? false) || lines.count >= 2, "\(what) has no remedy: \(answer.err)")
  }

  @Test(arguments: [
    ["--app", "nosuch"], ["--build", "9999"], ["--os", "99"], ["--device", "Watch9,9"],
    ["--pattern", "no-such-failure"],
    ["--queue", "com.example.none"], ["--label", "machine=none"], ["--app", "!nosuch"],
    // A build of another app.
    ["--app", "Courier", "--build", "412"],
    // Contradictions.
    ["--app", "Courier", "--app", "!courier"], ["--os", "14.4", "--os", "!14.4"],
    ["--build", "412", "--build", "!412"],
    // Not values.
    ["--app", ""], ["--label", "machine"],
  ]) func anUnusableFilterIsAFault(_ options: [String]) throws {
    for command in Self.filtered {
      expectFault(try run(command, options), 64, "\(command) \(options)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url("site").path))
  }

  @Test func aPeriodInTheFutureIsAFault() throws {
    for command in [
      ["history"], ["history", "list", "--reports"], ["history", "list", "--by", "os"], ["history", "search", "card"],
      ["summary"],
    ] {
      expectFault(try run(command, ["--since", "2099-01-01"]), 64, "\(command)")
    }
    for command in [["history"], ["history", "search", "card"]] {
      expectFault(
        try run(command, ["--since", "2026-02-01", "--until", "2026-01-01"]), 64, "\(command) in the other order")
    }
    expectFault(try run(["compare", "2099-01-01", "2099-01-02", "--by", "day"], []), 64, "compare")
    let list = try run(["history", "--format", "json"], [])
    let id = String(try #require(list.out.components(separatedBy: "\"id\": \"").dropFirst().first).prefix(12))
    expectFault(try run(["history", "ignore", id, "--until", "2001-01-01"], []), 64, "ignore until the past")
    #expect(try run(["history", "--format", "json"], []).out == list.out)
  }

  @Test(arguments: [
    ["compare", "412", "2030"], ["compare", "412", "412"], ["compare", "412", "9999"],
    ["compare", "MacOS", "nosuch", "--by", "os"],
  ]) func sidesThatCannotBeCompared(_ command: [String]) throws {
    expectFault(try run(command, []), 64, "\(command)")
  }

  /// An empty history has no failures that could be missing: lists say so, and gates succeed.
  @Test func anEmptyHistoryIsStated() throws {
    for command in [
      ["history"], ["history", "list", "--reports"], ["history", "list", "--by", "os"],
      ["history", "list", "--by", "day"],
      ["history", "list", "--by", "machine"], ["history", "search", "card"], ["trends"], ["trends", "--by", "build"],
      ["summary"],
    ] {
      for history in ["none.sqlite", "empty.sqlite"] {
        if history == "empty.sqlite" { try Data().write(to: scratch.url(history)) }
        let answer = try run(command, [], history)
        #expect(answer.status == 0, "\(command): \(answer.err)")
        #expect(answer.out == "The history is empty. To record reports: diagnose ingest FOLDER\n", "\(command)")
      }
    }
    expectFault(try run(["compare", "1", "2"], [], "none.sqlite"), 64, "compare")
    for command in [["history", "show", "3f2a"], ["history", "undo", "3f2a"], ["history", "resolve", "3f2a"]] {
      expectFault(try run(command, [], "none.sqlite"), 2, "\(command)")
    }
  }
}
