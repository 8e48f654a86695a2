import CrashReports
import Diagnosis
import Documents
import Foundation
import Presentation
import TestSupport
import Testing
import Vocabulary

@Suite struct BriefOutputTests {
  private static let reports = [Made.excerpt, Made.rich, Made.empty, Made.hostile]

  private static func faults(_ text: String, strict: Bool) throws -> [String] {
    let schema = try JSONValue(parsing: PublishedDocument.brief.schema)
    return SchemaValidator(schema: schema, forbidsUnknownMembers: strict).faults(try JSONValue(parsing: text))
  }

  @Test(arguments: [false, true])
  func documentsAreValid(strict: Bool) throws {
    for report in Self.reports {
      #expect(try Self.faults(OutputFormat.brief.render([report], [], .init()), strict: strict) == [])
    }
    #expect(try Self.faults(OutputFormat.brief.render(Self.reports, Made.errors, .init()), strict: strict) == [])
    #expect(try Self.faults(OutputFormat.brief.render([], [], .init()), strict: strict) == [])
  }

  /// A question gets the topics that the text output names in its hint.
  @Test func topicsOfQuestionsAreNamed() throws {
    var error = InputError(path: "-", code: "notAReport", message: "no failure")
    #expect(
      try JSONValue(parsing: OutputFormat.brief.render([], [error], .init()))["errors"]?[0]?["topics"] == nil)
    error.point(to: ["EXC_BAD_ACCESS", "nib-missing"])
    let text = OutputFormat.brief.render([], [error], .init())
    #expect(
      try JSONValue(parsing: text)["errors"]?[0]?["topics"]
        == .array([.string("EXC_BAD_ACCESS"), .string("nib-missing")]))
    #expect(try Self.faults(text, strict: true) == [])
  }

  /// The members of a report are written in the order of the catalog, so that none is forgotten in either.
  @Test func membersAreThoseOfTheCatalog() throws {
    let document = try JSONValue(parsing: OutputFormat.brief.render([Made.rich], [], .init()))
    guard case .object(let members)? = document["reports"]?[0] else { return #expect(Bool(false), "no report") }
    let known = PublishedDocument.briefMembers.map(\.name)
    #expect(Set(members.keys).isSubset(of: known))
    #expect(Set(known).subtracting(members.keys).isSubset(of: ["index"]))
  }

  @Test(arguments: PublishedDocument.briefMembers.map(\.name))
  func fieldsAreSelected(_ name: String) throws {
    var style = PresentationStyle()
    style.fields = [name]
    let document = try JSONValue(parsing: OutputFormat.brief.render([Made.rich], [], style))
    guard case .object(let members)? = document["reports"]?[0] else { return #expect(Bool(false), "no report") }
    #expect(Set(members.keys).isSubset(of: [name]))
  }

  @Test func hostileTextIsLimitedAndOnOneLine() throws {
    let text = OutputFormat.brief.render([Made.hostile], Made.errors, .init())
    #expect(text.utf8.count < 8192)
    func strings(_ value: JSONValue) -> [String] {
      switch value {
      case .string(let text): [text]
      case .array(let elements): elements.flatMap(strings)
      case .object(let members): members.values.flatMap(strings)
      default: []
      }
    }
    for string in strings(try JSONValue(parsing: text)) {
      #expect(string.count <= 400)
      #expect(!string.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0.value == 0x9B })
    }
  }

  @Test func findingsHaveTextsForPrograms() throws {
    let json = try JSONValue(parsing: OutputFormat.json.render([Made.rich], [], .init()))
    let finding = try #require(json["reports"]?[0]?["findings"]?[0])
    for name in ["headline", "where", "advice"] { #expect(finding[name]?.string?.isEmpty == false, "\(name)") }
  }
}

@Suite struct PublishedDocumentTests {
  @Test(arguments: PublishedDocument.catalog.filter { $0.members != nil }.map(\.id))
  func schemaFileIsUpToDate(_ id: String) throws {
    let document = try #require(PublishedDocument.catalog.first { $0.id == id })
    if Repository.updatesExpected {
      try document.schema.write(to: Repository.url(document.file), atomically: true, encoding: .utf8)
    }
    let text = try Repository.text(of: document.file)
    #expect(text == document.schema, "run UPDATE_EXPECTED=1 scripts/test --filter PublishedDocumentTests")
  }

  @Test func schemasHaveNoOtherFiles() {
    let files = Repository.files(below: "docs/schemas").filter { $0.hasSuffix(".json") }
    #expect(Set(files) == Set(PublishedDocument.catalog.map(\.file).filter { $0.hasPrefix("docs/schemas/") }))
  }

  /// The page on compatibility has a row for each document.
  @Test(arguments: PublishedDocument.catalog.map(\.id))
  func pageListsTheDocument(_ id: String) throws {
    let document = try #require(PublishedDocument.catalog.first { $0.id == id })
    let page = try Repository.text(of: "docs/compatibility.md")
    #expect(page.contains("| `\(id)` | [\(document.file.split(separator: "/").last ?? "")]"))
  }
}
