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
    /// The diagnostics of Xcode's canvas.
    case canvas
  }

  var source: UnescapedText
  let text: ByteText
  let limits: DecodingLimits
  let firstLine: Int
  var cursor: LineCursor
  var section = Section.unsectioned
  var draft = Draft()
  /// The names of images and functions of frames.
  var names = NameCache()
  var functions = NameCache()
  var reports: [Decoded<CrashReport>] = []

  /// Unrecognized lines of the current paragraph, which are included if a failure follows.
  var paragraph: [Line] = []
  /// The unrecognized paragraph above the last rule, in a short text.
  var paragraphAboveRule: [Line] = []
  /// The unrecognized paragraph before the current one, in a short text.
  private var lastParagraph: [Line] = []
  /// What is known within the diagnostics of Xcode's canvas.
  var canvas = CanvasState()
  /// The last unrecognized line.
  var lastUnrecognized: Line?
  /// The number of further unrecognized lines to include after a failure.
  var remainingNeighbors = 0
  /// Whether the text is so short that unrecognized lines near a failure belong to it.
  let isShort: Bool
  /// The indentation of the section label.
  var sectionIndent = 0
  /// The open parentheses and quotations of the current application message.
  var open = OpenMessage()
  /// Whether a line that announces a call stack has been read.
  var expectsStack = false
  /// The number of further lines without a time stamp that continue the last console line.
  var remainingContinuations = 0
  var hasArrow = false
  /// The last line of a paragraph that is known not to be a call chain.
  var noChainBefore = 0
  /// The tool and severity stated at the start of a section of ibtool or actool output.
  var tool: String?
  var toolSeverity: DocumentMessage.Severity?
  /// The number of lists of ibtool and actool that have begun.
  var toolLists = 0
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
    let account = readPreviewAccount()
    if reports.isEmpty, let excerpt = account ?? sourceExcerpt() ?? symptom() ?? sourceCode() {
      reports.append(excerpt)
    }
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
    if draft.format != nil, consumeSanitizer(line) { return }
    if consumeInSection(line) { return }
    if consumeGeneral(line) {
      paragraph.removeAll(keepingCapacity: true)
      return
    }
    consumeUnrecognized(line)
  }

  private mutating func consumeBlank(isFence: Bool) {
    switch section {
    case .applicationInformation:
      // A paste may have an additional empty line after the label.
      if !draft.messages.isEmpty { endSection() }
    case .region: if hasArrow { endSection() }
    case .terminationReasons, .loader, .notes, .syslog: endSection()
    case .canvas: if isFence { endSection() } else { canvas.isAfterBlank = true }
    case .unsectioned, .frames, .registers, .images, .skipped, .instructions: break
    }
    if section == .unsectioned, draft.pieces.contains(.chain) { draft.target = .none }
    if !paragraph.isEmpty { swap(&paragraph, &lastParagraph) }
    paragraph.removeAll(keepingCapacity: true)
    remainingNeighbors = 0
    remainingContinuations = 0
  }

  mutating func endSection() {
    section = .unsectioned
    open = OpenMessage()
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
      include(line)
      draft.note(
        Note(code, "Note in the report.", line: line.number, quotation: text.string(line.content)), limits)
      return true
    case .syslog:
      if endsFreeText(line) { endSection(); return false }
      if consumeConsole(line) { return true }
      include(line)
      addConsoleLine(text.string(line.content), line: line.number)
      return true
    case .skipped, .instructions:
      if consumeThreadHeader(line) || consumeLabel(line, sectionsOnly: true) { return true }
      if section == .instructions { readInstructions(line) }
      if draft.lastSection.hasPrefix("External Modification Summary") { readModification(line) }
      if draft.pieces.contains(.regions), text.hasPrefix("TOTAL", line.content) { draft.pieces.insert(.regionTotal) }
      include(line)
      return true
    case .canvas:
      if consumeCanvas(line) { return true }
      endSection()
      return false
    case .unsectioned:
      return false
    }
  }

  /// Consumes lines that can occur anywhere.
  private mutating func consumeGeneral(_ line: Line) -> Bool {
    if consumeThreadHeader(line) || consumeLabel(line, sectionsOnly: false) { return true }
    if consumeFrame(line) || consumeDebugger(line) || consumeImage(line) || consumeRegisters(line) { return true }
    if section == .images || section == .registers { endSection() }
    if consumeMarker(line) || consumeSanitizer(line) { return true }
    return consumeUnsectioned(line)
  }

  /// Consumes single lines that only mark a beginning or an end.
  private mutating func consumeMarker(_ line: Line) -> Bool {
    let content = line.content
    switch text[content.start] {
    case UInt8(ascii: "E") where text.equals(content, "EOF"):
      guard draft.hasHeader || draft.pieces.contains(.images) else { return false }
      include(line, as: .endMarker)
      section = .unsectioned
      draft.target = .none
      return true
    case UInt8(ascii: "T") where text.hasPrefix("Translated Report", content):
      if draft.pieces.contains(.threads) || draft.pieces.contains(.images) { finishReport() }
      include(line, as: .translated)
      return true
    case UInt8(ascii: "F") where text.equals(content, "Full Report"):
      guard draft.hasHeader else { return false }
      draft.pieces.insert([.endMarker, .translated])
      section = .skipped
      return true
    case UInt8(ascii: "-"):
      guard (content.start..<content.end).allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return false }
      if content.count >= 8 { paragraphAboveRule = paragraph.isEmpty ? lastParagraph : paragraph }
      return true
    case UInt8(ascii: "B"):
      if text.equals(content, "Binary Images") {
        include(line, as: .images)
        section = .images
        return true
      }
      if text.hasPrefix("Backtrace not available", content)
        || text.hasPrefix("Binary images description not available", content)
      {
        include(line)
        draft.note(
          Note(
            "not-available", "The system could not write this section.", line: line.number,
            quotation: text.string(content)), limits)
        return true
      }
      return false
    case UInt8(ascii: "R"), UInt8(ascii: "C"):
      // KSCrash's own diagnosis, and the messages of each image.
      guard draft.hasHeader,
        text.hasSuffix("Diagnostics:", content) || text.hasPrefix("CrashDoctor Diagnosis:", content)
      else { return false }
      include(line, as: [.applicationInformation, .thirdParty, .buildFirst])
      section = .applicationInformation
      sectionIndent = line.indent
      open = OpenMessage()
      if text.hasPrefix("CrashDoctor", content) { addApplicationText(content, indent: 0, line: line.number) }
      return true
    case UInt8(ascii: "N") where text.hasPrefix("No thread state", content):
      include(line)
      return true
    default:
      return false
    }
  }

  /// Consumes an unrecognized line: includes it near a failure, otherwise counts it as unread.
  private mutating func consumeUnrecognized(_ line: Line) {
    lastUnrecognized = line
    if remainingContinuations > 0, !draft.report.consoleLines.isEmpty,
      draft.report.consoleLines.count <= limits.consoleLines
    {
      remainingContinuations -= 1
      include(line)
      draft.report.consoleLines[draft.report.consoleLines.count - 1].text += "\n" + text.string(line.content)
      return
    }
    if remainingNeighbors > 0 {
      remainingNeighbors -= 1
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
    if isShort, paragraph.count < 8 { paragraph.append(line) }
  }
}
