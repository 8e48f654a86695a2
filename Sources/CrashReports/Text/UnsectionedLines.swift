import Bytes

/// Reads lines outside the sections of a crash report: console, loader and exception messages, build logs, pastes.
extension TextReader {
  mutating func addConsoleLine(_ text: String, process: String? = nil, pid: Int? = nil, time: String? = nil, line: Int)
  {
    guard draft.report.consoleLines.count < limits.consoleLines else {
      if !draft.notes.contains(where: { $0.code == "too-many-lines" }) {
        draft.note(
          Note("too-many-lines", "Console lines after the first \(limits.consoleLines) are omitted.", line: line),
          limits)
      }
      return
    }
    var entry = ConsoleLine(text: text, line: line)
    entry.process = process
    entry.pid = pid
    entry.time = time
    draft.report.consoleLines.append(entry)
  }

  mutating func consumeUnsectioned(_ line: Line) -> Bool {
    if consumeConsole(line) { return true }
    let content = line.content
    let words = Wording.scan(text, content)
    if !words.isEmpty, text.isTestProgress(content) { return false }
    if !words.isDisjoint(with: [.canvas, .canvasType]), consumeCanvasStart(line) { return true }
    if words.contains(.failure), consumeTestRestart(line) { return true }
    if words.contains(.preview), consumePreview(line, content) { return true }
    if words.contains(.document), consumeInaccessible(line) { return true }
    if words.contains(.languageError), consumeLanguageError(line) { return true }
    if consumeTool(line, content, words) { return true }
    if words.contains(.exception), consumeException(line) { return true }
    if consumeLoader(line) { return true }
    if words.contains(.exceptionName), consumeNamedException(line, words) { return true }
    if text.hasPrefix("EXC_", content), consumeMachException(content, line) {
      if draft.report.consoleLines.isEmpty { return true }
      includeFollowingLines()
      return true
    }
    let isField = words.contains(.field)
    if isField || draft.retoldFields > 0, consumeRetold(line, isStrong: isField) {
      if words.isDisjoint(with: [.failure, .weakFailure]) { return true }
    } else if isField, consumeInlineException(line) {
      return true
    }
    if words.contains(.jetsam) || draft.jetsam.hasOpenRow, consumeJetsamRow(line) { return true }
    if consumeOmittedFrames(line) || consumeCrashlyticsThread(line) || consumeShortFrame(line) { return true }
    if consumeStackOpening(line, words) || consumeAddressList(line) { return true }
    if words.contains(.failure) || words.contains(.weakFailure) && (isShort || startsWithPhrase(content)) {
      consumeFailureLine(line)
      return true
    }
    return consumeSymbolList(line) || consumeListItem(line)
  }

  /// Consumes the compiler's error about an initializer, in a log in which Interface Builder could not create a view.
  private mutating func consumeInaccessible(_ line: Line) -> Bool {
    guard text.find("initializer is inaccessible due to '", line.content) != nil,
      text.find("IB Designables:", source.slice) != nil
    else { return false }
    include(line, as: .failure)
    addConsoleLine(text.string(line.content), line: line.number)
    return true
  }

  private func startsWithPhrase(_ content: Slice) -> Bool {
    let start = Slice(content.start, min(content.end, content.start + 24))
    return Wording.scan(text, start).contains(.weakFailure)
  }

  private mutating func consumeAddressList(_ line: Line) -> Bool {
    text[line.content.start] == UInt8(ascii: "(") && text.hasPrefix("(0x", line.content)
      && consumeAddressList(line.content, line)
  }

  private mutating func consumeFailureLine(_ line: Line) {
    if let offset = text.find("Application received signal ", line.content) {
      setSignal(text.word(Slice(offset + 28, line.content.end)), line.number)
      draft.pieces.insert(.exception)
    }
    includePrecedingLines()
    include(line, as: .failure)
    addConsoleLine(text.string(line.content), line: line.number)
    includeFollowingLines()
  }

  /// Includes the unrecognized lines above a failure in the same paragraph, in a short text.
  mutating func includePrecedingLines() {
    for earlier in paragraph where !text.isTestProgress(earlier.content) {
      if draft.begin == nil { draft.begin = (earlier.number, earlier.begin) }
      addConsoleLine(text.string(earlier.content), line: earlier.number)
    }
    paragraph.removeAll(keepingCapacity: true)
  }

