import CrashReports
import Documents
import Foundation
import TestSupport
import Testing

@testable import Conversion

/// The output has the members that the public descriptions of the formats require, with their types.
@Suite struct ConversionSchemaTests {
  private static let logs = SampleLog.small.filter { !$0.path.contains("malformed") }

  private func objects(_ log: SampleLog, _ id: String) throws -> [[String: Any]] {
    let target = try #require(ConversionTarget.with(id: id))
    let bytes = target.bytes(of: ConversionRoundTripTests.presented(try log.bytes()))
    return try bytes.split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any], "\(log.path)")
    }
  }

  // MARK: - Sentry: develop.sentry.dev, "Event payloads" and its interfaces

  private static let levels: Set<String> = ["fatal", "error", "warning", "info", "debug"]

  @Test(arguments: logs)
  func sentryEventsHaveTheRequiredMembers(_ log: SampleLog) throws {
    for event in try objects(log, "sentry") {
      let id = try #require(event["event_id"] as? String)
      #expect(id.utf8.count == 32 && id.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }, "\(id)")
      #expect(event["platform"] as? String == "cocoa")
      #expect(Self.levels.contains(event["level"] as? String ?? ""))
      if let time = event["timestamp"] { #expect((time as? String)?.contains("T") == true, "\(time)") }
      if let exception = event["exception"] as? [String: Any] {
        let values = try #require(exception["values"] as? [[String: Any]])
        #expect(!values.isEmpty)
        for value in values { try checkException(value, log.path) }
      } else {
        // An event without an exception has a message.
        #expect((event["logentry"] as? [String: Any])?["formatted"] is String, "\(log.path)")
      }
      for thread in (event["threads"] as? [String: Any])?["values"] as? [[String: Any]] ?? [] {
        #expect(thread["id"] is NSNumber && thread["crashed"] is Bool)
        if let stack = thread["stacktrace"] as? [String: Any] { try checkStack(stack, log.path) }
      }
      for image in (event["debug_meta"] as? [String: Any])?["images"] as? [[String: Any]] ?? [] {
        #expect(image["type"] as? String == "macho")
        #expect((image["debug_id"] as? String)?.utf8.count == 36)
        #expect((image["image_addr"] as? String)?.hasPrefix("0x") == true)
      }
      let contexts = try #require(event["contexts"] as? [String: [String: Any]])
      #expect(contexts["diagnose"]?["headline"] is String, "\(log.path): no diagnosis")
      for (key, value) in event["tags"] as? [String: Any] ?? [:] {
        #expect(key.utf8.count <= 200 && (value as? String)?.utf8.count ?? 999 <= 200)
      }
    }
  }

  private func checkException(_ value: [String: Any], _ path: String) throws {
    #expect(value["type"] is String, "\(path)")
    let mechanism = try #require(value["mechanism"] as? [String: Any])
    #expect(mechanism["type"] is String && mechanism["handled"] is Bool)
    let meta = mechanism["meta"] as? [String: [String: Any]] ?? [:]
    if let signal = meta["signal"] { #expect(signal["number"] is NSNumber) }
    if let mach = meta["mach_exception"] {
      #expect(mach["exception"] is NSNumber && mach["code"] is NSNumber && mach["subcode"] is NSNumber)
    }
    if let stack = value["stacktrace"] as? [String: Any] { try checkStack(stack, path) }
  }

  private func checkStack(_ stack: [String: Any], _ path: String) throws {
    for frame in try #require(stack["frames"] as? [[String: Any]], "\(path)") {
      // A frame has a file, a function or an address.
      #expect(frame["filename"] is String || frame["function"] is String || frame["instruction_addr"] is String)
      for name in ["instruction_addr", "symbol_addr", "image_addr"] where frame[name] != nil {
        #expect((frame[name] as? String)?.hasPrefix("0x") == true, "\(path): \(name)")
      }
    }
    for (name, value) in stack["registers"] as? [String: Any] ?? [:] {
      #expect((value as? String)?.hasPrefix("0x") == true, "\(path): \(name)")
    }
  }

  // MARK: - OpenTelemetry: opentelemetry-proto, logs.proto and the JSON encoding of OTLP

  @Test(arguments: logs)
  func openTelemetryRequestsHaveTheRequiredMembers(_ log: SampleLog) throws {
    let requests = try objects(log, "otlp")
    #expect(requests.count <= 1)
    for request in requests {
      #expect(Set(request.keys) == ["resourceLogs"])
      for entry in try #require(request["resourceLogs"] as? [[String: Any]]) {
        try checkAttributes((entry["resource"] as? [String: Any])?["attributes"], log.path)
        for scope in try #require(entry["scopeLogs"] as? [[String: Any]]) {
          #expect((scope["scope"] as? [String: Any])?["name"] is String)
          let records = try #require(scope["logRecords"] as? [[String: Any]])
          #expect(!records.isEmpty)
          for record in records {
            if let time = record["timeUnixNano"] {
              // A fixed64 is a text of decimal digits.
              let text = try #require(time as? String)
              #expect((18...20).contains(text.utf8.count) && UInt64(text) != nil, "\(text)")
            }
            let severity = try #require(record["severityNumber"] as? Int)
            #expect((1...24).contains(severity))
            #expect(record["eventName"] is String)
            #expect((record["body"] as? [String: Any])?["stringValue"] is String)
            let names = try checkAttributes(record["attributes"], log.path)
            #expect(names.contains("diagnose.headline"), "\(log.path): no diagnosis")
          }
        }
      }
    }
  }

  @discardableResult
  private func checkAttributes(_ value: Any?, _ path: String) throws -> [String] {
    let attributes = try #require(value as? [[String: Any]], "\(path)")
    let names = try attributes.map { attribute in
      let any = try #require(attribute["value"] as? [String: Any])
      #expect(any.count == 1 && any["stringValue"] is String, "\(path)")
      return try #require(attribute["key"] as? String)
    }
    #expect(Set(names).count == names.count, "\(path): a name occurs twice")
    return names
  }

  @Test func timesAreNanoseconds() {
    #expect(OpenTelemetryRecord.nanoseconds("2026-11-20T08:12:43.501Z") == "1795162363501000000")
    #expect(OpenTelemetryRecord.nanoseconds("2026-11-20T09:12:43+01:00") == "1795162363000000000")
    #expect(OpenTelemetryRecord.nanoseconds("2026-11-20T08:12:43.1234567899Z") == "1795162363123456789")
    #expect(OpenTelemetryRecord.nanoseconds("1969-12-31T23:59:59Z") == nil)
    #expect(OpenTelemetryRecord.nanoseconds("yesterday") == nil)
  }

  // MARK: - Catalog and page

  @Test func catalogIsSortedAndDescribed() {
    let ids = ConversionTarget.catalog.map(\.id)
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
    #expect(ConversionTarget.with(id: "unknown") == nil)
  }

  @Test func pageIsUpToDate() throws {
    var rows = ["| `--to` | what is written | what is lost |", "|---|---|---|"]
    for target in ConversionTarget.catalog {
      let losses = target.losses.isEmpty ? "nothing" : target.losses.joined(separator: "; ")
      rows.append("| `\(target.id)` | **\(target.title)**. \(target.summary) | \(losses) |")
    }
    let list = rows.joined(separator: "\n") + "\n"
    #expect(
      try Repository.part("targets", of: "docs/conversion.md", updatedTo: list) == list,
      "run: UPDATE_EXPECTED=1 scripts/test --filter ConversionTests")
  }
}
