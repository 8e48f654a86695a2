import Foundation
import TestSupport
import Testing

/// The examples in docs/examples/team: docs/team.md contains them as they are, YAML is valid, and the commands exist.
@Suite struct TeamExampleTests {
  private static let page = "docs/team.md"
  private static let folder = "docs/examples/team/"
  private static let languages = ["Caddyfile": "", "xml": "xml", "yml": "yaml"]

  @Test func thePageContainsTheFiles() throws {
    var expected = ""
    var shown: [String] = []
    var isMarked = false
    var isSkipping = false
    for line in try Repository.text(of: Self.page).split(separator: "\n", omittingEmptySubsequences: false) {
      // The block that follows a mark is replaced.
      if isSkipping {
        isSkipping = line != "```"
        continue
      }
      if isMarked, line.hasPrefix("```") {
        (isMarked, isSkipping) = (false, true)
        continue
      }
      isMarked = false
      expected += line + "\n"
      guard line.hasPrefix("<!-- example: "), line.hasSuffix(" -->") else { continue }
      let path = String(line.dropFirst(14).dropLast(4))
      shown.append(path)
      let name = String(path.split(separator: "/").last ?? "")
      let language = try #require(Self.languages[String(name.split(separator: ".").last ?? "")], "\(path)")
      expected += "```\(language)\n" + (try Repository.text(of: path)) + "```\n"
      isMarked = true
    }
    expected.removeLast()
    if Repository.updatesExpected { try Data(expected.utf8).write(to: Repository.url(Self.page)) }
    #expect(
      try Repository.text(of: Self.page) == expected, "run UPDATE_EXPECTED=1 scripts/test --filter TeamExampleTests")
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.url(Self.folder).path)
    #expect(shown.sorted() == files.map { Self.folder + $0 }.sorted())
  }

  @Test func theServicesUseTheFilesOfTheExample() throws {
    let services = try #require(try YAML(Self.folder + "compose.yml")["services"])
    #expect(services.keys == ["clickhouse", "caddy"])
    #expect(services["clickhouse"]?["ports"] == nil, "only the proxy is reachable")
    let mounted = services.lines(of: "volumes").filter { $0.hasPrefix("./") && !$0.hasPrefix("./pages:") }
      .compactMap { $0.dropFirst(2).split(separator: ":").first.map(String.init) }
    #expect(mounted.sorted() == ["Caddyfile", "clickhouse.xml"])
    for name in mounted { #expect(throws: Never.self) { _ = try Repository.text(of: Self.folder + name) } }
    let caddy = try Repository.text(of: Self.folder + "Caddyfile")
    #expect(caddy.contains("reverse_proxy clickhouse:8123") && caddy.contains("basic_auth"))
  }

  /// Returns the commands in lines of shell code, each as its subcommand and options.
  private func commands(_ lines: some Sequence<String>) -> [(names: [String], options: [String])] {
    lines.flatMap { $0.components(separatedBy: "&&") }.compactMap { line in
      let words = line.trimmingCharacters(in: .whitespaces).split(separator: " ").map(String.init)
      guard words.first == "diagnose" else { return nil }
      let names = words.dropFirst().prefix { $0.allSatisfy(\.isLowercase) && !$0.hasPrefix("-") }
      return (
        names.prefix(words.dropFirst().first == "database" ? 2 : 1).map { $0 }, words.filter { $0.hasPrefix("--") }
      )
    }
  }

  @Test func theCommandsExist() throws {
    let scratch = try Scratch()
    let page = try Repository.text(of: Self.page).split(separator: "\n").map(String.init)
    let workflow = try YAML(Self.folder + "github-actions.yml").lines(of: "run")
    let found = commands(page + workflow)
    #expect(found.count >= 12)
    for (names, options) in found {
      let answer = try Tool.run(names + ["--help"], in: scratch.folder)
      #expect(answer.status == 0, "diagnose \(names)")
      #expect(answer.out.contains("USAGE: diagnose " + names.joined(separator: " ")), "diagnose \(names)")
      for option in options { #expect(answer.out.contains(option), "diagnose \(names): \(option)") }
    }
  }

  @Test func theAddressesAreValid() throws {
    let scratch = try Scratch()
    let texts = try [Self.page, Self.folder + "github-actions.yml"].map { try Repository.text(of: $0) }
    let addresses = texts.flatMap { $0.split(whereSeparator: { " '`\n".contains($0) }) }
      .filter { $0.hasPrefix("clickhouse://") && !$0.contains("USER") && !$0.contains("…") }
    #expect(addresses.count >= 3)
    for address in addresses {
      // The file with the password does not exist, which is found out before the server is contacted.
      let answer = try Tool.run(
        ["database", "init", "--database", String(address)], in: scratch.folder,
        environment: ["DIAGNOSE_DATABASE_PASSWORD_FILE": scratch.url("missing").path])
      #expect(answer.status == 78 && answer.err.contains("DIAGNOSE_DATABASE_PASSWORD_FILE"), "\(address): \(answer)")
    }
  }
}
