import Bytes
import Vocabulary

/// A decoder for logs and traces of OpenTelemetry (OTLP/JSON).
///
///     {"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"MyApp"}}]},
///       "scopeLogs":[{"scope":{"name":"…"},"logRecords":[{"timeUnixNano":"1795500000123456789","severityNumber":21,
///         "eventName":"app.crash","attributes":[{"key":"exception.type","value":{"stringValue":"NSRangeException"}},…]}]}]}]}
struct OpenTelemetryDecoder: ReporterDecoder {
  var base: ReporterBase
  /// The names of records that are not reports, and how often each occurs, in the order in which they were met.
  private var others: [(name: String, count: Int)] = []
  private var otherCount = 0

  /// A log record, or an event of a span.
  struct Record {
    var name: String?
    var time: String?
    var severity: Int?
    var body: String?
    /// The attributes of the record and of its resource, by name; those of the record come first.
    var attributes: [String: String] = [:]
    var resource: [String: String] = [:]
    var isSpanEvent = false
    var line = 1

    /// The value of the first of the attributes that is present. Attributes of the record are preferred: the reporter may
    /// be another process or a later version than the one that failed.
    func value(_ names: String...) -> String? {
      for name in names {
        if let value = attributes[name], !value.isEmpty { return value }
      }
      for name in names {
        if let value = resource[name], !value.isEmpty { return value }
      }
      return nil
    }
  }

  enum Key: String, CaseIterable {
    case resourceLogs, scopeLogs, logRecords, resourceSpans, scopeSpans, spans, events, resource, attributes
    case timeUnixNano, observedTimeUnixNano, severityNumber, eventName, name, body, key, value
    case stringValue, boolValue, intValue, doubleValue, bytesValue
    // The name of `scopeLogs` before version 0.16 of the protocol.
    case instrumentationLibraryLogs, instrumentationLibrarySpans
    static let keys = JSONKeyTable<Key>()
  }

  /// The maximum number of attributes of a record.
  private static let maxAttributes = 512

  init(_ segment: Segment, _ limits: DecodingLimits) {
    base = ReporterBase(segment, limits, format: "open-telemetry")
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readObject(Key.keys) { decoder, key in
      guard key == .resourceLogs || key == .resourceSpans else { return false }
      decoder.readArray { decoder in decoder.readResource() }
      return true
    }
    if let words = otherWords, let last = finished.indices.last {
      finished[last].notes.append(Note("other-records", "Not read as reports: \(words)."))
    }
    let explanation = Self.withoutCrash
    return outcome(finished, orElse: otherWords.map { "\(explanation): \($0)" } ?? explanation, segment)
  }

  /// What a request is that has no report.
  fileprivate static let withoutCrash = "an export of OpenTelemetry without a crash or an exception"

  /// The records that are not reports: "3 records (2 app.screen.click, 1 session.start)".
  private var otherWords: String? {
    guard otherCount > 0 else { return nil }
    let names = others.prefix(5).map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    return "\(otherCount) \(otherCount == 1 ? "record" : "records") (\(names)\(others.count > 5 ? ", …" : ""))"
  }

  // MARK: - Reading

  /// Reads an element of `resourceLogs` or `resourceSpans`. The resource may follow its records.
  private mutating func readResource() {
    guard cursor.peek() == UInt8(ascii: "{") else { return cursor.skipMismatch() }
    var resource: [String: String] = [:]
    var records: [Record] = []
    readObject(Key.keys) { decoder, key in
      switch key {
      case .resource: resource = decoder.readAttributesOfObject()
      case .scopeLogs, .scopeSpans, .instrumentationLibraryLogs, .instrumentationLibrarySpans:
        decoder.readArray { decoder in decoder.readScope(&records) }
      default: return false
      }
      return true
    }
    for index in records.indices {
      records[index].resource = resource
      finish(records[index])
    }
  }

  private mutating func readScope(_ records: inout [Record]) {
    guard cursor.peek() == UInt8(ascii: "{") else { return cursor.skipMismatch() }
    readObject(Key.keys) { decoder, key in
      switch key {
      case .logRecords: decoder.readArray { decoder in decoder.readRecord(isSpanEvent: false, &records) }
      case .spans:
        decoder.readArray { decoder in
          guard decoder.cursor.peek() == UInt8(ascii: "{") else { return decoder.cursor.skipMismatch() }
          decoder.readObject(Key.keys) { decoder, key in
            guard key == .events else { return false }
            decoder.readArray { decoder in decoder.readRecord(isSpanEvent: true, &records) }
            return true
          }
        }
      default: return false
      }
      return true
    }
  }

