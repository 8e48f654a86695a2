import Foundation
import TestSupport
import Testing

/// The commands of pages are run as they are written there.
@Suite struct PageExampleTests {
  static let shell = "/bin/sh"
  static let hasJQ = ["/usr/bin/jq", "/opt/homebrew/bin/jq", "/usr/local/bin/jq"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Returns the commands in the code blocks of a page that are marked as shell code.
  static func commands(of page: String) throws -> [String] {
    var commands: [String] = []
    var isCode = false
    for line in try Repository.text(of: page).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode = line == "```sh"
      } else if isCode, !line.isEmpty {
        commands.append(String(line))
      }
    }
    return commands
  }

  private func prepare() throws -> Scratch {
    let scratch = try Scratch()
    let manager = FileManager.default
    for folder in ["reports", "bin", "dSYMs"] {
      try manager.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try manager.createSymbolicLink(at: scratch.url("bin/diagnose"), withDestinationURL: Tool.url)
    let sample = Repository.url("sample-logs/ips/headerless-body.ips")
    try manager.copyItem(at: sample, to: scratch.url("crash.ips"))
    try manager.copyItem(at: sample, to: scratch.url("reports/first.ips"))
    try scratch.write(Sample.json(), "reports/second.ips")
    try scratch.write(Sample.text(process: "MyApp"), "pasted.txt")
    _ = try Tool.run(["ingest", "reports"], in: scratch.folder)
    return scratch
  }

  private func run(_ command: String, in scratch: Scratch) throws -> Tool.Answer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.shell)
    process.arguments = ["-c", "set -e; " + command]
    process.currentDirectoryURL = scratch.folder
    process.environment = Tool.environment(home: scratch.folder).merging(
      ["PATH": scratch.url("bin").path + ":/usr/bin:/bin:/opt/homebrew/bin:/usr/local/bin"]) { $1 }
    let out = try Tool.Capture(scratch.folder, "out")
    let err = try Tool.Capture(scratch.folder, "err")
    process.standardOutput = out.handle
    process.standardError = err.handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Tool.Answer(out: out.text(), err: err.text(), status: process.terminationStatus, seconds: 0)
  }

  @Test func commandsOfTheSkillRun() throws {
    let commands = try Self.commands(of: "docs/agents/SKILL.md")
    #expect(commands.count >= 12)
    let scratch = try prepare()
    for command in commands {
      #expect(command.hasPrefix("diagnose "), "\(command)")
      let answer = try run(command, in: scratch)
      // `check` exits with 1 if it finds a fault.
      #expect(
        answer.status == 0 || command.hasPrefix("diagnose check") && answer.status == 1, "\(command): \(answer.err)")
      #expect(!answer.out.isEmpty, "\(command)")
      if command.contains("--brief") { #expect(answer.out.utf8.count <= 3072, "\(command)") }
    }
  }

  @Test(.enabled(if: PageExampleTests.hasJQ, "jq is not installed"), arguments: ["docs/compatibility.md"])
  func examplesWithJQRun(_ page: String) throws {
    let commands = try Self.commands(of: page).filter { $0.contains("| jq ") }
    #expect(!commands.isEmpty)
    let scratch = try prepare()
    // The example about issues needs one with several reports.
    try scratch.write(Sample.json().replacingOccurrences(of: "000000000000", with: "000000000099"), "reports/third.ips")
    _ = try Tool.run(["ingest", "reports"], in: scratch.folder)
    for command in commands {
      let answer = try run(command, in: scratch)
      #expect(answer.status == 0, "\(command): \(answer.err)")
      #expect(!answer.out.isEmpty, "\(command)")
      #expect(!answer.out.contains("null\n") && !answer.out.contains("null\t"), "\(command): \(answer.out)")
    }
  }
}
