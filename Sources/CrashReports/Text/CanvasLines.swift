import Bytes

/// What is known between the lines of the canvas's diagnostics.
struct CanvasState {
  /// The part of the text that is being read.
  enum Part: Equatable {
    /// Lines of errors.
    case errors
    /// A section of facts, such as VERSION INFO, or the trailer of a report: nothing in it is a cause.
    case facts
    /// A list in brackets within the facts.
    case list
  }

  var part = Part.errors
  /// Whether a heading such as `== PREVIEW UPDATE ERROR:` began the text.
  var hasHeading = false
  /// Whether an error with a type has been read.
  var hasType = false
  /// Whether a rule or an empty line precedes the next line.
  var isAfterRule = false
  var isAfterBlank = false
  /// The indentation of the first line below the heading; `nil` until it is known.
  var indent: Int?
}

/// Reads the diagnostics of Xcode's canvas: the text behind the button Diagnostics, and the messages in the canvas.
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
extension TextReader {
  /// Consumes the first line of diagnostics; returns `false` if the line is not one.
  mutating func consumeCanvasStart(_ line: Line) -> Bool {
    let content = unbarred(line.content).content
    if let heading = canvasHeading(content) {
      beginCanvas(line, isError: CanvasErrorType.errorHeadings.contains { text.equals(heading, $0) })
      canvas.hasHeading = true
      canvas.part = part(of: heading)
      include(line, as: .canvas)
      section = .canvas
      return true
    }
    if isTypedStart(content) {
      let first = text.string(content)
      if draft.report.canvasLines.contains(where: { $0.text == first }) {
        include(line)
        return true
      }
      beginCanvas(line, isError: true)
      section = .canvas
      return consumeCanvas(line)
    }
    // Headings and items of lists name messages.
    if text.hasPrefix("##", content) || isCodeItem(content) { return false }
    guard let start = canvasSentence(content) else { return false }
    // A title above or below diagnostics states nothing more.
    if draft.report.canvasLines.contains(where: { CanvasErrorType.name(of: $0.text) != nil }) { return false }
    beginCanvas(line, isError: false)
    include(line, as: .canvas)
    addCanvasLine(content, line, isNew: true, depth: 0)
    if start == .beginning { section = .canvas }
    return true
  }

  /// Starts a report unless the lines before belong to these diagnostics.
  private mutating func beginCanvas(_ line: Line, isError: Bool) {
    let other: Draft.Pieces = [.header, .threads, .frames, .images, .preview, .document, .debugger]
    let hasErrors = draft.report.canvasLines.contains { CanvasErrorType.name(of: $0.text) != nil }
    let isSeparate = isError && hasErrors || !draft.pieces.isDisjoint(with: other)
    let lead = paragraphAboveRule
    if isSeparate { finishReport() }
    canvas = CanvasState()
    // Xcode 11 to 14: the message, a rule, and the error with the same message.
    for earlier in lead {
      include(earlier, as: .canvas)
      addCanvasLine(earlier.content, earlier, isNew: earlier.number == lead.first?.number, depth: 0)
    }
    paragraphAboveRule.removeAll(keepingCapacity: true)
    paragraph.removeAll(keepingCapacity: true)
  }

  /// Consumes a line of diagnostics; returns `false` at their end.
  mutating func consumeCanvas(_ line: Line) -> Bool {
    let (depth, content) = unbarred(line.content)
    if content.isEmpty || isRule(content) {
      include(line)
      canvas.isAfterRule = canvas.isAfterRule || !content.isEmpty
      canvas.isAfterBlank = true
      return true
    }
    if let heading = canvasHeading(content) {
      let isError = CanvasErrorType.errorHeadings.contains { text.equals(heading, $0) }
      if isError, canvas.hasType { beginCanvas(line, isError: true) }
      canvas.hasHeading = true
      canvas.part = part(of: heading)
      canvas.indent = nil
      include(line, as: .canvas)
      return true
    }
    if depth == 0, beginsReport(content) {
      // Whether it is the report of the same process is decided when both are complete.
      finishReport()
      return false
    }
    if endsCanvas(line, content, depth) { return false }
    include(line, as: .canvas)
    if canvas.indent == nil { canvas.indent = line.indent }
    if canvas.part == .errors, readTrailer(content, line) { canvas.part = .facts }
    if canvas.part == .errors {
      readErrorLine(content, line, depth)
    } else {
      readFact(content, line)
    }
    canvas.isAfterRule = false
    canvas.isAfterBlank = false
    return true
  }

