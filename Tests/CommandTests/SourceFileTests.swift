import Foundation
import Platform
import TestSupport
import Testing
import Workflow

@testable import DiagnoseCommand
@testable import Monitoring

/// Links to source files, and `--open`.
@Suite struct SourceFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Writes a report whose crashed frame states a source file.
  private func write(_ file: String, line: Int = 27, as name: String = "crash.ips") throws {
    let source = "\"sourceFile\":\"\(file)\",\"sourceLine\":\(line),\"symbol\":\"drawCard"
    try scratch.write(Sample.json().replacing("\"symbol\":\"drawCard", with: source), name)
  }

  private func source(_ name: String = "CardView.swift") throws -> String {
    try scratch.write("// a view\n", name)
    return folder(name)
  }

  // MARK: - Links

  @Test func aLocationIsALinkIfItIsAskedFor() throws {
    let path = try source()
    try write(path)
    let link = "\u{1B}]8;;file://\(path)\u{1B}\\CardView.swift:27\u{1B}]8;;\u{1B}\\"
    for (options, isLinked) in [
      (["--hyperlinks", "always"], true), (["--hyperlinks", "never"], false), ([], false),
      (["--hyperlinks", "always", "--scrub"], false), (["--hyperlinks", "always", "--format", "markdown"], false),
    ] {
      let answer = try Tool.run(["--no-database", "crash.ips"] + options, in: scratch.folder)
      #expect(answer.status == 0, "\(answer.err)")
      #expect(answer.out.contains(link) == isLinked, "\(options): \(answer.out)")
      #expect(answer.out.contains("\u{1B}") == isLinked, "\(options)")
    }
    let format = try Tool.run(
      ["--no-database", "crash.ips", "--hyperlinks", "always", "--hyperlink-format", "vscode"], in: scratch.folder)
    #expect(format.out.contains("\u{1B}]8;;vscode://file\(path):27:1\u{1B}\\"))
  }

  @Test func aFileThatIsMissingHereIsNoLink() throws {
    try write(scratch.url("CardView.swift").path)
    let answer = try Tool.run(["--no-database", "crash.ips", "--hyperlinks", "always"], in: scratch.folder)
    #expect(answer.out.contains("CardView.swift:27") && !answer.out.contains("\u{1B}"))
  }

  /// Returns the path of the working directory as the program knows it.
  private func folder(_ name: String = "") -> String {
    let path = Files.resolved(FilePath(scratch.folder.path))?.text ?? scratch.folder.path
    return name.isEmpty ? path : path + "/" + name
  }

  @Test func onlySourceFilesInsideAreFound() throws {
    let files = FileManager.default
    for name in ["in/A.swift", "in/sub/B.MM", "in/run.command", "in/C", "in/.swift", "in/D.swift.txt", "out/O.swift"] {
      try files.createDirectory(
        at: scratch.url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
      try scratch.write("//\n", name)
    }
    try scratch.write("//\n", "in/X.swift")
    try files.setAttributes([.posixPermissions: 0o744], ofItemAtPath: scratch.url("in/X.swift").path)
    try files.createDirectory(at: scratch.url("in/F.swift"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: scratch.url("in/L.swift").path, withDestinationPath: folder("in/A.swift"))
    try files.createSymbolicLink(atPath: scratch.url("in/link").path, withDestinationPath: folder("out"))
    let source = LocalSource(tree: nil, workingDirectory: folder("in"))
    for name in ["in/A.swift", "in/sub/B.MM", "in//sub/./B.MM"] {
      let path = folder(name.replacing("//", with: "/").replacing("./", with: ""))
      #expect(source.path(of: folder(name), for: .link) == path, "\(name)")
      #expect(source.path(of: folder(name), for: .editor) == path, "\(name)")
    }
    #expect(source.path(of: folder("in/X.swift"), for: .editor) == folder("in/X.swift"))
    #expect(source.path(of: folder("in/X.swift"), for: .link) == nil)
    for name in [
      "in/run.command", "in/C", "in/.swift", "in/D.swift.txt", "out/O.swift", "in/../out/O.swift", "in/F.swift",
      "in/L.swift", "in/link/O.swift", "in/nosuch.swift", "in", "",
    ] {
      for use in [LocalSource.Use.link, .editor] { #expect(source.path(of: folder(name), for: use) == nil, "\(name)") }
    }
    for path in ["", "/", "A.swift", "./A.swift", String(repeating: "/a", count: 100_000) + "/A.swift"] {
      #expect(source.path(of: path, for: .editor) == nil)
    }
  }

  /// A path that is in no folder of the user is not examined, even if there is a file.
  @Test func aFileElsewhereIsNoLink() throws {
    try scratch.write("//\n", "Other.swift")
    try FileManager.default.createDirectory(at: scratch.url("work"), withIntermediateDirectories: true)
    try write(folder("Other.swift"), as: "work/crash.ips")
    let vim = try recorder("vim")
    let answer = try Tool.run(
      ["--no-database", "crash.ips", "--hyperlinks", "always", "--open"], in: scratch.url("work"),
      environment: ["VISUAL": vim])
    #expect(answer.status == 2 && answer.out.contains("Other.swift:27") && !answer.out.contains("\u{1B}"))
    #expect(answer.err.contains("Other.swift is not a source file of the checkout or working directory"))
    #expect(arguments == nil)
  }

  @Test func theStackOfAnIssueHasLinks() throws {
    let path = try source()
    try write(path)
    _ = try Tool.run(["ingest", "crash.ips"], in: scratch.folder)
    let list = try Tool.run(["history", "list", "--format", "json"], in: scratch.folder)
    let id = try #require(try JSONValue(parsing: list.out)["issues"]?[0]?["id"]?.string)
    let folder = ["--source-root", "."]
    let linked = try Tool.run(["history", "show", id, "--hyperlinks", "always"] + folder, in: scratch.folder)
    #expect(linked.status == 0, "\(linked.err)")
    let plain = try Tool.run(["history", "show", id] + folder, in: scratch.folder)
    #expect(!plain.out.contains("\u{1B}"))
    #expect(linked.out.contains("CardView.swift:27"), "\(linked.out)")
    #expect(linked.out.contains("\u{1B}]8;;file:///"), "\(linked.out)")
  }

  @Test func aFaultyFormatIsWrongUse() throws {
    let answer = try Tool.run(["crash.ips", "--hyperlink-format", "x{wheel}"], in: scratch.folder)
    #expect(answer.status == 64)
    #expect(answer.err.hasPrefix("diagnose: --hyperlink-format: 'x{wheel}' has '{wheel}'; only {path}"))
  }

  @Test func terminalsAreRecognized() {
    func isKnown(_ variables: [String: String]) -> Bool { HyperlinkOptions.isKnownTerminal { variables[$0] } }
    for variables in [
      ["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.1"], ["TERM_PROGRAM": "ghostty"],
      ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.72.0"], ["TERM": "xterm-kitty"], ["TERM": "alacritty"],
      ["VTE_VERSION": "5001"], ["WT_SESSION": "x"], ["FORCE_HYPERLINK": "1", "CI": "1"],
      ["FORCE_HYPERLINK": "1", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"],
      ["FORCE_HYPERLINK": "", "WT_SESSION": "x"],
      ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20230712-072601-f4abf8fd"],
      ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20200620-160318-e00b076c"],
    ] {
      #expect(isKnown(variables), "\(variables)")
    }
    for variables in [
      [:], ["TERM": "xterm-256color"], ["TERM_PROGRAM": "Apple_Terminal"], ["VTE_VERSION": "5000"],
      ["VTE_VERSION": "x"],
      ["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.0.9"], ["TERM_PROGRAM": "iTerm.app"],
      ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.71"], ["TERM": "dumb", "WT_SESSION": "x"],
      ["TERM": "xterm-kitty", "CI": "1"], ["FORCE_HYPERLINK": "0", "TERM": "xterm-kitty"], ["FORCE_HYPERLINK": ""],
      ["TERM": "xterm-kitty", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"],
      ["TERM": "xterm-kitty", "SSH_CONNECTION": "x", "FORCE_HYPERLINK": ""],
      ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20200619-1-a"],
      ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "nightly"],
    ] {
      #expect(!isKnown(variables), "\(variables)")
    }
  }

  // MARK: - Editors

  private func editor(_ variables: [String: String], _ system: OperatingSystem = .linux) -> [String]? {
    SourceEditor(system: system) { variables[$0] }?.words
  }

  @Test func theEditorIsThatOfTheVariables() {
    #expect(editor([:]) == nil)
    #expect(editor([:], .macOS) == ["/usr/bin/xed"])
    #expect(editor(["EDITOR": "nano"]) == ["nano"])
    #expect(editor(["VISUAL": "code --wait", "EDITOR": "nano"], .macOS) == ["code", "--wait"])
    #expect(editor(["VISUAL": "  ", "EDITOR": "nano"]) == ["nano"])
    #expect(editor(["EDITOR": "'/a b/ed' -x \"c d\""]) == ["/a b/ed", "-x", "c d"])
    // No shell: nothing else has a meaning.
    #expect(editor(["EDITOR": "vim; touch $HOME `x`"]) == ["vim;", "touch", "$HOME", "`x`"])
  }

  @Test func aPathWithBlanksIsAnEditor() throws {
    let path = try source("my editor")
    #expect(editor(["EDITOR": path]) == [path])
  }

  @Test func eachEditorIsToldTheLine() throws {
    for (words, expected) in [
      ("vim", ["vim", "+27", "/a/B.swift"]), ("/usr/bin/nvim -R", ["/usr/bin/nvim", "-R", "+27", "/a/B.swift"]),
      ("code --wait", ["code", "--wait", "--goto", "/a/B.swift:27:3"]), ("hx", ["hx", "/a/B.swift:27:3"]),
      ("xed", ["xed", "-l", "27", "/a/B.swift"]), ("idea", ["idea", "--line", "27", "/a/B.swift"]),
      ("other", ["other", "/a/B.swift"]),
    ] {
      let editor = try #require(SourceEditor(system: .linux) { $0 == "EDITOR" ? words : nil })
      #expect(editor.command("/a/B.swift", line: 27, column: 3) == expected)
      #expect(editor.command("/a/B.swift", line: nil, column: nil).last == "/a/B.swift")
    }
  }

  /// Creates a program that writes its arguments into a file.
  private func recorder(_ name: String) throws -> String {
    try scratch.write("#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$HOME/arguments\"\n", name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.url(name).path)
    return scratch.url(name).path
  }

  private var arguments: [String]? {
    (try? String(contentsOf: scratch.url("arguments"), encoding: .utf8))?.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["CardView.swift", "a b.swift", "a;touch pwned.swift", "$(touch pwned).swift", "-R.swift"])
  func theFirstLocationIsOpened(_ name: String) throws {
    let path = try source(name)
    try write(path)
    let vim = try recorder("vim")
    let answer = try Tool.run(
      ["--no-database", "crash.ips", "--open"], in: scratch.folder, environment: ["VISUAL": vim + " -R"])
    #expect(answer.status == 0, "\(answer.err)")
    #expect(answer.out.contains("drawCard"))
    #expect(arguments == ["-R", "+27", path])
    #expect(!FileManager.default.fileExists(atPath: scratch.url("pwned").path))
  }

  @Test func anIssueIsOpened() throws {
    try write(try source())
    let vim = try recorder("vim")
    _ = try Tool.run(["ingest", "crash.ips"], in: scratch.folder)
    let list = try Tool.run(["history", "list", "--format", "json"], in: scratch.folder)
    let id = try #require(try JSONValue(parsing: list.out)["issues"]?[0]?["id"]?.string)
    let answer = try Tool.run(
      ["history", "show", id, "--open", "--source-root", "."], in: scratch.folder, environment: ["EDITOR": vim])
    #expect(answer.status == 0, "\(answer.err)")
    #expect(arguments?.last?.hasSuffix("/CardView.swift") == true)
  }

  /// The same commands with an editor are the control: they read and record the report.
  @Test func withoutAnEditorNothingIsRead() throws {
    guard OperatingSystem.current == .linux else { return }
    try write(try source())
    let history = scratch.url(".local").path
    func isRefused(_ command: [String]) throws {
      let answer = try Tool.run(command, in: scratch.folder)
      #expect(answer.status == 64 && answer.out.isEmpty, "\(command): \(answer.out)")
      #expect(answer.err.hasPrefix("diagnose: --open has no editor\n"), "\(answer.err)")
    }
    func isAnswered(_ command: [String]) throws {
      let answer = try Tool.run(command, in: scratch.folder, environment: ["VISUAL": "true"])
      #expect(answer.status == 0 && answer.out.contains("drawCard"), "\(command): \(answer.err)")
    }
    try isRefused(["crash.ips", "--open"])
    #expect(!FileManager.default.fileExists(atPath: history))
    try isAnswered(["crash.ips", "--open"])
    #expect(FileManager.default.fileExists(atPath: history))
    let list = try Tool.run(["history", "list", "--format", "json"], in: scratch.folder)
    let id = try #require(try JSONValue(parsing: list.out)["issues"]?[0]?["id"]?.string)
    try isRefused(["history", "show", id, "--open"])
    try isAnswered(["history", "show", id, "--open", "--source-root", "."])
  }

  @Test func whatCannotBeOpenedIsStated() throws {
    let vim = ["VISUAL": try recorder("vim")]
    try scratch.write(Sample.json(), "plain.ips")
    try write("/nosuch/CardView.swift", as: "gone.ips")
    try write("/dev/null", as: "device.ips")
    for (file, message) in [
      ("plain.ips", "nothing to open: no source location is known"),
      (
        "gone.ips",
        "nothing to open: /nosuch/CardView.swift is not a source file of the checkout or working directory"
      ), ("device.ips", "nothing to open: /dev/null is not a source file of the checkout or working directory"),
    ] {
      let answer = try Tool.run(["--no-database", file, "--open"], in: scratch.folder, environment: vim)
      #expect(answer.status == 2, "\(file)")
      #expect(answer.out.contains("drawCard"))
      #expect(answer.err.contains("diagnose: \(message)\n"), "\(answer.err)")
    }
    #expect(arguments == nil)
  }

  @Test func anEditorThatFailsIsStated() throws {
    try write(try source())
    for (editor, message) in [
      ("nosuch-editor", "the editor nosuch-editor cannot be run"), ("false", "the editor false exited with status 1"),
    ] {
      let answer = try Tool.run(
        ["--no-database", "crash.ips", "--open"], in: scratch.folder, environment: ["VISUAL": editor])
      #expect(answer.status == 2)
      #expect(answer.err.contains("diagnose: \(message)"), "\(answer.err)")
    }
  }

  /// What the reports mean for a build is more than what the editor does.
  @Test func theStatusOfTheAnalysisRemains() throws {
    try write(try source())
    for (options, status, isOpened) in [
      (["crash.ips", "--fail-on", "any"], Int32(1), true), (["crash.ips", "nosuch.ips"], 3, true),
      (["nosuch.ips"], 2, false), (["crash.ips"], 2, true),
    ] {
      let answer = try Tool.run(
        ["--no-database", "--open"] + options, in: scratch.folder, environment: ["VISUAL": "false"])
      #expect(answer.status == status, "\(options): \(answer.err)")
      #expect(answer.err.contains("the editor false exited with status 1") == isOpened, "\(options): \(answer.err)")
    }
  }

  @Test func aListIsNotOpened() throws {
    let answer = try Tool.run(["latest", "--list", "--open"], in: scratch.folder)
    #expect(answer.status == 64 && answer.err.hasPrefix("diagnose: --open cannot be used with --list."))
  }
}
