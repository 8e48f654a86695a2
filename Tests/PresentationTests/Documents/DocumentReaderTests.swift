import Analysis
import CrashReports
import Diagnosis
import Documents
import Foundation
import Presentation
import TestSupport
import Testing

@Suite struct DocumentReaderTests {
  private func read(_ text: String) throws -> DocumentReport {
    let (reports, faults) = DocumentReader.read(Array(text.utf8))
    #expect(faults == [])
    return try #require(reports.first)
  }

  @Test(arguments: [false, true])
  func documentsAreWrittenAgainAsTheyWere(isComplete: Bool) throws {
    #expect(DocumentSample.all.count > 500)
    for sample in DocumentSample.all {
      let line = EncodedDocument(reports: [sample.presented], isComplete: isComplete).line()
      let again = try read(line)
      let second = EncodedDocument(reports: [again.presented], isComplete: isComplete).line()
      #expect(second == line, "\(sample.name)")
    }
  }

  @Test(arguments: [false, true])
  func madeDocumentsAreWrittenAgainAsTheyWere(isComplete: Bool) throws {
    for var report in [Made.excerpt, Made.rich, Made.empty, Made.hostile] {
      // The reader renders the texts of findings from the catalog.
      report.patterns = .catalog
      let document = EncodedDocument(reports: [report], errors: Made.errors, isComplete: isComplete)
      for text in [document.line(), document.indented()] {
        let again = try DocumentReader.document(Array(text.utf8))
        #expect(again.errors.count == Made.errors.count)
        let second = EncodedDocument(
          reports: again.reports.map(\.presented), errors: again.errors, isComplete: isComplete
        )
        #expect(second.line() == document.line(), "\(Self.difference(second.line(), document.line()))")
      }
    }
  }

  /// Returns both texts at their first difference.
  private static func difference(_ left: String, _ right: String) -> String {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    let same =
      zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(left.count, right.count)
    func part(_ bytes: [UInt8]) -> String {
      String(decoding: bytes[max(0, same - 120)..<min(bytes.count, same + 80)], as: UTF8.self)
    }
    return part(left) + " <> " + part(right)
  }

  @Test(arguments: [false, true])
  func completeDocumentsAreValid(strict: Bool) throws {
    let schema = try JSONValue(parsing: Repository.text(of: "docs/diagnose-1.schema.json"))
    let validator = SchemaValidator(schema: schema, forbidsUnknownMembers: strict)
    var reports = [Made.excerpt, Made.rich, Made.empty, Made.hostile]
    for index in stride(from: 0, to: DocumentSample.all.count, by: 9) {
      reports.append(DocumentSample.all[index].presented)
    }
    // The schema does not define the facts in `details`.
    for report in reports where !strict || report.assessment.report.details.isEmpty {
      let line = EncodedDocument(reports: [report], isComplete: true).line()
      #expect(validator.faults(try JSONValue(parsing: line)) == [], "\(report.path)")
    }
  }

  @Test func completeDocumentsAreJudgedAsTheReports() throws {
    for sample in DocumentSample.all {
      let document = EncodedDocument(reports: [sample.presented], isComplete: true).line()
      let again = try read(document)
      let judged = Analysis.analyze(Decoded(again.report)).assessment
      #expect(judged.judgement == sample.assessment.judgement, "\(sample.name)")
      #expect(again.findings.map(\.finding) == sample.assessment.findings)
    }
  }

  @Test func verdictsAndExplanationsAreRead() throws {
    let location = ProjectLocation(path: "Cards/CardView.xib", line: 14, text: "<view/>", statement: "The root view.")
    let fault = ProjectFault(
      check: "nib-self-class-recursion", pattern: "nib-self-class-recursion", headline: "It loads itself",
      locations: [location], remedy: "Make it plain.", diff: "--- a/x\n+++ b/x\n")
    for verdict in [ProjectVerdict.confirmed([fault]), .refuted(reason: "It is plain.", location: location), .silent] {
      var report = Made.rich
      report.assessment.findings[0].project = verdict
      report.explanation = RelatedCause(
        symptom: "a", input: "b.txt", index: 2, cause: "c", statement: "", confidence: .likely)
      let line = EncodedDocument(reports: [report]).line()
      let again = try read(line)
      #expect(again.findings[0].project == verdict)
      #expect(again.explanation == report.explanation)
      #expect(EncodedDocument(reports: [again.presented(by: report.patterns)]).line() == line)
    }
  }

  @Test func linesAreReadOneByOne() throws {
    let line = EncodedDocument(reports: [Made.excerpt]).line()
    let indented = EncodedDocument(reports: [Made.excerpt, Made.rich]).indented()
    #expect(DocumentReader.read(Array((line + "\n" + line).utf8)).reports.count == 2)
    #expect(DocumentReader.read(Array(indented.utf8)).reports.count == 2)
    #expect(DocumentReader.read(Array((indented + indented).utf8)).reports.count == 4)
    let broken = line + String(line.dropLast(40)) + "\n\n" + line
    let (reports, faults) = DocumentReader.read(Array(broken.utf8))
    #expect(reports.count == 2)
    #expect(faults.map(\.line) == [2])
    #expect(faults.map(\.code) == [.incomplete])
  }

