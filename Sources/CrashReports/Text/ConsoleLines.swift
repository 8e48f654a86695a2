import Bytes

extension TextDialect {
  /// Lines with a time stamp and a process.
  static let console = TextDialect(
    name: "console",
    example: Example("2026-01-05 10:00:00.123456+0100 MyApp[412:7053] Fatal error: Index out of range", .console),
    offer: .beginning { $0.isDigit || $0.isLetter }, mark: .console,
    conclude: { draft in
      let isFailure = !draft.pieces.isDisjoint(with: [.failure, .exception, .loader])
      return Conclusion(.console, isFailure ? .crash : .unknown)
    }
  ) { reader, line, _ in reader.consumeConsole(line) }
}

extension Draft.Pieces {
  /// Lines with time stamp and process.
  static let console = Draft.Pieces(rawValue: 1 << 11)
}

extension TextReader {
  /// Consumes a line with a time stamp. Its message may be of any other kind.
  mutating func consumeConsole(_ line: Line) -> Bool {
    guard let stamped = text.stampedLine(line.content) else { return false }
    let words = Wording.scan(text, stamped.message)
    if words.contains(.toolAssertion), consumeAssertion(line) { return true }
    if words.contains(.preview), consumePreview(line, stamped.message) { return true }
    if words.contains(.performance), consumePerformance(line, stamped.message, stamped) { return true }
    include(line, as: .console)
    if !words.isDisjoint(with: [.failure, .weakFailure]) { draft.pieces.insert(.failure) }
    // A long log has lines that are not stored.
    let isStored = draft.report.consoleLines.count < limits.consoleLines
    let process = isStored ? text.value(stamped.process) : nil
    let time = isStored ? text.string(stamped.time) : nil
    if words.contains(.exception), let exception = exceptionText(line, stamped.message) {
      draft.pieces.insert([.failure, .exception])
      addConsoleLine(exception, process: process, pid: stamped.pid, time: time, line: line.number)
      draft.expects.stack = true
      return true
    }
    addConsoleLine(
      isStored ? text.string(stamped.message) : "", process: process, pid: stamped.pid, time: time, line: line.number)
    // A stack may begin on the same line:
    // `…[4265:303](0   CoreFoundation   0x00007fff8825a1bc __exceptionPreprocess + 172`
    if let glued = text.find("(0 ", stamped.message), let frame = text.frameLine(Slice(glued + 1, stamped.message.end))
    {
      addFrame(frame, line)
      return true
    }
    section = .unsectioned
    draft.target = .none
    draft.expects.continuations = 16
    return true
  }
}
