import Analysis
import CrashReports
import Diagnosis
import Foundation
import TestSupport
import Testing

/// All samples × all patterns in one table, so that every side effect of a new pattern is visible in review.
@Suite struct MatrixTests {
  @Test func matrixIsAsExpected() throws {
    var lines: [String] = []
    for sample in SampleLog.all {
      let bytes = try sample.bytes()
      let outcome = Analysis.analyze(bytes)
      var cells: [String] = []
      for assessment in outcome.reports.map(\.assessment) {
        let findings = assessment.findings.map { "\($0.pattern) \($0.confidence.rawValue)" }
        cells.append(
          assessment.report.source.format + ": " + (findings.isEmpty ? "-" : findings.joined(separator: ", ")))
      }
      cells += outcome.faults.map { "fault \($0.code.rawValue)" }
      lines.append(sample.path + "\n  " + cells.joined(separator: "\n  "))
    }
    let table = lines.joined(separator: "\n") + "\n"
    let path = "Tests/DiagnosisTests/matrix.expected"
    if Repository.updatesExpected { try Data(table.utf8).write(to: Repository.url(path)) }
    let expected = (try? Repository.text(of: path)) ?? ""
    let now = Set(lines)
    let before = Set(
      expected.components(separatedBy: "\nsample-logs/").map { $0.hasPrefix("sample-logs/") ? $0 : "sample-logs/" + $0 }
    )
    #expect(
      table == expected,
      "differs: \(now.subtracting(before.map { $0.trimmingCharacters(in: .newlines) }).sorted().prefix(20)); run UPDATE_EXPECTED=1 scripts/test --filter MatrixTests and read the diff"
    )
  }

  /// `index.csv` has a row for every sample. With UPDATE_EXPECTED=1 a sample without one gets a row that holds what was found.
  @Test func everySampleIsInTheIndex() throws {
    let path = "sample-logs/index.csv"
    let listed = Set(SampleExpectation.all.map { "sample-logs/" + $0.path })
    let missing = SampleLog.all.filter { !listed.contains($0.path) }
    if Repository.updatesExpected, !missing.isEmpty {
      var text = try Repository.text(of: path)
      for sample in missing {
        let assessment = Analysis.analyze(try sample.bytes()).reports.first?.assessment
        let finding = assessment?.findings.first
        let cells = [
          String(sample.path.dropFirst("sample-logs/".count)), assessment?.report.source.format ?? "none",
          finding?.pattern ?? "", finding?.confidence.rawValue ?? "", "", "",
        ]
        text += cells.joined(separator: ",") + "\n"
      }
      try Data(text.utf8).write(to: Repository.url(path))
    } else {
      #expect(missing.isEmpty, "run UPDATE_EXPECTED=1 scripts/test --filter MatrixTests and read the new rows")
    }
  }

  /// `index.csv` says what each sample was made to show.
  @Test(arguments: SampleExpectation.all)
  func sampleShowsWhatItWasMadeFor(_ sample: SampleExpectation) throws {
    let bytes = try Repository.bytes(of: "sample-logs/" + sample.path)
    let findings = Analysis.analyze(bytes).reports.flatMap(\.assessment.findings)
    let seen = findings.map { "\($0.pattern) \($0.confidence.rawValue)" }
    if let pattern = sample.pattern {
      let least = sample.confidence ?? .possible
      // A symptom that the report states has a higher confidence than a possible cause, and may be listed first.
      let own = try #require(
        least > .possible ? findings.first : findings.first { $0.pattern == pattern }, "found \(seen)")
      #expect(own.pattern == pattern, "found \(seen)")
      #expect(own.confidence >= least, "found \(seen)")
    }
    if let resembled = sample.nearMissOf {
      #expect(!findings.contains { $0.pattern == resembled && $0.confidence > .possible }, "found \(seen)")
    }
  }
}

/// A line of `sample-logs/index.csv`.
struct SampleExpectation: Sendable, CustomTestStringConvertible {
  let path: String
  let pattern: String?
  let confidence: Confidence?
  let nearMissOf: String?
  var testDescription: String { path }

  static let all: [SampleExpectation] = {
    guard let text = try? Repository.text(of: "sample-logs/index.csv") else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 5 else { return nil }
      func value(_ index: Int) -> String? { cells[index].isEmpty ? nil : cells[index] }
      let known = Set(Pattern.catalog.map(\.id))
      return SampleExpectation(
        path: cells[0], pattern: value(2).flatMap { known.contains($0) ? $0 : nil },
        confidence: value(3).flatMap(Confidence.init(rawValue:)), nearMissOf: value(4))
    }
  }()
}
