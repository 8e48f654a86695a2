import Foundation
import Presentation
import Testing

/// Hostile reports and folders (docs/security.md).
@Suite struct HostileInputTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Returns the sample with `members` added at the beginning of its body.
  private func report(_ members: String) -> String {
    Sample.json().replacing("\"uptime\" : 1000,", with: "\"uptime\" : 1000, \(members),")
  }

  @Test(arguments: [
    ("depth", "\"z\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
    ("one letter of 500,000 marks", "\"z\":\"e" + String(repeating: "\u{301}", count: 500_000) + "\""),
    ("keys", (0..<100_000).map { "\"k\($0 % 7)\":1" }.joined(separator: ",")),
    ("number", "\"pid\":" + String(repeating: "9", count: 500_000)),
    (
      "frames",
      "\"lastExceptionBacktrace\":[" + String(repeating: "{\"imageOffset\":1,\"imageIndex\":0},", count: 100_000)
        + "{}]"
    ),
  ])
  func sizesAreNoHang(_ name: String, _ members: String) throws {
    try scratch.write(report(members), "big.ips")
    let answer = try Tool.run(["--no-database", "-f", "json", "big.ips"], in: scratch.folder)
    #expect([0, 2, 3].contains(answer.status), "\(name): \(answer.err)")
    #expect(answer.seconds < 30, "\(name): \(answer.seconds) s")
    #expect(answer.out.utf8.count < 4 << 20, "\(name): the output is bounded")
  }

  /// The agents of CI systems execute commands on standard error too.
  @Test func fileNamesAreNoCommands() throws {
    for name in [
      "##vso[task.complete result=Failed]a.ips", "##[add-mask]a.ips", "##teamcity[buildStop]", "::error::a.ips",
    ] {
      try scratch.write("x", name)
      for format in ["text", "json", "github"] {
        let answer = try Tool.run(["--no-database", "-f", format, "./" + name], in: scratch.folder)
        #expect(answer.status == 2)
        for line in (answer.out + answer.err).split(separator: "\n") {
          let mark = line.range(of: "##[A-Za-z]*\\[", options: .regularExpression)
          #expect(mark == nil && !line.hasPrefix("::error::"), "\(line)")
        }
      }
    }
  }

  @Test func controlsAreEscapedInEveryFormat() throws {
    let evil = "Paint\u{1B}[31mer\u{9B}2J\u{202E}\u{2028}\u{FEFF}"
    try scratch.write(Sample.text(process: evil), "evil.crash")
    try scratch.write(Sample.json().replacing("drawCard0", with: "draw\\u001b[31m\\u009b2J\\u202e"), "evil.ips")
    for format in OutputFormat.catalog.map(\.id) {
      let answer = try Tool.run(["--no-database", "-f", format, "evil.crash", "evil.ips"], in: scratch.folder)
      #expect(answer.status == 0, "\(format): \(answer.err)")
      let isLoud: (Unicode.Scalar) -> Bool = { scalar in
        scalar.value < 0x20 && !"\n\t".unicodeScalars.contains(scalar) || (0x7F...0x9F).contains(scalar.value)
          || [0x202E, 0x2028, 0xFEFF].contains(scalar.value)
      }
      let text = (answer.out + answer.err).replacing("\r\n", with: "\n")
      #expect(!text.unicodeScalars.contains(where: isLoud), "\(format)")
      if format.hasPrefix("json") {
        #expect(text.contains("\\u001b") && text.contains("\\u009b") && text.contains("\\u202e"), "\(format)")
      }
    }
  }

  @Test func linksInAWatchedFolderAreNotFollowed() throws {
    let manager = FileManager.default
    try manager.createDirectory(at: scratch.url("watched"), withIntermediateDirectories: true)
    try manager.createDirectory(at: scratch.url("other"), withIntermediateDirectories: true)
    try scratch.write(Sample.json(1), "other/secret.ips")
    try scratch.write(Sample.json(2), "watched/own.ips")
    try manager.createSymbolicLink(
      at: scratch.url("watched/link.ips"), withDestinationURL: scratch.url("other/secret.ips"))
    try manager.createSymbolicLink(at: scratch.url("watched/Retired"), withDestinationURL: scratch.url("other"))
    #expect(mkfifo(scratch.url("watched/pipe.ips").path, 0o600) == 0)
    try manager.createDirectory(at: scratch.url("watched/folder.ips"), withIntermediateDirectories: true)
    let answer = try Tool.run(
      ["watch", "--once", "--settle", "100ms", "--format", "jsonl", "watched"], in: scratch.folder)
    #expect(answer.status == 0, "\(answer.err)")
    #expect(answer.out.contains("drawCard2") && !answer.out.contains("drawCard1"))
    let ingested = try Tool.run(["ingest", "--recursive", "--format", "jsonl", "watched"], in: scratch.folder)
    #expect(!ingested.out.contains("drawCard1"))
  }

  @Test func aHistoryInAnOpenFolderIsRefused() throws {
    try scratch.write(Sample.json(), "a.ips")
    let folder = scratch.url("open")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(chmod(folder.path, 0o777) == 0)
    let answer = try Tool.run(["ingest", "--database", "open/h.sqlite", "a.ips"], in: scratch.folder)
    #expect(answer.status == 74)
    #expect(answer.err.contains("every user can replace files"))
  }

  /// The configuration of a repository cannot run a program.
  @Test func configurationsHoldNoCommands() throws {
    try scratch.write(Sample.json(), "a.ips")
    for text in ["exec: touch pwned", "watch: { exec: touch pwned }", "symbols: { command: touch pwned }"] {
      try scratch.write(text + "\n", ".diagnose.yml")
      let answer = try Tool.run(["--no-database", "a.ips"], in: scratch.folder)
      #expect(answer.status == 78, "\(text)")
      #expect(!FileManager.default.fileExists(atPath: scratch.url("pwned").path))
    }
  }

  @Test func fileNamesAreNeverCommandsNorOptions() throws {
    for name in ["$(touch pwned).ips", "`touch pwned`.ips", "-rf.ips", "a;touch pwned.ips"] {
      try scratch.write(Sample.json(), name)
      let answer = try Tool.run(["analyze", "--no-database", "-q", "--", name], in: scratch.folder)
      #expect(answer.status == 0, "\(name): \(answer.err)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url("pwned").path))
  }
}
