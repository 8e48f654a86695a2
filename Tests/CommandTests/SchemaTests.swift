import Documents
import Foundation
import TestSupport
import Testing

/// The JSON that commands write is valid against the published schemas, also without members that they do not list.
@Suite struct SchemaTests {
  /// Commands that together write every document. A folder of three reports was recorded before.
  private static let commands: [(schema: String, arguments: [String])] = [
    ("diagnose/1", ["--format", "json", "crash.ips"]),
    ("diagnose/1", ["history", "list", "--reports", "--format", "json"]),
    ("diagnose/1", ["history", "show", "ISSUE", "--format", "json"]),
    ("diagnose/1", ["history", "list", "--reports", "--issue", "ISSUE", "--format", "json"]),
    ("diagnose-brief/1", ["--brief", "crash.ips", "missing.ips"]),
    ("diagnose-brief/1", ["--fields", "headline,where", "reports"]),
    ("diagnose-brief/1", ["--format", "brief", "empty"]),
    ("diagnose-history/1", ["history", "list", "--format", "json"]),
    ("diagnose-history/1", ["history", "list", "--by", "build", "--format", "json"]),
    ("diagnose-history/1", ["history", "list", "--problems", "--format", "json"]),
    ("diagnose-history/1", ["history", "search", "drawCard", "--format", "json"]),
    ("diagnose-history/1", ["history", "show", "ISSUE", "--facets", "--format", "json"]),
    ("diagnose-history/1", ["history", "why", "ISSUE", "ISSUE", "--format", "json"]),
    ("diagnose-history/1", ["trends", "--format", "json"]),
    ("diagnose-history/1", ["trends", "--by", "os", "--format", "json"]),
    ("diagnose-history/1", ["trends", "--unrecognized", "--format", "json"]),
    ("diagnose-history/1", ["trends", "ISSUE", "--format", "json"]),
    ("diagnose-history/1", ["database", "info", "--format", "json"]),
    ("diagnose-summary/1", ["summary", "--format", "json"]),
    ("diagnose-compare/1", ["compare", "550", "560", "--format", "json", "--database", "builds.sqlite"]),
    ("diagnose-patterns/1", ["patterns", "list", "--format", "json"]),
    ("diagnose-config/1", ["config", "show", "--format", "json"]),
    ("diagnose-explain/1", ["explain", "SIGABRT", "--format", "json"]),
    ("diagnose-explain/1", ["explain", "nil", "--format", "json"]),
    ("diagnose-explain/1", ["explain", "exit-codes", "--format", "json"]),
    ("diagnose-check/1", ["check", "faulty", "--format", "json"]),
    ("diagnose-export/1", ["database", "export"]),
    ("diagnose-doctor/1", ["doctor", "--no-config", "--format", "json"]),
    ("diagnose-alerts/1", ["alerts", "list", "--format", "json"]),
    ("diagnose-alerts/1", ["alerts", "check", "--format", "json", "--dry-run", "--config", "alerts.yml"]),
    ("diagnose-trust/1", ["trust", "--list", "--format", "json"]),
    ("diagnose-latest/1", ["latest", "--watch", "reports", "--list", "--format", "json"]),
    (
      "diagnose-lookup/1",
      ["lookup", "--dsym", "symbols/XXXCoreTestHost.dSYM", "--format", "jsonl", "0x1dd6", "0x1"]
    ),
  ]

  private func prepare() throws -> (scratch: Scratch, issue: String) {
    let scratch = try Scratch()
    let manager = FileManager.default
    for folder in ["reports", "empty"] {
      try manager.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try scratch.write(Sample.json(), "crash.ips")
    try scratch.write("alerts: [{ name: r, when: growing, slack: { url-variable: A } }]", "alerts.yml")
    for number in 0..<3 { try scratch.write(Sample.json(number), "reports/\(number).ips") }
    try scratch.write("not a report", "reports/named.ips")
    try manager.copyItem(
      at: Repository.url("Tests/Fixtures/projects/nib-self-class-recursion/faulty"), to: scratch.url("faulty"))
    try manager.copyItem(at: Repository.url("sample-logs/symbols"), to: scratch.url("symbols"))
    _ = try Tool.run(["ingest", "reports", "reports/named.ips"], in: scratch.folder)
    // Two builds with an issue of their own each.
    for (build, function) in [("550", "saveCard"), ("560", "loadCard")] {
      let reports = (0..<10).map { number in
        let own = number + (build == "550" ? 100 : 200)
        return Sample.json(own).replacing("\"412\"", with: "\"\(build)\"").replacing("drawCard\(own)", with: function)
      }
      try scratch.write(reports.joined(), "\(build).ips")
    }
    _ = try Tool.run(["ingest", "550.ips", "560.ips", "--database", "builds.sqlite"], in: scratch.folder)
    let list = try Tool.run(["history", "list", "--format", "json"], in: scratch.folder)
    let issue = try #require(try JSONValue(parsing: list.out)["issues"]?[0]?["id"]?.string)
    _ = try Tool.run(["history", "note", issue, "a note"], in: scratch.folder)
    return (scratch, issue)
  }

  private func documents(_ text: String) throws -> [JSONValue] {
    if let document = try? JSONValue(parsing: text) { return [document] }
    return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  @Test func outputIsValid() throws {
    let (scratch, issue) = try prepare()
    for (schema, arguments) in Self.commands {
      let arguments = arguments.map { $0 == "ISSUE" ? issue : $0 }
      let answer = try Tool.run(arguments, in: scratch.folder)
      let all = try documents(answer.out)
      #expect(!all.isEmpty, "\(arguments): \(answer.err)")
      var isFound = false
      for document in all {
        let name = try #require(document["schema"]?.string, "\(arguments)")
        if name == schema { isFound = true }
        let published = try #require(PublishedDocument.catalog.first { $0.id == name }, "\(arguments): \(name)")
        let text = try JSONValue(parsing: Repository.text(of: published.file))
        for strict in [false, true] {
          let faults = SchemaValidator(schema: text, forbidsUnknownMembers: strict).faults(document)
          #expect(faults == [], "\(arguments)")
        }
      }
      #expect(isFound, "\(arguments) wrote no \(schema)")
    }
  }

  /// The answers of tools are validated where tools are tested.
  @Test func everyDocumentIsTested() {
    let tested = Set(Self.commands.map(\.schema)).union(["diagnose-symbolication/1", "diagnose-run/1"])
    #expect(Set(PublishedDocument.catalog.map(\.id)) == tested)
  }
}
