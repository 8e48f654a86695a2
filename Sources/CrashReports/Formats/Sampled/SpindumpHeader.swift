import Vocabulary

/// The header lines above the stacks: system, process, event and limit.
struct SpindumpHeader {
  private(set) var command: String?
  private(set) var pid: Int?
  private var report = CrashReport(source: .init(format: "spindump"))
  private var process = CrashReport.Process()
  private var times = CrashReport.Times()
  private var version: String?
  private var event: (text: String, line: Int)?
  private var facts: [Detail.Key: Detail] = [:]
  /// The sentence on the observed amount and the limit: `CPU:`, `Wakeups:`, `Writes:`.
  private var sentence: String?

  /// Consumes a field; unknown labels are ignored.
  mutating func consume(_ label: String, _ value: Slice, line: Int, _ text: ByteText) {
    guard !value.isEmpty else { return }
    switch label {
    case "Command", "Path", "Identifier", "Version", "Parent", "Parent Process", "Responsible", "PID":
      consumeProcess(label, value, line, text)
    case "Date/Time", "Time", "OS Version", "Hardware model", "Hardware Model", "Architecture", "Incident Identifier",
      "Time Awake Since Boot":
      consumeSystem(label, value, line, text)
    case "Event":
      if event == nil { event = text.value(value).map { ($0, line) } }
    case "CPU", "Wakeups", "Writes", "Disk writes", "Memory":
      consumeSentence(label, value, line, text)
    default: consumeFact(label, value, line, text)
    }
  }

  /// Returns whether the event or the reason contains the name of a process as a word, or its identifier in brackets.
  func mentions(_ name: String, pid: Int?) -> Bool {
    var texts: [String] = []
    if let event { texts.append(event.text) }
    if case .text(let reason)? = facts[.reason]?.value { texts.append(reason) }
    // Words such as "hang" and "cpu usage" are not names.
    guard name.utf8.count >= 3 else { return false }
    return texts.contains { StackshotReason($0).mentions(name, pid: pid) }
  }

  private mutating func consumeProcess(_ label: String, _ value: Slice, _ line: Int, _ text: ByteText) {
    switch label {
    case "Command":
      if command == nil { report.lines[.processName] = line }
      command = command ?? text.value(value)
    case "Path": TextReader.first(&process.path, text.value(value), .processPath, line, &report.lines)
    case "Identifier": TextReader.first(&process.bundleID, text.value(value), .bundleID, line, &report.lines)
    case "Version": TextReader.first(&version, text.value(value), .version, line, &report.lines)
    case "PID": pid = pid ?? text.integer(text.token(value))
    default:
      let (name, number) = text.nameAndNumber(value)
      let reference = CrashReport.ProcessReference(
        name: text.value(name).flatMap { $0 == "UNKNOWN" ? nil : $0 }, pid: number)
      if label == "Responsible" {
        process.responsible = process.responsible ?? reference
      } else {
        TextReader.first(&process.parent, reference, .parent, line, &report.lines)
      }
    }
  }

  private mutating func consumeSystem(_ label: String, _ value: Slice, _ line: Int, _ text: ByteText) {
    switch label {
    case "Date/Time", "Time":
      TextReader.first(&times.crashed, ReportTimeText(text, value).time, .crashed, line, &report.lines)
    case "OS Version":
      guard report.host.os == nil else { return }
      (report.host.os, report.host.osBuild) = text.system(value)
      report.lines[.os] = line
    case "Hardware model", "Hardware Model":
      TextReader.first(&report.host.device, text.value(value), .device, line, &report.lines)
    case "Architecture":
      // The first one is that of the system; the second, below the command, that of the process.
      report.host.architecture = text.architecture(value).name ?? report.host.architecture
      report.lines[.architecture] = line
    case "Incident Identifier":
      TextReader.first(&report.incident, text.value(value)?.uppercased(), .incident, line, &report.lines)
    default:
      times.uptimeSeconds = times.uptimeSeconds ?? Quantity.seconds(text, value).flatMap { Int(exactly: $0.rounded()) }
    }
  }

