/// A request of OpenTelemetry's protocol in protocol buffers, which is written again in the JSON of the same protocol.
///
/// The messages are those of `opentelemetry/proto` (logs, trace, common, resource), as far as their fields are read
/// (github.com/open-telemetry/opentelemetry-proto). Other fields must be well-formed, and are left out.
package enum OpenTelemetryMessage {
  /// The kinds of requests.
  package enum Request: Sendable {
    case logs, traces
  }

  /// Why a message cannot be written in JSON.
  package enum Fault: Error, Equatable, Sendable {
    /// It is not a message of its kind: a field has another type, or the bytes end early.
    case malformed
    /// Values contain values, more than 32 deep.
    case tooDeep
    /// The JSON is larger than the limit.
    case tooLarge
  }

  /// The maximum depth of messages.
  package static let maxDepth = 32

  /// Returns the request in JSON.
  ///
  /// - Parameter limit: The maximum size of the result in bytes.
  package static func json(_ bytes: [UInt8], _ request: Request, limit: Int) throws(Fault) -> [UInt8] {
    var writing = Writing(bytes: bytes, limit: limit)
    try writing.write(0..<bytes.count, request == .logs ? .logsRequest : .tracesRequest, depth: 0)
    return writing.json
  }

  /// How the value of a field is written.
  private enum Form: Sendable {
    case text, base64, hexadecimal, flag, number, double
    /// A 64-bit integer, which JSON has as a text.
    case signed, unsigned
    case message(Message)
  }

  private struct Field: Sendable {
    let number: UInt64
    let name: String
    let form: Form
    let isRepeated: Bool

    init(_ number: UInt64, _ name: String, _ form: Form, repeated: Bool = false) {
      (self.number, self.name, self.form, isRepeated) = (number, name, form, repeated)
    }
  }

  /// The messages, by their names in the protocol.
  private enum Message: Hashable, Sendable {
    case logsRequest, resourceLogs, scopeLogs, logRecord, tracesRequest, resourceSpans, scopeSpans, span, event
    case resource, scope, keyValue, anyValue, arrayValue, keyValueList

    /// The fields that are written, in this order.
    var fields: [Field] { OpenTelemetryMessage.fields[self] ?? [] }
  }

  private static let attributes = "attributes"
  private static let fields: [Message: [Field]] = [
    .logsRequest: [Field(1, "resourceLogs", .message(.resourceLogs), repeated: true)],
    .resourceLogs: [
      Field(1, "resource", .message(.resource)), Field(2, "scopeLogs", .message(.scopeLogs), repeated: true),
    ],
    .scopeLogs: [
      Field(1, "scope", .message(.scope)), Field(2, "logRecords", .message(.logRecord), repeated: true),
    ],
    .logRecord: [
      Field(1, "timeUnixNano", .unsigned), Field(11, "observedTimeUnixNano", .unsigned),
      Field(2, "severityNumber", .number), Field(3, "severityText", .text), Field(12, "eventName", .text),
      Field(5, "body", .message(.anyValue)), Field(6, attributes, .message(.keyValue), repeated: true),
      Field(9, "traceId", .hexadecimal), Field(10, "spanId", .hexadecimal),
    ],
    .tracesRequest: [Field(1, "resourceSpans", .message(.resourceSpans), repeated: true)],
    .resourceSpans: [
      Field(1, "resource", .message(.resource)), Field(2, "scopeSpans", .message(.scopeSpans), repeated: true),
    ],
    .scopeSpans: [Field(1, "scope", .message(.scope)), Field(2, "spans", .message(.span), repeated: true)],
    .span: [
      Field(1, "traceId", .hexadecimal), Field(2, "spanId", .hexadecimal), Field(5, "name", .text),
      Field(7, "startTimeUnixNano", .unsigned), Field(8, "endTimeUnixNano", .unsigned),
      Field(9, attributes, .message(.keyValue), repeated: true),
      Field(11, "events", .message(.event), repeated: true),
    ],
    .event: [
      Field(1, "timeUnixNano", .unsigned), Field(2, "name", .text),
      Field(3, attributes, .message(.keyValue), repeated: true),
    ],
    .resource: [Field(1, attributes, .message(.keyValue), repeated: true)],
    .scope: [
      Field(1, "name", .text), Field(2, "version", .text), Field(3, attributes, .message(.keyValue), repeated: true),
    ],
    .keyValue: [Field(1, "key", .text), Field(2, "value", .message(.anyValue))],
    .anyValue: [
      Field(1, "stringValue", .text), Field(2, "boolValue", .flag), Field(3, "intValue", .signed),
      Field(4, "doubleValue", .double), Field(5, "arrayValue", .message(.arrayValue)),
      Field(6, "kvlistValue", .message(.keyValueList)), Field(7, "bytesValue", .base64),
    ],
    .arrayValue: [Field(1, "values", .message(.anyValue), repeated: true)],
    .keyValueList: [Field(1, "values", .message(.keyValue), repeated: true)],
  ]

  /// The JSON while it is written. Texts are complete: one of them may be a whole report.
  private struct Writing {
    let bytes: [UInt8]
    let limit: Int
    private(set) var json: [UInt8] = []

    init(bytes: [UInt8], limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

    mutating func write(_ range: Range<Int>, _ message: Message, depth: Int) throws(Fault) {
      guard depth < OpenTelemetryMessage.maxDepth else { throw .tooDeep }
      let fields = message.fields
      // Of a field that is not a list, the last value counts. Lists are read again, because they may have millions of values.
      var values: [UInt64: ProtobufReader.Value] = [:]
      var reader = ProtobufReader(bytes, range)
      while let (number, value) = reader.next() {
        if fields.contains(where: { $0.number == number }) { values[number] = value }
      }
      guard reader.faultOffset == nil else { throw .malformed }
      var mark = UInt8(ascii: "{")
      for field in fields {
        guard let value = values[field.number] else { continue }
        json.append(mark)
        mark = UInt8(ascii: ",")
        json += "\"\(field.name)\":".utf8
        if field.isRepeated {
          try write(listOf: field, in: range, depth: depth)
        } else {
          try write(value, field.form, depth: depth)
        }
        guard json.count <= limit else { throw .tooLarge }
      }
      json += mark == UInt8(ascii: "{") ? "{}".utf8 : "}".utf8
    }

    /// Writes all values of a field that has at least one.
    private mutating func write(listOf field: Field, in range: Range<Int>, depth: Int) throws(Fault) {
      var mark = UInt8(ascii: "[")
      var reader = ProtobufReader(bytes, range)
      while let (number, value) = reader.next() {
        guard number == field.number else { continue }
        json.append(mark)
        mark = UInt8(ascii: ",")
        try write(value, field.form, depth: depth)
        guard json.count <= limit else { throw .tooLarge }
      }
      json.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ value: ProtobufReader.Value, _ form: Form, depth: Int) throws(Fault) {
      switch (form, value) {
      case (.message(let message), .bytes(let range)): try write(range, message, depth: depth + 1)
      case (.text, .bytes(let range)): write(text: bytes[range])
      case (.hexadecimal, .bytes(let range)): write(text: bytes[range].flatMap(Self.hexadecimal)[...])
      case (.base64, .bytes(let range)): write(text: Self.base64(bytes[range])[...])
      case (.flag, .number(let number)): json += (number == 0 ? "false" : "true").utf8
      case (.number, .number(let number)): json += "\(Int32(truncatingIfNeeded: number))".utf8
      case (.signed, .number(let number)): json += "\"\(Int64(bitPattern: number))\"".utf8
      case (.unsigned, .number(let number)): json += "\"\(number)\"".utf8
      case (.double, .number(let number)):
        let value = Double(bitPattern: number)
        json += (value.isFinite ? "\(value)" : "\"\(value)\"").utf8
      default: throw .malformed
      }
    }

    private mutating func write(text: ArraySlice<UInt8>) {
      json.append(UInt8(ascii: "\""))
      for byte in text {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          json += [UInt8(ascii: "\\"), byte]
        } else if byte < 0x20 || byte == 0x7F {
          json += "\\u00".utf8
          json += Self.hexadecimal(byte)
        } else {
          json.append(byte)
        }
      }
      json.append(UInt8(ascii: "\""))
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
      [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
    }

    private static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
      var text: [UInt8] = []
      var rest = bytes
      while !rest.isEmpty {
        let group = Array(rest.prefix(3))
        rest = rest.dropFirst(3)
        let word = (0..<3).reduce(0) { $0 << 8 | (group.indices.contains($1) ? Int(group[$1]) : 0) }
        for index in 0..<4 {
          text.append(index <= group.count ? letters[word >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
        }
      }
      return text
    }
  }
}
