import Bytes

extension TextDialect {
  /// Any sentence with the words of a failure.
  static let failures = TextDialect(
    name: "failures",
    example: Example("Fatal error: Unexpectedly found nil while unwrapping an Optional value", .console),
    offer: .containing([.failure, .weakFailure]), phrases: [(.failure, SignalMessage.phrases + ToolMessage.phrases)],
    mark: .failure
  ) { reader, line, words in
    guard words.contains(.failure) || reader.isShort || reader.startsWithPhrase(line.content) else { return false }
    reader.consumeFailureLine(line)
    return true
  }

  /// A line behind the mark of a list, or behind the comment mark of a script.
  static let listItems = TextDialect(
    name: "list-items",
    example: Example(
      """
      * 0   MyApp   0x0000000104a1c2b0 -[CardView load] + 12
      * 1   MyApp   0x0000000104a1e000 main + 64
      """, .excerpt),
    offer: .beginning(with: "*#-")
  ) { reader, line, _ in reader.consumeListItem(line) }
}

/// Reads messages outside the sections of a crash report, and the lines around them.
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

  fileprivate func startsWithPhrase(_ content: Slice) -> Bool {
    let start = Slice(content.start, min(content.end, content.start + 24))
    return Wording.scan(text, start).contains(.weakFailure)
  }

  mutating func consumeFailureLine(_ line: Line) {
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
    for earlier in unrecognized.paragraph where !text.isTestProgress(earlier.content) {
      if draft.begin == nil { draft.begin = (earlier.number, earlier.begin) }
      addConsoleLine(text.string(earlier.content), line: earlier.number)
    }
    unrecognized.paragraph.removeAll(keepingCapacity: true)
  }

  /// Includes the next unrecognized lines of the paragraph, in a short text without a header.
  mutating func includeFollowingLines() {
    if isShort, !draft.hasHeader { draft.expects.neighbors = 12 }
  }

  fileprivate mutating func consumeListItem(_ line: Line) -> Bool {
    guard text[line.content.start + 1] == 0x20 else { return false }
    let content = text.trimmed(Slice(line.content.start + 2, line.content.end))
    guard !content.isEmpty else { return false }
    // Only kinds of lines that need no context, so that headings and list items of prose are not consumed.
    var inner = line
    inner.content = content
    return consumeThreadHeader(inner) || consumeFrame(inner) || consumeImage(inner)
  }
}
