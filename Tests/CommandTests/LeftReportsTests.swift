import Analysis
import Foundation
import Platform
import Testing

@testable import Monitoring
@testable import Workflow

/// Reports that appear one after another.
@Suite struct LeftReportsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func reader(expected: Int?, willWait: @escaping () -> Void) -> LeftReportsReader {
    var analysis = AnalysisOptions()
    analysis.withDigest = true
    let folder = LeftReports.Place(path: FilePath(scratch.folder.path), isRecursive: false, isNamed: true)
    return LeftReportsReader(
      left: LeftReports([folder]),
      rules: FileExamination.Rules(
        settle: 0.1, limit: 1 << 20, analysis: analysis, preparation: ReportPreparation(Session(), labels: [:])),
      expected: expected, wait: 60, willWait: willWait)
  }

  /// The second report is written only when the reader waits for it.
  @Test func moreReportsAreWaitedForAfterTheFirst() throws {
    let reader = reader(expected: 5) { try? scratch.write(Sample.json(2), "second.ips") }
    try scratch.write(Sample.json(1), "first.ips")
    let start = Date()
    let result = reader.read()
    #expect(result.outcomes.map { $0.outcome.reports.count } == [1, 1])
    // The other three never appear.
    #expect(Date().timeIntervalSince(start) < 30)
  }

  @Test func theExpectedReportsEndTheWait() throws {
    let waits = Waits()
    let reader = reader(expected: 1) { waits.count += 1 }
    try scratch.write(Sample.json(1), "first.ips")
    #expect(reader.read().outcomes.count == 1)
    #expect(waits.count == 0)
  }

  /// A source that quotes a report is not a report that the command left.
  @Test func sourcesAreNotReports() throws {
    let reader = reader(expected: 1) {}
    try scratch.write(Sample.json(2), "Card.swift")
    try scratch.write(Sample.json(1), "first.ips")
    let result = reader.read()
    #expect(result.outcomes.map { $0.outcome.reports.count } == [1])
    #expect(result.unfinished.isEmpty)
  }

  private final class Waits {
    var count = 0
  }
}
