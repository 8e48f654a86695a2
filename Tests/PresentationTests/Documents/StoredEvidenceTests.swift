import CrashReports
import Diagnosis
import Foundation
import Presentation
import TestSupport
import Testing
import Vocabulary

@Suite struct StoredEvidenceTests {
  private func judged(_ evidence: [UInt8]) throws -> Assessment {
    Assessor.assess(Decoded(try StoredEvidence.decode(evidence)), input: [])
  }

  /// Every report whose evidence is judged otherwise than the report itself, by its best finding.
  @Test func evidenceIsJudgedAsTheReport() throws {
    var lines: [String] = []
    var sizes: [Int] = []
    for sample in DocumentSample.all {
      let evidence = StoredEvidence.encode(sample.assessment)
      sizes.append(evidence.count)
      let again = try judged(evidence)
      let was = Self.best(sample.assessment)
      let now = Self.best(again)
      if was != now { lines.append("\(sample.name): \(was) became \(now)") }
    }
    let table = (lines.isEmpty ? ["none"] : lines).joined(separator: "\n") + "\n"
    let path = "Tests/PresentationTests/Documents/evidence.expected"
    if Repository.updatesExpected { try Data(table.utf8).write(to: Repository.url(path)) }
    let expected = (try? Repository.text(of: path)) ?? ""
    #expect(table == expected, "run UPDATE_EXPECTED=1 scripts/test --filter StoredEvidenceTests and read the diff")
    #expect(lines.count * 100 <= DocumentSample.all.count * 3)
    #expect(!lines.contains { $0.contains(": ib-") })
    sizes.sort()
    #expect(sizes[sizes.count / 2] <= 1_536)
    if ProcessInfo.processInfo.environment["PRINT_SIZES"] == "1" {
      print(
        "evidence of \(sizes.count): median \(sizes[sizes.count / 2]), p90 \(sizes[sizes.count * 9 / 10]), max \(sizes.last ?? 0)"
      )
    }
  }

  private static func best(_ assessment: Assessment) -> String {
    assessment.findings.first.map { "\($0.pattern) \($0.confidence.rawValue)" } ?? "-"
  }
}
