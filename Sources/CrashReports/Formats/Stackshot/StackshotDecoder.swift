import Vocabulary

/// A decoder for the JSON body of a stackshot.
///
///     {
///       "product" : "iPhone14,5", "build" : "…", "reason" : "…", "exception" : "0x…", "frontmostPids" : [4211],
///       "processByPid" : {"4211":{"pid":4211,"procname":"MyApp","residentMemoryBytes":61233152,
///         "threadById":{"9012":{"id":9012,"name":"…","userFrames":[[23,51640],[24,96068]],"kernelFrames":[[1,495432]]}}}},
///       "binaryImages" : [["c1421340-…",18446744005157134816,"T"],["…",0,"A"]]
///     }
///
/// Only the stacks of one process are stored. The first pass records the offset of each candidate process; the stacks
/// are read when all processes are known. Images come last; a frame refers to one by its index.
struct StackshotDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "stackshot"))
  var notes: NoteList

  private var processes = ProcessTable()
  private var candidates: [StackshotProcess] = []
  private var frontmostPIDs: [Int] = []
  var images: [(uuid: ImageUUID?, base: UInt64, line: Int)] = []
  var omittedImages = 0
  private var reason: String?
  private var exception: String?
  /// `pid`: the process that the stackshot is about.
  private var statedPID: Int?
  private let headerName: String?
  /// The maximum number of processes among which the one of the report is searched.
  private static let maxProcesses = 10_000

  enum Key: String, CaseIterable {
    case build, product, kernel, incident, date, reason, exception, frontmostPids, processByPid, binaryImages, notes
    case bugType = "bug_type"
    case pid, procname, residentMemoryBytes, threadById
    case id, name, userFrames, kernelFrames, state
    case queue = "dispatch_queue_label"
    static let keys = JSONKeyTable<Key>()
  }

  /// Creates a decoder.
  ///
  /// - Parameter processName: The process whose stacks are read, if the report that contains the stackshot names it;
  ///   otherwise that of the header line.
  init(_ segment: Segment, _ limits: DecodingLimits, processName: String? = nil) {
    cursor = JSONCursor(bodyOf: segment, depthLimit: limits.depth)
    self.limits = limits
    notes = NoteList(limit: limits.notes)
    report.source.quotesLines = false
    headerName = processName ?? segment.header?.appName ?? segment.header?.name
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    var work = 0
    var frameCount = 0
    if let (process, choice) = chosenProcess() {
      let savedCursor = cursor
      let end = max(process.offset, savedCursor.offset)
      work = end - process.offset
      cursor = JSONCursor(
        savedCursor.bytes, range: process.offset..<end, line: process.line, depthLimit: limits.depth)
      frameCount = readThreads()
      cursor = savedCursor
      fillProcess(process, choice)
    }
    segment.header?.fill(&report)
    decideKind()
    addDetails()
    noteDamage()
    return SegmentOutcome(
      reports: [Decoded(report, notes: notes.finished)], end: cursor.offset, endLine: cursor.line,
      frameCount: frameCount, work: work, isDamaged: isDamaged)
  }

  private mutating func read(_ key: Key) -> Bool {
    let line = lineOfValue()
    switch key {
    case .product: set(\.host.device, cursor.readNonEmpty(limit: 256), .device, line)
    case .incident: set(\.incident, cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
    case .date: setTime(cursor.readNonEmpty(limit: 128), line)
    case .build: setSystem(cursor.readNonEmpty(limit: 256), line)
    case .kernel: report.add(.kernel, cursor.readNonEmpty(limit: 1024), line: line)
    case .bugType: report.source.bugType = cursor.readNonEmpty(limit: 32)
    case .reason: reason = cursor.readNonEmpty(limit: 4096)
    case .exception: exception = cursor.readNonEmpty(limit: 256)
    case .pid: statedPID = cursor.readInt()
    case .frontmostPids:
      readArray { decoder in
        if let pid = decoder.cursor.readInt(), decoder.frontmostPIDs.count < 64 { decoder.frontmostPIDs.append(pid) }
      }
    case .processByPid: readProcesses()
    case .binaryImages: readImages()
    case .notes:
      for text in cursor.readStrings(limit: 1024, count: 32) {
        notes.add("report-note", "Logged by the system while it wrote the report: \(text)", line: line)
      }
    default: return false
    }
    return true
  }
}

// MARK: - Processes

