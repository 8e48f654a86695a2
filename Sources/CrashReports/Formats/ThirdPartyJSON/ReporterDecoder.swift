import Vocabulary

/// What all decoders of crash reporters and services have in common: the position in the body, the report that is being
/// read, and those that are complete.
struct ReporterBase {
  var cursor: JSONCursor
  let limits: DecodingLimits
  /// The report that is being read.
  var report: CrashReport
  var notes: NoteList
  /// The number of frames that may still be read.
  var framesLeft: Int
  /// The reports of a body with several records that are complete.
  var finished: [Decoded<CrashReport>] = []
  /// The records of a list that gave no report.
  var records = RecordCounts()

  /// Begins at the body of a segment, with an empty report of a format. Lines of JSON are not quoted as evidence.
  init(_ segment: Segment, _ limits: DecodingLimits, format: String) {
    cursor = JSONCursor(bodyOf: segment, depthLimit: limits.depth)
    self.limits = limits
    report = CrashReport(source: CrashReport.Source(format: format))
    report.source.quotesLines = false
    notes = NoteList(limit: limits.notes)
    framesLeft = limits.frames
  }
}

/// A decoder for the JSON of a crash reporter, whose names may also occur in documents that are not reports.
protocol ReporterDecoder: RecordListDecoder {
  /// The part that all these decoders share.
  var base: ReporterBase { get set }
}

// Accessed in place: the cursor and the report would otherwise be copied for every value that is read.
extension ReporterDecoder {
  var cursor: JSONCursor {
    _read { yield base.cursor }
    _modify { yield &base.cursor }
  }
  var limits: DecodingLimits { base.limits }
  var report: CrashReport {
    _read { yield base.report }
    _modify { yield &base.report }
  }
  var notes: NoteList {
    _read { yield base.notes }
    _modify { yield &base.notes }
  }
  var framesLeft: Int {
    get { base.framesLeft }
    set { base.framesLeft = newValue }
  }
  var finished: [Decoded<CrashReport>] {
    _read { yield base.finished }
    _modify { yield &base.finished }
  }
  var records: RecordCounts {
    get { base.records }
    set { base.records = newValue }
  }
  var reportCount: Int { base.finished.count }
}

extension ReporterDecoder {
  /// Reads an array of frames, innermost first, and returns the frames within the limit and the number of others.
  ///
  /// - Parameter readFrame: Consumes an element, and appends its frame to the list; the number is the limit.
  mutating func readStack(
    _ readFrame: (inout Self, inout FrameList, Int) -> Void
  ) -> (frames: [CrashReport.Frame], omitted: Int) {
    var list = FrameList()
    let limit = max(limits.framesPerThread, 2)
    readArray { decoder in readFrame(&decoder, &list, limit) }
    list.finish(limit: limit)
    return (list.frames, list.omitted)
  }

  mutating func append(_ thread: CrashReport.Thread) {
    if report.threads == nil { report.threads = [] }
    report.threads?.append(thread)
  }
}

extension ReporterDecoder {
  /// Returns the outcome at the end of the body, with the notes on the last report.
  ///
  /// - Parameters:
  ///   - finished: The reports of the body; `nil` for `report` alone.
  ///   - explanation: What the document is if none of its reports states a failure.
  mutating func outcome(
    _ finished: [Decoded<CrashReport>]? = nil, orElse explanation: String, _ segment: Segment
  ) -> SegmentOutcome {
    var reports = finished ?? [Decoded(report, notes: [])]
    if let last = reports.indices.last {
      noteDamage()
      noteMismatches()
      base.records.note(in: &base.notes, limit: limits.reports)
      reports[last].notes += notes.finished
    }
    reports.removeAll { $0.value.statesNoFailure }
    var outcome = SegmentOutcome(
      reports: reports, end: cursor.offset, endLine: cursor.line, frameCount: limits.frames - framesLeft,
      isDamaged: isDamaged)
    if reports.isEmpty {
      outcome.faults.append(
        DecodingFault(.notAReport, explanation, line: segment.firstLine, offset: segment.range.lowerBound))
    }
    return outcome
  }
}

extension CrashReport {
  /// True if the report states neither an exception, a termination or a stack nor an event of another kind: nothing that
  /// could be a failure.
  var statesNoFailure: Bool {
    guard kind == .crash || kind == .unknown || kind == .fault else { return false }
    // A code or an address without anything that it belongs to describes no failure.
    let stated = [exception?.type, exception?.signal, exception?.name, exception?.message, exception?.reason]
    if stated.contains(where: { $0 != nil }) { return false }
    if termination != nil || eventSummary != nil || lastExceptionBacktrace?.isEmpty == false {
      return false
    }
    return threads?.contains { !$0.frames.isEmpty } != true
  }
}