  /// Includes the next unrecognized lines of the paragraph, in a short text without a header.
  mutating func includeFollowingLines() {
    if isShort, !draft.hasHeader { remainingNeighbors = 12 }
  }

  /// Consumes a line with a time stamp. Its message may be of any other kind.
  mutating func consumeConsole(_ line: Line) -> Bool {
    let mark = text[line.content.start]
    guard mark.isDigit || mark.isLetter, let stamped = text.stampedLine(line.content) else {
      return false
    }
    let words = Wording.scan(text, stamped.message)
    if words.contains(.toolAssertion), consumeAssertion(line) { return true }
    if words.contains(.preview), consumePreview(line, stamped.message) { return true }
    include(line, as: .console)
    if !words.isDisjoint(with: [.failure, .weakFailure]) { draft.pieces.insert(.failure) }
    // A long log has lines that are not stored.
    let isStored = draft.report.consoleLines.count < limits.consoleLines
    let process = isStored ? text.value(stamped.process) : nil
    let time = isStored ? text.string(stamped.time) : nil
    if words.contains(.exception), let exception = exceptionText(line, stamped.message) {
      draft.pieces.insert([.failure, .exception])
      addConsoleLine(exception, process: process, pid: stamped.pid, time: time, line: line.number)
      expectsStack = true
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
    remainingContinuations = 16
    return true
  }

  /// Consumes `dyld: Library not loaded: …` and its continuation lines.
  private mutating func consumeLoader(_ line: Line) -> Bool {
    let content = line.content
    guard text.hasPrefix("dyld: ", content) || text.hasPrefix("dyld[", content),
      text[content.start] == UInt8(ascii: "d")
    else { return false }
    guard let colon = text.find(": ", content) else { return false }
    include(line, as: .loader)
    draft.pieces.insert(.failure)
    consumeLoaderText(Slice(colon + 2, content.end), line.number)
    var ahead = cursor
    var count = 0
    while let next = ahead.next(), count < 32 {
      guard !next.isEmpty, next.indent > line.indent || continuesLoader(next.content) else { break }
      count += 1
      cursor = ahead
      include(next)
      consumeLoaderText(next.content, next.number)
    }
    return true
  }

  private func continuesLoader(_ slice: Slice) -> Bool {
    for word: StaticString in ["Referenced from:", "Reason:", "Expected in:", "in /", "in <", "Did find:"]
    where text.hasPrefix(word, slice) { return true }
    return false
  }

  /// Consumes a line that announces a stack: `*** First throw call stack:`, `Backtrace:`, `Stack:(`, or only `((`.
  private mutating func consumeStackOpening(_ line: Line, _ words: Wording) -> Bool {
    let content = line.content
    let isBracket = text.equals(content, "(") || text.equals(content, "((")
    if text.equals(content, ")"), draft.target != .none {
      include(line)
      draft.target = .none
      section = .unsectioned
      return true
    }
    guard isBracket || words.contains(.stack) && content.count < 100 || text.equals(content, "(null)") else {
      return false
    }
    var ahead = cursor
    var next = ahead.next()
    for _ in 0..<2 {
      guard let following = next, following.isEmpty || isStackMark(following.content) else { break }
      next = ahead.next()
    }
    guard let next,
      text.frameLine(next.content) != nil || text.hasPrefix("(0x", next.content)
        || text.frameLineWithoutAddress(next.content, strict: true) != nil
    else { return false }
    if text.equals(content, "(null)") { return true }
    includePrecedingLines()
    include(line)
    expectsStack = true
    section = .unsectioned
    draft.target = .none
    return true
  }

  private func isStackMark(_ slice: Slice) -> Bool {
    text.equals(slice, "(") || text.equals(slice, "((") || text.equals(slice, "(null)")
  }

  /// Consumes a line after a list marker or the comment marker of a script.
  private mutating func consumeListItem(_ line: Line) -> Bool {
    var content = line.content
    let mark = text[content.start]
    if mark == UInt8(ascii: "*") || mark == UInt8(ascii: "#") || mark == UInt8(ascii: "-"),
      text[content.start + 1] == 0x20
    {
      content = text.trimmed(Slice(content.start + 2, content.end))
    } else {
      return false
    }
    guard !content.isEmpty else { return false }
    // Only kinds of lines that need no context, so that headings and list items of prose are not consumed.
    var inner = line
    inner.content = content
    return consumeThreadHeader(inner) || consumeFrame(inner) || consumeImage(inner)
  }
}
