import CrashReports
import TestSupport
import Testing

@testable import Signatures

/// One crash as MetricKit reports it before and since iOS 27.
struct MetricKitGenerationTests {
  private func signature(_ name: String) throws -> Signature {
    var outcome = ReportReader.read(try Repository.bytes(of: "sample-logs/metrickit/" + name))
    try #require(outcome.reports.count == 1)
    return Signature(SignatureInput(outcome.take(0).value))
  }

  @Test func bothFormsAreOneIssue() throws {
    let new = try signature("diagnostic-report.json")
    let old = try signature("same-crash-as-payload.json")
    for level in Signature.Level.allCases { #expect(new.key(level) == old.key(level)) }
  }
}