  /// Adds a line to the current error, or begins the next error.
  private mutating func readErrorLine(_ content: Slice, _ line: Line, _ depth: Int) {
    let previous = draft.report.canvasLines.last
    let isTyped = errorType(content) != nil
    // Sentences without an error type are separate messages.
    let isSentence =
      !canvas.hasType && previous.map { canvas.isAfterBlank || CanvasError.isBanner($0.text) } ?? false
    let isNew =
      previous.map { isTyped || depth != $0.depth || canvas.isAfterRule && depth > 0 || isSentence } ?? true
    if isTyped { canvas.hasType = true }
    addCanvasLine(content, line, isNew: isNew, depth: depth)
  }

  private mutating func addCanvasLine(_ content: Slice, _ line: Line, isNew: Bool, depth: Int) {
    guard draft.report.canvasLines.count < limits.consoleLines else { return }
    let last = draft.report.canvasLines.last
    let error = last.map { isNew ? $0.error + 1 : $0.error } ?? 0
    draft.report.canvasLines.append(
      CanvasLine(text: text.string(content), line: line.number, error: error, depth: isNew ? depth : last?.depth ?? 0))
  }

  // MARK: - The end

  private func endsCanvas(_ line: Line, _ content: Slice, _ depth: Int) -> Bool {
    if depth > 0 { return false }
    // Reports and logs below the diagnostics.
    if text.threadHeader(content) != nil { return true }
    if text.frameLine(content) != nil { return true }
    if text.find(ignoringCase: "ib designables:", content) != nil { return true }
    if canvas.hasHeading, canvas.part != .errors {
      return line.indent == 0 && canvas.isAfterBlank && (canvas.indent ?? 0) > 0
    }
    let isIndented = canvas.hasHeading && (canvas.indent ?? 0) > 0
    if isIndented { return line.indent == 0 && canvas.isAfterBlank }
    if canvas.hasType, isKnownType(content), canvas.isAfterBlank, !canvas.isAfterRule, hasMessage { return true }
    return canvas.isAfterBlank && isCommentary(content)
  }

  /// Whether a crash report begins with the line that was read last: the trailer of diagnostics has no identifier.
  private func beginsReport(_ content: Slice) -> Bool {
    if text.hasPrefix("Incident Identifier:", content) { return true }
    guard text.hasPrefix("Process:", content) else { return false }
    var ahead = cursor
    for _ in 0..<3 {
      guard let next = ahead.next(), !next.isEmpty else { return false }
      if text.hasPrefix("Identifier:", next.content) { return true }
    }
    return false
  }

  /// Whether the last error states more than its type: then an error type below it begins another text.
  private var hasMessage: Bool {
    guard let last = draft.report.canvasLines.last else { return false }
    let lines = draft.report.canvasLines.suffix(8).filter { $0.error == last.error }
    return lines.count > 1
      || CanvasErrorType.name(of: last.text).map { $0.utf8.count + 2 < last.text.utf8.count } ?? true
  }

  /// Whether a line is what the author of a text writes below diagnostics: it speaks of the author or to the reader, is a
  /// heading, or is written in another script.
  private func isCommentary(_ content: Slice) -> Bool {
    let mark = text[content.start]
    if mark == UInt8(ascii: "#") || mark == UInt8(ascii: "<") || mark == UInt8(ascii: "*") { return true }
    if text.isMostlyForeign(content) || text.hasPrefix("http", content) { return true }
    // Words between blanks: a path may contain the same letters.
    var rest = content
    while !rest.isEmpty {
      var word = text.token(rest)
      rest.start = text.skipBlanks(max(word.end, rest.start + 1), rest.end)
      while word.end > word.start, ",.!?:;)".utf8.contains(text[word.end - 1]) { word.end -= 1 }
      if Self.commentWords.contains(text.hash(word)) { return true }
    }
    return false
  }

