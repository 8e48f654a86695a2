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
  var stacks = SampledStacks()
  var images: [BinaryImage] = []

  init(name: String?, pid: Int?, line: Int) {
    self.name = name
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
    case "CPU Time": cpuTime = max(cpuTime, Quantity.seconds(text, value) ?? 0)
    case "Note": if note == nil { note = text.value(value).map { ($0, line) } }
    default: break
    }
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
