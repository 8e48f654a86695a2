import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// A document of several records gives the reports of its records, in any order, also if one of them is damaged.
@Suite struct RecordListTests {
  /// Documents of every format in JSON that may be one record among others.
  static let samples = [
    "third-party-json/kscrash.json", "third-party-json/sentry-event.json", "bugsnag/event.json",
    "measure/exception.json",
    "metrickit/crash.json", "metrickit/diagnostic-report.json", "crashlytics-event/bigquery-row.json",
    "open-telemetry/logs.json", "app-store-connect/diagnostic-logs.json",
  ]

  /// The samples, each on one line.
  static let records: [String] = samples.map { path in
    guard let bytes = try? Repository.bytes(of: "sample-logs/" + path),
      let value = try? JSONSerialization.jsonObject(with: Data(bytes)),
      let line = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    else { return "" }
    return String(decoding: line, as: UTF8.self)
  }

  /// What a report states, apart from where.
  private static func facts(_ text: String) -> [String] {
    ReportReader.read(Array(text.utf8)).reports.map { decoded in
      let report = decoded.value
      let exception = report.exception.map {
        "\($0.type ?? "-") \($0.signal ?? "-") \($0.name ?? "-") \($0.reason ?? "-")"
      }
      let frames = (report.threads ?? []).map { $0.frames.count }
      return "\(report.source.format) \(report.kind.rawValue) \(exception ?? "-") \(frames) \(report.incident ?? "-")"
    }
  }

  private static let single: [[String]] = records.map(facts)

  /// The forms of documents with several records.
  static let layouts: [(name: String, join: @Sendable ([String]) -> String)] = [
    ("lines", { $0.joined(separator: "\n") + "\n" }),
    ("lines with gaps", { $0.joined(separator: "\n\n") }),
    ("an array on one line", { "[" + $0.joined(separator: ",") + "]" }),
    ("an array with a record on each line", { "[\n" + $0.joined(separator: ",\n") + "\n]\n" }),
    ("an array with blanks", { "[ " + $0.joined(separator: " , ") + " ]" }),
  ]

  @Test func everyRecordIsAReport() {
    for (path, facts) in zip(Self.samples, Self.single) { #expect(!facts.isEmpty, "\(path)") }
  }

  @Test(arguments: layouts.map(\.name))
  func recordsInAnyOrderAreRead(_ layout: String) throws {
    let join = try #require(Self.layouts.first { $0.name == layout }).join
    let count = Self.records.count
    for shift in 0..<count {
      for order in [(0..<count).map { ($0 + shift) % count }, (0..<count).map { (count - $0 + shift) % count }] {
        let expected = order.flatMap { Self.single[$0] }
        #expect(Self.facts(join(order.map { Self.records[$0] })) == expected, "\(layout), \(order)")
      }
    }
  }

  /// A record that is cut off takes no other record with it, and is not read silently.
  @Test(arguments: ["lines", "an array with a record on each line"], samples.indices)
  func aTruncatedRecordSpoilsNoOther(_ layout: String, _ damaged: Int) throws {
    let join = try #require(Self.layouts.first { $0.name == layout }).join
    let record = Array(Self.records[damaged].utf8)
    for share in [1, 3, 5, 8, 9] {
      var records = Self.records
      records[damaged] = String(decoding: record[..<(record.count * share / 10)], as: UTF8.self)
      let text = join(records)
      var rest = Self.facts(text)[...]
      for (index, expected) in Self.single.enumerated() where index != damaged {
        for fact in expected {
          let found = rest.firstIndex(of: fact)
          #expect(found != nil, "\(Self.samples[damaged]) at \(share): \(Self.samples[index]) is lost")
          if let found { rest = rest[(found + 1)...] }
        }
      }
      let outcome = ReportReader.read(Array(text.utf8))
      let others = Self.single.enumerated().reduce(0) { $0 + ($1.offset == damaged ? 0 : $1.element.count) }
      let isNamed = !outcome.faults.isEmpty || outcome.reports.contains { !$0.notes.isEmpty }
      #expect(outcome.reports.count > others || isNamed, "\(Self.samples[damaged]) at \(share) is not mentioned")
    }
  }

  @Test(arguments: ["17", "null", "\"text\"", "{}", "{\"other\":[1,2]}", "[]"])
  func aForeignElementSpoilsNoRecord(_ element: String) {
    for (layout, join) in Self.layouts {
      for index in [0, 1, Self.records.count - 1] {
        var records = Self.records
        records.insert(element, at: index)
        #expect(
          Self.facts(join(records)) == Self.single.flatMap { $0 }, "\(layout): \(element) before \(Self.samples[index])"
        )
      }
    }
  }

