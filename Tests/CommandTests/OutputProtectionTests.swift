import Foundation
import TestSupport
import Testing

/// No output replaces an input, a history, or another output.
@Suite struct OutputProtectionTests {
  private let scratch: Scratch
  private static let baseline = "diagnose-baseline/1 signature-version=2\naaaaaaaaaaaa  A failure\n"

  /// A folder with one file of each kind that a command reads.
  init() throws {
    scratch = try Scratch()
    for folder in ["reports/sub", "project", "App.dSYM/Contents/Resources/DWARF", "links"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try scratch.write(Sample.json(0), "x.ips")
    try scratch.write(Sample.json(1), "reports/one.ips")
    try scratch.write(Sample.text(process: "MyApp"), "reports/sub/two.crash")
    try scratch.write("let answer = 42\n", "project/S.swift")
    try scratch.write("patterns: []\n", "patterns.yml")
    try scratch.write("symbols: { paths: [App.dSYM] }\n", "config.yml")
    try scratch.write(Self.baseline, "accepted")
    try scratch.write("secret\n", "password")
    try scratch.write("<plist/>\n", "App.dSYM/Contents/Info.plist")
    try Data([0xCF, 0xFA, 0xED, 0xFE] + [UInt8](repeating: 0, count: 64)).write(
      to: scratch.url("App.dSYM/Contents/Resources/DWARF/App"))
    let files = FileManager.default
    try files.createSymbolicLink(atPath: scratch.url("links/x.ips").path, withDestinationPath: "../x.ips")
    try files.linkItem(at: scratch.url("x.ips"), to: scratch.url("links/hard.ips"))
    try files.linkItem(at: scratch.url("reports/one.ips"), to: scratch.url("links/one.ips"))
    _ = try Tool.run(["ingest", "--database", "h.sqlite", "x.ips"], in: scratch.folder)
    _ = try Tool.run(["ingest", "x.ips"], in: scratch.folder)
    _ = try Tool.run(["ingest", "--database", "other.sqlite", "x.ips"], in: scratch.folder)
    try files.createSymbolicLink(atPath: scratch.url("links/h").path, withDestinationPath: "../h.sqlite")
  }

  /// The path, kind and content of everything in the folder.
  private func snapshot() throws -> [String: Data] {
    var all: [String: Data] = [:]
    let found = FileManager.default.enumerator(atPath: scratch.folder.path)
    while let path = found?.nextObject() as? String {
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: scratch.url(path).path)
      all[path] = link.map { Data($0.utf8) } ?? (try? Data(contentsOf: scratch.url(path))) ?? Data()
    }
    return all
  }

  /// Runs a command that must be rejected, and must change nothing.
  private func expectRejected(
    _ arguments: [String], _ words: String? = nil, environment: [String: String] = [:], in folder: String? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try snapshot()
    // The working directory is changed by a shell, because the output is stored beside that of `Tool`.
    let shell = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let answer = try Tool.run(arguments, in: scratch.folder, environment: environment, startedBy: shell)
    #expect(answer.status == 64, "\(arguments): \(answer)", sourceLocation: location)
    #expect(answer.err.contains(words ?? "this is "), "\(arguments): \(answer.err)", sourceLocation: location)
    #expect(try snapshot() == before, "\(arguments) changed a file", sourceLocation: location)
  }

  // MARK: Names that mean another file later

  /// Between the check and the writing, `run` runs a command, which may replace what a name means.
  /// An output with the name of a configuration would be read by the next command.
  @Test(arguments: [".diagnose.yml", "links/.diagnose.yml"]) func noOutputIsAConfiguration(_ name: String) throws {
    let answer = try Tool.run(["--no-database", "x.ips", "-o", name], in: scratch.folder)
    #expect(answer.status == 64)
    #expect(!FileManager.default.fileExists(atPath: scratch.url(name).path))
  }