  private mutating func readAttributesOfObject() -> [String: String] {
    var attributes: [String: String] = [:]
    readObject(Key.keys) { decoder, key in
      guard key == .attributes else { return false }
      decoder.readAttributes(&attributes)
      return true
    }
    return attributes
  }

  private mutating func readRecord(isSpanEvent: Bool, _ records: inout [Record]) {
    guard cursor.peek() == UInt8(ascii: "{") else {
      let line = lineOfValue()
      cursor.skipValue()
      if cursor.fault == nil { self.records.damaged.add(line: line) }
      return
    }
    var record = Record()
    record.line = lineOfValue()
    record.isSpanEvent = isSpanEvent
    readObject(Key.keys) { decoder, key in
      switch key {
      case .timeUnixNano:
        let time = decoder.cursor.readNonEmpty(limit: 32)
        record.time = time == "0" ? record.time : time ?? record.time
      case .observedTimeUnixNano:
        let time = decoder.cursor.readNonEmpty(limit: 32)
        record.time = record.time ?? time
      case .severityNumber: record.severity = decoder.cursor.readInt()
      case .eventName, .name:
        let name = decoder.cursor.readNonEmpty(limit: 256)
        record.name = record.name ?? name
      case .body: record.body = decoder.readValue()
      case .attributes: decoder.readAttributes(&record.attributes)
      default: return false
      }
      return true
    }
    record.name = record.name ?? record.attributes["event.name"] ?? record.attributes["name"]
    // A truncated record may lack what would make it a report, and a count of it would be wrong.
    if mayBeReport(record) {
      records.append(record)
    } else if cursor.fault == nil {
      count(record)
    }
  }

  private mutating func readAttributes(_ attributes: inout [String: String]) {
    readArray { decoder in
      var name: String?
      var value: String?
      decoder.readObject(Key.keys) { decoder, key in
        switch key {
        case .key: name = decoder.cursor.readNonEmpty(limit: 256)
        case .value: value = decoder.readValue()
        default: return false
        }
        return true
      }
      guard let name, let value, attributes.count < Self.maxAttributes, attributes[name] == nil else { return }
      attributes[name] = value
    }
  }

  /// Reads an `AnyValue` that is not a list, or a value without the object around it.
  private mutating func readValue() -> String? {
    guard cursor.peek() == UInt8(ascii: "{") else { return cursor.readMessage(limit: limits.memberText) }
    var value: String?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .stringValue: value = decoder.cursor.readMessage(limit: decoder.limits.memberText)
      case .intValue, .doubleValue, .bytesValue: value = decoder.cursor.readNonEmpty(limit: 4096)
      case .boolValue: value = decoder.cursor.readBool().map { $0 ? "true" : "false" }
      default: return false
      }
      return true
    }
    return value
  }

  // MARK: - Records

  private func mayBeReport(_ record: Record) -> Bool {
    let name = record.name ?? ""
    if name.hasPrefix("metrickit.diagnostic.") || name.hasSuffix(".crash") || name == "exception" { return true }
    if record.attributes["emb.payload"] != nil { return true }
    let hasException =
      record.attributes["exception.stacktrace"] != nil || record.attributes["exception.type"] != nil
      || record.attributes["crash.exception_type"] != nil
    // 17 is the first severity of an error.
    return hasException && (record.severity ?? 17) >= 17
  }

  private mutating func count(_ record: Record) {
    otherCount += 1
    let name = (record.name ?? "without a name").shortened(to: 60)
    if let index = others.firstIndex(where: { $0.name == name }) {
      others[index].count += 1
    } else if others.count < 6 {
      others.append((name, 1))
    }
  }

  /// Adds the report of a record.
  private mutating func finish(_ record: Record) {
    guard finished.count < limits.reports else { return records.omitted.add(line: record.line) }
    var builder = OpenTelemetryReport(record, limits: limits)
    guard var decoded = builder.build(), !decoded.value.statesNoFailure else { return count(record) }
    var frames = 0
    decoded.value.changeEachStack { stack, _ in frames += stack.count }
    framesLeft = max(0, framesLeft - frames)
    decoded.value.source.firstLine = record.line
    finished.append(decoded)
  }
}

extension ReadOutcome {
  /// Replaces the faults of requests without a crash by a note, if other requests of the same file have reports.
  mutating func joinExports() {
    guard let last = reports.lastIndex(where: { $0.value.source.format == "open-telemetry" }) else { return }
    let count = faults.count { $0.explanation.hasPrefix(OpenTelemetryDecoder.withoutCrash) }
    guard count > 0 else { return }
    faults.removeAll { $0.explanation.hasPrefix(OpenTelemetryDecoder.withoutCrash) }
    let words = count == 1 ? "1 more request of this file has" : "\(count) more requests of this file have"
    reports[last].notes.append(Note("other-records", "\(words) no crash and no exception."))
  }
}
