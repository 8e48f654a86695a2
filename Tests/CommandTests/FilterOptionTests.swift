import Foundation
import History
import TestSupport
import Testing

/// Every filter with every command: known values in any case, negated values, and unknown ones.
@Suite struct FilterOptionTests {
  private let scratch: Scratch

  /// A value that one of two reports has.
  private static let values: [String: String] = [
    "app": "courier", "build": "560", "app-version": "2.5", "os": "26", "device": "ipad",
    "queue": "com.example.cards",
    "pattern": "MEMORY-NULL-DEREFERENCE",
    "view": "cardview", "document": "main.storyboard", "label": "Machine=CI-1",
  ]

  /// Commands that take filters, without them.
  private static let commands: [[String]] =
    [
      ["history"], ["history", "list", "--reports"], ["history", "list", "--reports", "--format", "csv"],
      ["history", "list", "--format", "json"], ["history", "search", "card"], ["trends"], ["trends", "--by", "day"],
      ["trends", "--fail-on", "regressed"], ["trends", "--format", "json"], ["database", "export"],
      ["database", "export", "--format", "csv", "--redact"], ["report", "--html", "site"],
      ["compare", "macOS", "iPadOS", "--by", "os"],
    ]
    + groupings

  /// The commands that group by a facet. They share the reading of filters, so each filter is tried with one of four.
  private static let groupings = Facet.catalog.flatMap {
    [["history", "list", "--by", $0.id], ["trends", "--by", $0.id]]
  }

  init() throws {
    scratch = try Scratch()
    let one = Sample.json(1)
    var other = Sample.json(2)
    for (from, to) in [
      ("MyApp", "Courier"), ("\"412\"", "\"560\""), ("\"2.4\"", "\"2.5\""),
      ("macOS 14.4 (23E214)", "iPadOS 26.0 (23A340)"),
      ("Mac14,2", "iPad13,8"), ("drawCard", "saveCard"), ("com.apple.main-thread", "com.example.cards"),
      // Another failure: an address that is not NULL.
      ("0x0000000000000010", "0x00006000deadbee0"), ("[1,16]", "[1,105553853988576]"),
    ] { other = other.replacing(from, with: to) }
    try scratch.write(one, "one.ips")
    try scratch.write(other, "other.ips")
    let labels = ["--label", "machine=ci-1", "--label", "view=CardView", "--label", "document=Main.storyboard"]
    #expect(try Tool.run(["ingest"] + labels + ["one.ips"], in: scratch.folder).status == 0)
    #expect(try Tool.run(["ingest", "--label", "machine=ci-2", "other.ips"], in: scratch.folder).status == 0)
  }

  private func isUsable(_ dimension: FilterDimension, _ command: [String]) -> Bool {
    if command.first == "compare", dimension == .os { return false }
    guard !SampleLog.repeatsAll, let grouping = Self.groupings.firstIndex(of: command),
      let position = FilterDimension.catalog.firstIndex(where: { $0.id == dimension.id })
    else { return true }
    return (grouping + position) % 4 == 0
  }

  @Test func theTestHasAllDimensions() {
    #expect(Set(Self.values.keys) == Set(FilterDimension.catalog.map(\.id)))
  }

  @Test(arguments: FilterDimension.catalog) func everyCommandHasEveryFilter(_ dimension: FilterDimension) throws {
    let value = try #require(Self.values[dimension.id])
    for command in Self.commands where isUsable(dimension, command) {
      for value in [value, "!" + value] {
        let answer = try Tool.run(command + ["--" + dimension.id, value], in: scratch.folder)
        #expect(answer.status == 0, "\(command) --\(dimension.id) \(value): \(answer.err)")
      }
    }
  }

