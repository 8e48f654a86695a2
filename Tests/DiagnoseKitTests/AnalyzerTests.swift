import DiagnoseKit
import Foundation
import TestSupport
import Testing

/// The public interface, used like in a program outside this package.
@Suite struct AnalyzerTests {
  static let sample = "sample-logs/designables/agent-font-cfrelease/agent-font-cfrelease.ips"

  private func report(_ path: String = sample, _ analyzer: Analyzer = Analyzer()) throws -> Report {
    try #require(try analyzer.analyze(contentsOf: Repository.url(path).path).reports.first)
  }

  @Test func aReportIsReadDiagnosedAndIdentified() throws {
    let report = try report()
    #expect(report.kind == .crash)
    #expect(report.format == "ips")
    #expect(report.process?.name == "IBDesignablesAgent-iOS")
    #expect(report.exception?.type == "EXC_BAD_INSTRUCTION")
    #expect(report.threads.contains { $0.isCrashed })
    let blamed = try #require(report.frames.first { $0.isApp })
    #expect(blamed.function == "RegisterBundledFonts")
    #expect(blamed.file?.hasSuffix("FontLoading.m") == true)
    #expect(blamed.line == 41)
    #expect(report.digest.hasPrefix("sha256:") && report.digest.count == 71)
    #expect(report.issueKey.count == 12 && report.issueKey == report.signature.key)
    #expect(!report.signature.isProvisional)
  }

  @Test func aFindingSaysWhatWhyHowSureAndWhere() throws {
    let finding = try #require(try report().findings.first)
    #expect(finding.pattern == "ib-font-cfrelease-null")
    #expect(finding.confidence == .certain)
    #expect(finding.certaintyOfCause == .likely)
    #expect(finding.revision == Pattern(id: finding.pattern)?.revision)
    #expect(finding.captures["function"] == "RegisterBundledFonts")
    #expect(finding.headline.contains("RegisterBundledFonts"))
    #expect(finding.cause.contains("NULL"))
    #expect(!finding.remedy.isEmpty)
    #expect(finding.location?.function == "RegisterBundledFonts")
    #expect(!finding.citations.isEmpty)
    #expect(finding.citations.allSatisfy { !$0.explanation.isEmpty })
  }

  /// The excerpt and the report show the same crash.
  @Test func anExcerptGivesTheSameFinding() throws {
    let excerpt = try report("sample-logs/designables/agent-font-cfrelease/agent-font-cfrelease-excerpt.txt")
    #expect(excerpt.findings.first?.pattern == "ib-font-cfrelease-null")
    #expect(
      excerpt.findings.first?.citations.contains { $0.line == 2 && $0.text?.contains("CFRelease") == true } == true)
  }

  @Test func formsAreThoseOfTheCommand() throws {
    let report = try report()
    let headline = try #require(report.findings.first?.headline)
    #expect(report.rendered(as: .text).contains("ib-font-cfrelease-null · certain, cause likely"))
    #expect(report.rendered(as: .markdown).hasPrefix("### ") && report.rendered(as: .markdown).contains(headline))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(report.rendered(as: .json).utf8)) as? [String: Any])
    #expect(json["schema"] as? String == "diagnose/1")
    #expect((json["reports"] as? [Any])?.count == 1)
  }

  @Test func whatIsNoReportIsAFault() throws {
    let result = Analyzer().analyze(Array("a poem\nof two lines\n".utf8))
    #expect(result.reports.isEmpty)
    #expect(result.faults.map(\.code) == [.notAReport])
    #expect(!(result.faults.first?.message.isEmpty ?? true))
  }

  @Test func filesThatCannotBeReadThrow() throws {
    let folder = try ScratchFolder()
    let file = folder.url("empty.ips").path
    try Data().write(to: URL(fileURLWithPath: file))
    let cases: [(path: String, code: ReadingFault.Code)] = [
      (folder.url("absent.ips").path, .notFound), (folder.folder.path, .notARegularFile),
      (file, .empty),
    ]
    for one in cases {
      let fault = #expect(throws: ReadingFault.self) { try Analyzer().analyze(contentsOf: one.path) }
      #expect(fault?.code == one.code, "\(one.path)")
    }
    let large = #expect(throws: ReadingFault.self) {
      try Analyzer().analyze(contentsOf: Repository.url(Self.sample).path, sizeLimit: 100)
    }
    #expect(large?.code == .tooLarge)
  }

  @Test func onlyTheGivenPatternsAreLookedFor() throws {
    #expect(try report(Self.sample, Analyzer(patterns: [])).findings.isEmpty)
    let chosen = Pattern.all.filter { $0.id == "ib-load-time-code" }
    #expect(chosen.count == 1)
    #expect(
      try report(Self.sample, Analyzer(patterns: chosen)).findings.allSatisfy { $0.pattern == "ib-load-time-code" })
  }

  @Test func theCatalogIsListed() {
    #expect(Pattern.all.count > 100)
    #expect(Set(Pattern.all.map(\.id)).count == Pattern.all.count)
    #expect(Pattern(id: "no-such-pattern") == nil)
    #expect(Confidence.allCases.sorted() == [.possible, .likely, .certain])
  }

  @Test func oneAnalyzerServesManyTasks() async throws {
    let bytes = try Repository.bytes(of: Self.sample)
    let analyzer = Analyzer()
    let keys = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<4 { group.addTask { analyzer.analyze(bytes).reports.map(\.issueKey) } }
      return await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  /// A client is not compiled again when the size of a type of another module changes.
  @Test func valuesOfOtherModulesAreBehindReferences() {
    let reference = MemoryLayout<AnyObject>.size
    #expect(MemoryLayout<Analyzer>.size == reference)
    #expect(MemoryLayout<Pattern>.size == reference)
    #expect(MemoryLayout<Finding>.size == reference)
    #expect(MemoryLayout<Signature>.size == reference)
    #expect(MemoryLayout<Report>.size == 2 * reference)
  }
}
