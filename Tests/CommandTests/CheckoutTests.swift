import Foundation
import Presentation
import TestSupport
import Testing

/// Paths in outputs, in an example repository.
@Suite struct CheckoutTests {
  private let scratch: Scratch
  private let source = "App/Sources/XXXCore.m"

  init() throws {
    scratch = try Scratch()
    for name in ["repository/.git", "repository/App/Sources", "repository/Other"] {
      try FileManager.default.createDirectory(at: scratch.url(name), withIntermediateDirectories: true)
    }
    try scratch.write("// The file that the dSYM names.\n", "repository/" + source)
    try scratch.write("// Two files have this name.\n", "repository/App/Sources/Twice.m")
    try scratch.write("// Two files have this name.\n", "repository/Other/Twice.m")
    try FileManager.default.copyItem(
      at: Repository.url("sample-logs/symbols"), to: scratch.url("repository/crashes"))
    try scratch.write(
      String(decoding: Repository.bytes(of: "sample-logs/symbols/font-without-names.crash"), as: UTF8.self),
      "outside.crash")
  }

  /// What each format says about files, as a regular expression with the path in its group.
  private static let expressions = [
    "azure": "sourcepath=([^;]+);", "github": "file=([^,:]+)[,:]", "gitlab": "\"path\": \"([^\"]+)\"",
    "junit": " file=\"([^\"]+)\"", "sarif": "\"uri\": \"([^\"]+)\", \"uriBaseId\"", "teamcity": " file='([^']+)'",
    "xcode": "(?m)^([^:\n]+):[0-9]+:[0-9]+: error: ",
  ]

