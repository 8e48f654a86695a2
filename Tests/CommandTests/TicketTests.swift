import Foundation
import TestSupport
import Testing

/// `history show` as Markdown and JSON, and the IDs that commands of the history accept.
@Suite struct TicketTests {
  /// Returns a report of the failure in `drawCard0` with a third frame in a library of the system.
  private static func report(
    _ number: Int, day: Int, build: String = "412", names: Bool = true, home: String = "~"
  ) -> String {
    let start = names ? "\"symbol\":\"start\",\"symbolLocation\":3," : ""
    let library = """
      "name":"MyApp"},{"source":"P","arch":"arm64","base":8589934592,"size":65536,\
      "uuid":"8d5a7ac1-7c1b-3f0c-9c21-000000000002","path":"/usr/lib/system/libdyld.dylib","name":"libdyld.dylib"}]
      """
    return Sample.json()
      .replacing("000000000000\"", with: String(format: "%012X", 4096 + number) + "\"")
      .replacing("2026-08-01", with: "2026-08-0\(day)")
      .replacing("\"412\"", with: "\"\(build)\"")
      .replacing(
        "\"imageIndex\":0}]}]", with: "\"imageIndex\":0},{\"imageOffset\":100,\(start)\"imageIndex\":1}]}]"
      )
      .replacing("\"name\":\"MyApp\"}]", with: library)
      .replacing("/Applications/MyApp.app", with: home == "~" ? "/Applications/MyApp.app" : home + "/MyApp.app")
  }

  /// Records reports, one file for each, and returns the short ID of their issue.
  private func record(_ reports: [String], in scratch: Scratch) throws -> String {
    for (number, report) in reports.enumerated() { try scratch.write(report, "\(number).ips") }
    let answer = try Tool.run(["ingest"] + reports.indices.map { "\($0).ips" }, in: scratch.folder)
    #expect(answer.status == 0)
    let list = try Tool.run(["history", "list", "--format", "json"], in: scratch.folder)
    let issues = try #require(try JSONValue(parsing: list.out)["issues"]?.elements)
    #expect(issues.count == 1)
    return try #require(issues.first?["shortID"]?.string)
  }

  @Test func aTicketHasWhatItsReaderNeeds() throws {
    let scratch = try Scratch()
    let issue = try record(
      (0..<12).map { Self.report($0, day: $0 < 9 ? 1 : 2, build: $0 < 9 ? "412" : "413") }, in: scratch)
    _ = try Tool.run(["history", "note", issue, "only on *old* phones", "--by", "ana"], in: scratch.folder)
    let ticket = try Tool.run(["history", "show", issue, "--format", "markdown"], in: scratch.folder)
    #expect(ticket.status == 0)
    let lines = Set(ticket.out.split(separator: "\n").map(String.init))
    for line in [
      "- Issue: `\(issue)`, open", "- Where: `drawCard0`", "- First: 2026-08-01 09:12 UTC, build 412",
      "- Last: 2026-08-02 09:12 UTC, build 413", "- Note: only on \\*old\\* phones", "#### What to do", "#### Stack",
      "#### What the reports have in common", "| Build | Reports | Share | Of all reports |",
      "| 2.4 (412) | 9 | 75 % | 75 % |", "| Mac14,2 | 12 | 100 % | 100 % |", "#### Reports",
      "2 earlier. All: `diagnose history list --reports --issue \(issue) --limit 0`",
    ] {
      #expect(lines.contains(line), "\(line)\n\(ticket.out)")
    }
    #expect(ticket.out.hasPrefix("### "))
    // The ticket does not depend on the terminal.
    let wide = try Tool.run(
      ["history", "show", issue, "--format", "markdown", "--color", "always"], in: scratch.folder)
    #expect(wide.out == ticket.out)
  }

  @Test func aShortTicketHasNoNumberOfEarlierReports() throws {
    let scratch = try Scratch()
    let issue = try record((0..<10).map { Self.report($0, day: 1) }, in: scratch)
    let ticket = try Tool.run(["history", "show", issue, "-f", "markdown"], in: scratch.folder)
    #expect(!ticket.out.contains("earlier"))
    #expect(ticket.out.contains("In the terminal: `diagnose history list --reports --issue \(issue)`"))
  }

