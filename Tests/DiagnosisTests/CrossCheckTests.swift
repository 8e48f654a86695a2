import Analysis
import CrashReports
import TestSupport
import Testing

@testable import Diagnosis

/// No sample that was made for one failure is called another one.
@Suite struct CrossCheckTests {
  /// Pairs that may stand together: two true statements about one report, neither of which explains the other.
  private static let companions: Set<Set<String>> = [
    ["ib-runtime-attribute-ignored", "nib-kvc-undefined-key"],
    // The agent's report says how it ended; that it was the agent is another statement.
    ["ib-agent-crashed-unspecified", "memory-bad-access"], ["ib-agent-exception-unspecified", "nsexception-uncaught"],
    // Where it happened, and how it ended.
    ["cfrelease-null-other", "ib-load-time-code"], ["ib-load-time-code", "objc-overrelease"],
  ]

  @Test(arguments: SampleExpectation.all)
  func onlyItsOwnPatternIsSure(_ sample: SampleExpectation) throws {
    guard let own = sample.pattern else { return }
    let bytes = try Repository.bytes(of: "sample-logs/" + sample.path)
    let reports = Analysis.analyze(bytes).reports
    // Several reports in one input may be of several failures.
    guard reports.count == 1 else { return }
    for report in reports {
      for finding in report.assessment.findings
      where finding.confidence > .possible && finding.pattern != own && sample.confidence != .possible {
        #expect(
          Self.companions.contains([own, finding.pattern]),
          "\(finding.pattern) is \(finding.confidence.rawValue), too: let one supersede the other")
      }
    }
  }

  @Test(arguments: PatternExample.all)
  func noExampleIsSurelyAnother(_ one: PatternExample) {
    guard case .matches(let least) = one.example.expectation, least > .possible else { return }
    for finding in assess(one.example.unmarked.text).flatMap(\.findings)
    where finding.confidence > .possible && finding.pattern != one.pattern.id {
      #expect(
        Self.companions.contains([one.pattern.id, finding.pattern]),
        "\(finding.pattern) is \(finding.confidence.rawValue), too")
    }
  }
}