  /// Other elements of a list, any number of them, do not hide the record after them.
  @Test(arguments: [1, 14, 15, 16, 200, 5_000])
  func anyNumberOfForeignElementsSpoilsNoRecord(_ count: Int) {
    for (layout, join) in Self.layouts {
      for element in ["{\"id\":7,\"name\":\"x\"}", "{\"tags\":[{\"key\":\"a\"}]}"] {
        let text = join(Array(repeating: element, count: count) + Self.records)
        #expect(Self.facts(text) == Self.single.flatMap { $0 }, "\(layout): \(count) of \(element)")
      }
    }
  }

  /// The forms in which services and scripts wrap a record; the mark is the record.
  static let wrappers = [
    #"{"data":#}"#, #"{"status":200,"body":{"report":#}}"#, #"{"items":[#]}"#,
    #"{"items":[{"id":1},{"id":2,"crash":#}]}"#,
    #"[{"id":1,"attachment":{"content":#}}]"#, #"{"hits":{"hits":[{"_id":"a","_source":#}]}}"#,
    "{\n  \"name\": \"x\",\n  \"payload\": #\n}", #"{"a":{"b":{"c":{"d":{"e":#}}}}}"#,
    #"{"before":"text {","report":#,"after":["x",{"y":1}]}"#,
  ]

  @Test(arguments: wrappers)
  func aRecordInsideAnotherObjectIsRead(_ wrapper: String) throws {
    let mark = try #require(wrapper.range(of: "#"))
    for (record, facts) in zip(Self.records, Self.single) {
      let text = wrapper.replacingCharacters(in: mark, with: record)
      #expect(Self.facts(text) == facts, "\(wrapper): \(record.prefix(60))")
      // Every line of a file has a record; so has every element of a list.
      #expect(Self.facts(text + "\n" + text) == facts + facts, "\(wrapper), twice: \(record.prefix(60))")
      #expect(Self.facts("[" + text + "," + text + "]") == facts + facts, "\(wrapper), in a list: \(record.prefix(60))")
    }
    let all = wrapper.replacingCharacters(in: mark, with: "[" + Self.records.joined(separator: ",") + "]")
    #expect(Self.facts(all) == Self.single.flatMap { $0 }, "\(wrapper)")
  }

  /// Members that reports have, too, do not make a report of an object of another kind.
  @Test(arguments: [
    #"{"rule":{"name":"crash","exception":"E","threads":4}}"#, #"{"log":{"level":"fatal","signal":"SIGSEGV"}}"#,
    #"{"config":{"bug_type":"309","name":"x"}}"#, #"{"event":{"system":"iOS","crash":{"fatal":true}}}"#,
  ])
  func anObjectOfAnotherKindIsNoRecord(_ text: String) {
    #expect(Self.facts(text).isEmpty, "\(text)")
  }

  /// Elements with a record inside a list of their own are not counted as others.
  @Test func recordsInRowsAreNotCountedAsOthers() {
    let rows = Self.records.enumerated().map { "[\($0.offset),\($0.element)]" }.joined(separator: ",")
    let outcome = ReportReader.read(Array("{\"rows\":[\(rows)]}".utf8))
    #expect(outcome.reports.count == Self.single.reduce(0) { $0 + $1.count })
    func others(_ text: String) -> Int {
      ReportReader.read(Array(text.utf8)).reports.flatMap(\.notes).count { $0.code == "other-records" }
    }
    #expect(others("{\"rows\":[\(rows)]}") == Self.records.reduce(0) { $0 + others($1) })
  }

