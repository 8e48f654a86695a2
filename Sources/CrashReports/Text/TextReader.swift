import Vocabulary

/// A reader of the lines of a text, with the state between lines.
struct TextReader {
  /// The section of the report that is being read.
  enum Section: Equatable {
    /// Outside any section: every kind of line is possible.
    case unsectioned
    case frames, registers, images
    case applicationInformation
    case region
    case terminationReasons
    case loader
    /// Lines that become notes with this code.
    case notes(String)
    /// Console lines that the report quotes.
    case syslog
    /// A known section that is not stored.
    case skipped
    /// A dump of the bytes around the program counter.
    case instructions
    /// Lines that the dialect `holder` holds.
    case held
  }

  var source: UnescapedText
  let text: ByteText
  let limits: DecodingLimits
  let firstLine: Int
  var cursor: LineCursor
  var section = Section.unsectioned
  /// The position in the catalog of the dialect that holds the next lines; valid in the section `held`.
  var holder = 0
  /// The dialects that consumed lines outside sections, by position in the catalog.
  var consumers: TextDialect.Positions = 0
  var draft = Draft()
  /// The names of images and functions of frames.
  var names = NameCache()
  var functions = NameCache()
  var reports: [Decoded<CrashReport>] = []

  var unrecognized = UnrecognizedLines()
  /// Whether the text is so short that unrecognized lines near a failure belong to it.
  let isShort: Bool
  /// The last line of a paragraph that is known not to be a call chain.
  var noChainBefore = 0
  var hasLongLineNote = false

  /// Creates a reader.
  ///
  /// - Parameter bytes: The bytes of `source`, which the caller must keep in memory while the reader is used.
  init(_ source: UnescapedText, _ bytes: UnsafeBufferPointer<UInt8>, firstLine: Int, limits: DecodingLimits) {
    self.source = source
    self.text = ByteText(bytes, limit: limits.textBytes)
    self.limits = limits
    self.firstLine = firstLine
    self.cursor = LineCursor(text, source.slice, firstLine: firstLine)
    self.isShort = source.slice.count <= 8192
  }

  mutating func read() -> [Decoded<CrashReport>] {
    while let line = cursor.next() {
      if reports.count >= limits.reports {
        reports[reports.count - 1].notes.append(
          Note("too-many-reports", "Reports after the first \(limits.reports) are omitted.", line: line.number))
        draft = Draft()
        break
      }
      if line.content.count > limits.textBytes, !hasLongLineNote {
        hasLongLineNote = true
        draft.note(
          Note(
            "long-line", "The line is longer than \(limits.textBytes) bytes; it was truncated.", line: line.number),
          limits)
      }
      consume(line)
    }
    finishReport()
    for form in WholeText.catalog { if let report = form.read(&self) { reports.append(report) } }
    return reports
  }

  /// Marks a line as part of the report.
  mutating func include(_ line: Line) {
    if draft.begin == nil { draft.begin = (line.number, line.begin) }
    draft.end = (line.number, cursor.offset)
  }

  mutating func include(_ line: Line, as piece: Draft.Pieces) {
    include(line)
    draft.pieces.insert(piece)
  }

  mutating func consume(_ line: Line) {
    let isFence = text.hasPrefix("```", line.content)
    if line.isEmpty || isFence {
      consumeBlank(isFence: isFence)
      return
    }
    endPerformance(above: line)
    if consumeInSection(line) { return }
    if consumeGeneral(line) {
      unrecognized.paragraph.removeAll(keepingCapacity: true)
      return
    }
    consumeUnrecognized(line)
  }

  private mutating func consumeBlank(isFence: Bool) {
    switch section {
    case .applicationInformation:
      // A paste may have an additional empty line after the label.
      if !draft.messages.isEmpty { endSection() }
    case .region: if draft.hasRegionArrow { endSection() }
    case .terminationReasons, .loader, .notes, .syslog: endSection()
    case .held: if isFence, TextDialect.catalog[holder].endsAtFence { endSection() }
    case .unsectioned, .frames, .registers, .images, .skipped, .instructions: break
    }
    if section == .unsectioned, draft.pieces.contains(.chain) { draft.target = .none }
    unrecognized.endParagraph()
    draft.expects.neighbors = 0
    draft.expects.continuations = 0
  }

