import Foundation
import Presentation
import Testing

/// Output that is meant to be sent contains no names.
@Suite struct ScrubTests {
  private let scratch: Scratch
  private static let secrets = ["canaryjane", "canary-mac", "c0ffee00-7733", "canary@example.com", "702917"]

  init() throws { scratch = try Scratch() }

  private var personal: String {
    Sample.json()
      .replacing("\"/Applications/MyApp.app/Contents/MacOS/MyApp\"", with: "\"/Users/canaryjane/MyApp.app/MyApp\"")
      .replacing(
        "\"uptime\" : 1000,",
        with: """
          "uptime" : 1000, "crashReporterKey" : "C0FFEE00-7733-4000-8000-000000000001", "userID" : 702917,
            "asi" : {"MyApp" : ["canaryjane on Canary-Mac.local, canary@example.com"]},
          """)
  }

  private func expectNothing(_ text: String, _ name: String) {
    for secret in Self.secrets { #expect(!text.lowercased().contains(secret), "\(name): \(secret)") }
  }

  @Test func everyFormatIsFreeOfNames() throws {
    try FileManager.default.createDirectory(
      at: scratch.url("Users/canaryjane"), withIntermediateDirectories: true)
    try scratch.write(personal, "Users/canaryjane/a_2026-08-01_Canary-Mac.ips")
    let path = scratch.url("Users/canaryjane/a_2026-08-01_Canary-Mac.ips").path
    for format in OutputFormat.catalog.map(\.id) {
      let plain = try Tool.run(["--no-database", "-f", format, "-v", path], in: scratch.folder)
      // Annotations and results of code scanning have no room for them, unless the blamed file has one.
      let hasNames = !["azure", "github", "sarif"].contains(format)
      #expect(plain.out.lowercased().contains("canary") || !hasNames, "\(format) shows names by itself")
      let answer = try Tool.run(
        ["--no-database", "--scrub", "-f", format, "-v", "--json-out", "a.json", path], in: scratch.folder)
      #expect(answer.status == 0, "\(format): \(answer.err)")
      #expect(answer.out.contains("user-1") || !hasNames, "\(format)")
      expectNothing(answer.out, format)
      let json = try String(contentsOf: scratch.url("a.json"), encoding: .utf8)
      expectNothing(json, "json-out")
      _ = try JSONSerialization.jsonObject(with: Data(json.utf8))
      if format == "json" || format == "sarif" { _ = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) }
      if format == "jsonl" {
        for line in answer.out.split(separator: "\n") { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
    }
  }

  /// The recorded report is not redacted, and its digest is that of the file.
  @Test func theHistoryKeepsWhatTheReportSays() throws {
    try scratch.write(personal, "a.ips")
    let scrubbed = try Tool.run(["--scrub", "--database", "h.sqlite", "a.ips"], in: scratch.folder)
    #expect(scrubbed.status == 0, "\(scrubbed.err)")
    expectNothing(scrubbed.out, "text")
    let again = try Tool.run(["ingest", "--database", "h.sqlite", "-v", "a.ips"], in: scratch.folder)
    #expect(again.err.contains("1 already recorded"), "\(again.err)")
    let issues = try JSONSerialization.jsonObject(
      with: Data(try Tool.run(["history", "--database", "h.sqlite", "-f", "json"], in: scratch.folder).out.utf8))
    let issue = try #require(((issues as? [String: Any])?["issues"] as? [[String: Any]])?.first?["id"] as? String)
    for format in ["text", "json"] {
      let shown = try Tool.run(
        ["history", "show", "--scrub", "--database", "h.sqlite", "-f", format, issue], in: scratch.folder)
      #expect(shown.status == 0 && !shown.out.isEmpty, "\(shown.err)")
      expectNothing(shown.out, "history show, \(format)")
    }
    let pages = try Tool.run(
      ["report", "--html", "pages", "--scrub", "--database", "h.sqlite"], in: scratch.folder)
    #expect(pages.status == 0, "\(pages.err)")
    let walk = try #require(FileManager.default.enumerator(atPath: scratch.url("pages").path))
    var count = 0
    for case let name as String in walk where name.hasSuffix(".html") {
      count += 1
      expectNothing(try String(contentsOf: scratch.url("pages/" + name), encoding: .utf8), name)
    }
    #expect(count >= 4)
  }

  @Test func theCopyGivesTheSameVerdict() throws {
    try scratch.write(personal, "a.ips")
    let scrubbed = try Tool.run(["scrub", "a.ips", "-o", "b.ips"], in: scratch.folder)
    #expect(scrubbed.status == 0 && scrubbed.out.isEmpty && scrubbed.err.isEmpty, "\(scrubbed.err)")
    expectNothing(try String(contentsOf: scratch.url("b.ips"), encoding: .utf8), "b.ips")
    let before = try Tool.run(["--no-database", "-q", "a.ips"], in: scratch.folder)
    let after = try Tool.run(["--no-database", "-q", "b.ips"], in: scratch.folder)
    #expect(before.out.replacing("a.ips", with: "b.ips") == after.out)
    #expect(try Tool.run(["scrub", "--check", "b.ips"], in: scratch.folder).status == 0)
    #expect(try Tool.run(["scrub", "--check", "a.ips"], in: scratch.folder).status == 1)
  }

  @Test func copiesGoIntoAFolderUnderNamesWithoutNames() throws {
    try FileManager.default.createDirectory(at: scratch.url("out"), withIntermediateDirectories: true)
    try scratch.write(personal, "MyApp_Canary-Mac.local.ips")
    try scratch.write(Sample.json(2), "canaryjane.ips")
    let answer = try Tool.run(
      ["scrub", "MyApp_Canary-Mac.local.ips", "canaryjane.ips", "-o", "out"], in: scratch.folder)
    #expect(answer.status == 0, "\(answer.err)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url("out").path)
    #expect(names.count == 2)
    for name in names {
      expectNothing(name, name)
      expectNothing(try String(contentsOf: scratch.url("out/" + name), encoding: .utf8), name)
    }
  }

  @Test func theFolderForSeveralCopiesIsCreated() throws {
    try scratch.write(Sample.json(1), "a.ips")
    try scratch.write(Sample.json(2), "b.ips")
    let answer = try Tool.run(["scrub", "a.ips", "b.ips", "-o", "new/out"], in: scratch.folder)
    #expect(answer.status == 0, "\(answer.err)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.url("new/out").path).sorted() == ["a.ips", "b.ips"])
    let file = try Tool.run(["scrub", "a.ips", "b.ips", "-o", "a.ips"], in: scratch.folder)
    #expect(file.status == 64 && file.err.contains("a.ips"), "\(file.err)")
    #expect(try String(contentsOf: scratch.url("a.ips"), encoding: .utf8) == Sample.json(1))
  }

  @Test func wordsOfTheConfigurationAreNames() throws {
    try scratch.write("scrub: { names: [Drawcard, Zebra] }\n", ".diagnose.yml")
    try scratch.write(Sample.json(), "a.ips")
    let check = try Tool.run(["scrub", "--check", "a.ips"], in: scratch.folder)
    #expect(check.status == 1)
    #expect(!check.out.lowercased().contains("drawcard"))
    let copy = try Tool.run(["scrub", "a.ips"], in: scratch.folder)
    #expect(copy.status == 0 && !copy.out.lowercased().contains("drawcard"))
  }

  @Test func anOutputThatCannotBeWrittenLeavesWhatWasThere() throws {
    try scratch.write(personal, "a.ips")
    let answer = try Tool.run(["scrub", "a.ips", "-o", "none/b.ips"], in: scratch.folder)
    #expect(answer.status == 74 && answer.out.isEmpty)
  }

  // MARK: History

  /// Every format of an export is redacted, in two passes: a name that only the last report reveals, labels, and
  /// authors.
  @Test(arguments: ["jsonl", "csv"])
  func exportsOfTheHistoryAreRedacted(_ format: String) throws {
    let early = Sample.json(1).replacing(
      "\"uptime\" : 1000,", with: "\"uptime\" : 1000, \"asi\" : {\"MyApp\" : [\"no token for canaryjane\"]},")
    #expect(early != Sample.json(1))
    try FileManager.default.createDirectory(
      at: scratch.url("in/x/Users/canaryjane"), withIntermediateDirectories: true)
    try scratch.write(early, "in/a.ips")
    try scratch.write(Sample.json(2), "in/x/Users/canaryjane/b.ips")
    let database = ["--database", "h.sqlite"]
    let labels = ["--label", "machine=canary-mac-mini", "--label", "job=https://canaryjane:pw1@ci/1"]
    #expect(try Tool.run(["ingest"] + labels + database + ["in"], in: scratch.folder).status == 0)
    let list = try JSONSerialization.jsonObject(
      with: Data(try Tool.run(["history", "-f", "json"] + database, in: scratch.folder).out.utf8))
    let issue = try #require(((list as? [String: Any])?["issues"] as? [[String: Any]])?.first?["id"] as? String)
    for (command, rest) in [("note", ["asked Canary Quill"]), ("resolve", ["--in", "9", "--force"])] {
      let answer = try Tool.run(
        ["history", command, issue] + rest + ["--by", "Canary Quill"] + database, in: scratch.folder)
      #expect(answer.status == 0, "\(answer.err)")
    }
    let plain = try Tool.run(["database", "export", "--format", format] + database, in: scratch.folder)
    #expect(plain.out.contains("canaryjane") && plain.out.contains("canary-mac-mini"))
    let answer = try Tool.run(["database", "export", "--redact", "--format", format] + database, in: scratch.folder)
    #expect(answer.status == 0, "\(answer.err)")
    #expect(!answer.out.lowercased().contains("canary"), "\(answer.out)")
    #expect(answer.out.contains("Users/user-1/b.ips"))
    let shown = try Tool.run(["history", "show", "--scrub", issue] + database, in: scratch.folder)
    #expect(shown.status == 0 && !shown.out.contains("Quill"), "\(shown.out)")
    let pages = try Tool.run(["report", "--html", "pages", "--scrub"] + database, in: scratch.folder)
    #expect(pages.status == 0, "\(pages.err)")
    let walk = try #require(FileManager.default.enumerator(atPath: scratch.url("pages").path))
    for case let name as String in walk where name.hasSuffix(".html") {
      #expect(!(try String(contentsOf: scratch.url("pages/" + name), encoding: .utf8)).contains("Quill"), "\(name)")
    }
  }

  // MARK: Free text

  @Test func checkNamesTheLinesThatItCannotJudge() throws {
    try scratch.write(
      "Process:   MyApp [4]\nException Type:  EXC_CRASH (SIGABRT)\n\nZoe crashed it before lunch\n", "a.crash")
    let check = try Tool.run(["scrub", "--check", "a.crash"], in: scratch.folder)
    #expect(check.status == 0, "only a known form is an error")
    #expect(check.out == "a.crash: no known form found; free text on line 4 was not judged\n")
    let preview = try Tool.run(["scrub", "--preview", "a.crash"], in: scratch.folder)
    #expect(preview.out.contains("free text, not judged:\n") && preview.out.contains("4  Zoe crashed it before lunch"))
    try scratch.write("Process:   MyApp [4]\nException Type:  EXC_CRASH (SIGABRT)\n", "b.crash")
    #expect(
      try Tool.run(["scrub", "--check", "b.crash"], in: scratch.folder).out == "b.crash: no known form found\n")
  }
}