  private mutating func consumeFact(_ label: String, _ value: Slice, _ line: Int, _ text: ByteText) {
    switch label {
    case "Action taken": set(.action, text.value(value).map { .text($0) }, line)
    case "Reason": set(.reason, text.value(value).map { .text($0) }, line)
    case "End time": set(.endTime, text.value(value).map { .text($0) }, line)
    case "Data Source": set(.dataSource, text.value(value).map { .text($0) }, line)
    case "Note":
      set(.warning, text.value(value).map { .text($0) }, line)
      if let mark = text.find("Unresponsive for ", value) {
        set(.unresponsive, Quantity.seconds(text, Slice(mark + 17, value.end)).map { .seconds($0) }, line)
      }
    case "Duration":
      set(.duration, Quantity.seconds(text, value).map { .seconds($0) }, line)
      // Sampling begins when the process has not responded for a while: "1.10s (process was unresponsive for 867 seconds …)".
      if let mark = text.find("unresponsive for ", value) {
        set(.unresponsive, Quantity.seconds(text, Slice(mark + 17, value.end)).map { .seconds($0) }, line)
      }
    case "Steps": consumeSteps(value, line, text)
    case "Footprint": set(.footprintBytes, Quantity.bytes(text, value, isDecimal: false).map { .bytes($0) }, line)
    case "Writes limit": set(.limitBytes, Quantity.bytes(text, value, isDecimal: true).map { .bytes($0) }, line)
    case "Writes caused": set(.observedBytes, Quantity.bytes(text, value, isDecimal: true).map { .bytes($0) }, line)
    case "Limit duration": set(.limitDuration, Quantity.seconds(text, value).map { .seconds($0) }, line)
    case "CPU used": set(.cpuTime, Quantity.seconds(text, value).map { .seconds($0) }, line)
    case "Wakeups caused": set(.wakeups, text.integer(text.token(value)).map { .number($0) }, line)
    case "CPU duration", "Wakeups duration", "Writes duration":
      set(.observedDuration, Quantity.seconds(text, value).map { .seconds($0) }, line)
    default: break
    }
  }

  /// Parses `1000 (10ms sampling interval)`, `21399 (32 samples lost, 10.49 MB/step)`, `23`.
  private mutating func consumeSteps(_ value: Slice, _ line: Int, _ text: ByteText) {
    set(.samples, text.integer(text.token(value)).map { .number($0) }, line)
    if let open = text.first(UInt8(ascii: "("), value), text.contains("sampling interval", value) {
      set(.samplingInterval, Quantity.seconds(text, Slice(open + 1, value.end)).map { .seconds($0) }, line)
    }
  }

  /// Parses `90 seconds cpu time over 105 seconds (85% cpu average), exceeding limit of 50% cpu over 180 seconds`,
  /// `45014 wakeups over the last 79 seconds (573 wakeups per second average), exceeding limit of 150 wakeups per second
  /// over 300 seconds`, `1074.31 MB of file backed memory dirtied over 660 seconds (…), exceeding limit of 12.43 KB per
  /// second over 86400 seconds`.
  private mutating func consumeSentence(_ label: String, _ value: Slice, _ line: Int, _ text: ByteText) {
    let limitMark = text.find("exceeding limit of ", value)
    let observed = Slice(value.start, limitMark ?? value.end)
    set(.observed, .text(trimmedSentence(observed, text)), line)
    sentence = sentence ?? text.string(value)
    if let over = text.find(" over ", observed) {
      var rest = Slice(over + 6, observed.end)
      if text.hasPrefix("the last ", rest) { rest.start += 9 }
      set(.observedDuration, Quantity.seconds(text, rest).map { .seconds($0) }, line)
    }
    switch label {
    case "CPU": set(.cpuTime, Quantity.seconds(text, observed).map { .seconds($0) }, line)
    case "Wakeups": set(.wakeups, text.integer(text.token(observed)).map { .number($0) }, line)
    default: set(.observedBytes, Quantity.bytes(text, observed, isDecimal: true).map { .bytes($0) }, line)
    }
    if let open = text.find(" (", observed), let (average, rest) = Quantity.number(text, Slice(open + 2, observed.end))
    {
      if text.hasPrefix("%", rest) { set(.averagePercent, .percent(average), line) }
      if label == "Wakeups" { set(.wakeupsPerSecond, Int(exactly: average.rounded()).map { .number($0) }, line) }
    }
    guard let limitMark else { return }
    let limit = Slice(limitMark + 19, value.end)
    set(.limit, .text(trimmedSentence(limit, text)), line)
    if let (amount, rest) = Quantity.number(text, limit), text.hasPrefix("%", rest) {
      set(.limitPercent, .percent(amount), line)
    }
    if let over = text.findLast(" over ", limit) {
      set(.limitDuration, Quantity.seconds(text, Slice(over + 6, limit.end)).map { .seconds($0) }, line)
    }
  }

