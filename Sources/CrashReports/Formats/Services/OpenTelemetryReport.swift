import Vocabulary

/// Builds a report from a record of OpenTelemetry.
///
/// Names of attributes: the semantic conventions (`app.crash`, `exception.*`), the instrumentations of MetricKit in
/// opentelemetry-swift (`metrickit.diagnostic.*`) and in AWS' distribution (`crash.*`), and Embrace (`emb.*`).
struct OpenTelemetryReport {
  private let record: OpenTelemetryDecoder.Record
  private let limits: DecodingLimits
  private var report = CrashReport(source: CrashReport.Source(format: "open-telemetry"))
  private var notes: [Note] = []

  init(_ record: OpenTelemetryDecoder.Record, limits: DecodingLimits) {
    self.record = record
    self.limits = limits
    report.source.quotesLines = false
  }

  /// Returns the report; `nil` if the record states none.
  mutating func build() -> Decoded<CrashReport>? {
    let name = record.name ?? ""
    if let payload = record.attributes["emb.payload"] {
      guard readEmbedded(payload) else { return nil }
    } else if name.hasPrefix("metrickit.diagnostic.") {
      readDiagnostic(String(name.dropFirst("metrickit.diagnostic.".count)))
    } else {
      readException()
    }
    fill()
    return Decoded(report, notes: notes)
  }

  // MARK: - Embedded documents

  /// Reads a complete report, such as one of KSCrash, in an attribute.
  private mutating func readEmbedded(_ text: String) -> Bool {
    let outcome = EmbeddedReports.read(Array(text.utf8), line: record.line, limits: limits)
    guard let first = outcome.reports.first else {
      if let fault = outcome.faults.first { notes.append(Note("damaged", "The payload: \(fault.explanation).")) }
      return false
    }
    adopt(first)
    if outcome.reports.count > 1 {
      notes.append(
        Note("other-records", "\(outcome.reports.count - 1) more reports in the payload of one record were not read."))
    }
    return true
  }

  private mutating func adopt(_ decoded: Decoded<CrashReport>) {
    let source = report.source
    report = decoded.value
    report.changeLines { [line = record.line] _ in line }
    report.source = source
    // A part of a report is what an attribute is expected to have.
    notes += decoded.notes.filter { $0.code != "fragment" }
  }

  // MARK: - MetricKit

  private mutating func readDiagnostic(_ kind: String) {
    let prefix = "metrickit.diagnostic.\(kind)."
    func value(_ name: String) -> String? { record.attributes[prefix + name] }
    func number(_ name: String) -> UInt64? {
      value(name).flatMap { text in ByteSearch.integer(Array(text.utf8), 0..<text.utf8.count) }
    }
    var data = MetricKitData()
    data.exceptionType = number("exception.mach_exception.type")
    data.exceptionCode = number("exception.code")
    data.signal = number("exception.signal")
    data.hangDuration = value("hang_duration").flatMap(Double.init)
    data.cpuTime = value("total_cpu_time").flatMap(Double.init)
    data.sampledTime = value("total_sampled_time").flatMap(Double.init)
    data.launchDuration = value("launch_duration").flatMap(Double.init)
    data.written = value("total_writes_caused").flatMap(Double.init).flatMap { UInt64(exactly: $0.rounded()) }
    let stack = record.attributes["exception.stacktrace"] ?? value("exception.stacktrace_json") ?? "{}"
    let decoded = MetricKitDecoder.decode(
      stack, Self.kinds[kind] ?? .unknown, data, termination: value("exception.termination_reason"), limits: limits)
    adopt(decoded)
    setReason(name: value("exception.objc.name"), reason: value("exception.objc.message"))
  }

  private static let kinds: [String: MetricKitKind] = [
    "crash": .crash, "hang": .hang, "cpu_exception": .processorTime, "disk_write_exception": .diskWrite,
    "app_launch": .launch, "memory_exception": .memory,
  ]

  // MARK: - Exceptions