  private static let commentWords = Set(
    [
      "I", "I'm", "I've", "Im", "my", "My", "we", "We", "our", "Our", "you", "You", "your", "Your", "Thanks", "thanks",
      "please", "Please", "anyone", "Anyone", "hi", "Hi", "hello", "Hello", "workaround", "Workaround",
      "fixed", "me",
    ].map { ByteText.hash($0) })

  // MARK: - Facts

  private func part(of heading: Slice) -> CanvasState.Part {
    CanvasErrorType.errorHeadings.contains { text.equals(heading, $0) } ? .errors : .facts
  }

  /// Reads a field of the trailer that Xcode prints below the error of a crashed process.
  private mutating func readTrailer(_ content: Slice, _ line: Line) -> Bool {
    if text.hasPrefix("Log File:", content) || text.hasPrefix("Application Specific Information:", content) {
      return true
    }
    guard let (label, value) = text.headerLabel(content) else { return false }
    switch label {
    case .process:
      let (name, number) = text.nameAndNumber(value)
      guard draft.process.name == nil, let known = text.value(name) else { return true }
      draft.process.name = known
      draft.process.pid = number
      draft.report.lines[.processName] = line.number
      return true
    case .date:
      if draft.times.crashed == nil {
        draft.times.crashed = ReportTimeText(text, value).time
        draft.report.lines[.crashed] = line.number
      }
      return true
    case .path: return true
    default: return false
    }
  }

  /// Reads a fact such as `Tools: 16C5032a` or `activeScheme = Cards`.
  private mutating func readFact(_ content: Slice, _ line: Line) {
    if canvas.part == .list {
      if text[content.start] == UInt8(ascii: "]") { canvas.part = .facts }
      return
    }
    if text[content.end - 1] == UInt8(ascii: "["), content.count > 1 {
      canvas.part = .list
      return
    }
    if readTrailer(content, line) { return }
    for (name, key) in Self.factKeys where text.hasPrefix(name, content) {
      var value = text.trimmed(Slice(content.start + name.utf8CodeUnitCount, content.end))
      guard text[value.start] == UInt8(ascii: ":") || text[value.start] == UInt8(ascii: "=") else { continue }
      value = text.trimmed(Slice(value.start + 1, value.end))
      if draft.report.detail(key) == nil { draft.report.add(key, text.value(value), line: line.number) }
      return
    }
  }

  private static let factKeys: [(StaticString, Detail.Key)] = [
    ("Tools", .xcodeBuild), ("OS", .systemBuild), ("activeScheme", .scheme),
    ("activeRunDestination", .runDestination), ("runMode", .runMode),
  ]

  // MARK: - Recognition

  /// Removes the bars of the tree of errors, and counts them.
  private func unbarred(_ slice: Slice) -> (depth: Int, content: Slice) {
    var (depth, rest) = (0, slice)
    while text[rest.start] == UInt8(ascii: "|"), !rest.isEmpty {
      depth += 1
      rest.start = text.skipBlanks(rest.start + 1, rest.end)
    }
    // An item of a list that someone made of the errors.
    let isItem = text.hasPrefix("* ", rest) || text.hasPrefix("- ", rest) || text.hasPrefix("• ", rest)
    if depth == 0, isItem, let blank = text.first(0x20, rest) {
      let item = text.trimmed(Slice(blank, rest.end))
      if isTypedStart(item) { return (0, item) }
    }
    return (depth, rest)
  }