  /// The command of a ticket shows all reports, of which the list shows only some.
  @Test func theCommandOfATicketShowsAllReports() throws {
    let scratch = try Scratch()
    let issue = try record((0..<60).map { Self.report($0, day: 1) }, in: scratch)
    let ticket = try Tool.run(["history", "show", issue, "-f", "markdown"], in: scratch.folder)
    let line = try #require(ticket.out.split(separator: "\n").first { $0.hasPrefix("50 earlier. All: `diagnose ") })
    let words = line.split(separator: "`")[1].split(separator: " ").dropFirst().map(String.init)
    let list = try Tool.run(words + ["--format", "csv"], in: scratch.folder)
    #expect(list.out.split(whereSeparator: \.isNewline).count == 61, "\(list.out)\(list.err)")
  }

  @Test func anEmptyTableSaysWhetherReportsWereSelected() throws {
    let scratch = try Scratch()
    _ = try record([Self.report(1, day: 1)], in: scratch)
    for (options, expected) in [
      ([], "No report has the label view.\n"),
      (["--app", "MyApp"], "None of the selected reports has the label view.\n"),
      (["--since", "2026-01-01"], "None of the selected reports has the label view.\n"),
      (["--until", "2026-08-03"], "None of the selected reports has the label view.\n"),
    ] {
      let answer = try Tool.run(["history", "list", "--by", "view"] + options, in: scratch.folder)
      #expect(answer.status == 0 && answer.out == expected, "\(options): \(answer.out)\(answer.err)")
    }
  }

  @Test(arguments: ["text", "markdown"])
  func theStackIsThatOfTheReportWithMostNames(_ format: String) throws {
    let scratch = try Scratch()
    let issue = try record(
      [Self.report(1, day: 1), Self.report(2, day: 2, names: false), Self.report(3, day: 3, names: false)],
      in: scratch)
    let answer = try Tool.run(["history", "show", issue, "--format", format], in: scratch.folder)
    #expect(answer.out.contains("which names most functions"), "\(answer.out)")
    #expect(answer.out.contains("start"), "\(answer.out)")
  }

  @Test func amongEqualStacksTheLatestIsShown() throws {
    let scratch = try Scratch()
    let issue = try record([Self.report(1, day: 1), Self.report(2, day: 2)], in: scratch)
    let answer = try Tool.run(["history", "show", issue], in: scratch.folder)
    #expect(answer.out.contains("Stack of the latest report"))
  }

