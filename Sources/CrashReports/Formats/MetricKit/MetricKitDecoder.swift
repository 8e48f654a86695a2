import Vocabulary

/// A decoder for a MetricKit payload, a single diagnostic, or a call stack tree alone.
///
///     {"timeStampBegin":"…","timeStampEnd":"…","crashDiagnostics":[{"version":"1.0.0",
///       "callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":[
///         {"binaryUUID":"…","offsetIntoBinaryTextSegment":177376,"sampleCount":1,"binaryName":"MyApp",
///          "address":4303287520,"subFrames":[…]}]}]},
///       "diagnosticMetaData":{"exceptionType":1,"signal":11,"osVersion":"…",…}}],"hangDiagnostics":[…]}
struct MetricKitDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  /// The diagnostic being read.
  var report: CrashReport
  var notes: NoteList
  var cache = TextCache()
  var framesLeft: Int

  struct Stack {
    var isAttributed = false
    var tree = MetricKitTree()
    var line: Int

    init(line: Int) { self.line = line }
  }

  var stacks: [Stack] = []
  var omittedThreads = 0
  var isPerThread: Bool?
  var data = MetricKitData()
  var terminationText: (text: String, line: Int)?
  private var kind = MetricKitKind.unknown
  private var done: [Decoded<CrashReport>] = []
  /// The kind of each completed diagnostic.
  private var kinds: [MetricKitKind] = []
  private var begin: String?
  private var end: String?
  private let firstLine: Int
  /// The start of the diagnostic being read.
  private var start: (offset: Int, line: Int)
  private let firstOffset: Int

  enum Key: String, CaseIterable {
    case timeStampBegin, timeStampEnd
    case crashDiagnostics, hangDiagnostics, cpuExceptionDiagnostics, diskWriteExceptionDiagnostics
    case appLaunchDiagnostics
    case callStackTree, callStacks, callStackPerThread, diagnosticMetaData
    case threadAttributed, callStackRootFrames
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    // Each nested frame is two levels deeper, and a stack may have as many frames as the limit for a thread.
    let depth = max(limits.depth, min(limits.framesPerThread, 4096).multipliedReportingOverflow(by: 4).partialValue)
    cursor = JSONCursor(bodyOf: segment, depthLimit: depth)
    self.limits = limits
    framesLeft = limits.frames
    firstLine = segment.bodyLine
    firstOffset = segment.bodyStart
    start = (segment.bodyStart, segment.bodyLine)
    report = Self.empty()
    notes = NoteList(limit: limits.notes)
  }

  private static func empty() -> CrashReport {
    var report = CrashReport(source: CrashReport.Source(format: "metrickit"))
    report.source.quotesLines = false
    return report
  }

  mutating func decode() -> SegmentOutcome {
    var isBareDiagnostic = false
    readObject(Key.keys) { decoder, key in
      switch key {
      case .timeStampBegin: decoder.begin = decoder.cursor.readNonEmpty(limit: 128)
      case .timeStampEnd: decoder.end = decoder.cursor.readNonEmpty(limit: 128)
      case .crashDiagnostics: decoder.readList(.crash)
      case .hangDiagnostics: decoder.readList(.hang)
      case .cpuExceptionDiagnostics: decoder.readList(.processorTime)
      case .diskWriteExceptionDiagnostics: decoder.readList(.diskWrite)
      case .appLaunchDiagnostics: decoder.readList(.launch)
      default:
        // A diagnostic or a tree without the enclosing payload.
        isBareDiagnostic = true
        return decoder.readDiagnosticMember(key)
      }
      return true
    }
    if isBareDiagnostic {
      kind = data.kind
      if kind == .unknown {
        notes.add(
          "fragment", "This is a call stack tree without a diagnostic; the event is not known.", line: firstLine)
      }
      finish()
    }
    addDamage()
    addTimes()
    let explanation = "a MetricKit payload without a diagnostic"
    let faults =
      done.isEmpty
      ? [DecodingFault(.notAReport, explanation, line: firstLine, offset: firstOffset)] : []
    return SegmentOutcome(
      reports: ordered, faults: faults, end: cursor.offset, endLine: cursor.line,
      frameCount: max(0, limits.frames - framesLeft), isDamaged: isDamaged)
  }

  /// The reports sorted by kind, crashes first: JSON writers may put the members of an object in any order.
  private var ordered: [Decoded<CrashReport>] {
    zip(kinds, done).enumerated().sorted {
      ($0.element.0.rawValue, $0.offset) < ($1.element.0.rawValue, $1.offset)
    }.map(\.element.1)
  }

  private mutating func readList(_ kind: MetricKitKind) {
    readArray { decoder in
      decoder.start = (decoder.cursor.offset, decoder.lineOfValue())
      guard decoder.done.count < decoder.limits.reports, decoder.cursor.peek() == UInt8(ascii: "{") else {
        return decoder.cursor.skipValue()
      }
      decoder.kind = kind
      decoder.readObject(Key.keys) { decoder, key in decoder.readDiagnosticMember(key) }
      decoder.finish()
    }
  }

  private mutating func readDiagnosticMember(_ key: Key) -> Bool {
    switch key {
    case .callStackTree: readCallStackTree()
    case .callStacks: readCallStacks()
    case .callStackPerThread: isPerThread = cursor.readBool() ?? true
    case .diagnosticMetaData: readData()
    default: return false
    }
    return true
  }

  /// Completes the current diagnostic and resets the state for the next one.
  private mutating func finish() {
    fill(kind)
    report.source.firstLine = start.line
    report.source.lastLine = cursor.line
    report.source.byteRange = start.offset..<max(start.offset, cursor.offset)
    done.append(Decoded(report, notes: notes.finished))
    kinds.append(kind)
    report = Self.empty()
    notes = NoteList(limit: limits.notes)
    stacks = []
    omittedThreads = 0
    isPerThread = nil
    data = MetricKitData()
    terminationText = nil
  }

  /// Adds the notes on damage to the last diagnostic, in which reading stopped.
  private mutating func addDamage() {
    guard !done.isEmpty else { return }
    noteDamage()
    done[done.count - 1].notes += notes.finished
  }

  /// Sets the time of each diagnostic if the payload begins and ends at the same time, because it was delivered
  /// immediately; otherwise adds the period.
  private mutating func addTimes() {
    for index in done.indices {
      if let begin, begin == end {
        done[index].value.times = CrashReport.Times()
        done[index].value.times?.crashed = CrashReport.ReportTime(reportText: begin)
        continue
      }
      done[index].value.add(.periodBegin, begin)
      done[index].value.add(.periodEnd, end)
    }
  }
}
