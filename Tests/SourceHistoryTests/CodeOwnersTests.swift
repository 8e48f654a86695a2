import SourceHistory
import TestSupport
import Testing
import Vocabulary

/// Files CODEOWNERS, by the rules that GitHub and GitLab document.
@Suite struct CodeOwnersTests {
  private func owners(_ path: String, _ text: String, _ file: String) -> [String] {
    CodeOwners(Array(text.utf8), file: file).owners(of: path).all
  }

  private func github(_ path: String, _ text: String) -> [String] { owners(path, text, ".github/CODEOWNERS") }
  private func gitlab(_ path: String, _ text: String) -> [String] { owners(path, text, ".gitlab/CODEOWNERS") }

  @Test func theLastMatchWins() {
    let text = "# comment\n*  @global-1 @global-2\n*.js @js # inline\n/build/logs/ @doctocat\n"
    #expect(github("a/b.txt", text) == ["@global-1", "@global-2"])
    #expect(github("a/b.js", text) == ["@js"])
    #expect(github("build/logs/b.js", text) == ["@doctocat"])
    #expect(github("x/build/logs/b.js", text) == ["@js"])
    #expect(gitlab("build/logs/b.js", text) == ["@doctocat"])
  }

  @Test(arguments: [
    ("docs/*", "docs/getting-started.md", true), ("docs/*", "docs/build-app/troubleshooting.md", false),
    ("docs/*", "x/docs/a.md", false), ("apps/", "apps/a", true), ("apps/", "x/apps/y/z", true),
    ("apps/", "apps", false),
    ("/docs/", "docs/a/b", true), ("/docs/", "x/docs/a", false), ("**/logs", "build/logs/x", true),
    ("**/logs", "deeply/nested/logs/a/b", true), ("/apps/github", "apps/github/x", true),
    ("/apps/github", "apps/githubx", false),
    ("/*", "a.swift", true), ("/*", "a/b.swift", false), ("*", "a/b/c", true),
    ("Sources/**/Store.swift", "Sources/Store.swift", true),
    ("Sources/**/Store.swift", "Sources/a/b/Store.swift", true), ("Sources/**", "Sources/a/b", true),
    ("Sources/**", "Sources", false),
    ("a?c.swift", "abc.swift", true), ("a?c.swift", "ac.swift", false), ("a?c", "a/c", false),
    ("path\\ with/", "path with/a", true),
    ("*.SWIFT", "a.swift", false),
  ])
  func patternsOfGitHub(_ pattern: String, _ path: String, _ matches: Bool) {
    #expect(github(path, pattern + " @owner") == (matches ? ["@owner"] : []), "\(pattern) \(path)")
  }

  @Test func whatGitHubDoesNotReadIsIgnored() {
    for line in ["!a.swift @x", "[ab].swift @x", "\\#a.swift @x", "a.swift x", "a.swift @x and", "a.swift @"] {
      #expect(github("a.swift", "* @all\n" + line + "\n") == ["@all"], "\(line)")
    }
    // A rule without owners: the file has none.
    let none = CodeOwners(Array("* @all\n/a.swift\n".utf8), file: "CODEOWNERS").owners(of: "a.swift")
    #expect(none.all.isEmpty && none.rules.map(\.line) == [2] && none.dialect == .github)
    #expect(github("a.swift", "\u{FEFF}* me@example.com\r\n") == ["me@example.com"])
  }

  @Test(arguments: [
    ("/docs/", "docs/a/b", true), ("/docs/", "x/docs/a", false), ("docs/", "x/docs/a", true),
    ("/docs", "docs/a", false),
    ("/docs/*", "docs/a", true), ("/docs/*", "docs/a/b", false), ("/docs/**/*.md", "docs/a.md", true),
    ("/docs/**/*.md", "docs/a/b/c.md", true), ("README.md", "x/y/README.md", true),
    ("/README.md", "x/README.md", false),
    ("internal/README.md", "x/internal/README.md", true), ("/docs/**", "docs/a/b", false), ("*", "a/b/c", true),
    ("[ab]*.swift", "x/b1.swift", true), ("[ab]*.swift", "x/c1.swift", false), ("[^a-c].m", "d.m", true),
    ("[^a-c].m", "b.m", false),
    ("\\#x.rb", "#x.rb", true), ("path\\ with\\ spaces/", "path with spaces/a", true),
  ])
  func patternsOfGitLab(_ pattern: String, _ path: String, _ matches: Bool) {
    #expect(gitlab(path, pattern + " @owner") == (matches ? ["@owner"] : []), "\(pattern) \(path)")
  }

