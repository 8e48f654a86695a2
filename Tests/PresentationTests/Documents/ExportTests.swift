import CrashReports
import Diagnosis
import Documents
import Exports
import Foundation
import History
import Redaction
import TestSupport
import Testing
import Vocabulary

@Suite struct ExportTests {
  private static func exported(_ sample: DocumentSample) -> ExportedReport {
    var facts = StoredFacts()
    facts.seenAt = Timestamp(seconds: 1_785_000_000)
    facts.labelTimes = ["job": Timestamp(seconds: 1_785_000_100)]
    facts.otherKeys = ["3e0fd478429e"]
    facts.isDamaged = true
    facts.location = "Fonts.m:38"
    facts.program = "diagnose 0.1.0"
    facts.summary = sample.assessment.summary
    facts.signatureInput = "crash\n\tCardKit LoadFonts\n"
    facts.evidence = StoredEvidence.encode(sample.assessment)
    // A history stores no threads and no images.
    var assessment = sample.assessment
    assessment.report.threads = nil
    assessment.report.images = nil
    assessment.report.imageSymbols = [:]
    return ExportedReport(
      assessment: assessment, digest: sample.digest, path: "~/Reports/a.ips", labels: ["job": "7"], stored: facts)
  }

  private static let events = [
    ExportedEvent(
      issue: "3e0fd478429e", at: .init(seconds: 1_785_000_300), what: "resolved", by: "jane", build: "412"),
    ExportedEvent(issue: "0123456789ab", at: .init(seconds: 1_785_000_200), what: "merged", other: "3e0fd478429e"),
    ExportedEvent(issue: "3e0fd478429e", at: .init(seconds: 1_785_000_100), what: "noted", note: "a \"note\"\n, 2nd"),
  ]

