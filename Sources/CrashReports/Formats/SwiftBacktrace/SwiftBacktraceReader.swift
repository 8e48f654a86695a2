import Vocabulary

/// A reader for the output of `swift-backtrace`: a title, the platform, threads with frames and source excerpts,
/// registers, images.
struct SwiftBacktraceReader {
  private enum Section { case outside, head, thread, registers, images }

  private let text: ByteText
  private let limits: DecodingLimits
  private var cursor: LineCursor
  private var section = Section.outside
  private var names = NameCache()
  private var framesLeft: Int
  private var draft = SwiftBacktraceDraft()
  private var reports: [Decoded<CrashReport>] = []
  private var above = SwiftFailureLines()

  init(_ source: UnescapedText, _ bytes: UnsafeBufferPointer<UInt8>, firstLine: Int, limits: DecodingLimits) {
    text = ByteText(bytes, limit: limits.textBytes)
    self.limits = limits
    cursor = LineCursor(text, source.slice, firstLine: firstLine)
    framesLeft = limits.frames
  }

  /// Reads to the end; `frames` is the number of frames read, which counts against the limit of the input.
  mutating func read() -> (reports: [Decoded<CrashReport>], frames: Int) {
    while let line = cursor.next() {
      if line.isEmpty || text.hasPrefix("```", line.content) { continue }
      consume(line)
    }
    finish()
    return (reports, limits.frames - framesLeft)
  }

  private mutating func consume(_ line: Line) {
    let content = line.content
    if let title = text.swiftTitle(content) {
      let reason = text.trimmed(Slice(title, content.end))
      // While the runtime works it prints only the signal, which it overwrites in a terminal when it is done.
      let announced = text.swiftSignalAnnounced(content)
      guard !text.hasPrefix("Signal ", reason) || !text.contains("Backtracing from", reason) else {
        if announced != nil { above.consume(line, text) }
        return
      }
      finish()
      begin(line)
      draft.signal = announced ?? draft.signal
      draft.consumeReason(reason, line: line.number, text)
      return
    }
    if let header = text.swiftThreadHeader(content) {
      if section == .outside { begin(line) }
      draft.begin(header, line: line.number, limits)
      draft.lastLine = line.number
      section = .thread
      return
    }
    guard section != .outside else {
      above.consume(line, text)
      return
    }
    if consumeMark(line) || consumeRow(line) { draft.lastLine = line.number }
  }

  private mutating func begin(_ line: Line) {
    draft = SwiftBacktraceDraft()
    draft.firstLine = line.number
    draft.lastLine = line.number
    draft.signal = above.signal
    for message in above.messages(text) {
      draft.messages.append(message)
      draft.firstLine = min(draft.firstLine, message.line ?? draft.firstLine)
    }
    above = SwiftFailureLines()
    section = .head
  }

  private mutating func consumeMark(_ line: Line) -> Bool {
    let content = line.content
    if text.hasPrefix("Platform: ", content) {
      draft.consumePlatform(Slice(content.start + 10, content.end), line: line.number, text)
      return true
    }
    if text.hasPrefix("Registers:", content) {
      section = .registers
      draft.beginCrashedRegisters(line: line.number)
      return true
    }
    if text.hasPrefix("Images", content), text[content.end - 1] == UInt8(ascii: ":") {
      section = .images
      return true
    }
    if text.hasPrefix("Backtrace took ", content) {
      finish()
      return false
    }
    return false
  }

  private mutating func consumeRow(_ line: Line) -> Bool {
    switch section {
    case .outside, .head: return false
    case .thread:
      guard framesLeft > 0 || draft.isStackFull else { return true }
      guard let row = text.swiftFrameRow(line.content) else { return draft.consumeRegisters(line.content, text) }
      if !draft.isStackFull { framesLeft -= 1 }
      draft.append(row, line: line.number, text, &names)
      return true
    case .registers: return draft.consumeRegisters(line.content, text)
    case .images: return draft.consumeImage(line.content, line: line.number, text, limits)
    }
  }

  private mutating func finish() {
    guard section != .outside else { return }
    if reports.count < limits.reports, let report = draft.completed() { reports.append(report) }
    section = .outside
    draft = SwiftBacktraceDraft()
    above = SwiftFailureLines()
  }
}
