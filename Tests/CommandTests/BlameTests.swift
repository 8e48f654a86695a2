import Foundation
import TestSupport
import Testing

/// The path of git, without which the tests are skipped.
private let systemGit = "/usr/bin/git"

/// `--blame` in the program: the section of text, the other formats, redaction, and texts of hostile commits.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: systemGit), "git is not installed"))
struct BlameTests {
  private static let report = """
    Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range
    Thread 0 Crashed:
    0   libswiftCore.dylib            0x0000000193a1b2c4 _assertionFailure(_:_:file:line:flags:) + 248
    1   MyApp                         0x0000000104a01234 CardStore.importAll() + 120 (CardStore.swift:3)
    2   MyApp                         0x0000000104a01334 main + 20 (main.swift:3)

    """

  private let scratch: Scratch
  private let folder: URL

  init() throws {
    scratch = try Scratch()
    folder = scratch.url("checkout")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Sources"), withIntermediateDirectories: true)
    try write(Self.report, "crash.txt")
    try write("func importAll() {\n  let index = 4\n  print(cards[index])\n}\n", "Sources/CardStore.swift")
    try write("/Sources/ @ios-team\n", "CODEOWNERS")
    try run(["init", "-q", "."])
    try run(["add", "-A"])
    try run(["commit", "-q", "-m", "Import all cards"])
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  @discardableResult
  private func run(_ arguments: [String], input: String = "") throws -> String {
    try Data(input.utf8).write(to: scratch.url("input"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: systemGit)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "Ada Example", "GIT_AUTHOR_EMAIL": "ada@example.com",
      "GIT_COMMITTER_NAME": "Ada Example", "GIT_COMMITTER_EMAIL": "ada@example.com",
      "GIT_AUTHOR_DATE": "2026-01-10T12:00:00Z", "GIT_COMMITTER_DATE": "2026-01-10T12:00:00Z",
    ]
    let output = try Tool.Capture(folder, "git")
    process.standardOutput = output.handle
    process.standardError = FileHandle.nullDevice
    process.standardInput = try FileHandle(forReadingFrom: scratch.url("input"))
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(arguments)")
    return output.text().trimmingCharacters(in: .newlines)
  }

  private func answer(_ arguments: String...) throws -> String {
    let answer = try Tool.run(["--no-database", "--blame"] + arguments + ["crash.txt"], in: folder)
    #expect(answer.status == 0 && answer.err.isEmpty, "\(answer.err)")
    return answer.out
  }

  @Test func textShowsLinesCommitAndOwners() throws {
    let id = try run(["rev-parse", "HEAD"])
    let text = try answer("--revision", "HEAD")
    #expect(text.contains("Source  Sources/CardStore.swift:3 at \(id.prefix(12))\n"))
    #expect(text.contains("    2    let index = 4\n  > 3    print(cards[index])\n"))
    #expect(text.contains("  Last change      \(id.prefix(12)) by Ada Example, 2026-01-10: Import all cards\n"))
    #expect(text.contains("  Owners           @ios-team (CODEOWNERS)\n"))
    #expect(!text.contains("ada@example.com"))
  }

  @Test func withoutARevisionOnlyOwnersAreShown() throws {
    let text = try answer()
    #expect(text.contains("not known, the checkout may differ: the revision of the app"))
    #expect(text.contains("@ios-team") && !text.contains("Ada Example") && !text.contains("let index"))
  }

  @Test func otherFormatsHaveTheCommit() throws {
    let id = try run(["rev-parse", "HEAD"])
    for format in ["github", "sarif", "markdown", "json", "jsonl", "gitlab", "azure", "teamcity", "xcode"] {
      let text = try answer("--revision", "HEAD", "-f", format)
      #expect(text.contains(id.prefix(12)) && text.contains("Ada Example"), "\(format)")
      #expect(text.contains("ios-team"), "\(format)")
    }
    let schema = try JSONValue(parsing: Repository.text(of: "docs/diagnose-1.schema.json"))
    let validator = SchemaValidator(schema: schema, forbidsUnknownMembers: true)
    for arguments in [["--revision", "HEAD"], ["--revision", "HEAD", "--last-good", "HEAD"], []] {
      let answer = try Tool.run(["--no-database", "--blame", "-f", "json"] + arguments + ["crash.txt"], in: folder)
      #expect(validator.faults(try JSONValue(parsing: answer.out)) == [], "\(arguments)")
    }
  }

  @Test func redactedOutputsHaveNoNames() throws {
    for format in ["text", "json", "github", "sarif", "markdown"] {
      let text = try answer("--scrub", "--revision", "HEAD", "-f", format)
      for word in ["Ada", "Import all", "ios-team", "ada@"] {
        #expect(!text.contains(word), "\(format): \(word)")
      }
    }
  }

  @Test func hostileTextsAreEscaped() throws {
    let tree = try run(["rev-parse", "HEAD^{tree}"])
    let name = "Eve\u{1B}[31m\u{202E}\u{9B}x ::error::owned ##vso[task.complete] |'] **b** <script>"
    let subject =
      "::error::x\u{1B}]0;t\u{7} ##teamcity[x] @everyone [a](http://b) " + String(repeating: "long ", count: 100_000)
    let made = try run(
      ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
      input: "tree \(tree)\nauthor \(name) <e@example.com> 1768046400 +0000\ncommitter \(name) <e@example.com> "
        + "1768046400 +0000\n\n\(subject)\n")
    for format in [
      "text", "json", "github", "sarif", "markdown", "gitlab", "azure", "teamcity", "xcode", "junit", "html",
    ] {
      let text = try answer("--revision", made, "-f", format)
      let isFree = text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value != 0x202E
      }
      #expect(isFree, "\(format)")
      #expect(!text.contains("##vso[task.complete]") && !text.contains("##teamcity[x]"), "\(format)")
      // A command is at the beginning of a line.
      #expect(!("\n" + text).contains("\n::error::"), "\(format)")
      #expect(text.utf8.count < 100_000, "\(format)")
    }
  }

