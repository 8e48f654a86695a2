import CrashReports

/// The text that Console puts above a report in JSON, which says the same.
struct TranslatedText {
  let report: CrashReport
  private let json: CrashReport

  /// - Parameters:
  ///   - decoded: a report in JSON.
  ///   - place: where the report before it ends.
  init?(of decoded: Decoded<CrashReport>, in text: [UInt8], after place: TextPlace, limits: DecodingLimits) {
    guard decoded.value.isJSON, decoded.notes.contains(where: { $0.code == "translated" }),
      let start = decoded.value.source.byteRange?.lowerBound, place.offset <= start, start <= text.count
    else { return nil }
    let reports = TextDecoder.decode(text, range: place.offset..<start, firstLine: place.line, limits: limits)
    guard let report = reports.last(where: { $0.value.threads?.isEmpty == false }) else { return nil }
    self.report = report.value
    json = decoded.value
  }

  /// The same changes in this text. A stack counts only where both have the same addresses.
  func counterparts(of changes: [FrameChange]) -> [FrameChange] {
    var frames: [StackReference: [CrashReport.Frame]] = [:]
    return changes.compactMap { change in
      let stack = frames[change.stack] ?? matching(change.stack)
      frames[change.stack] = stack
      guard stack.indices.contains(change.position) else { return nil }
      let stated = stack[change.position]
      let named = change.frames.map { frame in
        var frame = frame
        frame.index = stated.index
        return frame
      }
      return FrameChange(stack: change.stack, position: change.position, stated: stated, frames: named)
    }
  }

  private func matching(_ stack: StackReference) -> [CrashReport.Frame] {
    let (own, other) = (report.frames(of: stack), json.frames(of: stack))
    return own.map(\.address) == other.map(\.address) ? own : []
  }
}
