import Bytes

extension TextDialect {
  /// The diagnostics of Xcode's canvas.
  static let canvas = TextDialect(
    name: "canvas",
    example: Example(
      """
      == PREVIEW UPDATE ERROR:

          FailedToLaunchAppError: Failed to launch com.example.Cards
      """, .canvas, .preview),
    offer: .containing([.canvas, .canvasType]),
    phrases: [
      (.canvas, CanvasErrorType.sentences),
      (.canvasType, (CanvasErrorType.known + CanvasErrorType.knownWithText).map { $0.lowercased() }),
    ],
    mark: .canvas,
    truncation: { draft in
      guard let last = draft.report.canvasLines.last, CanvasErrorType.isCut(last.text) else { return nil }
      return Note(
        "truncated", "The diagnostics of the canvas are incomplete: they end within an error.", line: last.line,
        quotation: last.text)
    },
    conclude: { draft in
      guard draft.pieces.contains(.canvas), !draft.isPartOfReport else { return nil }
      return Conclusion(.canvas, draft.report.canvasStatesCrash ? .crash : .preview)
    },
    consumeNext: { reader, line in
      var lines = reader.draft.states.canvas
      defer { reader.draft.states.canvas = lines }
      return lines.consume(line, in: &reader)
    },
    consume: { reader, line, _ in
      var lines = reader.draft.states.canvas
      defer { reader.draft.states.canvas = lines }
      return lines.begin(line, in: &reader)
    })
}

extension Draft.Pieces {
  static let canvas = Draft.Pieces(rawValue: 1 << 23)
}

/// A reader of the diagnostics of Xcode's canvas: the text behind the button Diagnostics, and the messages in the canvas.
///
///     == PREVIEW UPDATE ERROR:
///
///         FailedToLaunchAppError: Failed to launch com.example.Cards
///
///         ==================================
///
///         |  [Remote] JITError
///         |
///         |  ==================================
///
///     == VERSION INFO:
///         Tools: 16C5032a
///
/// Paragraphs are separated by empty lines, which pastes lose or double, and the heading is often missing. So the region is
/// determined by its beginning (a heading, an error type, a sentence of the canvas) and by lines that cannot belong to it.
struct CanvasLines {
  /// The part of the text that is being read.
  private enum Part: Equatable {
    /// Lines of errors.
    case errors
    /// A section of facts, such as VERSION INFO, or the trailer of a report: nothing in it is a cause.
    case facts
    /// A list in brackets within the facts.
    case list
  }

  private var part = Part.errors
  /// Whether a heading such as `== PREVIEW UPDATE ERROR:` began the text.
  private var hasHeading = false
  /// Whether an error with a type has been read.
  private var hasType = false
  /// Whether a rule or an empty line precedes the next line.
  private var isAfterRule = false
  private var isAfterBlank = false
  /// The number of the last line.
  private var lastLine = 0
  /// The indentation of the first line below the heading; `nil` until it is known.
  private var indent: Int?

  /// Consumes the first line of diagnostics; returns `false` if the line is not one.
  fileprivate mutating func begin(_ line: Line, in reader: inout TextReader) -> Bool {
    let text = reader.text
    let content = text.unbarred(line.content).content
    if let heading = text.canvasHeading(content) {
      begin(line, isError: text.isErrorHeading(heading), in: &reader)
      read(heading: heading, line, in: &reader)
      reader.section = .held
      return true
    }
    if text.startsTypedError(content) {
      let first = text.string(content)
      if reader.draft.report.canvasLines.contains(where: { $0.text == first }) {
        reader.include(line)
        return true
      }
      begin(line, isError: true, in: &reader)
      guard consume(line, in: &reader) else { return false }
      reader.section = .held
      return true
    }
    // Headings and items of lists name messages.
    if text.hasPrefix("##", content) || text.isCodeItem(content) { return false }
    guard let start = text.canvasSentence(content) else { return false }
    // A title above or below diagnostics states nothing more.
    if Self.hasErrorType(reader.draft.report.canvasLines) { return false }
    begin(line, isError: false, in: &reader)
    reader.include(line, as: .canvas)
    add(content, line, isNew: true, depth: 0, to: &reader)
    if start == .beginning { reader.section = .held }
    return true
  }

