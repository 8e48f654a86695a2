import Vocabulary

/// One process of a spindump, from its block of text.
struct SpindumpProcess {
  var name: String?
  var pid: Int?
  var line: Int
  /// True if it is known not to be the process of the report.
  var isOther = false
  var path: String?
  var identifier: String?
  var version: String?
  var parent: (name: String?, pid: Int?)?
  var architecture: String?
  var footprint: (bytes: UInt64, line: Int)?
  var samples: (count: Int, line: Int)?
  var cpuTime = 0.0
  var note: (text: String, line: Int)?
  /// For how many seconds the process did not respond; 0 if it did not and the time is not stated, `nil` if nothing
  /// says so.
  var unresponsive: Double?
  /// True if the event or the reason of the header mentions the process.
  var isMentioned = false
  var stacks = SampledStacks()
  var images: [BinaryImage] = []

  init(name: String?, pid: Int?, line: Int) {
    self.name = name
    // Activity Monitor's wording, which spindump adds to the name of an app that does not handle events.
    let mark = " (Not Responding)"
    if let name, name.hasSuffix(mark) {
      self.name = String(name.dropLast(mark.count))
      unresponsive = 0
    }
    self.pid = pid
    self.line = line
  }

  /// Consumes a field; unknown labels are ignored.
  mutating func consume(_ label: String, _ value: Slice, line: Int, _ text: ByteText) {
    switch label {
    case "Path": path = path ?? text.value(value)
    case "Identifier": identifier = identifier ?? text.value(value)
    case "Version": version = version ?? text.value(value)
    case "Architecture": architecture = architecture ?? text.architecture(value).name
    case "Parent":
      let (name, number) = text.nameAndNumber(value)
      if parent == nil { parent = (text.value(name).flatMap { $0 == "UNKNOWN" ? nil : $0 }, number) }
    case "Footprint":
      // Of `100.32 MB -> 110.20 MB (+9.88 MB)`, the value at the end.
      let last = text.findLast("-> ", value).map { Slice($0 + 3, value.end) } ?? value
      if footprint == nil { footprint = Quantity.bytes(text, last, isDecimal: false).map { ($0, line) } }
    case "Num samples", "Microstackshots":
      if samples == nil { samples = text.integer(text.token(value)).map { ($0, line) } }
    case "CPU Time":
      // macOS 10.12 and earlier write the number alone.
      let seconds =
        Quantity.seconds(text, value) ?? Quantity.number(text, value).flatMap { $0.rest.isEmpty ? $0.value : nil }
      cpuTime = max(cpuTime, seconds ?? 0)
    case "Note":
      if note == nil { note = text.value(value).map { ($0, line) } }
      if let mark = text.find("Unresponsive", value) {
        let time = text.find(" for ", Slice(mark, value.end)).map { Slice($0 + 5, value.end) }
        unresponsive = max(unresponsive ?? 0, time.flatMap { Quantity.seconds(text, $0) } ?? 0)
      }
    default: break
    }
  }

  /// Processes that record the dump, or that use processor time in any system. They are never the ones in question
  /// because of their processor time alone.
  private static let recorders: Set<String> = [
    "kernel_task", "spindump", "spindump_agent", "sysdiagnose", "sysdiagnosed", "stackshot", "tailspind", "tailspin",
    "systemstats", "powerstats", "ReportCrash", "osanalyticshelper", "idle",
  ]

  /// Whether the process records the dump, or uses processor time in any system.
  var isRecorder: Bool { name.map(Self.recorders.contains) ?? false }

  /// Returns whether this process is rather the one in question than `other`, in a dump of the entire system that does
  /// not name one: the process that did not respond, one that the header mentions, or the one that used the most
  /// processor time.
  func isPreferred(to other: Self) -> Bool {
    if unresponsive != other.unresponsive { return (unresponsive ?? -1) > (other.unresponsive ?? -1) }
    if isMentioned != other.isMentioned { return isMentioned }
    if isRecorder != other.isRecorder { return !isRecorder }
    return cpuTime > other.cpuTime
  }

  /// Whether the report says something about the process that it does not say about all others: without that, the first process of a
  /// dump of the entire system is only the first in the alphabet.
  var isDistinguished: Bool { unresponsive != nil || isMentioned || cpuTime > 0 }

  /// Name and identifier, as the summary of a dump of the entire system states them.
  var words: String { (name ?? "unnamed") + (pid.map { " [\($0)]" } ?? "") }

  /// The words for a note on why the process was chosen in a dump of the entire system.
  var choice: String {
    if unresponsive != nil { return "which did not respond" }
    return isMentioned ? "which the header mentions" : "which used the most processor time"
  }

  /// Returns this process merged with a second block of the same process; the values of the first block take precedence.
  consuming func merged(with other: SpindumpProcess) -> SpindumpProcess {
    if stacks.isEmpty { stacks = other.stacks }
    if images.isEmpty { images = other.images }
    path = path ?? other.path
    identifier = identifier ?? other.identifier
    version = version ?? other.version
    footprint = footprint ?? other.footprint
    samples = samples ?? other.samples
    note = note ?? other.note
    return self
  }

  /// Sets the fields of `report` that its header does not state.
  func fill(_ report: inout CrashReport) {
    var process = report.process ?? CrashReport.Process()
    if process.name == nil {
      process.name = name
      report.lines[.processName] = line
    }
    process.pid = process.pid ?? pid
    process.path = process.path ?? path
    process.bundleID = process.bundleID ?? identifier
    if process.version == nil, let version {
      let written = VersionText(version, buildFirst: VersionText.isBuildFirst(system: report.host.os))
      (process.version, process.build) = (written.version, written.build)
    }
    if process.parent == nil, let parent, parent.name != nil || parent.pid != nil {
      process.parent = CrashReport.ProcessReference(name: parent.name, pid: parent.pid)
    }
    report.process = process
    report.host.architecture = architecture ?? report.host.architecture
    if report.detail(.samples) == nil, let samples {
      report.add(.samples, .number(samples.count), line: samples.line)
    }
    if let footprint, report.detail(.footprintBytes) == nil {
      report.add(.footprintBytes, .bytes(footprint.bytes), line: footprint.line)
    }
    if let note, report.detail(.warning) == nil { report.add(.warning, note.text, line: note.line) }
  }
}