  private func paths(_ text: String, _ format: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: try #require(Self.expressions[format], "\(format)"))
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  private static let services = ["azure", "github", "gitlab", "junit", "sarif", "teamcity", "xcode"]

  /// The formats that `check` shares with reports are those with paths, and formats for people.
  @Test func everyFormatWithPathsIsTested() {
    let shared = OutputFormat.catalog.filter { $0.renderCheck != nil }.map(\.id)
    #expect(shared.filter { !["json", "markdown", "text"].contains($0) } == Self.services)
  }

  @Test(arguments: services)
  func everyPathExists(_ format: String) throws {
    let root = scratch.url("repository")
    // From the root, from below, and from outside with the root named; with symbols and without.
    let runs: [(folder: String, arguments: [String])] = [
      ("repository", ["crashes/font-without-names.crash", "--symbols", "crashes"]),
      ("repository", ["crashes/font-without-names.ips", "--no-symbolicate"]),
      ("repository/App", ["../crashes", "--symbols", "../crashes"]),
      ("", ["repository/crashes/font-without-names.crash", "outside.crash", "--source-root", "repository"]),
      ("", ["outside.crash", "--symbols", "repository/crashes", "--source-root", "repository/App"]),
    ]
    for (index, run) in runs.enumerated() {
      let answer = try Tool.run(
        ["--no-database", "-f", format] + run.arguments,
        in: run.folder.isEmpty ? scratch.folder : scratch.url(run.folder), environment: ["GITHUB_ACTIONS": "true"])
      #expect(answer.status == 0, "\(answer.err)")
      let paths = try paths(answer.out, format)
      if run.arguments.contains("--symbols") {
        #expect(paths.contains { $0.hasSuffix(source) }, "\(format) \(index): \(answer.out)")
      }
      for path in paths {
        let base = path.hasPrefix("/") ? "" : root.path + "/"
        // A report outside the checkout is named as the user named it.
        let isOutside = ["outside.crash"].contains(path)
        #expect(isOutside || FileManager.default.fileExists(atPath: base + path), "\(format) \(index): \(path)")
      }
    }
  }

  @Test(arguments: services)
  func everyPathOfACheckExists(_ format: String) throws {
    let fixture = "Tests/Fixtures/projects/nib-self-class-recursion/faulty"
    try FileManager.default.copyItem(at: Repository.url(fixture), to: scratch.url("repository/App/Cards"))
    let answer = try Tool.run(["check", ".", "-f", format], in: scratch.url("repository/App"))
    #expect(answer.status == 1)
    let paths = try paths(answer.out, format)
    #expect(!paths.isEmpty && paths.allSatisfy { $0.contains("App/Cards/Cards/") }, "\(paths)")
    for path in paths {
      let base = path.hasPrefix("/") ? "" : scratch.url("repository").path + "/"
      #expect(FileManager.default.fileExists(atPath: base + path), "\(path)")
    }
  }

  /// The folder of a configuration that maps another machine's paths.
  @Test func aMappedPathIsAFileOfTheCheckout() throws {
    try scratch.write("source: { roots: [\"/Users/ci/XXXCore=App/Sources\"] }\n", "repository/.diagnose.yml")
    try scratch.write("// Another file with the name.\n", "repository/Other/XXXCore.m")
    let arguments = ["--no-database", "-f", "github", "crashes/font-without-names.crash", "--symbols", "crashes"]
    let mapped = try Tool.run(arguments, in: scratch.url("repository"))
    #expect(mapped.out.contains("file=\(source),line=38"), "\(mapped.out)")
    // Without the mapping, two files fit.
    let unmapped = try Tool.run(arguments + ["--no-config"], in: scratch.url("repository"))
    #expect(!unmapped.out.contains("file=") && unmapped.out.contains("XXXCore.m:38"), "\(unmapped.out)")
  }

  /// JSON states both the path of the report and that in the checkout.
  @Test(arguments: ["json", "jsonl"]) func jsonHasResolvedPaths(_ format: String) throws {
    let arguments = ["--no-database", "-f", format, "crashes/font-without-names.crash", "--symbols", "crashes"]
    let answer = try Tool.run(arguments, in: scratch.url("repository"))
    let report = try #require(try JSONValue(parsing: answer.out)["reports"]?[0])
    let blame = report["findings"]?[0]?["blame"]
    #expect(blame?["path"] == .string(source) && blame?["line"] == .integer(38), "\(answer.out)")
    #expect(blame?["file"]?.string?.hasSuffix("XXXCore.m") == true && blame?["file"] != blame?["path"])
    #expect(answer.out.contains("\"path\": \"\(source)\"") || answer.out.contains("\"path\":\"\(source)\""))
    let schema = try JSONValue(parsing: Repository.text(of: "docs/diagnose-1.schema.json"))
    let document = try JSONValue(parsing: answer.out)
    #expect(SchemaValidator(schema: schema, forbidsUnknownMembers: true).faults(document) == [])
    // Outside of a checkout, and where several files fit, there is no path.
    let outside = try Tool.run(
      ["--no-database", "-f", format, "outside.crash", "--symbols", "repository/crashes"], in: scratch.folder)
    #expect(!outside.out.contains(source) && outside.out.contains("XXXCore.m"))
    try scratch.write("// Another file with the name.\n", "repository/Other/XXXCore.m")
    let ambiguous = try Tool.run(arguments, in: scratch.url("repository"))
    #expect(try JSONValue(parsing: ambiguous.out)["reports"]?[0]?["findings"]?[0]?["blame"]?["path"] == nil)
  }

  @Test func markdownOfManyReportsFitsIntoAComment() throws {
    let answer = try Tool.run(
      ["--no-database", "-f", "markdown", Repository.url("sample-logs/patterns").path], in: scratch.folder)
    #expect(answer.status == 0)
    #expect(answer.out.utf8.count <= 65_536 && answer.out.utf8.count > 40_000, "\(answer.out.utf8.count)")
    #expect(answer.out.contains("\nOmitted, because "))
    let opened = answer.out.components(separatedBy: "<details>").count
    #expect(opened == answer.out.components(separatedBy: "</details>").count && opened > 10)
  }
}