  /// Starts a report unless the lines before belong to these diagnostics.
  private mutating func begin(_ line: Line, isError: Bool, in reader: inout TextReader) {
    let other: Draft.Pieces = [.header, .threads, .frames, .images, .preview, .document, .debugger]
    let isSeparate =
      isError && Self.hasErrorType(reader.draft.report.canvasLines) || !reader.draft.pieces.isDisjoint(with: other)
    let lead = reader.unrecognized.aboveRule
    if isSeparate { reader.finishReport() }
    self = CanvasLines()
    lastLine = line.number
    // Xcode 11 to 14: the message, a rule, and the error with the same message.
    for earlier in lead {
      reader.include(earlier, as: .canvas)
      add(earlier.content, earlier, isNew: earlier.number == lead.first?.number, depth: 0, to: &reader)
    }
    reader.unrecognized.aboveRule.removeAll(keepingCapacity: true)
    reader.unrecognized.paragraph.removeAll(keepingCapacity: true)
  }

  /// Consumes a line of diagnostics; returns `false` at their end.
  fileprivate mutating func consume(_ line: Line, in reader: inout TextReader) -> Bool {
    let text = reader.text
    let (depth, content) = text.unbarred(line.content)
    if line.number > lastLine + 1 { isAfterBlank = true }
    lastLine = line.number
    if content.isEmpty || text.isCanvasRule(content) {
      reader.include(line)
      isAfterRule = isAfterRule || !content.isEmpty
      isAfterBlank = true
      return true
    }
    if let heading = text.canvasHeading(content) {
      if hasType, text.isErrorHeading(heading) { begin(line, isError: true, in: &reader) }
      indent = nil
      read(heading: heading, line, in: &reader)
      return true
    }
    if depth == 0, beginsReport(content, in: &reader) {
      // Whether it is the report of the same process is decided when both are complete.
      reader.finishReport()
      self = CanvasLines()
      return false
    }
    if ends(before: line, content, depth, in: &reader) { return false }
    reader.include(line, as: .canvas)
    if indent == nil { indent = line.indent }
    if part == .errors, readTrailer(content, line, in: &reader) { part = .facts }
    if part == .errors {
      readErrorLine(content, line, depth, in: &reader)
    } else {
      readFact(content, line, in: &reader)
    }
    isAfterRule = false
    isAfterBlank = false
    return true
  }

  private mutating func read(heading: Slice, _ line: Line, in reader: inout TextReader) {
    hasHeading = true
    part = reader.text.isErrorHeading(heading) ? .errors : .facts
    reader.include(line, as: .canvas)
  }

  /// Adds a line to the current error, or begins the next error.
  private mutating func readErrorLine(_ content: Slice, _ line: Line, _ depth: Int, in reader: inout TextReader) {
    let previous = reader.draft.report.canvasLines.last
    let isTyped = reader.text.canvasErrorType(content) != nil
    // Sentences without an error type are separate messages.
    let isSentence = !hasType && previous.map { isAfterBlank || CanvasError.isBanner($0.text) } ?? false
    let isNew = previous.map { isTyped || depth != $0.depth || isAfterRule && depth > 0 || isSentence } ?? true
    if isTyped { hasType = true }
    add(content, line, isNew: isNew, depth: depth, to: &reader)
  }

  private func add(_ content: Slice, _ line: Line, isNew: Bool, depth: Int, to reader: inout TextReader) {
    guard reader.draft.report.canvasLines.count < reader.limits.consoleLines else { return }
    let last = reader.draft.report.canvasLines.last
    let error = last.map { isNew ? $0.error + 1 : $0.error } ?? 0
    reader.draft.report.canvasLines.append(
      CanvasLine(
        text: reader.text.string(content), line: line.number, error: error, depth: isNew ? depth : last?.depth ?? 0))
  }

  private static func hasErrorType(_ lines: [CanvasLine]) -> Bool {
    lines.contains { CanvasErrorType.name(of: $0.text) != nil }
  }