  private mutating func endSection() {
    section = .unsectioned
    draft.openMessage = OpenMessage()
  }

  /// Consumes a line of the current section; returns `false` if it does not belong to the section.
  private mutating func consumeInSection(_ line: Line) -> Bool {
    switch section {
    case .frames:
      return consumeFrame(line)
    case .images:
      return consumeImage(line)
    case .registers:
      return consumeRegisters(line)
    case .applicationInformation, .region, .terminationReasons, .loader, .notes, .syslog:
      if endsFreeText(line) || section == .terminationReasons && startsExceptionLabel(line) {
        endSection()
        return false
      }
      consumeFreeText(line)
      return true
    case .skipped, .instructions:
      if consumeThreadHeader(line) || consumeLabel(line, sectionsOnly: true) || consumeReporterDiagnosis(line) {
        return true
      }
      if section == .instructions { readInstructions(line) }
      if draft.lastSection.hasPrefix("External Modification Summary") { readModification(line) }
      if draft.pieces.contains(.regions), text.hasPrefix("TOTAL", line.content) { draft.pieces.insert(.regionTotal) }
      include(line)
      return true
    case .held:
      if let consumeNext = TextDialect.catalog[holder].consumeNext, consumeNext(&self, line) { return true }
      endSection()
      return false
    case .unsectioned:
      return false
    }
  }

  private mutating func consumeFreeText(_ line: Line) {
    switch section {
    case .applicationInformation: consumeApplicationInformation(line)
    case .region: consumeRegion(line)
    case .terminationReasons: consumeTerminationContinuation(line)
    case .loader: consumeLoaderLine(line)
    case .notes(let code):
      include(line)
      draft.report.addTriage(text.string(line.content), line: line.number)
      draft.note(
        Note(code, "Note in the report.", line: line.number, quotation: text.string(line.content)), limits)
    case .syslog:
      if consumeConsole(line) { return }
      include(line)
      addConsoleLine(text.string(line.content), line: line.number)
    default: break
    }
  }

  /// Consumes lines that can occur anywhere.
  private mutating func consumeGeneral(_ line: Line) -> Bool {
    if offer(line, [], to: TextDialect.partPositions) { return true }
    if section == .images || section == .registers { endSection() }
    if offer(line, [], to: TextDialect.headedPositions) { return true }
    let words = Wording.scan(text, line.content)
    // Names and arguments of tests quote messages.
    if !words.isEmpty, text.isTestProgress(line.content) { return false }
    return offer(line, words, to: TextDialect.messagePositions)
  }

  /// Consumes an unrecognized line: includes it near a failure, otherwise counts it as unread.
  private mutating func consumeUnrecognized(_ line: Line) {
    unrecognized.last = line
    if draft.expects.continuations > 0, !draft.report.consoleLines.isEmpty,
      draft.report.consoleLines.count <= limits.consoleLines
    {
      draft.expects.continuations -= 1
      include(line)
      draft.report.consoleLines[draft.report.consoleLines.count - 1].text += "\n" + text.string(line.content)
      return
    }
    if draft.expects.neighbors > 0 {
      draft.expects.neighbors -= 1
      include(line)
      addConsoleLine(text.string(line.content), line: line.number)
      return
    }
    if draft.hasHeader, !text.isMostlyForeign(line.content) {
      let unread = draft.unread
      draft.unread = (
        (unread?.count ?? 0) + 1, unread?.line ?? line.number, unread?.quotation ?? text.string(line.content)
      )
      return
    }
    if isShort, consumeBrokenPhrase(line) { return }
    if isShort, unrecognized.paragraph.count < 8 { unrecognized.paragraph.append(line) }
  }
}

/// The lines that no dialect consumed, which belong to a failure next to them, in a short text.
struct UnrecognizedLines {
  /// Lines of the current paragraph, which are included if a failure follows.
  var paragraph: [Line] = []
  /// The paragraph before the current one.
  private var lastParagraph: [Line] = []
  /// The paragraph above the last rule.
  var aboveRule: [Line] = []
  /// The last line.
  var last: Line?

  mutating func endParagraph() {
    if !paragraph.isEmpty { swap(&paragraph, &lastParagraph) }
    paragraph.removeAll(keepingCapacity: true)
  }

  mutating func endAtRule() { aboveRule = paragraph.isEmpty ? lastParagraph : paragraph }
}
