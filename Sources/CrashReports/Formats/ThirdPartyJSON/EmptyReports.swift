extension CrashReport {
  /// True if the report states neither an exception, a termination or a stack nor an event of another kind: nothing that
  /// could be a failure.
  var statesNoFailure: Bool {
    guard kind == .crash || kind == .unknown else { return false }
    // A code or an address without anything that it belongs to describes no failure.
    let stated = [exception?.type, exception?.signal, exception?.name, exception?.message, exception?.reason]
    if stated.contains(where: { $0 != nil }) { return false }
    if termination != nil || eventSummary != nil || lastExceptionBacktrace?.isEmpty == false {
      return false
    }
    return threads?.contains { !$0.frames.isEmpty } != true
  }
}

extension SegmentOutcome {
  /// Replaces reports that state no failure by a fault: JSON with the names of a crash reporter may be anything.
  mutating func declineEmptyReports(_ explanation: String, _ segment: Segment) {
    let count = reports.count
    reports.removeAll { $0.value.statesNoFailure }
    guard reports.isEmpty, count > 0 || faults.isEmpty else { return }
    faults.append(
      DecodingFault(.notAReport, explanation, line: segment.firstLine, offset: segment.range.lowerBound))
  }
}