  /// Of two reports, a filter and its negation list one each.
  @Test(arguments: FilterDimension.catalog) func aFilterAndItsNegationAreAll(_ dimension: FilterDimension) throws {
    let value = try #require(Self.values[dimension.id])
    func digests(_ value: String?) throws -> Set<String> {
      let options = value.map { ["--" + dimension.id, $0] } ?? []
      let export = try Tool.run(["database", "export", "--format", "csv"] + options, in: scratch.folder).out
      // A cell may have line breaks; a digest has 64 digits.
      return Set(
        export.split(whereSeparator: \.isNewline).map { String($0.prefix(64)) }.filter { $0.allSatisfy(\.isHexDigit) })
    }
    let (with, without) = (try digests(value), try digests("!" + value))
    if dimension != .pattern { #expect(with.count == 1 && without.count == 1) }
    #expect(with.isDisjoint(with: without))
    #expect(try with.union(without) == digests(nil))
  }

  @Test(arguments: FilterDimension.catalog) func anUnknownValueIsAnError(_ dimension: FilterDimension) throws {
    let value = dimension == .label ? "nosuch=x" : "nosuch"
    for command in Self.commands where isUsable(dimension, command) {
      for value in [value, "!" + value] {
        let answer = try Tool.run(command + ["--" + dimension.id, value], in: scratch.folder)
        #expect(answer.status == 64, "\(command) --\(dimension.id)")
        #expect(answer.out.isEmpty)
        #expect(answer.err.contains("no report of \(dimension.noun) '"), "\(answer.err)")
        #expect(answer.err.contains("Known \(dimension.noun)s: "), "\(answer.err)")
      }
    }
  }

  /// A gate is never passed because of an unknown value.
  @Test func aGateIsNotPassedByAnUnknownValue() throws {
    for option in [["--fail-on", "new"], ["--fail-on", "regressed"], ["--by", "os", "--fail-on", "new"]] {
      let answer = try Tool.run(["trends", "--app", "Couriers"] + option, in: scratch.folder)
      #expect(answer.status == 64 && answer.out.isEmpty)
      #expect(answer.err.contains("Did you mean Courier?"), "\(answer.err)")
    }
  }

  /// Each value has reports, but no report has both.
  @Test func aGateIsNotPassedByACombinationWithoutReports() throws {
    let builds = try Tool.run(
      ["trends", "--app", "myapp", "--build", "560", "--fail-on", "new"], in: scratch.folder)
    #expect(builds.status == 64 && builds.out.isEmpty)
    #expect(builds.err.contains("'560' matches the other filters") && builds.err.contains("Known builds: 412."))
    let filters = ["--os", "macOS", "--device", "ipad"]
    let gate = try Tool.run(["trends", "--fail-on", "new"] + filters, in: scratch.folder)
    #expect(gate.status == 64 && gate.out.isEmpty && gate.err.contains("no report matches all filters"))
    #expect(try Tool.run(["trends"] + filters, in: scratch.folder).status == 0)
  }

  /// A build that only ran has no reports to compare.
  @Test func aGateIsNotPassedByASideWithoutReports() throws {
    try scratch.write("app,version,build,day,runs\nCourier,2.4,550,2026-08-01,1000\n", "runs.csv")
    let runs = try Tool.run(["database", "runs", "runs.csv"], in: scratch.folder)
    #expect(runs.status == 0, "\(runs.err)")
    let gate = try Tool.run(["compare", "550", "560", "--fail-on", "new"], in: scratch.folder)
    #expect(gate.status == 64 && gate.out.isEmpty && gate.err.contains("nothing was compared"), "\(gate.err)")
    let document = try Tool.run(["compare", "550", "560", "--format", "json"], in: scratch.folder)
    #expect(document.status == 0 && document.out.contains("\"verdict\": \"notCompared\""), "\(document.out)")
  }

  /// A lost history passes no gate.
  @Test func aGateIsNotPassedByAnEmptyHistory() throws {
    for condition in ["new", "regressed"] {
      let gate = try Tool.run(["trends", "--fail-on", condition, "--database", "lost.sqlite"], in: scratch.folder)
      #expect(gate.status == 64 && gate.err.contains("the history has no reports"), "\(gate.err)")
    }
    #expect(try Tool.run(["trends", "--database", "lost.sqlite"], in: scratch.folder).status == 0)
  }

  /// A single report of a failure that no earlier build has is not tested, and has a condition of its own; so have unknown runs.
  @Test func conditionsOfABuildWithFewReports() throws {
    let next = Sample.json(3).replacing("\"412\"", with: "\"413\"").replacing("drawCard", with: "saveCard")
    try scratch.write(next, "next.ips")
    #expect(try Tool.run(["ingest", "next.ips"], in: scratch.folder).status == 0)
    func status(_ condition: String) throws -> Int32 {
      try Tool.run(["compare", "412", "413", "--fail-on", condition], in: scratch.folder).status
    }
    let conditions = ["first-seen", "no-runs", "new", "worse"]
    #expect(try conditions.map(status) == [1, 1, 0, 0])
    let days = "MyApp,2.4,412,2026-08-01,1000\nMyApp,2.4,413,2026-08-01,1000\n"
    try scratch.write("app,version,build,day,runs\n" + days, "runs.csv")
    #expect(try Tool.run(["database", "runs", "runs.csv"], in: scratch.folder).status == 0)
    #expect(try conditions.map(status) == [1, 0, 0, 0])
  }

  /// Days are those of UTC in every time zone.
  @Test(arguments: ["UTC", "Asia/Tokyo", "America/Los_Angeles"]) func wordsAreDaysOfTheHistory(_ zone: String) throws {
    for (by, word, before) in [("day", "yesterday", "2026-08-02"), ("week", "7d", "2026-07-27")] {
      let answer = try Tool.run(
        ["compare", word, "today", "--by", by, "--format", "json"], in: scratch.folder, environment: ["TZ": zone])
      #expect(answer.status == 0, "\(answer.err)")
      #expect(answer.out.contains("\"before\": {\"name\": \"\(before)\""), "\(zone): \(answer.out)")
      #expect(answer.out.contains("\"after\": {\"name\": \"2026-08-03\""), "\(zone): \(answer.out)")
    }
  }

  @Test(arguments: ["", "!", "=x"]) func aValueIsNeeded(_ value: String) throws {
    for dimension in FilterDimension.catalog {
      let answer = try Tool.run(["history", "--" + dimension.id, value], in: scratch.folder)
      #expect(answer.status == 64, "\(dimension.id) '\(value)'")
    }
  }

  /// Values are shown without control characters.
  @Test func aHostileValueIsEscaped() throws {
    let answer = try Tool.run(["history", "--app", "a\u{1B}[31m\nb"], in: scratch.folder)
    #expect(answer.status == 64)
    #expect(!answer.err.contains("\u{1B}") && answer.err.split(separator: "\n").count == 2)
  }

  @Test func toolsOfAgentsHaveTheSameFilters() throws {
    for dimension in FilterDimension.catalog {
      let name = dimension.id.replacing("-", with: "_")
      for tool in ["history_search", "trends"] {
        for (value, isKnown) in [
          (Self.values[dimension.id] ?? "", true), (dimension == .label ? "no=x" : "nosuch", false),
        ] {
          let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":{"\#(name)":"\#(value)"}}}"#
          let start =
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#
          try scratch.write(start + "\n" + call + "\n", "calls.jsonl")
          let answer = try Tool.run(["mcp"], in: scratch.folder, input: scratch.url("calls.jsonl"))
          let result = try #require(answer.out.split(separator: "\n").last.map(String.init))
          let isError = result.contains("\"isError\":true") || result.contains("\"isError\": true")
          #expect(isError == !isKnown, "\(tool) \(name) \(value): \(result)")
          if !isKnown {
            #expect(result.contains("Known \(dimension.noun)s"), "\(result)")
            // Values of reports are on marked lines.
            #expect(result.contains("\\n| \(dimension.noun): "), "\(result)")
            #expect(!result.contains(value), "\(result)")
          }
        }
      }
    }
  }
}