  @Test func otherSchemasAreRefused() throws {
    let line = EncodedDocument(reports: [Made.rich]).line()
    let later = line.replacing("diagnose/1", with: "diagnose/2")
    let fault = try #require(DocumentReader.read(Array(("\n" + later).utf8)).faults.first)
    #expect(fault.code == .unsupportedFormat)
    #expect(fault.explanation.contains("diagnose/2"))
    #expect(fault.line == 2)
    for text in ["{}", "[]", "1", "null", "\"diagnose/1\"", "{\"schema\": null}", "{\"reports\": []}"] {
      let (reports, faults) = DocumentReader.read(Array(text.utf8))
      #expect(reports.isEmpty)
      #expect(faults.map(\.code) == [.notAReport], "\(text)")
    }
    let behind = DocumentReader.read(Array((line.dropLast() + " 1").utf8)).faults
    #expect(behind.map(\.code) == [.damaged])
    #expect(DocumentReader.read([]).faults.isEmpty)
  }

  @Test func membersOfOtherTypesAndUnknownOnesArePassedOver() throws {
    let text = """
      {"reports": [{"kind": 7, "threads": [null, 3, {"index": "x", "frames": [7, {"index": 1.5, "symbol": []}]}],
        "images": {}, "process": {"pid": 9999999999999999999, "name": "A", "new": [[{}]]}, "labels": {"a": 1, "b": "c"},
        "exception": {"codes": ["0x1", 2, "1", "0x11111111111111111"]}, "details": {"limitBytes": -1, "new": true},
        "findings": [{}, {"pattern": "p", "confidence": 97}]}, 4], "schema": "diagnose/1", "later": {}}
      """
    let report = try read(text)
    #expect(report.report.kind == .crash)
    #expect(report.report.threads?.count == 1)
    #expect(report.report.threads?[0].frames.count == 1)
    #expect(report.report.images == nil)
    #expect(report.report.process?.pid == nil)
    #expect(report.report.process?.name == "A")
    #expect(report.labels == ["b": "c"])
    #expect(report.report.exception?.codes == [1])
    #expect(report.report.details.map(\.value) == [.number(-1), .flag(true)])
    #expect(report.findings.map(\.confidence) == [.possible])
  }

  @Test func deepNestingIsRefused() {
    let deep = "{\"schema\": \"diagnose/1\", \"x\": " + String(repeating: "[", count: 100_000) + "\n"
    let faults = DocumentReader.read(Array(deep.utf8)).faults
    #expect(faults.map(\.code) == [.limitReached])
    let rows =
      "{\"schema\": \"diagnose/1\", \"reports\": [{\"details\": " + String(repeating: "{\"a\": [", count: 5_000)
    #expect(DocumentReader.read(Array(rows.utf8)).faults.map(\.code) == [.limitReached])
  }

  @Test func manyPartsAreRefused() throws {
    let frames = String(repeating: "{},", count: 1_000_001).dropLast()
    let text = "{\"schema\": \"diagnose/1\", \"reports\": [{\"threads\": [{\"frames\": [\(frames)]}]}]}"
    let (reports, faults) = DocumentReader.read(Array(text.utf8))
    #expect(reports.isEmpty)
    #expect(faults.map(\.code) == [.limitReached])
  }

  @Test func largestNumbersAreSafe() throws {
    let number = String(Int.max)
    let frame = "{\"index\": -\(number), \"line\": \(number), \"symbol\": {\"name\": \"f\", \"offset\": \(number)}}"
    let frames = Array(repeating: frame, count: 130).joined(separator: ",")
    let text = """
      {"schema": "diagnose/1", "reports": [{"source": {"firstLine": \(number), "index": -\(number)},
        "threads": [{"index": \(number), "crashed": true, "omittedFrames": \(number), "samples": \(number),
        "recursion": [{"depth": \(number)}], "frames": [\(frames)], "registers": {"sp": "0x0"}}],
        "exception": {"faultAddress": "0xffffffffffffffff", "subtype": "KERN_PROTECTION_FAILURE"},
        "details": {"durationSeconds": 1e300, "limitBytes": 1e300, "limitPercent": -1e308, "footprintBytes": \(number)},
        "applicationSpecificInformation": [{"text": "x", "line": \(number)}], "times": {"uptimeSeconds": \(number)},
        "evidence": {"consoleLines": [{"text": "a\\nb", "line": \(number), "pid": \(number)}],
        "previewMessages": [{"cause": "a", "line": \(number), "lastLine": 1}], "lines": {"region": \(number)}}}]}
      """
    let report = try read(text)
    #expect(report.report.consoleLines.map(\.line) == [0])
    let judged = Analysis.analyze(Decoded(report.report)).assessment
    let presented = PresentedReport(path: "x", digest: "", assessment: judged)
    for format in OutputFormat.catalog { #expect(!format.render([presented], [], .init()).isEmpty) }
    _ = try StoredEvidence.decode(StoredEvidence.encode(judged))
  }

  /// Damaged documents are parsed or rejected without a trap, and the result can be written and diagnosed.
  @Test func damagedDocumentsAreSafe() throws {
    for (seed, report) in [Made.excerpt, Made.rich, Made.hostile].enumerated() {
      let bytes = Array(EncodedDocument(reports: [report], isComplete: true).line().utf8)
      for mutant in Mutants(of: bytes, count: seed == 2 ? 5 : 150, seed: UInt64(seed) + 11) {
        for again in DocumentReader.read(mutant).reports {
          _ = EncodedDocument(reports: [again.presented], isComplete: true).line()
          _ = Analysis.analyze(Decoded(again.report)).assessment
          _ = StoredEvidence.encode(again.presented.assessment)
        }
      }
    }
  }
}

extension DocumentReport {
  /// Returns the report with texts of `patterns`.
  fileprivate func presented(by patterns: PatternSet) -> PresentedReport {
    var report = presented
    report.patterns = patterns
    return report
  }
}
