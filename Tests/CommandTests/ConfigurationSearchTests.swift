import Foundation
import TestSupport
import Testing

/// Which configuration is read, and which paths the configuration of a repository may contain.
@Suite struct ConfigurationSearchTests {
  private let scratch: Scratch
  private let report = "Exception Type:  EXC_CRASH (SIGABRT)\nApplication Specific Information:\nlost cards\n"

  init() throws {
    scratch = try Scratch()
    for folder in ["repo/.git", "repo/a/b", ".config/diagnose"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try scratch.write(report, "repo/a/b/r.txt")
  }

  /// A pattern whose id shows which file was read.
  private func pattern(_ id: String) -> String {
    "patterns: [{ id: \(id), title: T, grades: [{ confidence: certain, evidence: { message: lost cards } }], "
      + "cause: C, remedy: R }]\n"
  }

  private func run(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> Tool.Answer {
    try Tool.run(
      ["-q", "--no-database"] + arguments + ["r.txt"], in: scratch.url("repo/a/b"),
      environment: ["HOME": scratch.folder.path].merging(environment) { $1 })
  }

  /// The patterns in use.
  private func patterns(_ arguments: [String] = []) throws -> String {
    try Tool.run(
      ["patterns", "list"] + arguments, in: scratch.url("repo/a/b"), environment: ["HOME": scratch.folder.path]
    ).out
  }

  @Test func isSearchedUpToTheRepositoryRoot() throws {
    try scratch.write(pattern("test/above"), "above.yml")
    try scratch.write("patterns: { files: [above.yml] }", ".diagnose.yml")
    #expect(try !patterns().contains("test/above"), "a configuration above the repository is not used")
    try scratch.write(pattern("test/root"), "repo/root.yml")
    try scratch.write("patterns: { files: [root.yml] }", "repo/.diagnose.yml")
    #expect(try patterns().contains("test/root"), "relative paths start at the configuration's folder")
    try scratch.write(pattern("test/near"), "repo/a/near.yml")
    try scratch.write("patterns: { files: [near.yml] }", "repo/a/.diagnose.yml")
    let nearest = try patterns()
    #expect(nearest.contains("test/near") && !nearest.contains("test/root"))
    #expect(try !patterns(["--no-config"]).contains("test/near"))
  }

  @Test func outsideARepositoryOnlyTheWorkingDirectoryCounts() throws {
    try FileManager.default.removeItem(at: scratch.url("repo/.git"))
    try scratch.write("nonsense: 1", "repo/.diagnose.yml")
    #expect(try run().status == 0)
    try scratch.write("nonsense: 1", "repo/a/b/.diagnose.yml")
    #expect(try run().status == 78)
  }

  @Test func orderOfPrecedence() throws {
    try scratch.write("watch: { rescan: 11s }", "repo/.diagnose.yml")
    try trust()
    try scratch.write(
      "watch: { rescan: 22s, directories: [\(scratch.url("repo/a/b").path)] }", ".config/diagnose/config.yml")
    func first(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
      let answer = try Tool.run(
        ["watch", "--once", "--database", "\(scratch.folder.path)/h.sqlite"] + arguments, in: scratch.url("repo/a"),
        environment: ["HOME": scratch.folder.path].merging(environment) { $1 })
      return answer.out.split(separator: "\n").first.map(String.init) ?? answer.err
    }
    #expect(try first([]) == "Watching ~/repo/a/b (rescan every 11 s)", "project before user")
    #expect(try first(["--rescan", "33s"]).hasSuffix("(rescan every 33 s)"), "flag before project")
    try scratch.write("watch: { rescan: 44s }", "repo/a/other.yml")
    #expect(try first([], ["DIAGNOSE_CONFIG": "other.yml"]).hasSuffix("(rescan every 44 s)"))
    #expect(try first(["--config", "other.yml"], ["DIAGNOSE_CONFIG": "none.yml"]).hasSuffix("(rescan every 44 s)"))
    try FileManager.default.removeItem(at: scratch.url("repo/.diagnose.yml"))
    #expect(try first([]).hasSuffix("(rescan every 22 s)"), "the user's configuration if the project has no value")
    let elsewhere = ["XDG_CONFIG_HOME": scratch.url("repo").path]
    #expect(try first([], elsewhere).contains("no folder to watch"), "XDG_CONFIG_HOME moves it")
  }

  /// Permits the present configuration of the repository to set more than knowledge.
  private func trust() throws {
    let answer = try Tool.run(["trust"], in: scratch.url("repo"), environment: ["HOME": scratch.folder.path])
    #expect(answer.status == 0, "\(answer)")
  }

  /// A configuration that the user names has no limits; FoundConfigurationTests and TrustTests have those of others.
  @Test(arguments: [
    "database: { path: ../history.sqlite }", "symbols: { paths: [/net/example.com/dSYMs, ../../..] }",
    "watch: { directories: [/var] }", "database: { retention: 1d, max-unsent: 1 }", "builds: { outside: ['*'] }",
  ])
  func namedConfigurationsNameEverything(_ text: String) throws {
    try scratch.write(text, "repo/.diagnose.yml")
    for words in [["--config", "../../.diagnose.yml"], ["--config", scratch.url("repo/.diagnose.yml").path]] {
      let answer = try run(words)
      #expect(answer.status == 0 && answer.err.isEmpty, "\(answer.err)")
    }
  }

  @Test func configuredHistoryIsUsed() throws {
    try scratch.write("database: { path: ci/h.sqlite }\nfail-on: [new]", "repo/.diagnose.yml")
    try trust()
    let folder = scratch.url("repo/a/b")
    let environment = ["HOME": scratch.folder.path]
    #expect(
      try Tool.run(["-q", "r.txt"], in: folder, environment: environment).status == 1, "the configured --fail-on new")
    #expect(FileManager.default.fileExists(atPath: scratch.url("repo/ci/h.sqlite").path))
    #expect(try Tool.run(["-q", "r.txt"], in: folder, environment: environment).status == 0)
    #expect(try Tool.run(["-q", "--fail-on", "any", "r.txt"], in: folder, environment: environment).status == 1)
    #expect(try run().status == 0, "--no-database takes precedence over the configuration")
    let other = environment.merging(["DIAGNOSE_DATABASE": scratch.url("other.sqlite").path]) { $1 }
    #expect(try Tool.run(["-q", "r.txt"], in: folder, environment: other).status == 1, "environment before project")
  }

  /// The documentation lists the keys of the catalog.
  @Test func everyKeyIsShown() throws {
    let page = try Repository.text(of: "docs/configuration.md")
    let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    let folder = FileManager.default.temporaryDirectory
    let answer = try Tool.run(["config", "show", "--no-config"], in: folder)
    let shown = answer.out.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(shown == documented)
  }
}
