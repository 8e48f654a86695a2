import Diagnosis
import Documents
import Foundation
import Presentation
import TestSupport
import Testing
import Vocabulary

@Suite struct JSONOutputTests {
  private func format(_ id: String) throws -> OutputFormat { try #require(OutputFormat.catalog.first { $0.id == id }) }

  private static let schema = Result {
    try JSONValue(parsing: Repository.text(of: "docs/diagnose-1.schema.json"))
  }

  private func faults(_ text: String, strict: Bool) throws -> [String] {
    SchemaValidator(schema: try Self.schema.get(), forbidsUnknownMembers: strict).faults(try JSONValue(parsing: text))
  }

  @Test(arguments: [false, true])
  func documentsAreValid(strict: Bool) throws {
    let reports = [Made.excerpt, Made.rich, Made.empty, Made.hostile]
    let json = try format("json")
    for report in reports { #expect(try faults(json.render([report], [], .init()), strict: strict) == []) }
    #expect(try faults(json.render(reports, Made.errors, .init()), strict: strict) == [])
    #expect(try faults(json.render([], [], .init()), strict: strict) == [])
    let lines = try format("jsonl").render(reports, Made.errors, .init()).split(separator: "\n")
    #expect(lines.count == reports.count + Made.errors.count)
    for line in lines { #expect(try faults(String(line), strict: strict) == []) }
    let event = EncodedDocument(event: "report", reports: [Made.rich]).line()
    #expect(try faults(event, strict: strict) == [])
    #expect(try JSONValue(parsing: event)["event"] == .string("report"))
  }

  @Test(arguments: [false, true])
  func verdictsOfAProjectAreValid(strict: Bool) throws {
    let location = ProjectLocation(
      path: "Cards/CardView.xib", line: 14, text: "<view/>", statement: "The root view is a CardView.")
    let fault = ProjectFault(
      check: "nib-self-class-recursion", pattern: "nib-self-class-recursion", headline: "It loads itself",
      locations: [location],
      remedy: "Make it plain.", diff: "--- a/x\n+++ b/x\n")
    let verdicts: [ProjectVerdict] = [
      .confirmed([fault]), .refuted(reason: "It is plain.", location: location), .silent,
    ]
    for verdict in verdicts {
      var report = Made.rich
      report.assessment.findings[0].project = verdict
      let text = try format("json").render([report], [], .init())
      #expect(try faults(text, strict: strict) == [])
      #expect(text.contains("\"verdict\""))
    }
    #expect(try !format("json").render([Made.rich], [], .init()).contains("\"project\""))
  }

  /// A test of the validator: it must reject each of these documents.
  @Test(arguments: [
    ("\"schema\": \"diagnose/1\"", "\"schema\": \"diagnose/2\""),
    ("\"errors\": []", "\"faults\": []"),
    ("\"address\": \"0x104406b17\"", "\"address\": \"0x0104406b17\""),
    ("\"address\": \"0x104406b17\"", "\"address\": \"0x104406B17\""),
    ("\"address\": \"0x104406b17\"", "\"address\": 17"),
    ("\"line\": 38", "\"line\": 0"),
    ("\"line\": 38", "\"line\": 3.5"),
    ("\"uuid\": \"01234567-89AB", "\"uuid\": \"01234567-89ab"),
    ("\"confidence\": \"certain\"", "\"confidence\": 97"),
    ("\"digest\": \"sha256:0123", "\"digest\": \"sha256:123"),
    ("\"termination\": {", "\"killed\": {"),
  ])
  func validatorRejects(_ good: String, _ bad: String) throws {
    let document = try format("json").render([Made.rich], [], .init())
    #expect(document.contains(good))
    #expect(try !faults(document.replacingOccurrences(of: good, with: bad), strict: false).isEmpty)
  }

  @Test func unknownMembersAreRejectedWhenStrict() throws {
    let document = try format("json").render([Made.rich], [], .init())
    let more = document.replacingOccurrences(of: "\"isTranslated\"", with: "\"extra\": 1, \"isTranslated\"")
    #expect(try faults(more, strict: false).isEmpty)
    #expect(try !faults(more, strict: true).isEmpty)
  }

  @Test func valuesAreThoseOfTheReport() throws {
    let report = try #require(try JSONValue(parsing: format("json").render([Made.rich], [], .init()))["reports"]?[0])
    #expect(report["source"]?["digest"] == .string(Made.digest))
    #expect(report["source"]?["member"] == .null)
    #expect(report["exception"]?["codes"] == .array([.string("0x1"), .string("0xffffffffffffffff")]))
    #expect(report["termination"]?["code"] == .integer(11))
    #expect(report["termination"]?["codeHex"] == .string("0xb"))
    #expect(report["termination"]?["details"] == .array([]))
    #expect(report["times"]?["crashed"] == .string("2026-04-01T12:39:56.0657-07:00"))
    #expect(report["times"]?["launched"] == .null)
    #expect(report["images"]?[0]?["uuid"] == .string("01234567-89AB-CDEF-0123-456789ABCDEF"))
    #expect(report["images"]?[1]?["uuid"] == .null)
    #expect(report["threads"]?[0]?["registers"]?["x0"] == .string("0x0"))
    #expect(report["threads"]?[0]?["frames"]?[0]?["symbol"]?["demangled"] == .string("CFRelease (readable)"))
    #expect(report["signature"] == .null)
    #expect(report["history"]?["status"] == .string("known"))
    #expect(report["labels"] == .object(["branch": .string("main"), "machine": .string("ci-4")]))
    #expect(report["findings"]?[0]?["certaintyOfCause"] == .string("likely"))
  }

  @Test func unknownIsNullAndNoneIsEmpty() throws {
    let report = try #require(try JSONValue(parsing: format("json").render([Made.empty], [], .init()))["reports"]?[0])
    for name in ["id", "incident", "process", "times", "exception", "termination", "threads", "images"] {
      #expect(report[name] == .null, "\(name)")
    }
    #expect(report["findings"] == .array([]))
    #expect(report["notes"] == .array([]))
    #expect(report["source"]?["digest"] == .null)
    #expect(report["history"]?["status"] == .string("notRecorded"))
  }

  @Test func hostileTextIsEscapedCutAndNoted() throws {
    let document = try format("json").render([Made.hostile], Made.errors, .init())
    for scalar in document.unicodeScalars where scalar != "\n" && !(0x20...0x7E).contains(scalar.value) {
      let isBad =
        scalar.value < 0xA0 || scalar.properties.generalCategory == .format
        || scalar.properties.isNoncharacterCodePoint
      if isBad { Issue.record("U+\(String(scalar.value, radix: 16))") }
    }
    let report = try #require(try JSONValue(parsing: document)["reports"]?[0])
    #expect(report["termination"]?["code"] == .null)
    #expect(report["termination"]?["codeHex"] == .string("0xffffffffffffffff"))
    #expect(report["images"]?[0]?["size"] == .null)
    let text = try #require(report["applicationSpecificInformation"]?[0]?["text"]?.string)
    #expect(text.utf8.count <= 65_536)
    #expect(text.hasPrefix("\u{1B}[31m\u{9B}2J\u{202E}evil"))
    guard case .array(let notes)? = report["notes"] else { return #expect(Bool(false), "no notes") }
    #expect(notes.contains { $0["code"] == .string("text-cut") })
  }

  @Test func layoutIsStable() throws {
    let document = try format("json").render([Made.rich], [], .init())
    #expect(document == (try format("json").render([Made.rich], [], .init())))
    #expect(document.hasSuffix("}\n"))
    for line in document.split(separator: "\n") { #expect(line.last != " ") }
    #expect(document.contains("\n  \"tool\": {\"name\": \"diagnose\", \"version\": \"\(Product.version)\"},\n"))
    #expect(try format("jsonl").render([Made.rich], [], .init()).filter { $0 == "\n" }.count == 1)
  }

  @Test func hidesFindingsBelowTheWantedConfidence() throws {
    var presented = Made.rich
    presented.assessment.findings[0].confidence = .possible
    let report = try JSONValue(parsing: format("json").render([presented], [], .init(minimumConfidence: .likely)))
    #expect(report["reports"]?[0]?["findings"] == .array([]))
  }
}
