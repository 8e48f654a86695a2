import Foundation
import TestSupport
import Testing

/// Text uses the project's terms and American spelling (CONTRIBUTING.md, "Terms"). `scripts/check-language` runs the
/// same check without a build; both must be changed together.
@Suite struct LanguageTests {
  static let files: [String] = {
    let folders = [("Sources", ".swift"), ("Knowledge", ""), ("docs", ".md"), ("scripts", "")].flatMap {
      folder, suffix in
      Repository.files(below: folder).filter { $0.hasSuffix(suffix) && !$0.contains("__pycache__") }
    }
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] + folders
  }()

  @Test func noRejectedPhraseIsUsed() throws {
    #expect(Self.files.count > 700, "the sources were not found")
    var hits: [String] = []
    var counts: [String: Int] = [:]
    for file in Self.files {
      for hit in Self.hits(in: try Repository.bytes(of: file), of: file) {
        hits.append("\(file):\(hit.line): \(hit.phrase) -> \(hit.advice)")
        counts[file.split(separator: "/").prefix(2).joined(separator: "/"), default: 0] += 1
      }
    }
    let summary = counts.sorted { $0.key < $1.key }.map { "\($0.value) in \($0.key)" }.joined(separator: "\n")
    let list = hits.joined(separator: "\n")
    #expect(hits.isEmpty, "rejected words, see Tests/HouseTests/language.txt:\n\(list)\n\n\(summary)")
  }

  /// The rejected phrases in a file, by line and without duplicates.
  private static func hits(in bytes: [UInt8], of file: String) -> [LanguageRules.Hit] {
    let rules = LanguageRules.standard
    var hits: [LanguageRules.Hit]
    if file.hasSuffix(".swift") {
      var reader = SwiftProse(bytes, rules: rules)
      reader.read()
      hits = rules.hits(in: reader.words) + rules.hits(in: reader.names)
    } else if file.hasSuffix(".md") {
      hits = rules.hits(in: ProseReader.markdown(bytes))
    } else if file.hasSuffix(".txt") {
      hits = rules.hits(in: ProseReader.knowledge(bytes))
    } else {
      hits = rules.hits(in: ProseReader.script(bytes))
    }
    let accepted = Set(rules.exceptions.filter { file.hasPrefix($0.path) }.map(\.phrase))
    return Set(hits).filter { !accepted.contains($0.phrase) }.sorted { ($0.line, $0.phrase) < ($1.line, $1.phrase) }
  }

  @Test func phrasesAreFoundInCommentsAndLiterals() {
    let source = ##"""
      // The colour
      let isCancelled = "a thing" + "is no such" + "is NO"  // there is no rule
      let list = [
        .matches(
          "what stands here",
          """
          told of
          """),
        .text(["kept"], statement: "kept"),
      ]
      let neighbour = """
        an \(name("lest") ?? "it") is \
        not there
        """
      let raw = #"whoever \#(told)"#
      let quoted = "told of"  // report text
      /// A comment that is
      /// no sentence, with `told of` as code.
      let pattern = /"kept"/
      """##
    let found = Self.hits(in: Array(source.utf8), of: "a.swift").map { "\($0.line) \($0.phrase)" }
    #expect(
      found == [
        "1 colour*", "2 is no", "5 what stands", "5 what stands here", "9 kept", "11 identifier neighbour", "12 lest",
        "13 not there", "15 whoever", "17 is no",
      ])
  }

  @Test func phrasesAreFoundInMarkdownAndScripts() {
    let page = """
      # A place

      It is
      no page; `told of`, told of.
      ```
      kept
      ```
      <!-- language: off -->
      kept
      <!-- language: on -->
      See [kept](whatever.md).
      """
    let found = Self.hits(in: Array(page.utf8), of: "a.md").map { "\($0.line) \($0.phrase)" }
    #expect(found == ["1 place", "3 is no", "4 told of", "11 kept"])
    let script = "kept = 'told of'  # lest\n'''\nwhoever'''\n\"by chance\""
    let other = Self.hits(in: Array(script.utf8), of: "a").map { "\($0.line) \($0.phrase)" }
    #expect(other == ["1 lest", "1 told of", "3 whoever", "4 by chance"])
  }

  @Test func phrasesAreFoundInEntries() {
    let entries = """
      # told of
      api: kept
      reason: kept
      cause: It is
      fix: no page, told of.
      """
    let found = Self.hits(in: Array(entries.utf8), of: "Knowledge/a.txt").map { "\($0.line) \($0.phrase)" }
    #expect(found == ["1 told of", "5 told of"])
  }

  @Test func listHasNoDuplicatesAndItsExceptionsExist() throws {
    let lines = try Repository.text(of: LanguageRules.path).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(Set(lines).count == lines.count)
    for path in LanguageRules.standard.exceptions.map(\.path) {
      #expect(FileManager.default.fileExists(atPath: Repository.url(path).path), "\(path) does not exist")
    }
  }
}