  /// Markdown writes `jane\_roe`, in which a redaction of the finished text would not find the name.
  @Test func namesAreRedactedBeforeMarkdownIsWritten() throws {
    let scratch = try Scratch()
    let issue = try record([Self.report(1, day: 1, home: "/Users/jane_roe")], in: scratch)
    _ = try Tool.run(
      ["history", "note", issue, "see /Users/jane_roe/notes_of/card.txt", "--by", "jane_roe"], in: scratch.folder)
    for id in [issue, try report(of: issue, in: scratch)] {
      let open = try Tool.run(["history", "show", id, "--format", "markdown"], in: scratch.folder)
      let redacted = try Tool.run(["history", "show", id, "--format", "markdown", "--scrub"], in: scratch.folder)
      #expect(redacted.status == 0)
      #expect(!redacted.out.contains("jane"), "\(redacted.out)")
      #expect(!redacted.out.contains("roe"), "\(redacted.out)")
      #expect(open.out.hasPrefix("### "))
      if id == issue { #expect(open.out.contains("jane\\_roe")) }
    }
  }

  private func report(of issue: String, in scratch: Scratch) throws -> String {
    let answer = try Tool.run(["history", "show", issue, "--format", "json"], in: scratch.folder)
    return try #require(try JSONValue(parsing: answer.out)["reports"]?[0]?["id"]?.string)
  }

  @Test func theDocumentOfAnIssueHasItsSums() throws {
    let scratch = try Scratch()
    let issue = try record(
      [Self.report(1, day: 1), Self.report(2, day: 2), Self.report(3, day: 3, build: "413")], in: scratch)
    let answer = try Tool.run(["history", "show", issue, "--format", "json"], in: scratch.folder)
    let document = try #require(try JSONValue(parsing: answer.out)["issue"])
    #expect(document["count"] == .integer(3))
    #expect(document["state"]?.string == "open")
    #expect(document["trend"]?.string != nil)
    #expect(document["firstBuild"]?.string == "412")
    #expect(document["builds"]?.elements?.map { $0["count"] } == [.integer(2), .integer(1)])
    #expect(document["merged"]?.elements?.isEmpty == true)
    #expect(document["related"]?.elements?.isEmpty == true)
  }

  // MARK: - IDs

  /// Every command that takes an ID, with the position of the ID.
  private static let commands: [[String]] = [
    ["history", "show", "ID"], ["history", "show", "ID", "--format", "json"],
    ["history", "show", "ID", "--format", "markdown"], ["history", "resolve", "ID"], ["history", "reopen", "ID"],
    ["history", "ignore", "ID"], ["history", "note", "ID", "text"], ["history", "split", "ID"],
    ["history", "merge", "ID", "OTHER"], ["history", "merge", "OTHER", "ID"], ["history", "why", "ID", "OTHER"],
    ["history", "why", "OTHER", "ID"], ["history", "list", "--reports", "--issue", "ID"], ["trends", "ID"],
  ]

  private static func filled(_ command: [String], _ id: String, other: String) -> [String] {
    command.map { $0 == "ID" ? id : $0 == "OTHER" ? other : $0 }
  }

  /// With 17 issues, two have the same first digit.
  private func manyIssues(_ scratch: Scratch) throws -> [String] {
    try scratch.write((0..<17).map { Sample.json($0) }.joined(), "all.ips")
    _ = try Tool.run(["ingest", "all.ips"], in: scratch.folder)
    let list = try Tool.run(["history", "list", "--format", "json"], in: scratch.folder)
    return try #require(try JSONValue(parsing: list.out)["issues"]?.elements).compactMap { $0["id"]?.string }
  }

  @Test func anUnknownIDHasOneErrorEverywhere() throws {
    let scratch = try Scratch()
    let other = try #require(try manyIssues(scratch).first)
    for command in Self.commands {
      for id in ["zzzz", "", "0000000000000", "' OR 1"] {
        let answer = try Tool.run(Self.filled(command, id, other: other), in: scratch.folder)
        #expect(answer.status == 2, "\(command) \(id): \(answer.err)")
        #expect(answer.err.hasPrefix("diagnose: no issue or report with the ID "), "\(command) \(id): \(answer.err)")
        #expect(answer.out.isEmpty)
      }
    }
  }

  @Test func anAmbiguousIDHasOneErrorEverywhere() throws {
    let scratch = try Scratch()
    let issues = try manyIssues(scratch)
    #expect(issues.count == 17)
    let first = Dictionary(grouping: issues, by: { String($0.prefix(1)) })
    let prefix = try #require(first.first { $0.value.count > 1 }?.key)
    let other = try #require(issues.first { !$0.hasPrefix(prefix) })
    for command in Self.commands {
      let answer = try Tool.run(Self.filled(command, prefix, other: other), in: scratch.folder)
      #expect(answer.status == 2, "\(command): \(answer.err)")
      #expect(
        answer.err.hasPrefix("diagnose: \(prefix) is ambiguous: enter more digits\n  It can be: issue "),
        "\(command): \(answer.err)")
      #expect(answer.out.isEmpty)
    }
  }

  @Test func shortIDsAreAcceptedInEitherCase() throws {
    let scratch = try Scratch()
    let issues = try manyIssues(scratch)
    let (id, other) = (issues[0], issues[1])
    for command in Self.commands where command[1] != "split" && command[1] != "merge" {
      for spelling in [String(id.prefix(6)), id.prefix(6).uppercased(), id] {
        let answer = try Tool.run(Self.filled(command, spelling, other: other), in: scratch.folder)
        #expect(answer.status == 0, "\(command) \(spelling): \(answer.err)")
      }
    }
    let merged = try Tool.run(["history", "merge", String(id.prefix(6)), String(other.prefix(6))], in: scratch.folder)
    #expect(merged.status == 0, "\(merged.err)")
    let split = try Tool.run(["history", "split", id.prefix(6).uppercased()], in: scratch.folder)
    #expect(split.status == 0, "\(split.err)")
  }
}
