package import Analysis
import CrashReports
package import Diagnosis

/// Runs custom patterns on their own examples, with the same readers as for reports.
package struct PatternTrial {
  /// The options of the analysis, with the patterns.
  package let options: AnalysisOptions

  /// A trial with the patterns of these options.
  package init(options: AnalysisOptions) {
    self.options = options
  }

  /// What an example showed.
  package struct Outcome {
    /// The expectation, and what the example shows.
    package var title: String
    /// The differences from the expectation; empty if the example passes.
    package var warnings: [String]
  }

  /// Runs the examples of a pattern, in their order.
  package func outcomes(of pattern: Pattern) -> [Outcome] { pattern.examples.map { outcome(of: $0, pattern) } }

  private func outcome(of example: Pattern.Example, _ pattern: Pattern) -> Outcome {
    let (text, cited) = example.unmarked
    let (reports, faults) = Analysis.analyze(Array(text.utf8), options)
    let findings = reports.flatMap(\.assessment.findings)
    let finding = findings.first { $0.pattern == pattern.id }
    switch example.expectation {
    case .doesNotMatch:
      var warnings: [String] = []
      if let finding {
        warnings.append("matched with confidence \(finding.confidence.rawValue), because of:")
        warnings += FindingText(finding, options.patterns).witnesses.map { "  " + Self.words($0) }
      }
      return Outcome(title: "does not match: " + example.shows, warnings: warnings)
    case .matches(let least):
      var warnings: [String] = []
      if reports.isEmpty, let fault = faults.first {
        warnings.append("cannot read the excerpt: \(fault.explanation)")
      }
      if let finding {
        if finding.confidence < least {
          warnings.append("matched with confidence \(finding.confidence.rawValue); expected at least \(least.rawValue)")
        }
        if least > .possible, let first = findings.first, first.pattern != pattern.id {
          warnings.append("matched, but \(first.pattern) takes precedence (\(first.confidence.rawValue))")
        }
        let named = finding.captures[Pattern.Case.capture]
        if let wanted = example.named, named != wanted {
          warnings.append("matched \(named.map { "the case \($0)" } ?? "no case"); expected the case \(wanted)")
        }
        let lines = Set(finding.citations.compactMap(\.line))
        let marked = cited.filter { !lines.contains($0) }
        if !marked.isEmpty {
          let numbers = marked.map(String.init).joined(separator: ", ")
          let actual = lines.sorted().map(String.init).joined(separator: ", ")
          warnings.append(
            "line \(numbers) of the excerpt is marked but not cited; cited: \(actual.isEmpty ? "none" : actual)")
        }
      } else if warnings.isEmpty {
        let others = findings.map { "\($0.pattern) (\($0.confidence.rawValue))" }
        warnings.append("no match; matched instead: \(others.isEmpty ? "nothing" : others.joined(separator: ", "))")
      }
      return Outcome(title: "matches: " + example.shows, warnings: warnings)
    }
  }

  private static func words(_ witness: ExplainedCitation) -> String {
    let location = witness.line.map { "line \($0): " } ?? ""
    return location + (witness.text ?? "") + " (" + witness.statement + ")"
  }
}
