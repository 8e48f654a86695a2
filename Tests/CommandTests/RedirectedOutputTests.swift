import Foundation
import Platform
import TestSupport
import Testing

/// Standard output and standard error that a shell has redirected to a file which the command reads, and what they never
/// contain.
@Suite struct RedirectedOutputTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.url("src"), withIntermediateDirectories: true)
    try scratch.write(Sample.json(), "x.ips")
    try scratch.write(Sample.json(1), "y.ips")
    try scratch.write(
      "import UIKit\nfinal class CardView: UIView { required init?(coder: NSCoder) { fatalError() } }\n", "src/A.swift")
    try scratch.write("0x1dd6\n", "addresses")
    try scratch.write("patterns: []\n", "p.yml")
    try scratch.write("fail-on: [new]\n", ".diagnose.yml")
    try Data("SQLite format 3\0 and more".utf8).write(to: scratch.url("other.sqlite"))
    let dsym = Repository.url("Tests/Fixtures/symbols/exe-arm64-sim-dw5/XXXCoreApp.dSYM")
    if FileManager.default.fileExists(atPath: dsym.path) {
      try FileManager.default.copyItem(at: dsym, to: scratch.url("X.dSYM"))
    }
    let recorded = try Tool.run(["ingest", "--database", "h.sqlite", "x.ips"], in: scratch.folder)
    #expect(recorded.status == 0, "\(recorded.err)")
  }

  /// Commands, each with the file to which its output is redirected, by a form of the shell.
  private static let conflicts: [(command: String, form: String, file: String)] = [
    ("x.ips --no-database", ">>", "x.ips"), ("x.ips --no-database", "1<>", "x.ips"),
    ("x.ips y.ips --no-database", ">>", "y.ips"), ("- --no-database < x.ips", ">>", "x.ips"),
    ("check src", ">>", "src/A.swift"), ("check src", "1<>", "src/A.swift"),
    ("history list --database h.sqlite", "1<>", "h.sqlite"), ("trends --database h.sqlite", "1<>", "h.sqlite"),
    ("database info --database h.sqlite", ">>", "h.sqlite"), ("doctor --database h.sqlite", "1<>", "h.sqlite"),
    ("patterns validate p.yml", "1<>", "p.yml"), ("patterns list --patterns p.yml", ">>", "p.yml"),
    ("config show --config .diagnose.yml", "1<>", ".diagnose.yml"),
    ("patterns list", "1<>", "other.sqlite"), ("patterns list", ">>", "other.sqlite"),
    ("explain 0x8badf00d", "1<>", "other.sqlite"),
    ("scrub x.ips", ">>", "x.ips"), ("symbolicate x.ips", ">>", "x.ips"),
  ]

  @Test(arguments: conflicts.indices) func noInputIsWrittenTo(_ index: Int) throws {
    let (command, form, file) = Self.conflicts[index]
    let before = try Data(contentsOf: scratch.url(file))
    try scratch.write("'\(Tool.url.path)' \(command) \(form) \(file) 2> err; echo $? > status", "script")
    let process = try Tool.prepare([], in: scratch.folder, startedBy: ["/bin/sh", "script"])
    try process.run()
    process.waitUntilExit()
    let status = try String(contentsOf: scratch.url("status"), encoding: .utf8)
    let message = try String(contentsOf: scratch.url("err"), encoding: .utf8)
    #expect(status == "64\n" && message.contains("standard output"), "\(command) \(form) \(file): \(status) \(message)")
    #expect(try Data(contentsOf: scratch.url(file)) == before, "\(command) \(form) \(file)")
  }

  /// Addresses from a file to which the answers are appended would be read for ever.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(
        atPath: Repository.url("Tests/Fixtures/symbols/exe-arm64-sim-dw5/XXXCoreApp.dSYM").path)))
  func answersAreNotQuestions() throws {
    let before = try Data(contentsOf: scratch.url("addresses"))
    try scratch.write(
      "'\(Tool.url.path)' lookup --dsym X.dSYM --addresses-from-stdin < addresses >> addresses 2> err; echo $? > status",
      "script")
    let process = try Tool.prepare([], in: scratch.folder, startedBy: ["/bin/sh", "script"])
    try process.run()
    process.waitUntilExit()
    #expect(try String(contentsOf: scratch.url("status"), encoding: .utf8) == "64\n")
    #expect(try Data(contentsOf: scratch.url("addresses")) == before)
  }

  /// An output that is not read is written, whatever else is in its folder.
  @Test func otherFilesAreWritten() throws {
    for command in [
      "x.ips --no-database", "history list --database h.sqlite", "check src", "ingest --database h.sqlite .",
    ] {
      try scratch.write("'\(Tool.url.path)' \(command) >> log.txt 2>> err.txt", "script")
      let process = try Tool.prepare([], in: scratch.folder, startedBy: ["/bin/sh", "script"])
      try process.run()
      process.waitUntilExit()
      let message = try String(contentsOf: scratch.url("err.txt"), encoding: .utf8)
      #expect(process.terminationStatus < 4, "\(command): \(message)")
    }
    #expect(try !Data(contentsOf: scratch.url("log.txt")).isEmpty)
  }

  /// Messages about an input are not appended to it.
  @Test func standardErrorIsNoInput() throws {
    let before = try Data(contentsOf: scratch.url("x.ips"))
    try scratch.write("'\(Tool.url.path)' --no-database x.ips missing.ips > out 2>> x.ips; echo $? > status", "script")
    let process = try Tool.prepare([], in: scratch.folder, startedBy: ["/bin/sh", "script"])
    try process.run()
    process.waitUntilExit()
    #expect(try String(contentsOf: scratch.url("status"), encoding: .utf8) == "3\n")
    #expect(try Data(contentsOf: scratch.url("x.ips")) == before)
  }

  /// Messages are not appended to a database, also if the command fails before it opens it.
  @Test(arguments: [
    "--bogus", "missing.ips", "history list --database h.sqlite", "database import missing --database h.sqlite",
  ])
  func standardErrorIsNoDatabase(_ arguments: String) throws {
    let program = Tool.url.path
    try scratch.write(
      "'\(program)' ingest --database h.sqlite x.ips > out; cp h.sqlite before.sqlite\n"
        + "'\(program)' \(arguments) > out 2>> h.sqlite; cmp h.sqlite before.sqlite; echo $? > status", "script")
    let process = try Tool.prepare([], in: scratch.folder, startedBy: ["/bin/sh", "script"])
    try process.run()
    process.waitUntilExit()
    #expect(try String(contentsOf: scratch.url("status"), encoding: .utf8) == "0\n")
  }

  // MARK: Commands of CI systems

  /// Commands that print text of reports or names of files.
  private static let printing: [[String]] = [
    ["ingest", "-v", "--database", "n.sqlite", "z.txt"],
    ["ingest", "--format", "jsonl", "--database", "m.sqlite", "z.txt"],
    ["history", "list", "--database", "z.sqlite"], ["history", "list", "--reports", "--database", "z.sqlite"],
    ["history", "list", "--format", "json", "--database", "z.sqlite"],
    ["history", "list", "--format", "csv", "--database", "z.sqlite"],
    ["history", "list", "--reports", "--format", "csv", "--database", "z.sqlite"],
    ["database", "export", "--format", "csv", "--database", "z.sqlite"],
    ["history", "search", "vso", "--database", "z.sqlite"],
    ["trends", "--database", "z.sqlite"], ["scrub", "--check", "::error::x.txt"], ["scrub", "--preview", "z.txt"],
    ["latest", "--list", "--no-database", "--watch", "."], ["watch", "--once", "--database", "w.sqlite", "."],
    ["z.txt", "--no-database"],
  ]

  @Test(arguments: printing) func noTextIsACommand(_ arguments: [String]) throws {
    let text = "A.swift:3: Fatal error: ##vso[task.setvariable variable=PATH]/evil ##teamcity[x] ##[error]y\n"
    try scratch.write(text, "z.txt")
    try scratch.write("A.swift:4: Fatal error: ##[error]\n", "::error::x.txt")
    _ = try Tool.run(["ingest", "--database", "z.sqlite", "z.txt", "::error::x.txt"], in: scratch.folder)
    let answer = try Tool.run(arguments, in: scratch.folder)
    let out = answer.out + answer.err
    for mark in ["##vso[", "##teamcity[", "##[error"] { #expect(!out.contains(mark), "\(arguments): \(out)") }
    let starts = out.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(!starts.contains { $0.hasPrefix("::") }, "\(arguments): \(out)")
    if arguments.contains("json") || arguments.contains("jsonl") {
      for line in arguments.contains("json") ? [answer.out] : answer.out.split(separator: "\n").map(String.init) {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
    }
  }

  // MARK: Signals, environments, names of files

  /// Standard input that has no end does not keep a process that is asked to end.
  @Test(arguments: [
    ["-", "--no-database"], ["ingest", "--database", "i.sqlite", "-"],
    ["database", "import", "--database", "i.sqlite", "-"],
  ])
  func aSignalEndsReading(_ arguments: [String]) throws {
    let process = try Tool.prepare(arguments, in: scratch.folder)
    let pipe = Pipe()
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: 1.5)
    #expect(process.isRunning)
    let start = Date()
    process.terminate()
    while process.isRunning, -start.timeIntervalSinceNow < 20 { Thread.sleep(forTimeInterval: 0.05) }
    #expect(!process.isRunning, "\(arguments)")
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try pipe.fileHandleForWriting.close()
  }

  @Test(arguments: [
    ["config", "show"], ["history", "resolve", "aaaa"], ["database", "prune", "--older-than", "1d"],
    ["database", "sync"],
  ])
  func aMissingHomeIsNoInternalError(_ arguments: [String]) throws {
    let answer = try Tool.run(arguments, in: scratch.folder, environment: ["HOME": ""])
    #expect(answer.status != 70, "\(answer.err)")
    #expect(!answer.err.contains("bug in diagnose"), "\(answer.err)")
  }

  /// The temporary file of an output does not replace or remove a file of the user.
  @Test func temporaryNamesAreNotTaken() throws {
    for number in 0..<3 { try scratch.write("mine", ".out.txt.diagnose-\(number)") }
    let answer = try Tool.run(["x.ips", "--no-database", "-o", "out.txt"], in: scratch.folder)
    #expect(answer.status == 0)
    for number in 0..<3 {
      #expect(try Data(contentsOf: scratch.url(".out.txt.diagnose-\(number)")) == Data("mine".utf8))
    }
  }

  // MARK: Reports that are older than what is kept

  @Test func aFailureThatWasNeverSeenIsNewHoweverOldItIs() throws {
    // The newest report is never pruned.
    try scratch.write(Sample.json(8).replacingOccurrences(of: "2026-08-01", with: "2026-08-05"), "newer.ips")
    #expect(try Tool.run(["ingest", "--database", "p.sqlite", "x.ips", "newer.ips"], in: scratch.folder).status == 0)
    let prune = ["database", "prune", "--older-than", "2026-08-02", "--database", "p.sqlite", "--yes"]
    #expect(try Tool.run(prune, in: scratch.folder).status == 0)
    let old = Sample.json(7).replacingOccurrences(of: "2026-08-01", with: "2001-01-01")
    try scratch.write(old, "old.ips")
    let gate = ["--database", "p.sqlite", "--fail-on"]
    #expect(try Tool.run(gate + ["new", "old.ips"], in: scratch.folder).status == 1)
    #expect(try Tool.run(gate + ["known", "old.ips"], in: scratch.folder).status == 0)
    let seen = Sample.json().replacingOccurrences(of: "2026-08-01", with: "2001-01-01")
    try scratch.write(seen, "seen.ips")
    #expect(try Tool.run(gate + ["new", "seen.ips"], in: scratch.folder).status == 0)
    #expect(try Tool.run(gate + ["known", "seen.ips"], in: scratch.folder).status == 1)
  }

  // MARK: Words of a found configuration

  /// A checkout does not decide what a history stores: its words are gone with it.
  @Test func wordsOfACheckoutAreNotStored() throws {
    try FileManager.default.createDirectory(at: scratch.url("repo/.git"), withIntermediateDirectories: true)
    try scratch.write("scrub: {names: [drawCard, '\"', ',']}\n", "repo/.diagnose.yml")
    try scratch.write(Sample.json(3), "repo/a.ips")
    let recorded = try Tool.run(["ingest", "--database", "../s.sqlite", "a.ips"], in: scratch.url("repo"))
    #expect(recorded.status == 0, "\(recorded.err)")
    let export = try Tool.run(
      ["database", "export", "--no-config", "--redact", "--database", "s.sqlite"], in: scratch.folder)
    #expect(export.status == 0 && export.out.contains("drawCard"), "\(export)")
    for line in export.out.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  /// What separates values cannot be a word: a copy would not be valid.
  @Test(arguments: ["\"", ",", ":", "{", "z", "1,2", "a\":\"b"]) func separatorsAreNoNames(_ name: String) throws {
    let answer = try Tool.run(["scrub", "--name", name, "x.ips"], in: scratch.folder)
    #expect(answer.status == 64 && answer.out.isEmpty, "\(answer)")
  }
}
