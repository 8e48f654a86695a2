import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing
import Vocabulary

@testable import UserFiles
import YAMLText

/// The language of pattern files can express every built-in pattern whose evidence is data.
@Suite struct PatternWriterTests {
  /// Patterns with a part that is code.
  private static let code = Set(Pattern.catalog.filter { PatternWriter.text($0, id: "copy/of") == nil }.map(\.id))
  private static let written = Pattern.catalog.filter { !code.contains($0.id) }

  /// Returns the copy of a pattern, read from its file.
  private func copy(of pattern: Pattern) throws -> Pattern {
    let text = try #require(PatternWriter.text(pattern, id: "copy/" + pattern.id))
    let (file, faults) = PatternFile.read(Array(text.utf8), by: .user)
    #expect(faults.map { "\($0.line):\($0.column) \($0.message)" } == [], "\(text)")
    return try #require(file.entries.first?.pattern)
  }

  /// Most patterns are data. The others use one of the few kinds of evidence that are code, each of which states why.
  @Test func mostPatternsAreData() {
    #expect(Self.written.count >= 135, "\(Self.code.sorted())")
  }

  @Test(arguments: written.map(\.id))
  func copiesKeepTheTexts(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let copy = try copy(of: pattern)
    #expect(copy.title == pattern.title && copy.headline == pattern.headline && copy.cause == pattern.cause)
    #expect(copy.remedy == pattern.remedy && copy.changes == pattern.changes && copy.phrases == pattern.phrases)
    #expect(copy.references == pattern.references && copy.family == pattern.family)
    #expect(copy.examples.map(\.excerpt) == pattern.examples.map(\.excerpt))
    #expect(copy.explanations == pattern.explanations)
  }

  /// The copy matches with the same grade, lines and captures, in its own examples and in one of eight examples of its family;
  /// with `DIAGNOSE_ALL_SAMPLES=1`, in all of them.
  @Test(arguments: written.map(\.id))
  func copiesMatchTheSame(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let copy = try copy(of: pattern)
    let start = id.utf8.reduce(0) { $0 &+ Int($1) }
    let others = Pattern.catalog.filter { $0.family == pattern.family && $0.id != id }.flatMap(\.examples)
      .enumerated().filter { SampleLog.repeatsAll || ($0.offset + start) % 8 == 0 }.map(\.element)
    let excerpts = (pattern.examples + others).map(\.unmarked.text)
    var matches = 0
    for excerpt in excerpts {
      let bytes = Array(excerpt.utf8)
      for report in Analysis.analyze(bytes, AnalysisOptions()).reports {
        let context = AnalysisContext(report: report.assessment.report, input: bytes)
        let expected = pattern.finding(in: context)?.finding
        let found = copy.finding(in: context)?.finding
        if expected != nil { matches += 1 }
        #expect(found?.confidence == expected?.confidence && found?.certaintyOfCause == expected?.certaintyOfCause)
        #expect(found?.captures == expected?.captures && found?.severity == expected?.severity)
        #expect(found?.citations.map(\.line) == expected?.citations.map(\.line))
        #expect(found?.citations.map(\.text) == expected?.citations.map(\.text))
        #expect(found?.citations.map(\.kind) == expected?.citations.map(\.kind))
        #expect(found?.blame == expected?.blame)
      }
    }
    #expect(matches > 0, "no example shows a match")
  }
}
