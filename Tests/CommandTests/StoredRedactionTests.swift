import Foundation
import GRDB
import TestSupport
import Testing

/// What redaction removes from a report, it removes from every redacted output of the history that has recorded the report:
/// also where the history does not store what teaches the name.
@Suite struct StoredRedactionTests {
  private static let canary = "zqcanary"

  /// The options that redact an output of the history, and how to use them. `ISSUE` is an id.
  private static let outputs: [(command: String, option: String, arguments: [String])] = [
    ("database export", "redact", ["database", "export", "--redact"]),
    ("history show", "scrub", ["history", "show", "--scrub", "--facets", "ISSUE"]),
    ("report", "scrub", ["report", "--html", "pages", "--scrub"]),
  ]

  /// Options that redact what a command reads.
  private static let outputsOfInputs: Set<String> = ["analyze scrub"]

  private static func commands() throws -> [(path: String, arguments: [JSONValue])] {
    let scratch = try Scratch()
    let help = try JSONValue(parsing: Tool.run(["--experimental-dump-help"], in: scratch.folder).out)
    var found: [(String, [JSONValue])] = []
    func visit(_ command: JSONValue, _ path: [String]) {
      found.append((path.joined(separator: " "), command["arguments"]?.elements ?? []))
      for sub in command["subcommands"]?.elements ?? [] { visit(sub, path + [sub["commandName"]?.string ?? ""]) }
    }
    visit(try #require(help["command"]), [])
    return found
  }

  private static func names(_ argument: JSONValue) -> [String] {
    (argument["names"]?.elements ?? []).compactMap { $0["name"]?.string }
  }

  /// A new option that redacts is in the lists above, and therefore in the tests of this suite.
  @Test func everyRedactedOutputIsTested() throws {
    var found: Set<String> = []
    for (path, arguments) in try Self.commands() {
      for argument in arguments where argument["kind"]?.string == "flag" {
        let text = (argument["abstract"]?.string ?? "").lowercased()
        guard let name = Self.names(argument).last, text.contains("placeholder") || ["scrub", "redact"].contains(name)
        else { continue }
        found.insert(path + " " + name)
      }
    }
    #expect(found == Set(Self.outputs.map { $0.command + " " + $0.option }).union(Self.outputsOfInputs))
  }

  /// The formats of a command, as its help lists them; one empty list of arguments if it has none.
  private static func formats(_ command: String, _ commands: [(path: String, arguments: [JSONValue])]) -> [[String]] {
    let arguments = commands.first { $0.path == command }?.arguments ?? []
    let format = arguments.first { names($0).contains("format") }
    let values = format?["allValues"]?.elements?.compactMap(\.string) ?? []
    return values.isEmpty ? [[]] : values.map { ["--format", $0] }
  }

  // MARK: Reports

  /// A way in which a history learns a name. `NAME` is the name.
  private struct Teacher: Sendable {
    /// What it is, in lower case letters, which is also the end of its name.
    let id: String
    /// Changes the report.
    var change: @Sendable (String) -> String = { $0 }
    /// The folder of the file, below that of the test.
    var folder = "reports"
    var arguments: [String] = []
    var configuration: String?
    /// Whether the report alone teaches the name, so that `scrub` removes it.
    var isInReport = true

    /// A name of its own, so that one history can have the reports of all.
    var name: String { "zqcanary" + id }

    /// A member in the body of a report.
    static func member(_ id: String, _ json: String) -> Teacher {
      Teacher(id: id, change: { $0.replacing("\"uptime\" : 1000,", with: "\"uptime\" : 1000, " + json + ",") })
    }

    static let all: [Teacher] = [
      Teacher(id: "executable", change: { $0.replacing("/Applications/MyApp.app", with: "/Users/NAME/MyApp.app") }),
      .member("user", #""userName" : "NAME""#), .member("fullname", #""fullName" : "NAME""#),
      .member("host", #""hostName" : "NAME""#), .member("device", #""deviceName" : "NAME""#),
      .member("computer", #""x" : "Computer Name: NAME""#),
      .member("parent", #""parentPath" : "\/Users\/NAME\/bin\/x""#),
      .member("command", #""x" : "sudo -u NAME launchctl""#), .member("domain", #""x" : "ACME\\NAME logged on""#),
      .member("member", #""user" : {"id" : "NAME"}"#), .member("directory", #""x" : "CN=NAME,OU=Staff,DC=example""#),
      .member("language", "\"x\" : \"Benutzername: NAME\""), .member("branch", #""x" : "refs/heads/NAME/fix-crash""#),
      .member("token", #""x" : "token=NAME77""#), .member("network", #""x" : "SSID: NAME""#),
      Teacher(id: "file", folder: "Users/NAME", isInReport: false),
      Teacher(id: "label", arguments: ["--label", "owner=NAME"], isInReport: false),
      Teacher(id: "words", configuration: "scrub: { names: [NAME] }\n", isInReport: false),
    ]

    /// The report: its message has the name without anything that tells it.
    func report(_ number: Int) -> String {
      let message = id == "token" ? "NAME77" : "NAME"
      let text = change(Sample.json(number)).replacing(
        "\"faultingThread\" : 0,",
        with: """
          "faultingThread" : 0, "asi" : {"MyApp" : ["*** Terminating app due to uncaught exception \
          'NSInternalInconsistencyException', reason: 'no profile for \(message) in this app'"]},
          """)
      return text.replacing("NAME", with: name)
    }
  }

  /// Returns the ids of the issues.
  private func issues(_ scratch: Scratch) throws -> [String] {
    let list = try Tool.run(["history", "--database", "h.sqlite", "-f", "json", "--limit", "100"], in: scratch.folder)
    let issues = try JSONValue(parsing: list.out)["issues"]?.elements ?? []
    return issues.compactMap { $0["id"]?.string }
  }

  /// Returns the lines of all outputs that contain a name.
  private func leaks(_ scratch: Scratch) throws -> [String] {
    let commands = try Self.commands()
    var found: [String] = []
    let issues = try issues(scratch)
    #expect(!issues.isEmpty)
    for output in Self.outputs {
      let isOfIssue = output.arguments.contains("ISSUE")
      for (issue, format) in isOfIssue
        ? issues.flatMap({ issue in Self.formats(output.command, commands).map { (issue, $0) } })
        : Self.formats(output.command, commands).map({ ("", $0) })
      {
        let arguments = output.arguments.map { $0 == "ISSUE" ? issue : $0 }
        let answer = try Tool.run(arguments + format + ["--database", "h.sqlite"], in: scratch.folder)
        #expect(answer.status == 0, "\(arguments): \(answer.err)")
        var texts = [answer.out]
        let pages = output.command == "report" ? FileManager.default.enumerator(atPath: scratch.url("pages").path) : nil
        while let name = pages?.nextObject() as? String {
          texts.append(name)
          if name.hasSuffix(".html") {
            texts.append(try String(contentsOf: scratch.url("pages/" + name), encoding: .utf8))
          }
        }
        #expect(texts.contains { $0.count > 100 }, "\(arguments)")
        for line in texts.joined(separator: "\n").split(separator: "\n")
        where line.lowercased().contains(Self.canary) {
          found.append("\(arguments + format): \(line.prefix(300))")
        }
      }
    }
    return found
  }

  /// One history has the reports of all teachers, inside or outside the home of the user who asks.
  @Test(arguments: [true, false]) func whatScrubRemovesIsInNoOutput(_ isInHome: Bool) throws {
    let scratch = try Scratch()
    let folder = isInHome ? scratch.folder : scratch.folder.deletingLastPathComponent().appendingPathComponent("other")
    for (number, teacher) in Teacher.all.enumerated() {
      let file = folder.appendingPathComponent(teacher.folder.replacing("NAME", with: teacher.name))
        .appendingPathComponent("\(teacher.id.prefix(2))\(number).ips")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(teacher.report(number).utf8).write(to: file)
      if teacher.isInReport {
        let copy = try Tool.run(["scrub", file.path], in: scratch.folder)
        #expect(copy.status == 0 && !copy.out.lowercased().contains(Self.canary), "\(teacher.id): \(copy.err)")
      }
      var arguments = teacher.arguments.map { $0.replacing("NAME", with: teacher.name) }
      if let text = teacher.configuration {
        try scratch.write(text.replacing("NAME", with: teacher.name), "config.yml")
        arguments += ["--config", "config.yml"]
      }
      let ingest = try Tool.run(["ingest", "--database", "h.sqlite", file.path] + arguments, in: scratch.folder)
      #expect(ingest.status == 0 && ingest.err.contains("1 report recorded"), "\(ingest.err)")
    }
    let plain = try Tool.run(["database", "export", "--database", "h.sqlite"], in: scratch.folder)
    for teacher in Teacher.all {
      #expect(plain.out.contains(teacher.name), "\(teacher.id): redaction has nothing to do")
    }
    let found = try leaks(scratch)
    #expect(found.isEmpty, "\(found.count): \(found.prefix(5).joined(separator: "\n"))")
  }

  // MARK: Histories

  /// A name that one report teaches is removed from the other reports, too, in any order.
  @Test func reportsOfAHistoryShareNames() throws {
    let scratch = try Scratch()
    let teacher = Teacher.all[1]
    try scratch.write(Teacher(id: teacher.id).report(1), "a.ips")
    try scratch.write(teacher.report(2), "b.ips")
    for file in ["a.ips", "b.ips"] {
      #expect(try Tool.run(["ingest", "--database", "h.sqlite", file], in: scratch.folder).status == 0)
    }
    #expect(try leaks(scratch).isEmpty)
  }

  /// Reports that an earlier version recorded have no names. They are learned from the bytes, if those are stored.
  @Test func namesAreLearnedFromStoredBytes() throws {
    let scratch = try Scratch()
    try scratch.write(Teacher.all[1].report(0), "a.ips")
    try scratch.write("database: { keep-raw: true }\n", "config.yml")
    _ = try Tool.run(["ingest", "--database", "h.sqlite", "--config", "config.yml", "a.ips"], in: scratch.folder)
    try scratch.forgetNames()
    #expect(try leaks(scratch).isEmpty)
  }

  /// The test of this suite can fail: without names, the history does not know what redaction must remove.
  @Test func withoutNamesTheyRemain() throws {
    let scratch = try Scratch()
    try scratch.write(Teacher.all[1].report(0), "a.ips")
    _ = try Tool.run(["ingest", "--database", "h.sqlite", "a.ips"], in: scratch.folder)
    try scratch.forgetNames()
    #expect(try !leaks(scratch).isEmpty)
  }

  /// Exports and plain outputs never contain the tables of names.
  @Test func namesAreNotExported() throws {
    let scratch = try Scratch()
    try scratch.write(
      Sample.json().replacing("/Applications/MyApp.app", with: "/Users/zqcanaryuser/MyApp.app"), "a.ips")
    _ = try Tool.run(["ingest", "--database", "h.sqlite", "a.ips"], in: scratch.folder)
    let export = try Tool.run(["database", "export", "--database", "h.sqlite"], in: scratch.folder)
    #expect(!export.out.contains("user zqcanaryuser"))
    _ = try Data(export.out.utf8).write(to: scratch.url("e.jsonl"))
    _ = try Tool.run(["database", "import", "--database", "i.sqlite", "e.jsonl"], in: scratch.folder)
    #expect(try !Data(contentsOf: scratch.url("i.sqlite")).contains(Data("user zqcanaryuser".utf8)))
    #expect(try Data(contentsOf: scratch.url("h.sqlite")).contains(Data("user zqcanaryuser".utf8)))
  }

  @Test func pruningRemovesNames() throws {
    let scratch = try Scratch()
    try scratch.write(Teacher.all[1].report(0), "a.ips")
    try scratch.write(Sample.json(3).replacing("2026-08-01", with: "2026-08-02"), "b.ips")
    _ = try Tool.run(["ingest", "--database", "h.sqlite", "a.ips", "b.ips"], in: scratch.folder)
    #expect(try Data(contentsOf: scratch.url("h.sqlite")).contains(Data("user zqcanaryuser".utf8)))
    let prune = try Tool.run(
      ["database", "prune", "--older-than", "2026-08-02", "--yes", "--database", "h.sqlite"], in: scratch.folder)
    #expect(prune.status == 0 && prune.out.contains("1"), "\(prune)")
    #expect(try !Data(contentsOf: scratch.url("h.sqlite")).contains(Data("user zqcanaryuser".utf8)))
  }
}

extension Scratch {
  /// Removes the names of a history, as if an earlier version had recorded it.
  fileprivate func forgetNames() throws {
    let queue = try DatabaseQueue(path: url("h.sqlite").path)
    try queue.write { try $0.execute(sql: "DROP TABLE report_name; DROP TABLE private_name") }
    try queue.close()
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}

extension StoredRedactionTests {
  /// The plain answer knows the names that the history has learned from other reports.
  @Test func answersKnowTheNamesOfTheHistory() throws {
    let scratch = try Scratch()
    let frame = "0   MyApp                         0x0000000100001234 main + 20\n"
    let report = { (path: String, message: String) in
      "Process:  MyApp [501]\nPath:  \(path)\nException Type:  EXC_CRASH (SIGABRT)\n\nApplication Specific Information:\n\(message)\n\n"
        + "Thread 0 Crashed:\n" + frame
    }
    try scratch.write(report("/Users/\(Self.canary)/MyApp", "first"), "a.crash")
    try scratch.write(report("/Applications/MyApp", "x \(Self.canary) y"), "b.crash")
    let recorded = try Tool.run(["--database", "h.sqlite", "a.crash"], in: scratch.folder)
    #expect(recorded.status == 0)
    for arguments in [["--scrub"], ["--scrub", "-f", "json"]] {
      let answer = try Tool.run(arguments + ["--database", "h.sqlite", "b.crash"], in: scratch.folder)
      #expect(answer.status == 0 && !answer.out.contains(Self.canary), "\(answer.out)")
    }
    let alone = try Tool.run(["--scrub", "-f", "json", "--no-database", "b.crash"], in: scratch.folder)
    #expect(alone.out.contains(Self.canary), "the name is known from the history only")
  }
}