  @Test(arguments: [
    "d/h.sqlite", "d/accepted", "d/patterns.yml", "d/config.yml", "d/App.dSYM/Contents/Info.plist", "d/project/S.swift",
    "p",
  ])
  func namesThatChangeBeforeWritingAreSpared(_ name: String) throws {
    try FileManager.default.createDirectory(at: scratch.url("d"), withIntermediateDirectories: true)
    for folder in ["d/App.dSYM/Contents", "d/project"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    #expect(mkfifo(scratch.url("p").path, 0o600) == 0)
    let files = [
      "h.sqlite", "accepted", "patterns.yml", "config.yml", "App.dSYM/Contents/Info.plist", "project/S.swift",
    ]
    let before = try files.map { try Data(contentsOf: scratch.url($0)) }
    let answer = try Tool.run(
      [
        "run", "--database", "h.sqlite", "--baseline", "accepted", "--patterns", "patterns.yml", "--config",
        "config.yml", "--project", "project", "--fail-on", "new", "--format", "json", "-o", name, "--", "sh", "-c",
        "rm -r d p && ln -s . d && ln -s accepted p",
      ], in: scratch.folder)
    #expect(answer.status == 74 && answer.err.contains("it is now "), "\(name): \(answer)")
    #expect(try files.map { try Data(contentsOf: scratch.url($0)) } == before, "\(name)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).allSatisfy { !$0.contains(".diagnose-") }
    )
  }

  /// What replaces an output that is nobody's is replaced, also in another folder.
  @Test func namesThatChangeToOtherFilesAreWritten() throws {
    try FileManager.default.createDirectory(at: scratch.url("d"), withIntermediateDirectories: true)
    let answer = try Tool.run(
      [
        "run", "--no-database", "--format", "json", "-o", "d/out.json", "--", "sh", "-c",
        "rm -r d; mkdir d; touch d/out.json",
      ],
      in: scratch.folder)
    #expect(answer.status == 0, "\(answer)")
    #expect(try String(contentsOf: scratch.url("d/out.json"), encoding: .utf8).contains("diagnose/1"))
  }

  /// Configurations of checkouts, also those that a run does not read, and the user's trust in them.
  @Test func configurationsAndTrustAreSpared() throws {
    for folder in ["src/.git", "project", "elsewhere"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    for name in ["src/.diagnose.yml", "project/.diagnose.yml", "elsewhere/.diagnose.yml"] {
      try scratch.write("watch: { rescan: 17s }\n", name)
    }
    #expect(try Tool.run(["trust", "src"], in: scratch.folder).status == 0)
    let entry = try #require(
      try FileManager.default.contentsOfDirectory(atPath: scratch.url(".local/state/diagnose/trust").path).first)
    for output in [
      "src/.diagnose.yml", "project/.diagnose.yml", "elsewhere/.diagnose.yml", "./elsewhere/../elsewhere/.diagnose.yml",
      ".local/state/diagnose/trust/" + entry,
    ] {
      try expectRejected(["check", "project", "-o", output])
      try expectRejected(["x.ips", "-o", output])
      try expectRejected(["symbolicate", "x.ips", "-o", output])
    }
    try expectRejected(["check", "project", "-o", "project/S.swift"], "a file of the project")
    try expectRejected(
      ["check", "project", "-o", ".local/state/diagnose/trust/" + entry], "an entry of your trust")
  }

  // MARK: Every option that writes

