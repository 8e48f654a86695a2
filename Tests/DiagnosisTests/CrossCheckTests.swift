import Analysis
import CrashReports
import TestSupport
import Testing

@testable import Diagnosis

/// Samples and examples of one failure must not match the pattern of another one.
@Suite struct CrossCheckTests {
  /// Pairs of patterns that may match the same report: both are true, and neither explains the other.
  private static let companions: Set<Set<String>> = [
    ["ib-runtime-attribute-ignored", "nib-kvc-undefined-key"],
    // One pattern states how the process crashed, the other that it was the agent.
    ["ib-agent-crashed-unspecified", "memory-bad-access"],
    ["ib-agent-crashed-unspecified", "memory-null-dereference"],
    ["ib-agent-exception-unspecified", "nsexception-uncaught"],
    // One pattern states where the failure happened, the other how the process crashed.
    ["cfrelease-null-other", "ib-load-time-code"], ["ib-load-time-code", "objc-overrelease"],
  ]

  @Test(arguments: SampleExpectation.all)
  func onlyTheExpectedPatternIsLikely(_ sample: SampleExpectation) throws {
    guard let expected = sample.pattern else { return }
    let bytes = try Repository.bytes(of: "sample-logs/" + sample.path)
    let reports = Analysis.analyze(bytes).reports
    // Several reports in one input may have different failures.
    guard reports.count == 1 else { return }
    for report in reports {
      for finding in report.assessment.findings
      where finding.confidence > .possible && finding.pattern != expected && sample.confidence != .possible {
        #expect(
          Self.companions.contains([expected, finding.pattern]),
          "\(finding.pattern) is \(finding.confidence.rawValue), too: let one supersede the other")
      }
    }
  }

  @Test(arguments: PatternExample.all)
  func noExampleMatchesAnotherPattern(_ one: PatternExample) {
    guard case .matches(let least) = one.example.expectation, least > .possible else { return }
    for finding in assess(one.example.unmarked.text).flatMap(\.findings)
    where finding.confidence > .possible && finding.pattern != one.pattern.id {
      #expect(
        Self.companions.contains([one.pattern.id, finding.pattern]),
        "\(finding.pattern) is \(finding.confidence.rawValue), too")
    }
  }
}
