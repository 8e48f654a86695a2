import TestSupport
import Testing

@testable import CrashReports

/// Requests of OpenTelemetry in protocol buffers.
@Suite struct OpenTelemetryMessageTests {
  // MARK: An encoder

  private static func varint(_ value: UInt64) -> [UInt8] {
    var (rest, bytes) = (value, [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func bytes(_ field: UInt64, _ content: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(content.count)) + content
  }

  private static func text(_ field: UInt64, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }

  private static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }

  private static func fixed(_ field: UInt64, _ value: UInt64) -> [UInt8] {
    varint(field << 3 | 1) + (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private static func attribute(_ key: String, _ value: [UInt8], field: UInt64 = 6) -> [UInt8] {
    bytes(field, text(1, key) + bytes(2, value))
  }

  /// Returns a request with log records.
  private static func logs(_ records: [[UInt8]]) -> [UInt8] {
    let resource = bytes(1, attribute("service.name", text(1, "MyApp"), field: 1))
    return bytes(1, resource + bytes(2, bytes(1, text(1, "scope")) + records.flatMap { bytes(2, $0) }))
  }

  private static func parsed(_ bytes: [UInt8], _ request: OpenTelemetryMessage.Request = .logs) throws -> JSONValue {
    let json = try OpenTelemetryMessage.json(bytes, request, limit: 1 << 20)
    return try JSONValue(parsing: String(decoding: json, as: UTF8.self))
  }

  private static func record(_ bytes: [UInt8]) throws -> JSONValue {
    try #require(
      try parsed(logs([bytes]))["resourceLogs"]?[0]?["scopeLogs"]?[0]?["logRecords"]?[0])
  }

  // MARK: Tests

  private static let crash =
    fixed(1, 1_795_500_000_123_456_789) + number(2, 21) + text(12, "app.crash")
    + attribute("exception.type", text(1, "NSRangeException"))
    + attribute("exception.message", text(1, "index 3 beyond bounds [0 .. 2]"))
    + attribute(
      "exception.stacktrace",
      text(1, "0   MyApp  0x0000000104a01234 drawCard + 20\n1   MyApp  0x0000000104a02468 main + 80"))

  @Test func aCrashIsReadAsFromJSON() throws {
    let json = try OpenTelemetryMessage.json(Self.logs([Self.crash]), .logs, limit: 1 << 20)
    let outcome = ReportReader.read(json)
    let report = try #require(outcome.reports.first?.value)
    #expect(report.source.format == "open-telemetry" && report.process?.name == "MyApp")
    #expect(report.exception != nil)
  }

  @Test func everyFormOfValueIsWritten() throws {
    let values: [(bytes: [UInt8], json: String)] = [
      (Self.text(1, "a\"\\\n\u{7F}é"), #"{"stringValue":"a\"\\\u000a\u007fé"}"#),
      (Self.number(2, 1), #"{"boolValue":true}"#), (Self.number(2, 0), #"{"boolValue":false}"#),
      (Self.number(3, 5), #"{"intValue":"5"}"#), (Self.number(3, .max), #"{"intValue":"-1"}"#),
      (Self.fixed(4, (1.5).bitPattern), #"{"doubleValue":1.5}"#),
      (Self.fixed(4, Double.nan.bitPattern), #"{"doubleValue":"nan"}"#),
      (
        Self.bytes(5, Self.bytes(1, Self.text(1, "x")) + Self.bytes(1, [])),
        #"{"arrayValue":{"values":[{"stringValue":"x"},{}]}}"#
      ),
      (
        Self.bytes(6, Self.attribute("k", Self.number(3, 1), field: 1)),
        #"{"kvlistValue":{"values":[{"key":"k","value":{"intValue":"1"}}]}}"#
      ),
      (Self.bytes(7, [1, 2, 3, 4]), #"{"bytesValue":"AQIDBA=="}"#), (Self.bytes(7, []), #"{"bytesValue":""}"#),
      (Self.bytes(7, [255, 254]), #"{"bytesValue":"//4="}"#), ([], "{}"),
      // A later field with the same number counts, and unknown ones are left out.
      (Self.text(1, "a") + Self.text(1, "b"), #"{"stringValue":"b"}"#),
      (Self.number(99, 7) + Self.fixed(98, 7) + Self.text(97, "x"), "{}"),
    ]
    for value in values {
      let json = try OpenTelemetryMessage.json(
        Self.logs([Self.bytes(5, value.bytes)]), .logs, limit: 1 << 20)
      let text = String(decoding: json, as: UTF8.self)
      #expect(text.contains(#""logRecords":[{"body":"# + value.json + "}]"), "\(text)")
    }
    let ids = try Self.record(Self.bytes(9, Array(0..<16)) + Self.bytes(10, [0xAB]))
    #expect(ids["traceId"] == .string("000102030405060708090a0b0c0d0e0f") && ids["spanId"] == .string("ab"))
    let times = try Self.record(Self.fixed(1, .max) + Self.fixed(11, 7) + Self.number(2, 17) + Self.text(3, "ERROR"))
    #expect(times["timeUnixNano"] == .string("18446744073709551615") && times["observedTimeUnixNano"] == .string("7"))
    #expect(times["severityNumber"] == .integer(17) && times["severityText"] == .string("ERROR"))
  }

  @Test func eventsOfSpansAreWritten() throws {
    let event =
      Self.fixed(1, 9) + Self.text(2, "exception") + Self.attribute("exception.type", Self.text(1, "E"), field: 3)
    let span = Self.bytes(1, [1]) + Self.text(5, "work") + Self.bytes(11, event) + Self.bytes(11, event)
    let request = Self.bytes(1, Self.bytes(2, Self.bytes(2, span)))
    let written = try Self.parsed(request, .traces)["resourceSpans"]?[0]?["scopeSpans"]?[0]?["spans"]?[0]
    #expect(written?["events"]?[1]?["attributes"]?[0]?["key"] == .string("exception.type"))
    #expect(written?["name"] == .string("work"))
    // The kinds are not exchangeable.
    #expect(throws: OpenTelemetryMessage.Fault.malformed) { try Self.parsed(request, .logs) }
  }

  /// A report inside of a text is longer than the texts of other documents.
  @Test func longTextsAreComplete() throws {
    let long = String(repeating: "x", count: 300_000)
    #expect(try Self.record(Self.bytes(5, Self.text(1, long)))["body"]?["stringValue"] == .string(long))
  }

  @Test func malformedMessagesAreRejected() throws {
    for bytes in [
      [0xFF], [0x0A, 0x05, 0x00], [0x08, 0x01], [0x0B], [0x0A, 0x80], Array("{\"resourceLogs\":[]}".utf8),
      Array("hello\n".utf8), Self.logs([Self.number(12, 7)]), Self.logs([Self.text(1, "late")]),
      Self.logs([Self.bytes(6, [0x0A])]), Self.varint(3) + Self.text(1, "x"),
    ] as [[UInt8]] {
      #expect(throws: OpenTelemetryMessage.Fault.malformed, "\(bytes.prefix(20))") {
        try OpenTelemetryMessage.json(bytes, .logs, limit: 1 << 20)
      }
    }
    // Every truncation ends with a result.
    let whole = Self.logs([Self.crash])
    for count in whole.indices { _ = try? OpenTelemetryMessage.json(Array(whole[..<count]), .logs, limit: 1 << 20) }
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0xFF
      _ = try? OpenTelemetryMessage.json(changed, .logs, limit: 1 << 20)
    }
    #expect(try Self.parsed([]) == .object([:]))
  }

  @Test func depthAndSizeAreLimited() throws {
    // Five messages are above the body; an array is two more for each level.
    func nested(_ levels: Int) -> [UInt8] {
      (0..<levels).reduce(Self.text(1, "x")) { value, _ in Self.bytes(5, Self.bytes(1, value)) }
    }
    let most = (OpenTelemetryMessage.maxDepth - 5) / 2
    _ = try Self.record(Self.bytes(5, nested(most)))
    #expect(throws: OpenTelemetryMessage.Fault.tooDeep) { try Self.record(Self.bytes(5, nested(most + 1))) }
    #expect(throws: OpenTelemetryMessage.Fault.tooDeep) { try Self.record(Self.bytes(5, nested(10_000))) }
    let bytes = Self.logs([Self.crash])
    let size = try OpenTelemetryMessage.json(bytes, .logs, limit: 1 << 20).count
    for limit in [size, size + 1] { #expect(try OpenTelemetryMessage.json(bytes, .logs, limit: limit).count == size) }
    #expect(throws: OpenTelemetryMessage.Fault.tooLarge) {
      try OpenTelemetryMessage.json(bytes, .logs, limit: size / 2)
    }
    // Empty messages become longer.
    let many = (0..<100_000).flatMap { _ in Self.bytes(1, []) }
    #expect(throws: OpenTelemetryMessage.Fault.tooLarge) { try OpenTelemetryMessage.json(many, .logs, limit: 100_000) }
  }
}
