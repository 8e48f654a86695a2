import Foundation
import Platform
import TestSupport
import Testing

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
    return scratch.url(name).path
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
    ] {
      #expect(isKnown(variables), "\(variables)")
    }
    for variables in [
      [:], ["TERM": "xterm-256color"], ["TERM_PROGRAM": "Apple_Terminal"], ["VTE_VERSION": "5000"],
      ["VTE_VERSION": "x"],
      ["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.0.9"], ["TERM_PROGRAM": "iTerm.app"],
      ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.71"], ["TERM": "dumb", "WT_SESSION": "x"],
      ["TERM": "xterm-kitty", "CI": "1"], ["FORCE_HYPERLINK": "0", "TERM": "xterm-kitty"],
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

  @Test func withoutAnEditorNothingIsRead() throws {
    guard OperatingSystem.current == .linux else { return }
    for command in [["crash.ips", "--open"], ["history", "show", "abcd", "--open"], ["latest", "--open"]] {
      let answer = try Tool.run(command, in: scratch.folder)
      // On Linux there may be no folder to search, which is found first.
      if command[0] == "latest" { continue }
      #expect(answer.status == 64 && answer.out.isEmpty)
      #expect(answer.err.hasPrefix("diagnose: --open has no editor\n"), "\(answer.err)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
  }

  @Test func whatCannotBeOpenedIsStated() throws {
    let vim = ["VISUAL": try recorder("vim")]
    try scratch.write(Sample.json(), "plain.ips")
    try write("/nosuch/CardView.swift", as: "gone.ips")
    try write("/dev/null", as: "device.ips")
    for (file, message) in [
      ("plain.ips", "nothing to open: no source location is known"),
      ("gone.ips", "nothing to open: this machine has no file /nosuch/CardView.swift"),
      ("device.ips", "nothing to open: this machine has no file /dev/null"),
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

  @Test func aListIsNotOpened() throws {
    let answer = try Tool.run(["latest", "--list", "--open"], in: scratch.folder)
    #expect(answer.status == 64 && answer.err.hasPrefix("diagnose: --open cannot be used with --list."))
  }
}
