import Foundation
import TestSupport
import Testing

/// What a history exports for other services contains its reports with their stacks.
@Suite struct ExportTargetTests {
  private func store(_ scratch: Scratch) throws {
    var names: [String] = []
    for (index, sample) in SampleLog.all.prefix(12).enumerated() {
      let name = "\(index)-" + (sample.path.split(separator: "/").last.map(String.init) ?? "report")
      try Data(sample.bytes()).write(to: scratch.folder.appendingPathComponent(name))
      names.append(name)
    }
    #expect(try Tool.run(["ingest"] + names, in: scratch.folder).status == 0)
  }

  @Test func reportsAreReadBack() throws {
    let scratch = try Scratch()
    try store(scratch)
    let exported = try Tool.run(["database", "export", "--format", "otlp"], in: scratch.folder)
    #expect(exported.status == 0)
    let lines = exported.out.split(separator: "\n")
    #expect(lines.count > 6)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"resourceLogs\":[") && $0.contains("exception.stacktrace") })
    // What is not written is counted.
    let stored = try Tool.run(
      ["history", "list", "--reports", "--format", "json", "--limit", "100"], in: scratch.folder)
    let reports = try JSONValue(parsing: stored.out)["reports"]?.elements ?? []
    let missing = reports.count - lines.count
    #expect(missing == 0 || exported.err.contains("\(missing) report"), "\(missing): \(exported.err)")
    let keys = lines.compactMap { line in
      line.range(of: "diagnose.signature\",\"value\":{\"stringValue\":\"").map { line[$0.upperBound...].prefix(12) }
    }
    #expect(keys.count == lines.count)
    try exported.out.write(
      to: scratch.folder.appendingPathComponent("export.jsonl"), atomically: true, encoding: .utf8)
    let read = try Tool.run(
      ["--no-database", "--each", "--format", "json", "export.jsonl"], in: scratch.folder)
    #expect(try JSONValue(parsing: read.out)["reports"]?.elements?.count == lines.count)
  }

  /// An exported report has the facts that a converted file has.
  @Test func factsAreThoseOfTheFile() throws {
    let scratch = try Scratch()
    try scratch.write(Sample.json(1), "one.ips")
    #expect(try Tool.run(["ingest", "one.ips"], in: scratch.folder).status == 0)
    func keys(_ text: String) -> Set<String> {
      Set(text.split(separator: "\"key\":\"").dropFirst().map { String($0.prefix { $0 != "\"" }) })
    }
    let exported = try Tool.run(["database", "export", "--format", "otlp"], in: scratch.folder).out
    let converted = try Tool.run(["convert", "--to", "otlp", "one.ips"], in: scratch.folder).out
    let lost = keys(converted).subtracting(keys(exported)).sorted()
    // A history does not store where a program was.
    #expect(lost == ["process.executable.path"], "\(lost)")
    #expect(exported.contains("timeUnixNano") == converted.contains("timeUnixNano"))
    #expect(keys(converted).count > 12)
  }

  @Test func filtersSelectTheReports() throws {
    let scratch = try Scratch()
    try scratch.write(Sample.json(1), "one.ips")
    try scratch.write(Sample.json(2).replacing("MyApp", with: "Courier"), "two.ips")
    #expect(try Tool.run(["ingest", "one.ips", "two.ips"], in: scratch.folder).status == 0)
    let answer = try Tool.run(
      ["database", "export", "--format", "otlp", "--app", "Courier"], in: scratch.folder)
    #expect(answer.out.contains("Courier") && !answer.out.contains("MyApp"))
    #expect(answer.out.split(separator: "\n").count == 1)
  }
}
