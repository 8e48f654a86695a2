import Vocabulary

/// The walk over the lines of a text, and what it has to remember between two of them.
struct TextReader {
  /// What the lines being read belong to.
  enum Section: Equatable {
    /// Outside any section: every kind of line is looked for.
    case loose
    case frames, registers, images
    case applicationInformation
    case region
    case terminationReasons
    case loader
    /// Lines that become notes with this code.
    case notes(String)
    /// Console lines that the report itself quotes.
    case syslog
    /// Known, and nothing of it kept.
    case skipped
  }

  var source: UnescapedText
  let text: ByteText
  let limits: DecodingLimits
  let firstLine: Int
  var cursor: LineCursor
  var section = Section.loose
  var draft = Draft()
  var names = NameCache()
  var reports: [Decoded<CrashReport>] = []

  /// Lines of the paragraph being read that are of no known kind: neighbours of a failure that may follow.
  var paragraph: [Line] = []
  /// The last line of no known kind.
  var lastUnknown: Line?
  /// Lines still to be taken as neighbours of a failure just read.
  var neighbours = 0
  /// True for a text so short that lines near a failure belong to it.
  let isShort: Bool
  /// Indentation of the section's label.
  var sectionIndent = 0
  /// What the application's message being read leaves open.
  var open = OpenMessage()
  /// A call stack is due: its opening line has been read.
  var expectsStack = false
  /// The time-stamped line that un-stamped lines continue.
  var continuesConsole = 0
  var hasArrow = false
  /// Last line of a paragraph that was looked through for a chain and is none.
  var noChainBefore = 0
  /// Tool and severity that a section of ibtool's or actool's output announced.
  var tool: String?
  var toolSeverity: DocumentMessage.Severity?
  var longLineNoted = false