  /// Returns the title of `== PREVIEW UPDATE ERROR:`.
  private func canvasHeading(_ slice: Slice) -> Slice? {
    guard text.hasPrefix("== ", slice), slice.count < 80, text[slice.end - 1] == UInt8(ascii: ":") else { return nil }
    let title = text.trimmed(Slice(slice.start + 3, slice.end - 1))
    let isTitle = (title.start..<title.end).allSatisfy { index in
      let byte = text[index]
      return byte &- 0x41 < 26 || byte == 0x20 || byte.isDigit
    }
    return isTitle && !title.isEmpty ? title : nil
  }

  private func isRule(_ slice: Slice) -> Bool {
    let mark = text[slice.start]
    guard slice.count >= 4, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
    return (slice.start..<slice.end).allSatisfy { text[$0] == mark }
  }

  /// Returns the error type with which a line of a tree begins.
  private func errorType(_ slice: Slice) -> String? {
    CanvasErrorType.name(of: text.string(Slice(slice.start, min(slice.end, slice.start + 160))))
  }

  private func isKnownType(_ slice: Slice) -> Bool { errorType(slice).map(CanvasErrorType.isKnown) ?? false }

  /// Whether a line is an item of a list that consists of code: `- `Cannot preview in this file``.
  func isCodeItem(_ slice: Slice) -> Bool {
    let mark = text[slice.start]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*"), text[slice.start + 1] == 0x20 else { return false }
    let item = text.trimmed(Slice(slice.start + 2, slice.end))
    return text[item.start] == UInt8(ascii: "`") && text[item.end - 1] == UInt8(ascii: "`")
  }

  /// Whether a text without a heading begins with this line.
  private func isTypedStart(_ slice: Slice) -> Bool {
    if isKnownType(slice) { return true }
    if let type = errorType(slice) {
      if text.hasPrefix("[Remote] ", slice) { return true }
      // A type that is not known, with what only the canvas says behind it.
      let message = Slice(min(slice.start + type.utf8.count, slice.end), slice.end)
      if type.hasSuffix("CrashError") || Self.canvasWords.contains(where: { text.contains($0, message) }) {
        return true
      }
    }
    return !text.hasPrefix("Failed to build ", slice)
      && CanvasErrorType.knownWithText.contains { words in
        text.string(Slice(slice.start, min(slice.end, slice.start + words.utf8.count))) == words
      }
  }

  /// Words of the canvas behind the type of an error.
  private static let canvasWords: [StaticString] = [
    " crashed because ", " crashed due to ", "to preview", "use previews", "Previews not supported", "the preview",
  ]

  private enum SentencePosition {
    case beginning
    case within
  }

  /// Returns where a line contains a sentence of the canvas; `nil` if it contains none.
  private func canvasSentence(_ slice: Slice) -> SentencePosition? {
    // A process that prints this is an app.
    if text.contains("Fatal error:", slice) { return nil }
    // What the linker prints goes on below.
    let isLinker = text.hasPrefix("ld: ", slice)
    let words = Wording.scan(text, slice)
    guard words.contains(.canvas) || statesType(slice) else { return nil }
    let start = Wording.scan(text, Slice(slice.start, min(slice.end, slice.start + 100)))
    return isLinker || start.contains(.canvas) ? .beginning : .within
  }

  /// Whether a line contains an error type with its message: sentences also name types.
  private func statesType(_ slice: Slice) -> Bool {
    if text.hasPrefix("Failed to build ", slice) { return text.hasSuffix(".swift", slice) }
    var at = slice.start
    while at < slice.end {
      var end = at
      while end < slice.end, text[end].isIdentifier { end += 1 }
      let next = text[end]
      if end - at > 6, end < slice.end, next == UInt8(ascii: ":") || next == UInt8(ascii: "("),
        CanvasErrorType.isKnown(text.string(Slice(at, end)))
      {
        return true
      }
      at = max(end, at + 1)
    }
    let line = text.string(Slice(slice.start, min(slice.end, slice.start + 4096)))
    return CanvasErrorType.knownWithText.dropFirst().contains { line.contains($0) }
  }
}