extension StackshotDecoder {
  private mutating func readProcesses() {
    guard cursor.enterObject() else { return }
    while let key = cursor.nextKey() {
      let line = lineOfValue()
      var process = StackshotProcess(offset: cursor.offset, line: line)
      process.entry.pid = ByteSearch.integer(cursor.bytes, key.range).flatMap(Int.init(exactly:))
      readObject(Key.keys) { decoder, key in
        switch key {
        case .pid: process.entry.pid = decoder.cursor.readInt() ?? process.entry.pid
        case .procname:
          process.entry.line = decoder.lineOfValue()
          process.entry.name = decoder.cursor.readNonEmpty(limit: 1024)
        case .residentMemoryBytes: process.entry.size = decoder.cursor.readUInt64() ?? 0
        case .threadById:
          guard decoder.cursor.enterObject() else { return true }
          while decoder.cursor.nextKey() != nil {
            process.threads += 1
            decoder.cursor.skipValue()
          }
        default: return false
        }
        return true
      }
      processes.add(process.entry)
      if candidates.count < Self.maxProcesses { candidates.append(process) }
    }
  }

  /// Returns the process that the report is about: the one with the identifier that the report states, the one that the reason
  /// names, the one that the header names, the frontmost or the largest, in order of precedence.
  private func chosenProcess() -> (process: StackshotProcess, choice: StackshotProcess.Choice)? {
    if let statedPID, statedPID > 0,
      let stated = candidates.first(where: { $0.entry.pid == statedPID && $0.threads > 0 })
    {
      return (stated, .identifier)
    }
    if let reason, let named = StackshotReason(reason).process(of: candidates) { return (named, .reason) }
    if let headerName, let named = candidates.first(where: { $0.entry.name == headerName }) { return (named, .header) }
    let frontmost = candidates.first { $0.entry.pid.map(frontmostPIDs.contains) == true }
    if let frontmost { return (frontmost, .frontmost) }
    var largest: StackshotProcess?
    // The kernel (pid 0) is nearly always the largest process, and never the one in question.
    for process in candidates where process.entry.pid != 0 && process.threads > 0 {
      if process.entry.size > (largest?.entry.size ?? 0) || largest == nil { largest = process }
    }
    return largest.map { ($0, .largest) }
  }

  private mutating func fillProcess(_ process: StackshotProcess, _ choice: StackshotProcess.Choice) {
    editProcess {
      $0.name = process.entry.name
      $0.pid = process.entry.pid
    }
    if let line = process.entry.line { report.lines[.processName] = line }
    guard choice != .header && choice != .identifier else { return }
    let name = process.entry.name ?? "unnamed"
    notes.add(
      "process-chosen", "The report contains the stacks of all processes; those of \(choice.words(name)) were read.",
      line: process.line)
  }

  private mutating func decideKind() {
    report.kind = .sample
    if report.source.bugType == "509" { report.kind = .hang }
    let text = ((reason ?? "") + " " + (exception ?? "")).lowercased()
    // 0x8badf00d: the system's watchdog killed an app.
    if text.range(of: "8badf00d") != nil || text.range(of: "watchdog") != nil {
      report.kind = .watchdog
    } else if ["hang", "unresponsive", "not responding"].contains(where: text.contains) {
      report.kind = .hang
    } else if report.source.bugType != "288", ["timeout", "timed out"].contains(where: text.contains) {
      // A stackshot of the whole system is taken for many reasons: a call that another process did not answer in time is
      // not a hang of an app.
      report.kind = .hang
    } else if text.range(of: "deadlock") != nil, Self.endings.contains(where: text.contains) {
      report.kind = .hang
    } else if Self.endings.contains(where: text.contains) {
      report.kind = .crash
    } else if text.range(of: "crash") != nil {
      report.kind = .crash
    }
    var summary: String
    switch report.kind {
    case .hang:
      summary =
        "stacks at one moment" + (report.source.bugType == "509" ? " before the process was killed" : " during a hang")
    case .watchdog: summary = "watchdog timeout; stacks at one moment"
    case .crash: summary = "stacks at one moment, taken because a process crashed or ended itself"
    default: summary = "stacks of \(processes.count) processes at one moment"
    }
    if let reason { summary += ": \(reason)" }
    report.eventSummary = summary
  }

  /// Words with which a program states that the process ends because of what the reason describes.
  private static let endings = ["terminating", "aborting", "will abort", "will terminate"]

  private mutating func addDetails() {
    report.add(.reason, reason)
    report.add(.cause, exception)
    if processes.count > 0 { report.add(.processesCount, .number(processes.count)) }
    let rows = processes.largest.map { ProcessTable.row($0) { Detail(.residentBytes, .bytes($0)) } }
    if !rows.isEmpty { report.add(.processes, .rows(rows)) }
  }
}