  /// The options that write a file or a folder, and how to use them; `FILE` is the output. `x.ips` is always an input where
  /// the command has inputs.
  private static let writers: [(command: String, option: String, arguments: [String])] = [
    ("analyze", "output", ["x.ips", "--output", "FILE"]), ("analyze", "json-out", ["x.ips", "--json-out", "FILE"]),
    ("analyze", "write", ["x.ips", "--write", "sarif=FILE"]),
    ("analyze", "write-baseline", ["x.ips", "--write-baseline", "FILE"]),
    ("latest", "output", ["latest", "--watch", "reports", "--output", "FILE"]),
    ("latest", "json-out", ["latest", "--watch", "reports", "--json-out", "FILE"]),
    ("latest", "write", ["latest", "--watch", "reports", "--write", "html=FILE"]),
    ("latest", "write-baseline", ["latest", "--watch", "reports", "--write-baseline", "FILE"]),
    ("run", "output", ["run", "--output", "FILE", "--", "touch", "ran"]),
    ("run", "json-out", ["run", "--json-out", "FILE", "--", "touch", "ran"]),
    ("run", "write", ["run", "--write", "junit=FILE", "--", "touch", "ran"]),
    ("run", "write-baseline", ["run", "--write-baseline", "FILE", "--", "touch", "ran"]),
    ("check", "output", ["check", "project", "--output", "FILE"]),
    ("symbolicate", "output", ["symbolicate", "x.ips", "--output", "FILE"]),
    ("convert", "output", ["convert", "x.ips", "--to", "ips", "--output", "FILE"]),
    ("scrub", "output", ["scrub", "x.ips", "--output", "FILE"]),
    ("patterns new", "output", ["patterns", "new", "acme/lost", "--output", "FILE"]),
    ("report", "html", ["report", "--html", "FILE"]),
  ]

