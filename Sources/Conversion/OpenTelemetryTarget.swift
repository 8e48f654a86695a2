import Bytes
import CrashReports
import Diagnosis
import Documents
import Rewriting
import Vocabulary

extension ConversionTarget {
  /// Log records of OpenTelemetry.
  package static let openTelemetry = ConversionTarget(
    id: "otlp",
    title: "OpenTelemetry logs, JSON (OTLP)",
    summary:
      "One request on one line, as a collector writes and receives it, with a log record for each report: app.crash, or "
      + "exception for an event that did not end the process. The stack is the report in Apple's text; the diagnosis is "
      + "in the attributes diagnose.*.",
    losses: [
      "what Apple's text loses, except the kind", "a time without a zone",
      "the difference between a signal and a type of "
        + "exception, for reports that state only a signal",
    ],
    isJSON: true
  ) { reports in
    let records = reports.filter { AppleTextLayout.canRepresent(for: $0.assessment.report) }
    guard !records.isEmpty else { return [] }
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.name("resourceLogs")
      writer.array(records) { writer, report in OpenTelemetryRecord(report).write(to: &writer) }
    }
    return writer.bytes + [0x0A]
  }
}

/// A report as a log record with its resource. Members: the protocol's `logs.proto` (JSON encoding: names in lower camel
/// case, 64-bit numbers as texts, enumerations as numbers); names of attributes: the semantic conventions for
/// `app.crash`, exceptions, services, processes, devices and operating systems.
struct OpenTelemetryRecord {
  private let presented: PresentedReport
  private let report: CrashReport

  init(_ presented: PresentedReport) {
    self.presented = presented
    report = presented.assessment.report
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("resource")
      writer.object { writer in
        writer.name("attributes")
        writer.array(resource) { Self.attribute($1, &$0) }
      }
      writer.name("scopeLogs")
      writer.array([0], inline: true) { writer, _ in
        writer.object { writer in
          writer.name("scope")
          writer.object { writer in
            writer.member("name", Product.name)
            writer.member("version", Product.version)
          }
          writer.name("logRecords")
          writer.array([0], inline: true) { writer, _ in record(&writer) }
        }
      }
    }
  }

  /// Whether the process ended.
  private var isCrash: Bool {
    switch report.kind {
    case .crash, .watchdog, .jetsam, .panic: true
    default: false
    }
  }

  private func record(_ writer: inout JSONWriter) {
    writer.object { writer in
      if let time = report.times?.crashed?.rfc3339.flatMap(Self.nanoseconds) { writer.member("timeUnixNano", time) }
      writer.member("severityNumber", isCrash ? 21 : 17)
      writer.member("severityText", isCrash ? "FATAL" : "ERROR")
      writer.member("eventName", isCrash ? "app.crash" : "exception")
      writer.name("body")
      writer.object { $0.member("stringValue", presented.statement) }
      writer.name("attributes")
      writer.array(attributes) { Self.attribute($1, &$0) }
    }
  }

  private typealias Attribute = (name: String, text: String)

  private static func attribute(_ attribute: Attribute, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("key", attribute.name)
      writer.name("value")
      writer.object { $0.whole("stringValue", attribute.text) }
    }
  }

  private static func list(_ values: [(String, String?)]) -> [Attribute] {
    values.compactMap { name, text in text.flatMap { $0.isEmpty ? nil : (name, $0) } }
  }

  private var resource: [Attribute] {
    let (host, process) = (report.host, report.process)
    let os = host.os.map { $0.split(separator: " ").map(String.init) } ?? []
    let hasVersion = os.count > 1 && os[os.count - 1].utf8.first.map { $0 &- 0x30 < 10 } == true
    return Self.list([
      ("service.name", process?.name ?? process?.bundleID), ("service.version", process?.version),
      ("app.bundle_id", process?.bundleID), ("app.build", process?.build),
      ("process.executable.name", process?.name), ("process.executable.path", process?.path),
      ("process.pid", process?.pid.map(String.init)),
      ("os.name", hasVersion ? os.dropLast().joined(separator: " ") : host.os),
      ("os.version", hasVersion ? os.last : nil), ("os.build_id", host.osBuild),
      ("device.model.identifier", host.device), ("host.arch", host.architecture),
      ("telemetry.sdk.name", Product.name), ("telemetry.sdk.version", Product.version),
    ])
  }

  private var attributes: [Attribute] {
    let exception = report.exception
    let text = AppleTextLayout.text([report], style: .forConversion(of: [presented]))
    return Self.list([
      ("app.crash.id", report.incident),
      ("exception.type", exception?.name ?? exception?.type ?? exception?.signal),
      ("exception.message", exception?.name == nil ? exception?.message : exception?.reason),
      ("exception.stacktrace", text),
    ]) + FindingContext(presented).members.map { ("diagnose." + $0.name, $0.text) }
  }

  /// The first second that the protocol's 64 bits cannot represent in nanoseconds.
  private static let maxSeconds = 18_446_744_073

  /// Returns a time in nanoseconds since 1970, as text; `nil` for other texts and for times before 1970, which the protocol
  /// cannot represent.
  static func nanoseconds(_ rfc3339: String) -> String? {
    guard let time = Timestamp(rfc3339: rfc3339), time.seconds > 0, time.seconds < maxSeconds else { return nil }
    var decimals: [UInt8] = []
    if let point = rfc3339.utf8.firstIndex(of: UInt8(ascii: ".")) {
      let digits = rfc3339.utf8[rfc3339.utf8.index(after: point)...].prefix { $0 &- 0x30 < 10 }
      decimals = Array(digits.prefix(9))
    }
    decimals += [UInt8](repeating: 0x30, count: 9 - decimals.count)
    return String(time.seconds) + String(streamSafe: decimals)
  }
}
