import Vocabulary

/// A decoder for the JSON body of a jetsam event, written by iOS 9.3 and later.
///
///     {
///       "product" : "iPhone14,5", "date" : "…", "build" : "iPhone OS 17.4.1 (21E237)",
///       "memoryStatus" : {"pageSize":16384,"memoryPages":{"active":61820,"free":2718,…},…},
///       "largestProcess" : "MyApp",
///       "processes" : [{"uuid":"…","states":["frontmost"],"rpages":90112,"reason":"per-process-limit","pid":4211,…}]
///     }
struct JetsamDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "jetsam"))
  var notes: NoteList
  private var summary = JetsamSummary()

  private enum Key: String, CaseIterable {
    case kernel, product, incident, date, build, memoryStatus, largestProcess, processes
    case bugType = "bug_type"
    case pageSize, memoryPages, free, active
    case name, pid, rpages, reason, states, lifetimeMax
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    cursor = JSONCursor(bodyOf: segment, depthLimit: limits.depth)
    self.limits = limits
    notes = NoteList(limit: limits.notes)
    report.source.quotesLines = false
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    segment.header?.fill(&report)
    summary.fill(&report, &notes)
    noteDamage()
    return SegmentOutcome(
      reports: [Decoded(report, notes: notes.finished)], end: cursor.offset, endLine: cursor.line,
      isDamaged: isDamaged)
  }

  /// Decodes processes without the report around them. If none was killed, they are not a failure and not a report.
  mutating func decodeProcesses(_ segment: Segment) -> SegmentOutcome {
    let rows = JSONRows(segment, limits).walk { $0.isJetsamProcess }
    var row = JSONRows(segment, limits)
    while let (start, line) = row.next(), start < rows.end {
      cursor = JSONCursor(
        segment.bytes, range: start..<segment.range.upperBound, line: line, depthLimit: limits.depth)
      readProcess()
      row.end = max(cursor.offset, start + 1)
      row.endLine = cursor.line
    }
    var outcome = SegmentOutcome(end: rows.end, endLine: rows.endLine, work: rows.work)
    guard !summary.victims.isEmpty else { return outcome }
    segment.header?.fill(&report)
    summary.fill(&report, &notes)
    notes.add("fragment", "This is only part of a report: rows of its table of processes.")
    outcome.reports = [Decoded(report, notes: notes.finished)]
    return outcome
  }

  private mutating func read(_ key: Key) -> Bool {
    let line = lineOfValue()
    switch key {
    case .product: set(\.host.device, cursor.readNonEmpty(limit: 256), .device, line)
    case .incident: set(\.incident, cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
    case .date: setTime(cursor.readNonEmpty(limit: 128), line)
    case .build: setSystem(cursor.readNonEmpty(limit: 256), line)
    case .kernel: summary.kernel = cursor.readNonEmpty(limit: 1024).map { ($0, line) }
    case .bugType: report.source.bugType = cursor.readNonEmpty(limit: 32)
    case .largestProcess:
      summary.largestProcess = cursor.readNonEmpty(limit: 1024)
      summary.largestLine = line
    case .memoryStatus: readMemory()
    case .processes: readArray { decoder in decoder.readProcess() }
    default: return false
    }
    return true
  }

  private mutating func readMemory() {
    readObject(Key.keys) { decoder, key in
      switch key {
      case .pageSize:
        decoder.summary.pageSizeLine = decoder.lineOfValue()
        decoder.summary.pageSize = decoder.cursor.readUInt64()
      case .memoryPages:
        decoder.readObject(Key.keys) { decoder, key in
          switch key {
          case .free: decoder.summary.freePages = decoder.cursor.readUInt64()
          case .active: decoder.summary.activePages = decoder.cursor.readUInt64()
          default: return false
          }
          return true
        }
      default: return false
      }
      return true
    }
  }

  private mutating func readProcess() {
    var entry = ProcessTable.Entry()
    var lifetimeMax: UInt64?
    entry.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .name:
        entry.line = decoder.lineOfValue()
        entry.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .pid: entry.pid = decoder.cursor.readInt()
      case .rpages: entry.size = decoder.cursor.readUInt64() ?? 0
      case .reason: entry.reason = decoder.cursor.readNonEmpty(limit: 256)
      case .states: entry.states = decoder.cursor.readStrings(limit: 64, count: 8)
      case .lifetimeMax: lifetimeMax = decoder.cursor.readUInt64()
      default: return false
      }
      return true
    }
    // Skip an entry that is truncated before its name.
    guard entry.name != nil || entry.pid != nil else { return }
    summary.add(entry, lifetimeMax: lifetimeMax)
  }
}
