/// The content of a jetsam event in JSON or text: which processes were killed, and how much memory all used.
///
/// A victim is a process with a reason. The report also names the largest process, which is often not a victim.
struct JetsamSummary {
  /// The page size in bytes, which the text form does not always state.
  var pageSize: UInt64?
  var pageSizeLine: Int?
  var kernel: (text: String, line: Int)?
  var freePages: UInt64?
  var activePages: UInt64?
  var largestProcess: String?
  var largestLine: Int?
  /// Processes with a reason, in the report's order; `lifetimeMax` in pages.
  private(set) var victims: [(entry: ProcessTable.Entry, lifetimeMax: UInt64?)] = []
  private(set) var omittedVictims = 0
  private(set) var table = ProcessTable()
  private static let maxVictims = 200

  /// The maximum length of a process name in the kernel (`MAXCOMLEN` 16, `2 * MAXCOMLEN` in `memorystatus`).
  static let maxNameLength = 32

  /// Adds a process; one with a reason is also a victim.
  mutating func add(_ entry: ProcessTable.Entry, lifetimeMax: UInt64?) {
    table.add(entry)
    guard entry.reason != nil else { return }
    if victims.count < Self.maxVictims { victims.append((entry, lifetimeMax)) } else { omittedVictims += 1 }
  }

  /// Converts pages to bytes; `nil` if the page size is unknown or the product overflows.
  func bytes(_ pages: UInt64?) -> UInt64? {
    guard let pages, let pageSize else { return nil }
    let (product, overflow) = pages.multipliedReportingOverflow(by: pageSize)
    return overflow ? nil : product
  }

  private func size(_ pages: UInt64, _ bytesKey: Detail.Key, _ pagesKey: Detail.Key) -> Detail? {
    if let bytes = bytes(pages) { return Detail(bytesKey, .bytes(bytes)) }
    return Int(exactly: pages).map { Detail(pagesKey, .number($0)) }
  }

  private func row(_ entry: ProcessTable.Entry) -> [Detail] {
    ProcessTable.row(entry) { size($0, .residentBytes, .processPages) }
  }

  /// Sets kind, process, details and summary of the report.
  func fill(_ report: inout CrashReport, _ notes: inout NoteList) {
    report.kind = .jetsam
    if let victim = victims.first { fillVictim(victim.entry, victim.lifetimeMax, &report) }
    report.eventSummary = summary
    if victims.count > 1 { report.add(.victims, .rows(victims.map { row($0.entry) }), line: victims[0].entry.line) }
    report.add(.largestProcess, largestProcess, line: largestLine)
    if let entry = table.largest.first(where: { $0.name == largestProcess }), largestProcess != nil {
      report.add(.largestProcessBytes, bytes(entry.size).map(Detail.Value.bytes), line: entry.line)
    }
    report.add(.freeBytes, bytes(freePages).map(Detail.Value.bytes))
    report.add(.activeBytes, bytes(activePages).map(Detail.Value.bytes))
    report.add(.pageSize, pageSize.map(Detail.Value.bytes), line: pageSizeLine)
    if table.count > 0 { report.add(.processesCount, .number(table.count)) }
    if !table.largest.isEmpty { report.add(.processes, .rows(table.largest.map(row))) }
    report.add(.kernel, kernel?.text, line: kernel?.line)
    addNotes(&notes)
  }

  private func fillVictim(_ entry: ProcessTable.Entry, _ lifetimeMax: UInt64?, _ report: inout CrashReport) {
    var process = report.process ?? CrashReport.Process()
    process.name = entry.name ?? process.name
    process.pid = entry.pid ?? process.pid
    if entry.states.contains("frontmost") || entry.states.contains("active") { process.role = "Foreground" }
    if process != CrashReport.Process() { report.process = process }
    if let line = entry.line { report.lines[.processName] = line }
    report.add(.victim, entry.name, line: entry.line)
    report.add(.reason, entry.reason, line: entry.line)
    if let size = size(entry.size, .victimBytes, .victimPages) { report.add(size.key, size.value, line: entry.line) }
    report.add(.victimLifetimeMaxBytes, bytes(lifetimeMax).map(Detail.Value.bytes), line: entry.line)
    if !entry.states.isEmpty { report.add(.states, entry.states.joined(separator: ", "), line: entry.line) }
  }

  private var summary: String {
    guard let victim = victims.first?.entry else {
      var text = "memory ran out; the report names no killed process"
      if let largestProcess { text += "; the largest was \(largestProcess)" }
      return text
    }
    var text = "killed: out of memory (\(victim.reason ?? "no reason given"))"
    if let bytes = bytes(victim.size) {
      text += ", \(Amounts.bytes(bytes)) in use"
    } else if pageSize == nil {
      text += ", \(victim.size) pages in use"
    }
    let others = victims.count - 1 + omittedVictims
    if others > 0 { text += "; \(others) more \(others == 1 ? "process was" : "processes were") killed" }
    return text
  }

  private func addNotes(_ notes: inout NoteList) {
    if let victim = victims.first?.entry, let name = victim.name, name.utf8.count >= Self.maxNameLength {
      notes.add(
        "name-cut",
        "The name \(name) has the maximum length of \(Self.maxNameLength) bytes or more; its end may be missing.",
        line: victim.line)
    }
    if pageSize != nil, let entry = victims.first?.entry, bytes(entry.size) == nil {
      notes.add(
        "number-overflow", "\(entry.size) pages is too large a number; the size in bytes was not computed.",
        line: entry.line)
    }
    if omittedVictims > 0 {
      notes.add(
        "limit-reached",
        "\(omittedVictims) killed processes after the first \(Self.maxVictims) were dropped.")
    }
  }
}
