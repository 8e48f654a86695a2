import Vocabulary

/// Reads the JSON body of a stackshot.
///
///     {
///       "product" : "iPhone14,5", "build" : "…", "reason" : "…", "exception" : "0x…", "frontmostPids" : [4211],
///       "processByPid" : {"4211":{"pid":4211,"procname":"MyApp","residentMemoryBytes":61233152,
///         "threadById":{"9012":{"id":9012,"name":"…","userFrames":[[23,51640],[24,96068]],"kernelFrames":[[1,495432]]}}}},
///       "binaryImages" : [["c1421340-…",18446744005157134816,"T"],["…",0,"A"]]
///     }
///
/// Only one process's stacks are kept: where each process stands is remembered in a first pass, and one of them is read
/// when all are known. Images come last; a frame names one by its position.
struct StackshotDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "stackshot"))
  var notes: NoteList

  private struct Place {
    var offset: Int
    var line: Int
    var entry: ProcessTable.Entry
    var threads: Int
  }

  private var processes = ProcessTable()
  /// Processes that may be the one the report is about: the frontmost, the one of that name, the largest.
  private var named: Place?
  private var frontmost: Place?
  private var largest: Place?
  private var frontmostPIDs: [Int] = []
  var images: [(uuid: ImageUUID?, base: UInt64, line: Int)] = []
  var omittedImages = 0
  private var reason: String?
  private var exception: String?
  private let wantedName: String?

  enum Key: String, CaseIterable {
    case build, product, kernel, incident, date, reason, exception, frontmostPids, processByPid, binaryImages, notes
    case bugType = "bug_type"
    case pid, procname, residentMemoryBytes, threadById
    case id, name, userFrames, kernelFrames, state
    case queue = "dispatch_queue_label"
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    cursor = JSONCursor(bodyOf: segment, depthLimit: limits.depth)
    self.limits = limits
    notes = NoteList(limit: limits.notes)
    report.source.quotesLines = false
    wantedName = segment.header?.appName ?? segment.header?.name
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    var work = 0
    var frameCount = 0
    if let place = named ?? frontmost ?? largest {
      let resting = cursor
      let end = max(place.offset, resting.offset)
      work = end - place.offset
      cursor = JSONCursor(resting.bytes, range: place.offset..<end, line: place.line, depthLimit: limits.depth)
      frameCount = readThreads()
      cursor = resting
      fillProcess(place)
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
    case .frontmostPids:
      readArray { decoder in
        if let pid = decoder.cursor.readInt(), decoder.frontmostPIDs.count < 64 { decoder.frontmostPIDs.append(pid) }
      }
    case .processByPid: readProcesses()
    case .binaryImages: readImages()
    case .notes:
      for text in cursor.readStrings(limit: 1024, count: 32) {
        notes.add("report-note", "The system noted while writing the report: \(text)", line: line)
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
      var place = Place(offset: cursor.offset, line: line, entry: ProcessTable.Entry(), threads: 0)
      place.entry.pid = ByteSearch.integer(cursor.bytes, key.range).flatMap(Int.init(exactly:))
      readObject(Key.keys) { decoder, key in
        switch key {
        case .pid: place.entry.pid = decoder.cursor.readInt() ?? place.entry.pid
        case .procname:
          place.entry.line = decoder.lineOfValue()
          place.entry.name = decoder.cursor.readNonEmpty(limit: 1024)
        case .residentMemoryBytes: place.entry.size = decoder.cursor.readUInt64() ?? 0
        case .threadById:
          guard decoder.cursor.enterObject() else { return true }
          while decoder.cursor.nextKey() != nil {
            place.threads += 1
            decoder.cursor.skipValue()
          }
        default: return false
        }
        return true
      }
      processes.add(place.entry)
      choose(place)
    }
  }

  private mutating func choose(_ place: Place) {
    if named == nil, let wantedName, place.entry.name == wantedName { named = place }
    // The kernel is nearly always the largest and never what is asked for.
    if let pid = place.entry.pid, frontmost == nil, frontmostPIDs.contains(pid) { frontmost = place }
    guard place.entry.pid != 0, place.threads > 0 else { return }
    if place.entry.size > (largest?.entry.size ?? 0) || largest == nil { largest = place }
  }

  private mutating func fillProcess(_ place: Place) {
    editProcess {
      $0.name = place.entry.name
      $0.pid = place.entry.pid
    }
    if let line = place.entry.line { report.lines[.processName] = line }
    if named == nil {
      let why = frontmost == nil ? "is the largest" : "was in front"
      notes.add(
        "process-chosen",
        "The report holds the stacks of all processes; those of \(place.entry.name ?? "the one") were read, which \(why).",
        line: place.line)
    }
  }

  private mutating func decideKind() {
    report.kind = .sample
    if report.source.bugType == "509" { report.kind = .hang }
    let words = ((reason ?? "") + " " + (exception ?? "")).lowercased()
    // 0x8badf00d: the watchdog of the system ended an app.
    if words.range(of: "8badf00d") != nil || words.range(of: "watchdog") != nil {
      report.kind = .watchdog
    } else if words.range(of: "hang") != nil || words.range(of: "unresponsive") != nil {
      report.kind = .hang
    } else if words.range(of: "crash") != nil {
      report.kind = .crash
    }
    var summary: String
    switch report.kind {
    case .hang:
      summary =
        "stacks of one moment" + (report.source.bugType == "509" ? " before the process was ended" : " of a hang")
    case .watchdog: summary = "took too long for the watchdog; stacks of one moment"
    case .crash: summary = "stacks of one moment, taken because of a crash"
    default: summary = "stacks of \(processes.count) processes at one moment"
    }
    if let reason { summary += ": \(reason)" }
    report.eventSummary = summary
  }

  private mutating func addDetails() {
    report.add(.reason, reason)
    report.add(.cause, exception)
    if processes.count > 0 { report.add(.processesCount, .number(processes.count)) }
    let rows = processes.largest.map { ProcessTable.row($0) { Detail(.residentBytes, .bytes($0)) } }
    if !rows.isEmpty { report.add(.processes, .rows(rows)) }
  }
}
