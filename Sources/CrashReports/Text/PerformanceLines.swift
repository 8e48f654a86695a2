import Bytes

/// Messages of Xcode's Thread Performance Checker: a thread waits for one of a lower quality of service, or the main thread
/// does work that can block it. Nothing ends.
///
///     Thread Performance Checker: Thread running at QOS_CLASS_USER_INTERACTIVE waiting on a lower QoS thread running at QOS_CLASS_DEFAULT. …
///     PID: 4711, TID: 901234
///     Backtrace
///     =================================================================
///     3   Foundation   0x00000001cc1f4c10 -[NSOperation waitUntilFinished] + 596
extension TextDialect {
  static let performance = TextDialect(
    name: "performance",
    example: Example(
      """
      Thread Performance Checker: Thread running at QOS_CLASS_USER_INTERACTIVE waiting on a lower QoS thread running at QOS_CLASS_DEFAULT.
      PID: 4711, TID: 901234
      Backtrace
      =================================================================
      3   MyApp   0x0000000104a1c2b0 -[CardView load] + 12
      """, .excerpt, .fault),
    offer: .containing(.performance),
    phrases: [
      (.performance, ["thread performance checker:", "qos thread running at ", " on a thread without a qos class"])
    ],
    mark: .performance,
    conclude: { draft in
      guard draft.pieces.contains(.performance), !draft.hasHeader, draft.exception.isEmpty,
        draft.pieces.isDisjoint(with: [.failure, .exception])
      else { return nil }
      return Conclusion(draft.pieces.contains(.frames) ? .excerpt : .console, .fault)
    }
  ) { reader, line, _ in reader.consumePerformance(line, line.content) }
}

extension Draft.Pieces {
  static let performance = Draft.Pieces(rawValue: 1 << 26)
}

extension Wording {
  /// The words of Xcode's Thread Performance Checker.
  static let performance = Wording(rawValue: 1 << 13)
}

extension TextReader {
  /// The maximum number of lines between a message and its stack.
  private static let maxBetween = 6

  /// The pieces of another record, which ends above a message.
  private static let others: Draft.Pieces = [.performance, .failure, .frames, .exception, .header]

  /// Consumes a message, and the lines between it and its stack.
  ///
  /// - Parameters:
  ///   - message: The line without its time stamp.
  ///   - stamped: The columns of a line with a time stamp.
  mutating func consumePerformance(_ line: Line, _ message: Slice, _ stamped: StampedLine? = nil) -> Bool {
    guard text.isPerformanceMessage(message) else { return false }
    if !draft.pieces.isDisjoint(with: Self.others) { finishReport() }
    include(line, as: .performance)
    addConsoleLine(
      text.string(message), process: stamped.flatMap { text.value($0.process) }, pid: stamped?.pid,
      time: stamped.map { text.string($0.time) }, line: line.number)
    draft.target = .none
    var ahead = cursor
    for _ in 0..<Self.maxBetween {
      guard let next = ahead.next() else { break }
      if next.isEmpty { continue }
      guard isBetween(next.content) else { break }
      if text.hasPrefix("PID: ", next.content) {
        let number = text.token(Slice(next.content.start + 5, next.content.end))
        draft.process.pid = text.integer(text.hasSuffix(",", number) ? Slice(number.start, number.end - 1) : number)
      }
      cursor = ahead
      include(next)
      if text.hasPrefix("Backtrace", next.content) { draft.expects.stack = true }
    }
    return true
  }

  /// Ends the record of a message above a line that announces a failure: the program continued after the message, so that
  /// its stack is not that of the failure.
  mutating func endPerformance(above line: Line) {
    guard draft.pieces.contains(.performance) else { return }
    let message = text.stampedLine(line.content)?.message ?? line.content
    let words = Wording.scan(text, message)
    guard !words.isDisjoint(with: [.failure, .weakFailure, .exception, .exceptionName, .languageError]),
      text.frameLine(message) == nil
    else { return }
    finishReport()
  }

  /// The process, the title of the stack and the rule below it.
  private func isBetween(_ content: Slice) -> Bool {
    if text.hasPrefix("PID: ", content) || text.equals(content, "Backtrace") || text.equals(content, "Backtrace:") {
      return true
    }
    return content.count >= 8 && (content.start..<content.end).allSatisfy { text[$0] == UInt8(ascii: "=") }
  }
}

extension ByteText {
  /// The first line of a message; not a sentence that only names the tool.
  fileprivate func isPerformanceMessage(_ content: Slice) -> Bool {
    var message = content
    if let mark = find("Thread Performance Checker: ", content), mark - content.start < 200 {
      message = trimmed(Slice(mark + 28, content.end))
      let isCall =
        contains(" should not be called on the main thread", message) || contains(" on the main thread can ", message)
      if mark == content.start, isCall, !hasSuffix("?", message) { return true }
    }
    if hasPrefix("[Internal] ", message) { message.start += 11 }
    return hasPrefix("Thread running at ", message) && contains(" waiting on a ", message)
  }
}