  /// Consumes the second line of a sentence that was wrapped before its limit.
  mutating func continueSentence(_ value: Slice, line: Int, _ text: ByteText) {
    guard let begin = sentence else { return }
    consumeSentence("", value, line, text)
    sentence = begin + " " + text.string(value)
  }

  private func trimmedSentence(_ slice: Slice, _ text: ByteText) -> String {
    var slice = text.trimmed(slice)
    while slice.end > slice.start, text[slice.end - 1] == UInt8(ascii: ",") || text[slice.end - 1] == UInt8(ascii: ".")
    {
      slice = text.trimmed(Slice(slice.start, slice.end - 1))
    }
    return text.string(slice)
  }

  /// Sets a fact unless it is already set: the first statement takes precedence.
  private mutating func set(_ key: Detail.Key, _ value: Detail.Value?, _ line: Int) {
    guard let value, facts[key] == nil else { return }
    facts[key] = Detail(key, value, line: line)
  }

  // MARK: - The model

  /// The order in which the facts are reported.
  private static let order: [Detail.Key] = [
    .reason, .action, .observed, .limit, .cpuTime, .averagePercent, .wakeups, .wakeupsPerSecond, .observedBytes,
    .observedDuration, .limitPercent, .limitBytes, .limitDuration, .duration, .unresponsive, .samples,
    .samplingInterval, .dataSource, .footprintBytes, .endTime, .warning,
  ]

  /// Replaces everything in `report` except its source.
  func fill(_ report: inout CrashReport) {
    let source = report.source
    report = self.report
    report.source = source
    var process = process
    process.name = command
    process.pid = pid
    let written = VersionText(version, buildFirst: VersionText.isBuildFirst(system: report.host.os))
    (process.version, process.build) = (written.version, written.build)
    if process != CrashReport.Process() { report.process = process }
    if times != CrashReport.Times() { report.times = times }
    report.kind = kind
    if let event { report.add(.event, event.text, line: event.line) }
    for key in Self.order {
      if let detail = facts[key] { report.details.append(detail) }
    }
    report.eventSummary = summary
  }

  /// The kind of the report, inferred from the text of `Event:`, or else from the limit or the reason.
  private var kind: CrashReport.Kind {
    let words = (event?.text ?? "").lowercased()
    if words.contains("watchdog") || words.contains("shutdown stall") || words.contains("sleep wake") {
      return .watchdog
    }
    if words.contains("hang") || words.contains("unresponsive") { return .hang }
    for word in ["cpu", "wakeup", "disk write", "memory", "i/o"] where words.contains(word) { return .resource }
    if sentence != nil { return .resource }
    if words.isEmpty, facts[.reason].map({ $0.value.isText(containing: "timeout") }) == true { return .hang }
    return .sample
  }

  private var summary: String? {
    guard let event else { return nil }
    if let sentence { return "\(event.text): \(sentence)" }
    if case .seconds(let seconds) = facts[.duration]?.value {
      let rounded = (seconds * 100).rounded() / 100
      return "\(event.text) of \(rounded) seconds"
    }
    return event.text
  }
}

extension Detail.Value {
  fileprivate func isText(containing word: String) -> Bool {
    if case .text(let text) = self { return text.lowercased().contains(word) }
    return false
  }
}
