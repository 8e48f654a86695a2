import Analysis
import CrashReports
import Diagnosis
import TestSupport
import UserFiles
import YAMLText

/// The example file of the documentation.
func samplePatterns() throws -> [UInt8] { Array(try Repository.text(of: "docs/examples/patterns.yml").utf8) }

/// Returns a pattern file with the given YAML, for tests of single keys.
func pattern(evidence: String = "{ message: \"token is lost\" }", more: String = "") -> String {
  """
  patterns:
    - id: acme/one
      title: A title
      grades:
        - confidence: certain
          evidence: \(evidence)
      cause: A cause.
      remedy: A step.
  \(more)
  """
}

func read(_ text: String) -> (file: PatternFile, faults: [FileFault]) { PatternFile.read(Array(text.utf8), by: .user) }

/// Reads and analyzes a text as the command does.
func assess(_ text: String, _ patterns: [Pattern]) -> [Assessment] {
  Analysis.analyze(Array(text.utf8), AnalysisOptions(patterns: PatternSet(patterns))).reports.map(\.assessment)
}
