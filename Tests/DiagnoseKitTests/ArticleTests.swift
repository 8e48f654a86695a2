import DiagnoseKit
import Foundation
import TestSupport
import Testing

/// Every Swift example in the articles and in the README is compiled.
@Suite struct ArticleTests {
  static let catalog = "Sources/DiagnoseKit/DiagnoseKit.docc"
  static let articles = Repository.files(below: catalog).filter { $0.hasSuffix(".md") }

  /// The manifest of the example package, which is shown unchanged.
  private static let manifest = "docs/examples/library/Package.swift"

  /// The parts of Snippets.swift without their common indentation. A program begins with its import.
  private static func compiled() throws -> [String] {
    var pieces: [String] = []
    var lines: [Substring]?
    var start = ""
    for line in try Repository.text(of: "Tests/DiagnoseKitTests/Snippets/Snippets.swift")
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("// begin") {
        lines = []
        start = code.hasSuffix("program") ? "import DiagnoseKit\n\n" : ""
      } else if code == "// end" {
        let kept = lines ?? []
        let indent = kept.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        pieces.append(start + kept.map { String($0.dropFirst(indent)) }.joined(separator: "\n"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return pieces
  }

  @Test func exampleIsTheProgramThatIsCompiledHere() throws {
    let program = try Repository.text(of: "docs/examples/library/Sources/example/main.swift")
    #expect(try Self.compiled().contains { $0 + "\n" == program })
    #expect(program.split(separator: "\n").count <= 15)
  }

  /// Returns the Swift code blocks of a Markdown page.
  private static func blocks(_ text: String) -> [String] {
    var blocks: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        lines = []
      } else if line == "```", let block = lines {
        blocks.append(block.joined(separator: "\n"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return blocks
  }

  @Test func everyBlockIsCompiledAndEveryPieceIsShown() throws {
    #expect(Self.articles.count == 3)
    let compiled = try Self.compiled() + [try Repository.text(of: Self.manifest).trimmingCharacters(in: .newlines)]
    let shown = try (Self.articles + ["README.md"]).flatMap { Self.blocks(try Repository.text(of: $0)) }
    #expect(shown.count >= 8)
    for block in shown { #expect(compiled.contains(block), "not compiled:\n\(block)") }
    for piece in compiled { #expect(shown.contains(piece), "not shown:\n\(piece)") }
  }

  /// Links between pages, and links to symbols on the landing page, have valid targets.
  @Test func articlesExist() throws {
    let page = try Repository.text(of: Self.catalog + "/DiagnoseKit.md")
    for match in page.matches(of: /<doc:([A-Za-z]+)>/) {
      #expect(Self.articles.contains("\(Self.catalog)/\(match.1).md"), "\(match.1)")
    }
  }

  @Test func examplesDoWhatTheArticlesSay() throws {
    let bytes = try Repository.bytes(of: AnalyzerTests.sample)
    let result = Analyzer().analyze(bytes)
    let finding = try #require(result.reports.first?.findings.first)
    #expect(summary(finding) == finding.headline + ". " + finding.cause)
    #expect(proof(of: finding).count == finding.citations.count)
    #expect(
      proof(of: finding).contains { $0.hasSuffix("(inferred)") } == finding.citations.contains { $0.isInferred })
    let key = try #require(result.reports.first?.issueKey)
    #expect(countByIssue(result.reports + result.reports) == [key: 2 * result.reports.count])
    #expect(memoryAnalyzer().analyze(bytes).reports.first?.findings.contains { $0.pattern == finding.pattern } == false)
  }

  /// An unsymbolicated report, and the dSYM of its app.
  @Test func framesAreNamedFromSymbolFiles() throws {
    let folder = "Tests/Fixtures/symbols/"
    let report = try Repository.bytes(of: folder + "reports/seed-replica-unsymbolicated.crash")
    let symbols = Repository.url(folder + "x86_64-sim-dw5/XXXCoreTestHost.dSYM").path
    #expect(!crashedFunctions(report, symbols: "/nowhere").contains("LoadFonts:38"))
    #expect(crashedFunctions(report, symbols: symbols).contains("LoadFonts:38"))
  }
}
