import Foundation
import TestSupport
import Testing

@testable import CrashReports

/// Public diagnostics of many writers, which are not part of this package: system, exception and threads are compared
/// with their list.
struct DiagnosticCorpusTests {
  static let rows = JSONCorpusTests.rows.filter { row in
    row.kind == "metrickit" || row.kind == "ips-json-other"
      || row.kind == "synthetic" && row.exception.hasPrefix("exceptionType=")
  }

  @Test(
    .enabled(if: Repository.sharedData != nil, "needs the corpus of third-party reports beside the checkout"),
    arguments: rows)
  func diagnosticSaysWhatTheListSays(_ row: JSONCorpusTests.Row) throws {
    let outcome = ReportReader.read(try JSONCorpusTests.bytes(row))
    #expect(outcome.faults.isEmpty)
    let reports = outcome.reports.map(\.value)
    if row.kind == "ips-json-other" {
      #expect(reports.map(\.kind) == [.panic])
      #expect(reports.first?.eventSummary?.isEmpty == false)
      #expect(reports.first?.crashedThread?.frames.isEmpty == false)
      return
    }
    #expect(!reports.isEmpty)
    // The list has the number of stacks of all diagnostics of a file, and the exception of the first crash.
    #expect(reports.reduce(0) { $0 + ($1.threads?.count ?? 0) } == row.threads)
    let crash = reports.first { $0.kind == .crash }
    let parts = row.exception.split(separator: " ", omittingEmptySubsequences: false).map { part in
      part.split(separator: "=", omittingEmptySubsequences: false).last.flatMap { UInt64($0) }
    }
    let (type, signal) = (parts.first ?? nil, parts.last ?? nil)
    #expect(crash?.exception?.type == type.flatMap(SystemNames.exception))
    #expect(crash?.exception?.signal == signal.flatMap(SystemNames.signal))
  }
}