  private func read(_ bytes: [UInt8], chunk: Int = .max) -> [(record: ExportRecord, line: Int)] {
    var records: [(record: ExportRecord, line: Int)] = []
    var reader = ExportReader()
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at.addingReportingOverflow(chunk).overflow ? bytes.count : at + chunk)
      reader.read(Array(bytes[at..<end])) { records.append(($0, $1)) }
      at = end
    }
    reader.finish { records.append(($0, $1)) }
    return records
  }

  @Test(arguments: [1, 7, 4096, .max])
  func exportIsReadAsItWasWritten(chunk: Int) throws {
    let samples = DocumentSample.all.prefix(chunk == 1 ? 3 : 40)
    var writer = ExportWriter()
    var bytes = writer.header()
    for sample in samples { bytes += writer.line(Self.exported(sample)) }
    bytes += writer.line(Self.events)
    let records = read(bytes, chunk: chunk)
    #expect(records.count == samples.count + 1 + Self.events.count)
    guard case .header(let tool, let version)? = records.first?.record else {
      Issue.record("no header")
      return
    }
    #expect(tool == "diagnose" && version == Product.version)
    var again = ExportWriter()
    for (index, sample) in samples.enumerated() {
      #expect(records[index + 1].line == index + 2)
      guard case .report(let report) = records[index + 1].record else {
        Issue.record("\(sample.name) is not a report")
        continue
      }
      #expect(report.stored == Self.exported(sample).stored)
      #expect(report.digest == sample.digest)
      #expect(report.assessment.findings == sample.assessment.findings)
      #expect(again.line(report) == writer.line(Self.exported(sample)))
    }
    let events = records.compactMap { if case .event(let event) = $0.record { event } else { nil } }
    #expect(events == Self.events.sorted())
    #expect(events.map(\.issue) == ["0123456789ab", "3e0fd478429e", "3e0fd478429e"])
  }

  @Test func linesAreValidDocuments() throws {
    let schema = try JSONValue(parsing: Repository.text(of: "docs/diagnose-1.schema.json"))
    let validator = SchemaValidator(schema: schema, forbidsUnknownMembers: true)
    var writer = ExportWriter()
    for sample in DocumentSample.all.prefix(40) where sample.assessment.report.details.isEmpty {
      let line = String(decoding: writer.line(Self.exported(sample)), as: UTF8.self)
      #expect(validator.faults(try JSONValue(parsing: line)) == [])
    }
  }

  @Test func aDocumentInPiecesIsTheSame() {
    let samples = DocumentSample.all.prefix(5).map(\.presented)
    for pieces in [[], [samples], samples.map { [$0] }] {
      var stream = DocumentStream()
      var bytes = pieces.flatMap { stream.bytes(of: $0) }
      bytes += stream.end()
      #expect(String(decoding: bytes, as: UTF8.self) == EncodedDocument(reports: pieces.flatMap(\.self)).indented())
    }
  }

  @Test func ordinaryDocumentsAreTaken() throws {
    let samples = Array(DocumentSample.all.prefix(5))
    let lines = samples.map { EncodedDocument(reports: [$0.presented]).line() }.joined()
    let indented = EncodedDocument(reports: samples.map(\.presented)).indented()
    for text in [lines, indented] {
      let reports = read(Array(text.utf8)).compactMap { record, _ -> ExportedReport? in
        if case .report(let report) = record { report } else { nil }
      }
      #expect(reports.map(\.digest) == samples.map(\.digest))
      #expect(reports.allSatisfy { $0.stored == StoredFacts() })
    }
  }

  @Test func whatCannotBeUsedIsAFaultWithItsLine() throws {
    var writer = ExportWriter()
    let report = String(decoding: writer.line(Self.exported(try #require(DocumentSample.all.first))), as: UTF8.self)
    let text = """
      {"schema":"diagnose-export/1","tool":{"name":"diagnose","version":"0.1.0"}}
      {"schema":"diagnose-export/2","events":[]}
      {"schema":"diagnose/2","reports":[]}
      not JSON
      {"schema":"diagnose-export/1","events":[{"issue":"x","at":"2026-01-01","what":"resolved"},7]}

      {"schema":"diagnose/1","reports":[{"source":{"digest":"sha256:12"}}]}
      \(report.dropLast(30))
      \(report)
      """
    let records = read(Array(text.utf8))
    let faults = records.compactMap { if case .fault(let fault) = $0.record { fault } else { nil } }
    #expect(faults.map(\.line) == [2, 3, 4, 5, 5, 7, 8])
    #expect(
      faults.map(\.code) == [
        .unsupportedFormat, .unsupportedFormat, .damaged, .damaged, .damaged, .incomplete, .incomplete,
      ])
    guard case .report? = records.last?.record else {
      Issue.record("the last line is a report")
      return
    }
  }

  /// Keys of issues have 12 lowercase hexadecimal digits.
  @Test(arguments: [
    ("3e0fd478429e", true), ("3e0fd478429", false), ("3e0fd478429e0", false), ("3E0FD478429E", false),
    ("3e0fd478429g", false), ("", false), ("３e0fd478429e", false),
  ])
  func keysHaveTwelveDigits(key: String, isValid: Bool) throws {
    for members in [#""issue":"\#(key)""#, #""issue":"3e0fd478429e","other":"\#(key)""#] {
      let line = #"{"schema":"diagnose-export/1","events":[{\#(members),"at":"2026-01-01","what":"merged"}]}"#
      guard let record = read(Array((line + "\n").utf8)).first?.record else {
        Issue.record("no record")
        return
      }
      if case .event = record { #expect(isValid, "\(line)") } else { #expect(!isValid, "\(line)") }
    }
    var report = Self.exported(try #require(DocumentSample.all.first))
    report.stored.otherKeys = [key, "0123456789ab"]
    let record = report.record(now: Timestamp(seconds: 0), program: "diagnose test")
    #expect(record.otherKeys.contains(key) == (key.utf8.count == 12))
  }

  @Test func aLineThatIsTooLongIsPassedOver() {
    let long = "{\"schema\":\"" + String(repeating: "x", count: 66 << 20) + "\"}\n"
    let header = ExportWriter().header()
    let records = read(header + Array(long.utf8) + header, chunk: 1 << 20)
    #expect(records.map(\.line) == [1, 2, 3])
    guard records.count == 3, case .fault(let fault) = records[1].record else {
      Issue.record("no fault")
      return
    }
    #expect(fault.code == .limitReached)
  }

  @Test func damagedExportsAreSafe() throws {
    var writer = ExportWriter()
    var bytes = writer.header()
    for sample in DocumentSample.all.prefix(2) { bytes += writer.line(Self.exported(sample)) }
    bytes += writer.line(Self.events)
    for mutant in Mutants(of: bytes, count: 200, seed: 5) {
      for (record, _) in read(mutant) {
        guard case .report(let report) = record else { continue }
        var redactor = Redactor()
        _ = report.redacted(&redactor)
        _ = ExportTable.row(report)
        if let evidence = report.stored.evidence { _ = try? StoredEvidence.decode(evidence) }
      }
    }
  }

  @Test func tableHasOneRowAReport() throws {
    let header = String(decoding: ExportTable.header, as: UTF8.self)
    #expect(header.hasPrefix("digest,time,seenAt,kind,"))
    let sample = try #require(DocumentSample.all.first { $0.assessment.findings.first?.blame?.function != nil })
    var report = Self.exported(sample)
    report.assessment.findings[0].take(pattern: Made.finding.pattern)
    let patterns = PatternSet([Made.pattern(headline: "=HYPERLINK(\"http://x\",1)")])
    report.labels = ["b": "2", "a": "-1"]
    report.path = "@SUM(1)\nx"
    let row = String(decoding: ExportTable.row(report, patterns), as: UTF8.self)
    #expect(row.hasPrefix(sample.digest.hexadecimal))
    #expect(row.contains(",\"'=HYPERLINK(\"\"http://x\"\",1)\","))
    #expect(row.contains(",\"'@SUM(1)\\u{a}x\","))
    #expect(row.contains(",a=-1 b=2,") && row.hasSuffix("\r\n"))
    #expect(row.filter { $0 == "\r\n" }.count == 1)
  }

  @Test func redactedExportsHoldNoNames() throws {
    var text = ""
    text += "Process: Cards [4711]\nPath: /Users/janedoe/Library/Cards.app/Cards\nIdentifier: com.example.Cards\n"
    text += "Exception Type:  EXC_CRASH (SIGABRT)\nTermination Reason: Namespace SIGNAL, Code 6 Abort trap: 6\n\n"
    text += "Application Specific Information:\nCards/CardView.swift:27: Fatal error: no deck for janedoe at 10.1.2.3, "
    text += "mail jane.doe@example.com, see /Users/janedoe/decks\n\nThread 0 Crashed:\n"
    text += "0   libswiftCore.dylib  0x00000001a2b04560 _assertionFailure(_:_:file:line:flags:) + 244\n"
    text += "1   Cards               0x0000000100d4a3f8 CardView.load() + 337 (CardView.swift:27)\n"
    let sample = try #require(DocumentSample.assessed(Array(text.utf8), "made").first)
    var report = Self.exported(sample)
    report.labels = ["machine": "Janes-Mac.local", "user": "janedoe"]
    var writer = ExportWriter(redactor: Redactor())
    writer.learn(report)
    let line = try writer.verified(writer.line(report))
    let row = String(decoding: try writer.verified(writer.row(report)), as: UTF8.self)
    for name in ["janedoe", "jane.doe", "10.1.2.3", "Janes-Mac"] { #expect(!row.contains(name), "\(name)") }
    let written = String(decoding: line, as: UTF8.self)
    for name in ["janedoe", "jane.doe", "10.1.2.3", "Janes-Mac"] { #expect(!written.contains(name), "\(name)") }
    guard case .report(let again)? = read(line).first?.record else {
      Issue.record("no report")
      return
    }
    #expect(again.digest == report.digest)
    #expect(again.assessment.findings.map(\.pattern) == report.assessment.findings.map(\.pattern))
    let evidence = try StoredEvidence.text(of: try #require(again.stored.evidence))
    #expect(!String(decoding: evidence, as: UTF8.self).contains("jane"))
    #expect(try StoredEvidence.decode(try #require(again.stored.evidence)).threads?.isEmpty == false)
    #expect(writer.line(report) == line)
  }

  /// A name that only a later report or an event reveals is replaced in the first line; authors are always replaced.
  @Test func namesThatAppearLateAreReplacedEverywhere() throws {
    let texts = ["no token for janedoe, ask Zoe Quill", "Path: /Users/janedoe/x"]
    let reports = try texts.map { text in
      let sample = try #require(
        DocumentSample.assessed(
          Array(
            "Process: Cards [4711]\nException Type:  EXC_CRASH (SIGABRT)\n\nApplication Specific Information:\n\(text)\n"
              .utf8), "made"
        ).first)
      return Self.exported(sample)
    }
    let events = [
      ExportedEvent(
        issue: "0123456789ab", at: Timestamp(seconds: 1), what: "noted", by: "Zoe Quill", note: "as Zoe Quill said"),
      ExportedEvent(issue: "0123456789ab", at: Timestamp(seconds: 2), what: "resolved", by: "jo"),
    ]
    var writer = ExportWriter(redactor: Redactor())
    for report in reports { writer.learn(report) }
    writer.learn(events)
    for isTable in [false, true] {
      var text = ""
      for report in reports {
        text += String(decoding: try writer.verified(isTable ? writer.row(report) : writer.line(report)), as: UTF8.self)
      }
      if !isTable { text += String(decoding: try writer.verified(writer.line(events)), as: UTF8.self) }
      for name in ["janedoe", "Quill", "\"jo\""] { #expect(!text.contains(name), "\(name)") }
    }
  }
}
