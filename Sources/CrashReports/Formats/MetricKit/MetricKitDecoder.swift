import Vocabulary

/// A decoder for a MetricKit payload, a diagnostic report of iOS 27 and later, a single diagnostic, or a call stack tree
/// alone.
///
///     {"timeStampBegin":"…","timeStampEnd":"…","crashDiagnostics":[{"version":"1.0.0",
///       "callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":[
///         {"binaryUUID":"…","offsetIntoBinaryTextSegment":177376,"sampleCount":1,"binaryName":"MyApp",
///          "address":4303287520,"subFrames":[…]}]}]},
///       "diagnosticMetaData":{"exceptionType":1,"signal":11,"osVersion":"…",…}}],"hangDiagnostics":[…]}
///
/// MetricKitDecoder+DiagnosticReport.swift has the members of iOS 27.
struct MetricKitDecoder: RecordListDecoder {
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
  var kind = MetricKitKind.unknown
  private(set) var done: [Decoded<CrashReport>] = []
  var records = RecordCounts()
  var reportCount: Int { done.count }
  /// The kind of each completed diagnostic.
  private var kinds: [MetricKitKind] = []
  var begin: String?
  var end: String?
  /// True if the times are those of a diagnostic report, which describes one event.
  var hasTimeRange = false
  /// `environment` of a diagnostic report: process and host, which its members may follow or precede.
  var environment: CrashReport?
  /// `binaryInfo`: the name of each image of the tree being read.
  var imageNames: [ImageUUID: String] = [:]
  /// The name of the member whose kind of diagnostic is not known.
  var unknownKind: String?
  /// True for a diagnostic, or a call stack tree, that is not in a list of a payload.
  var isBareDiagnostic = false
  /// True if the object has the members of a report of metrics.
  var hasMetrics = false
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
    // A diagnostic report of iOS 27.
    case timeRange, begin, end, environment, callStackThreads, rootFrames, binaryInfo, uuid, name
    case crashDiagnostic, hangDiagnostic, cpuExceptionDiagnostic, diskWriteExceptionDiagnostic, appLaunchDiagnostic
    case memoryExceptionDiagnostic
    case intervalEntries, stateEntries
    // App Store Connect
    case productData, diagnosticLogs, diagnosticInsights, insightsString
    // opentelemetry-swift
    case callStackFrames
    static let keys = JSONKeyTable<Key>()
  }

  /// True if trees run from the innermost frame outward, also if the libraries at their ends suggest otherwise.
  var isInnermostFirst = false
  private let format: String

  init(_ segment: Segment, _ limits: DecodingLimits, format: String = "metrickit") {
    self.format = format
    // Each nested frame is two levels deeper, and a stack may have as many frames as the limit for a thread.
    let depth = max(limits.depth, min(limits.framesPerThread, 4096).multipliedReportingOverflow(by: 4).partialValue)
    cursor = JSONCursor(bodyOf: segment, depthLimit: depth)
    self.limits = limits
    framesLeft = limits.frames
    firstLine = segment.bodyLine
    firstOffset = segment.bodyStart
    start = (segment.bodyStart, segment.bodyLine)
    report = Self.empty(format)
    notes = NoteList(limit: limits.notes)
  }

  private static func empty(_ format: String) -> CrashReport {
    var report = CrashReport(source: CrashReport.Source(format: format))
    report.source.quotesLines = false
    return report
  }

  mutating func decode() -> SegmentOutcome {
    readPayload()
    if isBareDiagnostic {
      if kind == .unknown, unknownKind == nil { kind = data.kind }
      if kind == .unknown, unknownKind == nil {
        notes.add(
          "fragment", "This is a call stack tree without a diagnostic; the event is not known.", line: firstLine)
      }
      finish()
    }
    addEnvironment()
    addDamage()
    addTimes()
    let explanation =
      hasMetrics
      ? "a report of MetricKit on metrics, which are measurements of a period: no failure"
      : "a MetricKit payload without a diagnostic"
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
    readRecords { decoder in
      decoder.start = (decoder.cursor.offset, decoder.lineOfValue())
      decoder.kind = kind
      decoder.readObject(Key.keys) { decoder, key in decoder.readDiagnosticMember(key) }
      if decoder.kind == .unknown { decoder.kind = decoder.data.kind }
      decoder.finish()
    }
  }

  /// Reads `productData` of App Store Connect: logs, and what Apple advises about them.
  private mutating func readProducts() {
    readArray { decoder in
      guard decoder.cursor.peek() == UInt8(ascii: "{") else { return decoder.cursor.skipMismatch() }
      var advice: String?
      let first = decoder.done.count
      decoder.readObject(Key.keys) { decoder, key in
        switch key {
        case .diagnosticLogs: decoder.readList(.unknown)
        case .diagnosticInsights:
          decoder.readArray { decoder in
            decoder.readObject(Key.keys) { decoder, key in
              guard key == .insightsString else { return false }
              let text = decoder.cursor.readNonEmpty(limit: 1024)
              advice = advice ?? text
              return true
            }
          }
        default: return false
        }
        return true
      }
      guard let advice else { return }
      for index in first..<decoder.done.count { decoder.done[index].value.add(.cause, advice) }
    }
  }

  mutating func readDiagnosticMember(_ key: Key) -> Bool {
    switch key {
    case .callStackTree: readCallStackTree()
    case .callStacks, .callStackThreads: readCallStacks()
    case .binaryInfo: readImageNames()
    case .callStackPerThread: isPerThread = cursor.readBool() ?? true
    case .diagnosticMetaData: readData()
    default: return false
    }
    return true
  }

  /// Reads the members of the first level.
  private mutating func readPayload() {
    guard cursor.enterObject() else { return }
    var seen = SeenKeys()
    var seenData = SeenKeys()
    while let text = cursor.nextKey() {
      guard let (key, number) = cursor.find(text, in: Key.keys) else {
        // The data of a diagnostic of iOS 27 that was encoded alone.
        if let (key, number) = cursor.find(text, in: DataKey.keys), seenData.insert(number), read(key) { continue }
        readUnknownMember(text)
        continue
      }
      guard seen.insert(number) else {
        skipDuplicate(text)
        continue
      }
      if !readPayloadMember(key) { cursor.skipValue() }
    }
  }

  private mutating func readPayloadMember(_ key: Key) -> Bool {
    switch key {
    case .timeStampBegin: begin = cursor.readNonEmpty(limit: 128)
    case .timeStampEnd: end = cursor.readNonEmpty(limit: 128)
    case .crashDiagnostics: readList(.crash)
    case .hangDiagnostics: readList(.hang)
    case .cpuExceptionDiagnostics: readList(.processorTime)
    case .diskWriteExceptionDiagnostics: readList(.diskWrite)
    case .appLaunchDiagnostics: readList(.launch)
    case .productData: readProducts()
    case .intervalEntries, .stateEntries:
      hasMetrics = true
      cursor.skipValue()
    case .timeRange, .environment, .crashDiagnostic, .hangDiagnostic, .cpuExceptionDiagnostic,
      .diskWriteExceptionDiagnostic, .appLaunchDiagnostic, .memoryExceptionDiagnostic:
      return readReportMember(key)
    default:
      // A diagnostic or a tree without the enclosing payload.
      guard readDiagnosticMember(key) else { return false }
      isBareDiagnostic = true
    }
    return true
  }

  /// Completes the current diagnostic and resets the state for the next one.
  mutating func finish() {
    fill(kind)
    report.source.firstLine = start.line
    report.source.lastLine = cursor.line
    report.source.byteRange = start.offset..<max(start.offset, cursor.offset)
    done.append(Decoded(report, notes: notes.finished))
    kinds.append(kind)
    report = Self.empty(format)
    notes = NoteList(limit: limits.notes)
    stacks = []
    omittedThreads = 0
    isPerThread = nil
    data = MetricKitData()
    terminationText = nil
    imageNames = [:]
    unknownKind = nil
    kind = .unknown
  }

  /// Changes each diagnostic read so far.
  mutating func changeEach(_ change: (inout CrashReport) -> Void) {
    for index in done.indices { change(&done[index].value) }
  }

  /// Adds the notes on damage to the last diagnostic, in which reading stopped.
  private mutating func addDamage() {
    guard !done.isEmpty else { return }
    noteDamage()
    noteMismatches()
    records.note(in: &notes, limit: limits.reports)
    done[done.count - 1].notes += notes.finished
  }
}
