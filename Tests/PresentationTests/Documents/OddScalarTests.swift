import CrashReports
import Diagnosis
import Documents
import Exports
import Foundation
import History
import Presentation
import Redaction
import TestSupport
import Testing
import Vocabulary

/// No character is changed on the way through a document, an export or a row of a shared history: reports that differ in
/// one remain different.
@Suite struct OddScalarTests {
  /// All noncharacters, and other characters that libraries change, reject or drop.
  private static let scalars: [Unicode.Scalar] = {
    let planes = (0...16).flatMap { [UInt32($0) << 16 | 0xFFFE, UInt32($0) << 16 | 0xFFFF] }
    let block = Array(UInt32(0xFDD0)...0xFDEF)
    let others: [UInt32] = [
      0x00, 0x01, 0x08, 0x0B, 0x0C, 0x1B, 0x1F, 0x22, 0x27, 0x5C, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0xAD, 0x34F, 0x378,
      0x61C, 0x115F, 0x17B4, 0x180E, 0x200B, 0x200D, 0x200E, 0x2028, 0x2029, 0x202E, 0x2060, 0x2066, 0x206F, 0x2FF0,
      0x3000, 0x3164, 0xD7FF, 0xE000, 0xF8FF, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0xFFF9, 0xFFFC, 0xFFFD, 0x10000, 0x1D173,
      0x1F600, 0x2FA1D, 0x30000, 0xE0001, 0xE0041, 0xE007F, 0xE0100, 0xE0FFF, 0xF0000, 0x10FFFD,
    ]
    return (planes + block + others).compactMap(Unicode.Scalar.init)
  }()

  /// Returns a report with a character in all of its texts.
  private static func record(_ scalar: Unicode.Scalar) -> ReportRecord {
    let text = "a\(Character(scalar))b"
    var report = CrashReport(source: .init(format: "ips"))
    report.process = .init()
    report.process?.name = text
    report.process?.bundleID = "com." + text
    report.process?.build = text
    report.host.os = text
    report.host.device = text
    report.exception = .init()
    report.exception?.type = text
    report.applicationSpecificInformation = [.init(image: text, text: text)]
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    var frame = CrashReport.Frame(index: 0)
    frame.image = text
    frame.symbol = .init(name: text)
    thread.frames = [frame]
    report.threads = [thread]
    let finding = Finding(
      pattern: "ib-font-cfrelease-null", patternRevision: 1, confidence: .certain, certaintyOfCause: .likely,
      captures: ["function": text],
      citations: [
        Citation(
          line: 2, text: text,
          explanation: .init(pattern: "ib-font-cfrelease-null", index: 0, captures: ["argument": text]))
      ], blame: Blame(function: text, file: text, line: 3, image: text), missing: [], ruledOut: [])
    let assessment = Assessment(
      report: report, notes: [], findings: [finding], summary: text, blame: finding.blame, blamedFrame: 0)
    return ReportRecord(
      Recording(
        assessment: assessment, digest: SHA256.digest(of: Array(text.utf8)), path: text, labels: ["k": text],
        evidence: StoredEvidence.encode(assessment)), now: Timestamp(seconds: 1_785_000_000),
      program: "diagnose 0.1.0")
  }

  private func read(_ line: [UInt8]) -> ReportRecord? {
    var found: ReportRecord?
    var reader = ExportReader()
    func take(_ record: ExportRecord, _ line: Int) {
      if case .report(let report) = record { found = report.record(now: Timestamp(seconds: 0), program: "") }
    }
    reader.read(line + [0x0A], take)
    reader.finish(take)
    return found
  }

  @Test func exportsKeepEveryCharacter() throws {
    var writer = ExportWriter()
    var redacting = ExportWriter(redactor: Redactor())
    var rows: Set<[UInt8]> = []
    var lines: Set<[UInt8]> = []
    for (index, scalar) in Self.scalars.enumerated() {
      let record = Self.record(scalar)
      let line = writer.line(ExportedReport(record))
      #expect(line.allSatisfy { $0 != 0x0A } || line.last == 0x0A)
      let back = read(line)
      #expect(back == record, "U+\(String(scalar.value, radix: 16))")
      #expect(back?.signatureInput == record.signatureInput && back?.evidence == record.evidence)
      lines.insert(line)
      rows.insert(writer.row(ExportedReport(record)))
      // Redaction replaces names, and no other character.
      guard index % 16 == 0 else { continue }
      let redacted = read(redacting.line(ExportedReport(record)))
      #expect(redacted?.signatureInput == record.signatureInput, "U+\(String(scalar.value, radix: 16))")
    }
    #expect(lines.count == Self.scalars.count && rows.count == Self.scalars.count)
  }

  /// Names of events and runs have the same writer.
  @Test func documentsKeepEveryCharacter() throws {
    for scalar in Self.scalars {
      let text = "a\(Character(scalar))b"
      let line = EncodedDocument(errors: [InputError(path: text, code: "damaged", message: text)]).line()
      // No character that is written could end a line or hide text.
      #expect(
        !line.unicodeScalars.dropLast().contains { VisibleText.mustEscape($0) || $0.properties.isNoncharacterCodePoint }
      )
      let document = try DocumentReader.document(Array(line.utf8))
      #expect(document.errors.first?.message.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
      #expect(document.errors.first?.path.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
  }

  /// A surrogate without its other half is no character: the document is damaged, and is not read as another text.
  @Test(arguments: ["\\ud800", "\\udfff", "\\ud83d", "\\ude00\\ud83d", "\\ud83dx", "\\ud83d\\u0041"])
  func loneSurrogatesAreDamage(_ escape: String) throws {
    let line = EncodedDocument(errors: [InputError(path: "-", code: "damaged", message: "MARK")]).line()
    #expect(throws: (any Error).self) {
      try DocumentReader.document(Array(line.replacing("MARK", with: escape).utf8))
    }
  }
}
