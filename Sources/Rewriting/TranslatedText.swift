import CrashReports

/// The text that Console prints above a JSON report, with the same contents.
struct TranslatedText {
  let report: CrashReport
  private let json: CrashReport

  /// Reads the text above a report; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - decoded: A JSON report.
  ///   - previousEnd: The end of the previous report.
  init?(of decoded: Decoded<CrashReport>, in text: [UInt8], after previousEnd: TextPosition, limits: DecodingLimits) {
    guard decoded.value.isJSON, decoded.notes.contains(where: { $0.code == "translated" }),
      let start = decoded.value.source.byteRange?.lowerBound, previousEnd.offset <= start, start <= text.count
    else { return nil }
    let reports = TextDecoder.decode(
      text, range: previousEnd.offset..<start, firstLine: previousEnd.line, limits: limits)
    guard let report = reports.last(where: { $0.value.threads?.isEmpty == false }) else { return nil }
    self.report = report.value
    json = decoded.value
  }

  /// Returns the corresponding changes in this text. Stacks correspond only if they have the same addresses.
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