  private mutating func readException() {
    let stack = record.value("exception.stacktrace", "crash.stacktrace", "crash.call_stack_tree") ?? record.body
    if let stack {
      if stack.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
        adopt(MetricKitDecoder.decode(stack, .crash, MetricKitData(), termination: nil, limits: limits))
      } else {
        readText(stack)
      }
    }
    func number(_ name: String) -> UInt64? {
      record.attributes[name].flatMap { text in ByteSearch.integer(Array(text.utf8), 0..<text.utf8.count) }
    }
    let type = record.attributes["exception.type"] ?? record.attributes["crash.exception_reason.name"]
    let message = record.attributes["exception.message"] ?? record.attributes["crash.exception_reason.message"]
    var exception = report.exception ?? CrashReport.Exception()
    exception.type = exception.type ?? number("crash.exception_type").flatMap(SystemNames.exception)
    exception.signal = exception.signal ?? number("crash.signal").flatMap(SystemNames.signal)
    if let type, type.hasPrefix("EXC_") || type.hasPrefix("SIG") {
      exception.type = exception.type ?? type
      exception.message = exception.message ?? message
      report.exception = exception
    } else {
      report.exception = exception.isEmpty ? nil : exception
      setReason(name: type, reason: message)
    }
    report.kind = isCrash ? .crash : .unknown
    // This program states the kind of the reports that it writes.
    if let kind = record.attributes["diagnose.kind"].flatMap(CrashReport.Kind.stated) { report.kind = kind }
    if record.attributes["exception.escaped"] == "false" {
      report.kind = .fault
      notes.append(Note("handled", "The app handled this error and went on running."))
    }
  }

  /// True if the record states that the process ended: its name, or the severity of a fatal error. An exception that was
  /// recorded as an error may have been handled.
  private var isCrash: Bool { record.name?.hasSuffix("crash") == true || (record.severity ?? 0) >= 21 }

  /// Reads the stack, or the complete report, in a text; it may be cut off.
  private mutating func readText(_ text: String) {
    let outcome = EmbeddedReports.read(Array(text.utf8), line: record.line, limits: limits)
    guard let first = outcome.reports.first(where: { $0.value.threads?.isEmpty == false }) ?? outcome.reports.first
    else {
      return
    }
    adopt(first)
    guard report.lastExceptionBacktrace == nil, report.threads?.isEmpty == false,
      report.threads?.contains(where: \.crashed) == false
    else { return }
    report.threads?[0].crashed = true
  }

  private mutating func setReason(name: String?, reason: String?) {
    guard name != nil || reason != nil else { return }
    var exception = report.exception ?? CrashReport.Exception()
    exception.name = exception.name ?? name
    exception.reason = exception.reason ?? reason
    report.exception = exception
    report.lines[.exceptionReason] = record.line
  }

  // MARK: - Process and host

  private mutating func fill() {
    var other = CrashReport(source: report.source)
    var process = CrashReport.Process()
    process.name = record.value("process.executable.name", "service.name")
    process.version = record.value("service.version", "app.version")
    process.bundleID = record.value("app.bundle_id", "service.namespace")
    process.pid = record.value("process.pid").flatMap { Int($0) }
    if let build = record.value("app.build_id", "app.build"), ImageUUID(build) == nil { process.build = build }
    if process != CrashReport.Process() { other.process = process }
    let system = [record.value("os.name"), record.value("os.version")].compactMap { $0 }.joined(separator: " ")
    if !system.isEmpty { other.host.os = system }
    other.host.osBuild = record.value("os.build_id")
    other.host.device = record.value("device.model.identifier")
    other.incident = record.value("app.crash.id", "log.record.uid")?.uppercased()
    if let time = record.time, let crashed = CrashReport.ReportTime(thirdParty: time) {
      other.times = CrashReport.Times()
      other.times?.crashed = crashed
    }
    let stated: [(CrashReport.Field, Bool)] = [
      (.processName, process.name != nil), (.version, process.version != nil), (.bundleID, process.bundleID != nil),
      (.os, other.host.os != nil), (.device, other.host.device != nil), (.crashed, other.times != nil),
      (.incident, other.incident != nil),
    ]
    for (field, isStated) in stated where isStated { other.lines[field] = record.line }
    report.fillIn(from: other)
    if report.exception?.type != nil, report.lines[.exceptionType] == nil { report.lines[.exceptionType] = record.line }
  }
}

extension MetricKitDecoder {
  /// Decodes a call stack tree that was taken out of its diagnostic.
  static func decode(
    _ tree: String, _ kind: MetricKitKind, _ data: MetricKitData, termination: String?, limits: DecodingLimits
  ) -> Decoded<CrashReport> {
    let bytes = Array(tree.utf8)
    let segment = Segment(
      bytes: bytes, range: 0..<bytes.count, firstLine: 1, header: nil, bodyStart: 0, bodyLine: 1, content: .json(nil))
    var decoder = MetricKitDecoder(segment, limits)
    decoder.kind = kind
    decoder.data = data
    decoder.isBareDiagnostic = true
    decoder.terminationText = termination.map { ($0, 1) }
    let outcome = decoder.decode()
    var decoded = outcome.reports.first ?? Decoded(CrashReport(source: CrashReport.Source(format: "metrickit")))
    decoded.notes.removeAll { $0.code == "fragment" || $0.code == "frame-order" }
    return decoded
  }
}
