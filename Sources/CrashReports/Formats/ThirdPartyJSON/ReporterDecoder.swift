/// A decoder for the JSON of a crash reporter, whose names may also occur in documents that are not reports.
protocol ReporterDecoder: JSONBodyDecoder {
  /// The number of frames that may still be read.
  var framesLeft: Int { get }
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
