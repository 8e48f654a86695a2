import Bytes
import Vocabulary

/// The header lines above a call graph or above leaks.
struct SampleHeader {
  var isLeaks = false
  private var report = CrashReport(source: .init(format: "sample"))
  private var process = CrashReport.Process()
  private var times = CrashReport.Times()
  private var version: String?
  private var identifier: String?
  private var event: (text: String, line: Int)?

  /// Reads `Analysis of sampling MyApp (pid 4711) every 1 millisecond`.
  mutating func consumeTitle(_ content: Slice, line: Int, _ text: ByteText) {
    if let every = text.findLast(" every ", content) {
      report.add(
        .samplingInterval, Quantity.seconds(text, Slice(every + 7, content.end)).map { .seconds($0) }, line: line)
    }
    guard let open = text.find(" (pid ", content) else { return }
    TextReader.first(
      &process.name, text.value(Slice(content.start + 21, open)), .processName, line, &report.lines)
    if let close = text.first(UInt8(ascii: ")"), Slice(open, content.end)) {
      process.pid = process.pid ?? text.integer(Slice(open + 6, close))
    }
  }

  /// Consumes a line; returns false if it is not a field of the header.
  mutating func consume(_ line: Line, _ text: ByteText) -> Bool {
    let content = line.content
    if text.hasPrefix("Sampling process ", content) {
      // `Sampling process 4711 for 3 seconds with 1 millisecond of run time between samples`
      process.pid = process.pid ?? text.integer(text.token(Slice(content.start + 17, content.end)))
      if let mark = text.find(" for ", content) {
        report.add(
          .duration, Quantity.seconds(text, Slice(mark + 5, content.end)).map { .seconds($0) }, line: line.number)
      }
      return true
    }
    guard text[content.start].isLetter,
      let colon = text.first(UInt8(ascii: ":"), Slice(content.start, min(content.end, content.start + 48)))
    else { return false }
    let value = text.trimmed(Slice(colon + 1, content.end))
    return consume(text.string(text.trimmed(Slice(content.start, colon))), value, line.number, text)
  }

  private mutating func consume(_ label: String, _ value: Slice, _ line: Int, _ text: ByteText) -> Bool {
    switch label {
    case "Process":
      let (name, number) = text.nameAndNumber(value)
      process.name = nil
      TextReader.first(&process.name, text.value(name), .processName, line, &report.lines)
      process.pid = number ?? process.pid
    case "Path": TextReader.first(&process.path, text.value(value), .processPath, line, &report.lines)
    case "Identifier": TextReader.first(&identifier, text.value(value), .bundleID, line, &report.lines)
    case "Version": TextReader.first(&version, text.value(value), .version, line, &report.lines)
    case "Code Type": (report.host.architecture, report.host.isTranslated) = text.architecture(value)
    case "Platform": if text.contains("Simulator", value) { report.host.isSimulator = true }
    case "Parent Process", "Responsible", "Responsible Process":
      let (name, number) = text.nameAndNumber(value)
      let reference = CrashReport.ProcessReference(name: text.value(name), pid: number)
      guard reference != CrashReport.ProcessReference() else { break }
      if label == "Parent Process" {
        TextReader.first(&process.parent, reference, .parent, line, &report.lines)
      } else {
        TextReader.first(&process.responsible, reference, .responsible, line, &report.lines)
      }
    case "Date/Time": TextReader.first(&times.crashed, ReportTimeText(text, value).time, .crashed, line, &report.lines)
    case "Launch Time":
      TextReader.first(&times.launched, ReportTimeText(text, value).time, .launched, line, &report.lines)
    case "OS Version":
      (report.host.os, report.host.osBuild) = text.system(value)
      report.lines[.os] = line
    case "Hardware Model", "Hardware model":
      TextReader.first(&report.host.device, text.value(value), .device, line, &report.lines)
    case "Event": event = event ?? text.value(value).map { ($0, line) }
    case "Analysis Tool":
      if text.hasSuffix("/leaks", value) { isLeaks = true }
      if report.detail(.tool) == nil { report.add(.tool, text.value(value), line: line) }
    case "Physical footprint":
      report.add(
        .footprintBytes, Quantity.bytes(text, value, isDecimal: false).map { .bytes($0) }, line: line)
    case "Physical footprint (peak)":
      report.add(
        .footprintPeakBytes, Quantity.bytes(text, value, isDecimal: false).map { .bytes($0) }, line: line)
    case "Load Address", "Report Version", "Analysis Tool Version", "Idle exit", "User ID": break
    default: return false
    }
    return true
  }

  /// Replaces everything in `report` except its source.
  func fill(_ report: inout CrashReport) {
    let source = report.source
    report = self.report
    report.source = source
    report.kind = isLeaks ? .leak : .sample
    var process = process
    let written = VersionText(version, buildFirst: VersionText.isBuildFirst(system: report.host.os))
    (process.version, process.build) = (written.version, written.build)
    if let identifier, identifier != process.name { process.bundleID = identifier }
    if process != CrashReport.Process() { report.process = process }
    if times != CrashReport.Times() { report.times = times }
    if report.host.isSimulator == nil, let path = process.path,
      path.contains("/CoreSimulator/Devices/") || process.parent?.name == "launchd_sim"
    {
      report.host.isSimulator = true
    }
    if let event {
      report.add(.event, event.text, line: event.line)
      if event.text.lowercased().contains("hang") {
        report.kind = .hang
        report.eventSummary = event.text
      }
    }
  }
}