  /// - Parameter bytes: those of `source`, which the caller keeps in place while the reader is used.
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
          Note("too-many-reports", "Reports after the first \(limits.reports) are left out.", line: line.number))
        draft = Draft()
        break
      }
      if line.content.count > limits.textBytes, !longLineNoted {
        longLineNoted = true
        draft.note(Note("long-line", "A line is longer than what is kept of one text.", line: line.number), limits)
      }
      take(line)
    }
    finishReport()
    if reports.isEmpty, let excerpt = sourceExcerpt() ?? symptom() { reports.append(excerpt) }
    return reports
  }

  /// Marks a line as part of the report.
  mutating func keep(_ line: Line) {
    if draft.begin == nil { draft.begin = (line.number, line.begin) }
    draft.end = (line.number, cursor.offset)
  }

  mutating func keep(_ line: Line, as piece: Draft.Pieces) {
    keep(line)
    draft.pieces.insert(piece)
  }

  mutating func take(_ line: Line) {
    if line.isEmpty || text.hasPrefix("```", line.content) {
      consumeBlank()
      return
    }
    if consumeInSection(line) { return }
    if consumeGeneral(line) {
      paragraph.removeAll(keepingCapacity: true)
      return
    }
    consumeUnknown(line)
  }

  private mutating func consumeBlank() {
    switch section {
    case .applicationInformation:
      // A paste may have lost nothing but gained an empty line after the label.
      if !draft.messages.isEmpty { endSection() }
    case .region: if hasArrow { endSection() }
    case .terminationReasons, .loader, .notes, .syslog: endSection()
    case .loose, .frames, .registers, .images, .skipped: break
    }
    if section == .loose, draft.pieces.contains(.chain) { draft.target = .none }
    paragraph.removeAll(keepingCapacity: true)
    neighbours = 0
    continuesConsole = 0
  }

  mutating func endSection() {
    section = .loose
    open = OpenMessage()
  }

  /// Lines that the current section understands by itself. `false` hands the line on.
  private mutating func consumeInSection(_ line: Line) -> Bool {
    switch section {
    case .frames:
      return consumeFrame(line)
    case .images:
      return consumeImage(line)
    case .registers:
      return consumeRegisters(line)
    case .applicationInformation:
      if endsFreeText(line) { endSection(); return false }
      consumeApplicationInformation(line)
      return true
    case .region:
      if endsFreeText(line) { endSection(); return false }
      consumeRegion(line)
      return true
    case .terminationReasons:
      if endsFreeText(line) || startsExceptionLabel(line) { endSection(); return false }
      consumeTerminationContinuation(line)
      return true
    case .loader:
      if endsFreeText(line) { endSection(); return false }
      consumeLoaderLine(line)
      return true
    case .notes(let code):
      if endsFreeText(line) { endSection(); return false }
      keep(line)
      draft.note(
        Note(code, "The report says so.", line: line.number, quotation: text.string(line.content)), limits)
      return true
    case .syslog:
      if endsFreeText(line) { endSection(); return false }
      if consumeConsole(line) { return true }
      keep(line)
      addConsoleLine(text.string(line.content), line: line.number)
      return true
    case .skipped:
      if consumeThreadHeader(line) || consumeLabel(line, sectionsOnly: true) { return true }
      keep(line)
      return true
    case .loose:
      return false
    }
  }

  /// Every kind of line that can stand anywhere.
  private mutating func consumeGeneral(_ line: Line) -> Bool {
    if consumeThreadHeader(line) || consumeLabel(line, sectionsOnly: false) { return true }
    if consumeFrame(line) || consumeDebugger(line) || consumeImage(line) || consumeRegisters(line) { return true }
    if section == .images || section == .registers { endSection() }
    if consumeMark(line) { return true }
    return consumeLoose(line)
  }

  /// Single lines that only mark where something begins or ends.
  private mutating func consumeMark(_ line: Line) -> Bool {
    let content = line.content
    switch text[content.start] {
    case UInt8(ascii: "E") where text.equals(content, "EOF"):
      guard draft.hasHeader || draft.pieces.contains(.images) else { return false }
      keep(line, as: .endMarker)
      section = .loose
      draft.target = .none
      return true
    case UInt8(ascii: "T") where text.hasPrefix("Translated Report", content):
      if draft.pieces.contains(.threads) || draft.pieces.contains(.images) { finishReport() }
      keep(line, as: .translated)
      return true
    case UInt8(ascii: "F") where text.equals(content, "Full Report"):
      guard draft.hasHeader else { return false }
      draft.pieces.insert([.endMarker, .translated])
      section = .skipped
      return true
    case UInt8(ascii: "-"):
      return (content.start..<content.end).allSatisfy { text[$0] == UInt8(ascii: "-") }
    case UInt8(ascii: "B"):
      if text.equals(content, "Binary Images") {
        keep(line, as: .images)
        section = .images
        return true
      }
      if text.hasPrefix("Backtrace not available", content)
        || text.hasPrefix("Binary images description not available", content)
      {
        keep(line)
        draft.note(
          Note(
            "not-available", "The system could not write this section.", line: line.number,
            quotation: text.string(content)), limits)
        return true
      }
      return false
    case UInt8(ascii: "R"), UInt8(ascii: "C"):
      // KSCrash's own reading of the report, and what each image left behind.
      guard draft.hasHeader,
        text.hasSuffix("Diagnostics:", content) || text.hasPrefix("CrashDoctor Diagnosis:", content)
      else { return false }
      keep(line, as: [.applicationInformation, .thirdParty, .buildFirst])
      section = .applicationInformation
      sectionIndent = line.indent
      open = OpenMessage()
      if text.hasPrefix("CrashDoctor", content) { addApplicationText(content, indent: 0, line: line.number) }
      return true
    case UInt8(ascii: "N") where text.hasPrefix("No thread state", content):
      keep(line)
      return true
    default:
      return false
    }
  }

  /// A line of no known kind: a neighbour of a failure, or unread.
  private mutating func consumeUnknown(_ line: Line) {
    lastUnknown = line
    if continuesConsole > 0, !draft.report.consoleLines.isEmpty, draft.report.consoleLines.count <= limits.consoleLines
    {
      continuesConsole -= 1
      keep(line)
      draft.report.consoleLines[draft.report.consoleLines.count - 1].text += "\n" + text.string(line.content)
      return
    }
    if neighbours > 0 {
      neighbours -= 1
      keep(line)
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
    if isShort, paragraph.count < 8 { paragraph.append(line) }
  }
}
