import Analysis
import CrashReports
import Diagnosis
import Testing

/// One example of one pattern, with a name that identifies it in test failures.
struct PatternExample: Sendable, CustomTestStringConvertible {
  let pattern: Pattern
  let example: Pattern.Example
  var testDescription: String { "\(pattern.id): \(example.shows)" }

  static let all = Pattern.catalog.flatMap { pattern in
    pattern.examples.map { PatternExample(pattern: pattern, example: $0) }
  }
}

/// Reads and analyzes a text as the command does.
func assess(_ text: String) -> [Assessment] {
  Analysis.analyze(Array(text.utf8)).reports.map(\.assessment)
}

@Suite struct PatternExampleTests {
  @Test(arguments: PatternExample.all)
  func exampleBehaves(_ one: PatternExample) throws {
    let (text, cited) = one.example.unmarked
    let findings = assess(text).flatMap(\.findings)
    let own = findings.first { $0.pattern == one.pattern.id }
    switch one.example.expectation {
    case .doesNotMatch:
      #expect(own == nil, "found as \(own?.confidence.rawValue ?? "") by \(own?.citations.map(\.text) ?? [])")
    case .matches(let least):
      let seen = findings.map { "\($0.pattern) \($0.confidence.rawValue)" }
      let finding = try #require(own, "not found; found instead: \(seen)")
      #expect(finding.confidence >= least)
      // A symptom that the report states has a higher confidence than a possible cause, and may be listed first.
      #expect(least == .possible || findings.first?.pattern == one.pattern.id, "it is not the best finding: \(seen)")
      if let named = one.example.named { #expect(finding.captures[Pattern.Case.capture] == named) }
      let lines = Set(finding.citations.compactMap(\.line)).sorted()
      #expect(lines == cited, "cites lines \(lines), should cite \(cited)")
    }
  }

  /// A pattern declares every sentence that it can cite, so that sentences never consist of a report's text.
  @Test(arguments: PatternExample.all)
  func explanationsAreDeclared(_ one: PatternExample) throws {
    for finding in assess(one.example.unmarked.text).flatMap(\.findings) {
      for citation in finding.citations {
        let explanation = try #require(
          citation.explanation, "\(finding.pattern) cites '\(citation.text ?? "")' with a sentence it does not declare")
        let pattern = try #require(Pattern.with(id: explanation.pattern))
        #expect(pattern.explanations.indices.contains(explanation.index))
      }
    }
  }

  @Test(arguments: Pattern.catalog.map(\.id))
  func patternIsComplete(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    #expect(pattern.examples.contains { if case .matches = $0.expectation { true } else { false } })
    #expect(pattern.examples.contains { $0.expectation == .doesNotMatch }, "a near miss keeps the pattern narrow")
    #expect(!pattern.symptom.isEmpty && !pattern.cause.isEmpty && !pattern.remedy.isEmpty)
    #expect(!pattern.references.isEmpty)
    #expect(!pattern.grades.isEmpty)
    #expect(!pattern.explanations.isEmpty && !pattern.explanations.contains(""))
  }
}