  @Test func aMissingGitIsStated() throws {
    let answer = try Tool.run(
      ["--no-database", "--blame", "--revision", "HEAD", "-f", "json", "crash.txt"], in: folder,
      environment: ["PATH": "relative:/nonexistent"])
    #expect(answer.out.contains("\"notKnown\": \"git is not installed\"") && answer.status == 0)
  }

  @Test func buildsOfTheHistoryAreTheRange() throws {
    func report(_ number: Int, build: String) -> String {
      Sample.json(number).replacing("\"412\"", with: "\"\(build)\"").replacing(
        "\"symbolLocation\":20,", with: "\"symbolLocation\":20,\"sourceFile\":\"CardStore.swift\",\"sourceLine\":3,")
    }
    try run(["tag", "b41"])
    try write("func importAll() {\n  let index = 4\n  print(cards[index + 1])\n}\n", "Sources/CardStore.swift")
    try run(["commit", "-q", "-a", "-m", "Read the next card"])
    try run(["tag", "b42"])
    try write(report(1, build: "41"), "41.ips")
    try write(report(0, build: "42"), "42.ips")
    #expect(try Tool.run(["-q", "41.ips"], in: folder).status == 0)
    let range = ["--blame", "--revision", "b{build}", "--last-good", "b{build}", "--first-bad", "b{build}"]
    let text = try Tool.run(range + ["42.ips"], in: folder).out
    #expect(text.contains("after the last good build"), "\(text)")
    // Without an earlier build, there is no range.
    let first = try Tool.run(range + ["--no-database", "42.ips"], in: folder).out
    #expect(first.contains("by Ada Example") && !first.contains("last good"), "\(first)")
  }

  @Test func runShowsTheCommit() throws {
    let id = try run(["rev-parse", "HEAD"])
    let answer = try Tool.run(
      ["run", "--no-database", "--blame", "--revision", "HEAD", "--wait", "0", "--", "cat", "crash.txt"], in: folder)
    #expect(answer.err.contains("Last change      \(id.prefix(12)) by Ada Example"), "\(answer.err)")
    #expect(answer.out == Self.report)
  }
}