  /// A line with the keys of a header far below does not hide the texts in the lines of a log.
  @Test func aLogIsDecodedDespiteALineThatLooksLikeAHeader() {
    let lines = (0..<100).map { #"{"log":"\#($0)   Orchard   0x0000000104a1c2b0 -[Tree draw] + \#($0)\n"}"# }
    let header = #"{"app_name":"x","timestamp":"2026-11-02 10:00:00.00 +0100","os_version":"macOS 26"}"#
    let text = ([#"{"log":"Thread 0 Crashed:\n"}"#] + lines + [header]).joined(separator: "\n") + "\n"
    #expect(ReportReader.read(Array(text.utf8)).reports.contains { $0.value.threads?.first?.frames.count == 100 })
  }

  // MARK: - Lists inside a document

  private static let crashlytics =
    #"{"platform":"IOS","eventTime":"2026-11-20T08:12:43Z","bundleOrPackage":"com.example.MyApp","issue":{"errorType":"FATAL"},"#
    + #""threads":[{"crashed":true,"signal":"SIGSEGV","frames":[{"symbol":"main","library":"MyApp"}]}]}"#
  private static let bugsnag =
    #"{"exceptions":[{"errorClass":"NSRangeException","message":"m","stacktrace":[{"method":"main","frameAddress":"0x10"}]}],"#
    + #""unhandled":true,"severityReason":{"type":"signal"}}"#

  /// Lists of events, each with one record at the mark.
  static let lists: [(name: String, before: String, record: String, after: String)] = [
    ("crashlytics-event", #"{"events":["#, crashlytics, "]}"),
    ("bugsnag", #"{"notifier":{"name":"x"},"events":["#, bugsnag, "]}"),
    (
      "open-telemetry", #"{"resourceLogs":[{"scopeLogs":[{"logRecords":["#,
      #"{"eventName":"app.crash","attributes":[{"key":"exception.type","value":{"stringValue":"E"}}]}"#, "]}]}]}"
    ),
    (
      "metrickit", #"{"timeStampBegin":"2026-11-20 08:00:00 +0000","crashDiagnostics":["#,
      #"{"callStackTree":{"callStacks":[{"callStackRootFrames":[{"address":16,"binaryName":"MyApp"}]}]},"#
        + #""diagnosticMetaData":{"signal":11}}"#, "]}"
    ),
  ]

  @Test(arguments: lists.map(\.name))
  func everyElementOfAListIsReadOrCounted(_ name: String) throws {
    let list = try #require(Self.lists.first { $0.name == name })
    for bad in ["17", "\"x\"", "[1]", "true"] {
      for position in 0...2 {
        var elements = [list.record, list.record]
        elements.insert(bad, at: position)
        let text = list.before + elements.joined(separator: ",") + list.after
        let outcome = ReportReader.read(Array(text.utf8))
        #expect(outcome.reports.count == 2, "\(name): \(bad) at \(position)")
        let texts = outcome.reports.flatMap(\.notes).map(\.text)
        #expect(texts.contains { $0.hasPrefix("1 element of the list") }, "\(name): \(bad) at \(position): \(texts)")
      }
    }
  }

  @Test(arguments: lists.map(\.name))
  func recordsBeyondTheLimitAreCounted(_ name: String) throws {
    let list = try #require(Self.lists.first { $0.name == name })
    var limits = DecodingLimits()
    limits.reports = 2
    let text = list.before + Array(repeating: list.record, count: 5).joined(separator: ",") + list.after
    let outcome = ReportReader.read(Array(text.utf8), limits: limits)
    #expect(outcome.reports.count == 2)
    let texts = outcome.reports.flatMap(\.notes).map(\.text)
    #expect(texts.contains { $0.hasPrefix("3 more records were not read") }, "\(texts)")
  }

  @Test(arguments: ["crashlytics-event", "bugsnag"])
  func recordsWithoutAFailureAreCounted(_ name: String) throws {
    let list = try #require(Self.lists.first { $0.name == name })
    let text = list.before + list.record + #",{"eventId":"A"}"# + list.after
    let outcome = ReportReader.read(Array(text.utf8))
    #expect(outcome.reports.count == 1)
    #expect(outcome.reports[0].notes.contains { $0.text.hasPrefix("1 more record of the list") })
  }

  // MARK: - Envelopes

  private static let header = #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","sent_at":"2026-11-20T08:13:00Z"}"#

  private static func item(_ type: String, _ payload: String, length: Int? = nil) -> String {
    #"{"type":"\#(type)","length":\#(length ?? payload.utf8.count)}"# + "\n" + payload + "\n"
  }

  private static func event(_ name: String) -> String {
    #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","exception":{"values":[{"type":"\#(name)","value":"v","#
      + #""stacktrace":{"frames":[{"function":"main","instruction_addr":"0x10"}]}}]},"debug_meta":{"images":[]}}"#
  }

  private func names(_ text: String) -> [String?] {
    ReportReader.read(Array(text.utf8)).reports.map { $0.value.exception?.name }
  }

  @Test func everyEventOfAnEnvelopeIsAReport() {
    let items = [Self.item("event", Self.event("A")), Self.item("session", "{}"), Self.item("event", Self.event("B"))]
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 0, 1]] {
      let text = Self.header + "\n" + order.map { items[$0] }.joined()
      #expect(names(text) == order.compactMap { ["A", nil, "B"][$0] }, "\(order)")
    }
  }

  /// A wrong length spoils at most its own item.
  @Test(arguments: [0, 3, 40, 100_000])
  func aWrongLengthSpoilsNoOtherItem(_ length: Int) {
    let bad = Self.item("session", String(repeating: "x", count: 60), length: length)
    for text in [
      Self.header + "\n" + bad + Self.item("event", Self.event("A")),
      Self.header + "\n" + Self.item("event", Self.event("A")) + bad,
      Self.header + "\n" + bad + bad + Self.item("event", Self.event("A")),
    ] {
      let outcome = ReportReader.read(Array(text.utf8))
      #expect(outcome.reports.map { $0.value.exception?.name } == ["A"], "\(length)")
      #expect(outcome.reports.first?.notes.isEmpty == false)
    }
  }
}