  // MARK: - The end

  private func ends(before line: Line, _ content: Slice, _ depth: Int, in reader: inout TextReader) -> Bool {
    if depth > 0 { return false }
    let text = reader.text
    // Reports and logs below the diagnostics.
    if text.threadHeader(content) != nil { return true }
    if text.frameLine(content) != nil { return true }
    if text.find(ignoringCase: "ib designables:", content) != nil { return true }
    if hasHeading, part != .errors { return line.indent == 0 && isAfterBlank && (indent ?? 0) > 0 }
    let isIndented = hasHeading && (indent ?? 0) > 0
    if isIndented { return line.indent == 0 && isAfterBlank }
    if hasType, text.isKnownCanvasType(content), isAfterBlank, !isAfterRule,
      Self.hasMessage(reader.draft.report.canvasLines)
    {
      return true
    }
    return isAfterBlank && text.isCommentary(content)
  }

  /// Whether a crash report begins with the line that was read last: the trailer of diagnostics has no identifier.
  private func beginsReport(_ content: Slice, in reader: inout TextReader) -> Bool {
    if reader.text.hasPrefix("Incident Identifier:", content) { return true }
    guard reader.text.hasPrefix("Process:", content) else { return false }
    var ahead = reader.cursor
    for _ in 0..<3 {
      guard let next = ahead.next(), !next.isEmpty else { return false }
      if reader.text.hasPrefix("Identifier:", next.content) { return true }
    }
    return false
  }

  /// Whether the last error states more than its type: then an error type below it begins another text.
  private static func hasMessage(_ lines: [CanvasLine]) -> Bool {
    guard let last = lines.last else { return false }
    return lines.suffix(8).count { $0.error == last.error } > 1
      || CanvasErrorType.name(of: last.text).map { $0.utf8.count + 2 < last.text.utf8.count } ?? true
  }

  // MARK: - Facts

  /// Reads a field of the trailer that Xcode prints below the error of a crashed process.
  private func readTrailer(_ content: Slice, _ line: Line, in reader: inout TextReader) -> Bool {
    let text = reader.text
    if text.hasPrefix("Log File:", content) || text.hasPrefix("Application Specific Information:", content) {
      return true
    }
    guard let (label, value) = text.headerLabel(content) else { return false }
    switch label {
    case .process:
      let (name, number) = text.nameAndNumber(value)
      guard reader.draft.process.name == nil, let known = text.value(name) else { return true }
      reader.draft.process.name = known
      reader.draft.process.pid = number
      reader.draft.report.lines[.processName] = line.number
      return true
    case .date:
      if reader.draft.times.crashed == nil {
        reader.draft.times.crashed = ReportTimeText(text, value).time
        reader.draft.report.lines[.crashed] = line.number
      }
      return true
    case .path: return true
    default: return false
    }
  }

  /// Reads a fact such as `Tools: 16C5032a` or `activeScheme = Cards`.
  private mutating func readFact(_ content: Slice, _ line: Line, in reader: inout TextReader) {
    let text = reader.text
    if part == .list {
      if text[content.start] == UInt8(ascii: "]") { part = .facts }
      return
    }
    if text[content.end - 1] == UInt8(ascii: "["), content.count > 1 {
      part = .list
      return
    }
    if readTrailer(content, line, in: &reader) { return }
    for (name, key) in Self.factKeys where text.hasPrefix(name, content) {
      var value = text.trimmed(Slice(content.start + name.utf8CodeUnitCount, content.end))
      guard text[value.start] == UInt8(ascii: ":") || text[value.start] == UInt8(ascii: "=") else { continue }
      value = text.trimmed(Slice(value.start + 1, value.end))
      if reader.draft.report.detail(key) == nil {
        reader.draft.report.add(key, text.value(value), line: line.number)
      }
      return
    }
  }

  private static let factKeys: [(StaticString, Detail.Key)] = [
    ("Tools", .xcodeBuild), ("OS", .systemBuild), ("activeScheme", .scheme),
    ("activeRunDestination", .runDestination), ("runMode", .runMode),
  ]
}