  /// A new option that writes is in the list above, and therefore in the tests of this suite.
  @Test func everyOptionThatWritesIsTested() throws {
    let help = try JSONValue(parsing: Tool.run(["--experimental-dump-help"], in: scratch.folder).out)
    var found: Set<String> = []
    func visit(_ command: JSONValue, _ path: [String]) {
      for argument in command["arguments"]?.elements ?? [] where argument["kind"]?.string == "option" {
        let text = argument["abstract"]?.string ?? ""
        let value = argument["valueName"]?.string ?? ""
        let names = argument["names"]?.elements ?? []
        // `--color` selects how to write, not where.
        guard text.lowercased().contains("write"), value != "when", value != "format", value != "kind",
          let name = names.last?["name"]?.string
        else { continue }
        found.insert((path + [name]).joined(separator: " "))
      }
      for sub in command["subcommands"]?.elements ?? [] { visit(sub, path + [sub["commandName"]?.string ?? ""]) }
    }
    visit(try #require(help["command"]), [])
    #expect(found == Set(Self.writers.map { $0.command + " " + $0.option }))
  }

  /// Every option that writes spares the histories, with what SQLite keeps beside them.
  @Test func everyOptionSparesTheHistory() throws {
    for writer in Self.writers {
      for victim in [
        "h.sqlite", "./reports/../h.sqlite", "links/h", "h.sqlite-wal", "h.sqlite-journal", "h.sqlite.alerts",
      ] {
        let arguments = writer.arguments.map { $0.replacingOccurrences(of: "FILE", with: victim) }
        try expectRejected(arguments, environment: ["DIAGNOSE_DATABASE": "h.sqlite"])
      }
      // The usual history, which this run does not use.
      let arguments = writer.arguments.map {
        $0.replacingOccurrences(of: "FILE", with: ".local/share/diagnose/history.sqlite-shm")
      }
      try expectRejected(arguments, "a file of the history")
      let other = writer.arguments.map { $0.replacingOccurrences(of: "FILE", with: "other.sqlite") }
      try expectRejected(other, "a database")
    }
  }

  // MARK: What a command reads

  @Test func inputsAreSpared() throws {
    let path = scratch.url("x.ips").path
    for name in [
      "x.ips", "./x.ips", "reports/../x.ips", "links/../x.ips", ".//x.ips", path, "links/x.ips", "links/hard.ips",
    ] {
      try expectRejected(["x.ips", "-o", name], "an input")
      try expectRejected(["--no-database", "x.ips", "--json-out", name], "an input")
      try expectRejected(["x.ips", "--write", "csv=" + name], "an input")
      try expectRejected(["symbolicate", "x.ips", "-o", name], "an input")
      try expectRejected(["scrub", "x.ips", "-o", name], "an input")
      try expectRejected(["x.ips", "--write-baseline", name], "an input")
    }
    // The input is named by a link.
    try expectRejected(["links/x.ips", "-o", "x.ips"], "an input")
    try expectRejected(["links/hard.ips", "-o", "x.ips"], "an input")
  }

  /// Standard input may be a file.
  @Test func standardInputIsSpared() throws {
    for arguments in [
      ["-", "--no-database", "-o", "x.ips"], ["-", "--no-database", "--write", "json=links/x.ips"],
      ["scrub", "-", "-o", "x.ips"], ["symbolicate", "-", "-o", "links/hard.ips"],
      ["run", "--no-database", "-o", "x.ips", "--", "cat"],
    ] {
      let before = try snapshot()
      let shell = ["/bin/sh", "-c", "exec \"$@\" < x.ips", "sh"]
      let answer = try Tool.run(arguments, in: scratch.folder, startedBy: shell)
      #expect(answer.status == 64 && answer.err.contains("an input"), "\(arguments): \(answer)")
      #expect(try snapshot() == before, "\(arguments) changed a file")
    }
  }

  /// Files that are not text are no outputs of an earlier run: archives, and what SQLite keeps beside a database.
  @Test func binaryFilesAreSpared() throws {
    try Data([0x37, 0x7F, 0x06, 0x82, 0, 0x2D, 0xE2, 0x18]).write(to: scratch.url("reports/other.sqlite-wal"))
    try Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0]).write(
      to: scratch.url("reports/other.sqlite-journal"))
    try Data("PK\u{3}\u{4}\u{14}\0\0\0".utf8).write(to: scratch.url("symbols.zip"))
    try Data("text first\n\0".utf8).write(to: scratch.url("late"))
    for name in ["reports/other.sqlite-wal", "reports/other.sqlite-journal", "symbols.zip", "late"] {
      for writer in Self.writers {
        try expectRejected(writer.arguments.map { $0.replacingOccurrences(of: "FILE", with: name) })
      }
    }
    // A private output remains private.
    try scratch.write("an earlier diagnosis\n", "private.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.url("private.txt").path)
    let copy = try Tool.run(["--no-database", "x.ips", "-o", "private.txt"], in: scratch.folder)
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.url("private.txt").path)[.posixPermissions]
    #expect(copy.status == 0 && (mode as? NSNumber)?.intValue == 0o600, "\(copy) \(String(describing: mode))")
    // Text and empty files may be outputs of an earlier run.
    for text in ["", "an earlier diagnosis\n", "été"] {
      try scratch.write(text, "out.txt")
      let answer = try Tool.run(["--no-database", "x.ips", "-o", "out.txt"], in: scratch.folder)
      #expect(answer.status == 0, "\(answer)")
    }
  }

  @Test func filesOfFoldersAreSpared() throws {
    for folder in ["reports", "./reports/", "reports/sub/..", scratch.folder.path, "."] {
      for name in ["reports/one.ips", "reports/sub/two.crash", "links/one.ips", "./reports/sub/../one.ips"] {
        try expectRejected(["--no-database", folder, "-o", name], "an input")
      }
    }
    try expectRejected(["run", "--watch", "reports", "-o", "reports/one.ips", "--", "touch", "ran"], "an input")
    // Also the reports that `latest` read and did not select.
    for name in ["reports/one.ips", "reports/sub/two.crash"] {
      try expectRejected(["latest", "--watch", "reports", "-o", name], "an input")
    }
    // Copies have the names of their inputs.
    try FileManager.default.copyItem(at: scratch.url("x.ips"), to: scratch.url("reports/x.ips"))
    try expectRejected(["scrub", "reports/one.ips", "reports/x.ips", "-o", "reports"], "an input")
    try expectRejected(["scrub", "x.ips", "-o", "./"], "an input")
    try expectRejected(["scrub", "x.ips", "-o", "."], "an input")
    try expectRejected(["check", "project", "-o", "project/S.swift"], "a file of the project")
    try expectRejected(["x.ips", "--project", "project", "-o", "project/S.swift"], "a file of the project")
    try expectRejected(["x.ips", "--source-root", "project", "-o", "project/S.swift"], "a file of the project")
  }

  @Test func otherFilesThatAreReadAreSpared() throws {
    let plain = ["--no-database", "x.ips", "-o"]
    try expectRejected(plain + ["patterns.yml", "--patterns", "./patterns.yml"], "a pattern file")
    try expectRejected(plain + ["config.yml", "--config", "config.yml"], "a configuration file")
    try expectRejected(plain + ["config.yml"], "a configuration file", environment: ["DIAGNOSE_CONFIG": "config.yml"])
    try expectRejected(plain + ["accepted", "--baseline", "accepted"], "the baseline")
    try expectRejected(
      plain + ["password"], "the file of the password",
      environment: ["DIAGNOSE_DATABASE_PASSWORD_FILE": scratch.url("password").path])
    for name in ["App.dSYM/Contents/Info.plist", "App.dSYM/Contents/Resources/DWARF/App"] {
      try expectRejected(plain + [name, "--symbols", "App.dSYM"], "symbol file")
      try expectRejected(plain + [name], "symbol file")
    }
    // Pages are several files.
    try FileManager.default.moveItem(at: scratch.url("h.sqlite"), to: scratch.url("reports/h.sqlite"))
    try expectRejected(["report", "--html", "reports", "--database", "reports/h.sqlite"], "this folder contains")
  }

  /// A configuration that was found, and what it names, whether the user trusts it or not.
  @Test(arguments: [false, true]) func foundConfigurationsAreSpared(_ isTrusted: Bool) throws {
    let files = FileManager.default
    for folder in ["app/.git", "app/tools", "app/sub", "app/code"] {
      try files.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try scratch.write(
      """
      patterns: { files: [tools/patterns.yml, tools/link.yml] }
      source: { roots: [code] }
      symbols: { paths: [tools/symbols.zip] }
      """ + "\n", "app/tools/diagnose.yml")
    for name in ["app/tools/patterns.yml", "app/tools/more.yml"] { try scratch.write("patterns: []\n", name) }
    try scratch.write("let answer = 42\n", "app/code/S.swift")
    try scratch.write("PK", "app/tools/symbols.zip")
    try files.createSymbolicLink(
      atPath: scratch.url("app/.diagnose.yml").path, withDestinationPath: "tools/diagnose.yml")
    try files.createSymbolicLink(atPath: scratch.url("app/tools/link.yml").path, withDestinationPath: "more.yml")
    try files.linkItem(at: scratch.url("app/tools/diagnose.yml"), to: scratch.url("app/hard.yml"))
    if isTrusted {
      let answer = try Tool.run(["trust", "app"], in: scratch.folder)
      #expect(answer.status == 0, "\(answer)")
    }
    let victims = [
      (".diagnose.yml", "a configuration file"), ("tools/diagnose.yml", "a configuration file"),
      ("hard.yml", "a configuration file"), ("sub/../.diagnose.yml", "a configuration file"),
      ("tools/patterns.yml", "a pattern file"), ("./tools/../tools/patterns.yml", "a pattern file"),
      ("tools/link.yml", "a pattern file"), ("tools/more.yml", "a pattern file"),
      ("code/S.swift", "a file of the project"), ("tools/symbols.zip", "a symbol file"),
    ]
    for (index, (name, words)) in victims.enumerated() {
      let output = scratch.url("app").path + "/" + name
      let folder = (index % 2 == 0) == isTrusted ? "app" : "app/sub"
      try expectRejected([scratch.url("x.ips").path, "-o", output], "this is " + words, in: folder)
      try expectRejected(["run", "-o", output, "--", "touch", "ran"], "this is " + words, in: folder)
    }
  }

  @Test func outputsAreDifferentFiles() throws {
    try FileManager.default.createSymbolicLink(atPath: scratch.url("links/out").path, withDestinationPath: "../made")
    try scratch.write("earlier", "made")
    for names in [("o", "o"), ("./o", "o"), ("links/../o", "o"), ("made", "links/out"), ("made", "reports/../made")] {
      try expectRejected(["--no-database", "x.ips", "-o", names.0, "--json-out", names.1], "names the same file")
      try expectRejected(
        ["--no-database", "x.ips", "--write", "html=" + names.0, "--write", "json=" + names.1], "names the same file")
      try expectRejected(
        ["--no-database", "x.ips", "--write-baseline", names.0, "-o", names.1], "names the same file")
    }
  }

  /// A shell that appends to an input leaves it as it is.
  @Test func standardOutputIsNoInput() throws {
    for (command, file) in [
      ("x.ips", "x.ips"), ("symbolicate x.ips", "x.ips"), ("scrub x.ips", "links/hard.ips"),
      ("--database h.sqlite x.ips", "h.sqlite"), ("database export --database h.sqlite", "h.sqlite"),
      ("--baseline accepted x.ips", "accepted"), ("--patterns patterns.yml x.ips", "patterns.yml"),
    ] {
      try scratch.write("'\(Tool.url.path)' \(command) >> \(file)\n", "../append")
      let before = try snapshot()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [scratch.url("../append").path]
      process.currentDirectoryURL = scratch.folder
      process.environment = Tool.environment(home: scratch.folder)
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 64, "\(command) >> \(file)")
      #expect(try snapshot() == before, "\(command) >> \(file)")
    }
  }

  // MARK: What is permitted

  @Test func otherFilesAreWritten() throws {
    func expectWritten(_ arguments: [String], _ files: [String]) throws {
      for round in 1...2 {
        let answer = try Tool.run(arguments, in: scratch.folder)
        #expect([0, 1].contains(answer.status), "\(arguments), run \(round): \(answer)")
        for file in files { #expect(FileManager.default.fileExists(atPath: scratch.url(file).path), "\(file)") }
      }
    }
    // A file beside the inputs, which the next run does not take for one of them.
    for format in ["text", "json", "sarif", "junit", "csv", "html", "markdown", "gitlab"] {
      try expectWritten(
        ["--no-database", "reports", "--format", format, "-o", "reports/out.\(format)"], ["reports/out.\(format)"])
    }
    try expectWritten(["check", "project", "--format", "sarif", "-o", "project/check.sarif"], ["project/check.sarif"])
    try expectWritten(["x.ips", "--no-database", "-o", "h.sqlite.txt"], ["h.sqlite.txt"])
    try expectWritten(["x.ips", "--no-database", "-o", "/dev/null", "--json-out", "/dev/null"], [])
    try expectWritten(
      ["--no-database", "x.ips", "--baseline", "accepted", "--write-baseline", "./accepted"], ["accepted"])
    try expectWritten(["scrub", "x.ips", "reports/one.ips", "-o", "copies"], ["copies/x.ips", "copies/one.ips"])
    try expectWritten(["scrub", "x.ips", "-o", "copy.ips"], ["copy.ips"])
    try expectWritten(["symbolicate", "x.ips", "-o", "named.crash"], ["named.crash"])
    try expectWritten(["report", "--database", "h.sqlite", "--html", "pages"], ["pages/index.html"])
    try expectWritten(["run", "--no-database", "-o", "run.txt", "--watch", "reports", "--", "true"], ["run.txt"])
    #expect(try String(contentsOf: scratch.url("x.ips"), encoding: .utf8) == Sample.json(0))
  }

  /// The command leaves a report under the name of an output.
  @Test func aReportThatTheCommandLeftIsSpared() throws {
    let answer = try Tool.run(
      ["run", "--no-database", "--watch", "reports", "-o", "reports/new.ips", "--", "cp", "x.ips", "reports/new.ips"],
      in: scratch.folder)
    #expect(answer.status == 64 && answer.err.contains("an input"), "\(answer)")
    #expect(try String(contentsOf: scratch.url("reports/new.ips"), encoding: .utf8) == Sample.json(0))
  }
}