  @Test func sectionsAreSeparate() {
    let text = """
      * @default

      [Docs] @docs-team
      docs/
      README.md @writer

      ^[Database][2] @dba
      model/db/
      [DOCS]
      docs/api/ @api
      [Other]
      !docs/internal/
      docs/ @other
      """
    let file = CodeOwners(Array(text.utf8), file: "CODEOWNERS")
    #expect(file.dialect == .gitlab)
    func sections(_ path: String) -> [String] {
      file.owners(of: path).rules.map { ($0.section ?? "") + ":" + $0.owners.joined(separator: ",") }
    }
    #expect(sections("docs/a.md") == [":@default", "Docs:@docs-team", "Other:@other"])
    #expect(sections("docs/api/a.md") == [":@default", "Docs:@api", "Other:@other"])
    #expect(sections("docs/internal/a.md") == [":@default", "Docs:@docs-team"])
    #expect(sections("README.md") == [":@default", "Docs:@writer"])
    let database = file.owners(of: "model/db/a.sql").rules.last
    #expect(database?.isOptional == true && database?.approvals == 2 && database?.owners == ["@dba"])
    #expect(file.owners(of: "docs/a.md").all == ["@default", "@docs-team", "@other"])
  }

  @Test func aSectionThatIsRequiredOnceIsRequired() {
    let rules = CodeOwners(Array("^[A][1]\n*.a @x\n[a][3] @y\n*.b\n".utf8), file: "CODEOWNERS").owners(of: "f.b").rules
    #expect(rules.map(\.isOptional) == [false] && rules.map(\.approvals) == [3] && rules.map(\.owners) == [["@y"]])
  }

  @Test func limitsHold() {
    // One rule below, at and above the limit.
    for (count, isOwned) in [(19_999, true), (20_000, true), (20_001, false)] {
      let text = String(repeating: "x @x\n", count: count - 1) + "y @y\n"
      #expect(github("y", text) == (isOwned ? ["@y"] : []), "\(count)")
    }
    for (count, isOwned) in [(4_095, true), (4_096, true), (4_097, false)] {
      let line = "y @y".padding(count)
      #expect(github("y", line) == (isOwned ? ["@y"] : []), "\(count)")
    }
    #expect(github("y", "y" + String(repeating: " @a", count: 200)).count == 1)
    let many = CodeOwners(
      Array((0...1_100).map { "[s\($0)]\n* @o\($0)\n" }.joined().utf8), file: "CODEOWNERS"
    ).owners(of: "a")
    #expect(many.rules.count == 999)
  }

  @Test func hostilePatternsTakeLittleTime() {
    let pattern = String(repeating: "*a", count: 2_000)
    let stars = String(repeating: "**/", count: 1_300) + "x @y"
    let time = ProcessorTime.seconds {
      #expect(github(String(repeating: "a", count: 4_000) + "b", pattern + " @x").isEmpty)
      #expect(gitlab(String(repeating: "a/", count: 2_000) + "z", stars).isEmpty)
    }
    #expect(time < 20)
    for text in ["[", "[]", "^[", "[a", "[a][", "[a][99999999999999999999]", "!", "/", "//", "\\", "[a]]", "a\\"] {
      _ = gitlab("a", text + " @x\n" + text)
      _ = github("a", text + " @x\n" + text)
    }
  }
}

extension String {
  fileprivate func padding(_ count: Int) -> String { self + String(repeating: " ", count: max(0, count - utf8.count)) }
}
