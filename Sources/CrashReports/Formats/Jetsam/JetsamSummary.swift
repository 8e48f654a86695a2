/// What the JSON and the text of a jetsam event have in common: which processes were ended, and how much all used.
///
/// A victim is a process with a reason. The largest process is named by the report, too, and is often not a victim.
struct JetsamSummary {
  /// In bytes; not stated by the text form.
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
  private var largestPages: UInt64?
  private static let victimLimit = 200

  /// The longest name that the kernel keeps (`MAXCOMLEN` 16, `2 * MAXCOMLEN` in `memorystatus`).
  static let nameLimit = 32

  mutating func add(_ entry: ProcessTable.Entry, lifetimeMax: UInt64?) {
    table.add(entry)
    guard entry.reason != nil else { return }
    if victims.count < Self.victimLimit { victims.append((entry, lifetimeMax)) } else { omittedVictims += 1 }
  }

  /// `nil` where the page size is unknown or the product does not fit.
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
      var text = "memory ran out; the report names no process that was ended"
      if let largestProcess { text += "; the largest was \(largestProcess)" }
      return text
    }
    var text = "ended for want of memory: " + (victim.reason ?? "no reason given")
    if let bytes = bytes(victim.size) {
      text += ", \(Amounts.bytes(bytes)) in use"
    } else if pageSize == nil {
      text += ", \(victim.size) pages in use"
    }
    let others = victims.count - 1 + omittedVictims
    if others > 0 { text += "; \(others) more \(others == 1 ? "process was" : "processes were") ended" }
    return text
  }

  private func addNotes(_ notes: inout NoteList) {
    if let victim = victims.first?.entry, let name = victim.name, name.utf8.count >= Self.nameLimit {
      notes.add(
        "name-cut", "The name \(name) is as long as the system keeps of a name; its end may be missing.",
        line: victim.line)
    }
    if pageSize != nil, let entry = victims.first?.entry, bytes(entry.size) == nil {
      notes.add("number-overflow", "A number of pages is too large to be one.", line: entry.line)
    }
    if omittedVictims > 0 {
      notes.add("limit-reached", "\(omittedVictims) ended processes beyond the first \(Self.victimLimit) are left out.")
    }
  }
}
