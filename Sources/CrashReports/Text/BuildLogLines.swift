import Bytes

extension TextDialect {
  /// Messages of Interface Builder about designable views.
  static let previewAgent = TextDialect(
    name: "preview-agent",
    example: Example(
      "/Cards/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed",
      .buildLog, .preview),
    offer: .containing(.preview),
    phrases: [
      (
        .preview,
        [
          "ib designables:", "to update auto layout status", "to render instance of",
          "to render and update auto layout status", "debugging instance of ",
        ]
      )
    ],
    mark: .preview,
    conclude: { $0.pieces.contains(.preview) && !$0.isPartOfReport ? Conclusion(.buildLog, .preview) : nil }
  ) { reader, line, _ in reader.consumePreview(line, line.content) }

  /// The compiler's error about an initializer, in a log in which Interface Builder could not create a view.
  static let inaccessibleInitializer = TextDialect(
    name: "inaccessible-initializer",
    example: Example(
      """
      CardView.swift:7:14: error: 'CardView' initializer is inaccessible due to 'private' protection level
      /Cards/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
      """, .buildLog, .preview),
    offer: .containing(.document), phrases: [(.document, ["initializer is inaccessible"])]
  ) { reader, line, _ in
    guard reader.text.contains("initializer is inaccessible due to '", line.content),
      reader.text.contains("IB Designables:", reader.source.slice)
    else { return false }
    reader.include(line, as: .failure)
    reader.addConsoleLine(reader.text.string(line.content), line: line.number)
    return true
  }
}

extension Draft.Pieces {
  static let preview = Draft.Pieces(rawValue: 1 << 9)
}

/// Reads messages of Interface Builder in a build log:
///
///     file:///…/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
///
/// The grammar and common irregularities are described in `docs/formats.md`, *Xcode build log*. Messages may follow
/// each other without a separator, lack their file, marker or colons, and continue over several lines.
extension TextReader {
  /// Consumes all messages of a line; returns `false` if there are none.
  mutating func consumePreview(_ line: Line, _ slice: Slice) -> Bool {
    var slice = slice
    // A path without its `file:` begins with slashes, which otherwise mark a comment.
    if slice == line.content, line.isComment, text.hasPrefix("///", Slice(line.uncommented, line.content.end)) {
      slice.start = line.uncommented
    }
    var markers: [Slice] = []
    var search = slice
    while markers.count < 256, let marker = text.find(ignoringCase: "ib designables:", search) {
      markers.append(Slice(marker, marker + 15))
      search.start = marker + 15
    }
    guard let first = markers.first else { return consumeBareAction(line, slice) }
    var begin = slice.start
    if text[first.start - 1] == UInt8(ascii: "`"), first.start - 1 >= slice.start { begin = first.start }
    for (index, marker) in markers.enumerated() {
      let isLast = index + 1 == markers.count
      let end = isLast ? slice.end : locationStart(Slice(marker.end, markers[index + 1].start))
      addPreview(location: Slice(begin, marker.start), body: Slice(marker.end, end), line, isLast: isLast)
      begin = end
    }
    return true
  }

  /// Returns the offset at which the location of the next message begins, in the text between two markers.
  private func locationStart(_ slice: Slice) -> Int {
    if let file = text.findLast("file:", slice) { return file }
    let severity = [text.findLast("error:", slice), text.findLast("warning:", slice)].compactMap { $0 }.max()
    guard let severity else { return slice.end }
    var path = text.trimmed(Slice(slice.start, severity))
    if text.hasSuffix(".storyboard:", path) || text.hasSuffix(".xib:", path) {
      while path.end > path.start, !text[path.end - 1].isBlank { path.end -= 1 }
      return path.end
    }
    return severity
  }

  /// Consumes a message without its marker: the phrase of an action at the start of a line or in quotation marks.
  private mutating func consumeBareAction(_ line: Line, _ slice: Slice) -> Bool {
    let phrases: [StaticString] = ["failed to ", "fail to ", "finishing debugging", "debugging instance of"]
    for phrase in phrases {
      guard let start = text.find(ignoringCase: phrase, slice),
        let action = text.previewAction(Slice(start, slice.end))
      else { continue }
      // Prose mentions failed actions too, but inside a sentence.
      let isQuoted = start == slice.start || !text.isIdentifier(text[start - 1]) && text[start - 1] != 0x20
      let hasLocation = text.previewLocation(Slice(slice.start, start)).severity != nil
      guard isQuoted || hasLocation || !action.cause.isEmpty && action.cause.end > start + 40 else { continue }
      addPreview(location: Slice(slice.start, start), body: Slice(start, slice.end), line, isLast: true)
      return true
    }
    return false
  }

  private mutating func addPreview(location: Slice, body: Slice, _ line: Line, isLast: Bool) {
    include(line, as: .preview)
    var body = text.trimmed(body)
    var lastLine = line.number
    // The message may begin on the next line.
    if body.isEmpty, isLast {
      var ahead = cursor
      if let next = ahead.next(), text.previewAction(next.content) != nil {
        cursor = ahead
        include(next)
        body = next.content
        lastLine = next.number
      }
    }
    while text[body.end - 1] == UInt8(ascii: "`"), !body.isEmpty { body.end -= 1 }
    guard draft.report.previewMessages.count < limits.consoleLines else {
      if !draft.notes.contains(where: { $0.code == "too-many-lines" }) {
        draft.note(
          Note(
            "too-many-lines", "Messages of Interface Builder after the first \(limits.consoleLines) are omitted.",
            line: line.number), limits)
      }
      return
    }
    var message: PreviewMessage
    if let action = text.previewAction(body) {
      message = PreviewMessage(action: action.action, cause: text.string(action.cause), line: line.number)
      message.objectClass = action.objectClass
      message.objectID = action.objectID
    } else if isLast, let wrapped = wrappedMessage(body, line) {
      message = wrapped
      lastLine = wrapped.lastLine
    } else {
      message = PreviewMessage(action: .other, cause: text.string(body), line: line.number)
    }
    (message.document, message.severity) = text.previewLocation(location)
    if message.document == nil { adoptLocation(&message) }
    message.lastLine = lastLine
    if isLast { consumeContinuation(&message, line) }
    unrecognized.paragraph.removeAll(keepingCapacity: true)
    draft.report.previewMessages.append(message)
  }

  /// Parses a message whose action a hard-wrapped text continues on the next lines.
  private mutating func wrappedMessage(_ body: Slice, _ line: Line) -> PreviewMessage? {
    guard text.hasPrefix(ignoringCase: "fail", body) else { return nil }
    var joined = text.string(body)
    var ahead = cursor
    for _ in 0..<2 {
      guard let next = ahead.next(), !next.isEmpty else { return nil }
      joined += " " + text.string(next.content)
      let parsed = joined.withUTF8 { buffer -> PreviewMessage? in
        let whole = ByteText(buffer, limit: limits.textBytes)
        guard let action = whole.previewAction(Slice(0, buffer.count)) else { return nil }
        var message = PreviewMessage(action: action.action, cause: whole.string(action.cause), line: line.number)
        message.objectClass = action.objectClass
        message.objectID = action.objectID
        message.lastLine = next.number
        return message
      }
      guard let parsed else { continue }
      cursor = ahead
      include(next)
      return parsed
    }
    return nil
  }

  /// Uses the location on the line above, for a message with a line break after `error:`.
  private mutating func adoptLocation(_ message: inout PreviewMessage) {
    guard let above = unrecognized.last, above.number + 1 == message.line,
      text.hasSuffix("error:", above.content) || text.hasSuffix("warning:", above.content)
    else { return }
    let (document, severity) = text.previewLocation(above.content)
    guard let document else { return }
    message.document = document
    message.severity = message.severity ?? severity
  }

  /// Consumes further lines of the cause: `Referenced from:`, `Reason:`, the lines after `Did find:`, a caret.
  private mutating func consumeContinuation(_ message: inout PreviewMessage, _ line: Line) {
    let isOpenEnded =
      message.cause.contains("dlopen(") || message.cause.contains("exception") || message.cause.hasSuffix(":")
      || message.cause.isEmpty || message.action == .ignoreRuntimeAttribute || endsWithinSentence(message.cause)
    guard isOpenEnded else { return }
    var ahead = cursor
    var count = 0
    while count < 12, let next = ahead.next() {
      guard !next.isEmpty, continues(message, with: next) else { break }
      count += 1
      cursor = ahead
      include(next)
      let content = text.string(next.content)
      message.cause += message.cause.isEmpty ? content : "\n" + content
      message.lastLine = next.number
    }
  }

  /// Whether a hard-wrapped text ends within a sentence: the next line begins with what is announced here.
  private func endsWithinSentence(_ cause: String) -> Bool {
    [" a", " an", " the", " in", " with", " raised", " threw"].contains { cause.hasSuffix($0) }
  }

  private func continues(_ message: PreviewMessage, with line: Line) -> Bool {
    let content = line.content
    let words = Wording.scan(text, content)
    if words.contains(.preview) || words.contains(.document) || text.stampedLine(content) != nil { return false }
    if text.frameLine(content) != nil || endsFreeText(line) { return false }
    for word: StaticString in ["Referenced from", "Reason:", "Did find", "Expected in", "tried:"]
    where text.hasPrefix(word, content) { return true }
    if endsWithinSentence(message.cause) { return true }
    // The rest of a wrapped message in quotation marks.
    let mark = text[content.start]
    if mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\""), !message.cause.hasSuffix(".") { return true }
    if message.cause.hasSuffix(":") || message.cause.hasSuffix("(") || message.cause.hasSuffix(",") { return true }
    // Indented lines of the build log itself are commands.
    for word: StaticString in ["cd ", "export ", "builtin-", "/Applications/", "setenv ", "mkdir ", "/usr/", "/bin/"]
    where text.hasPrefix(word, content) { return false }
    for word: StaticString in [": error:", ": warning:", ": note:"] where text.contains(word, content) { return false }
    if message.cause.contains("dlopen(") {
      return line.indent > 0 || message.cause.contains("Did find:") && line.isComment
    }
    // The caret below a constraint, or the continuation of a reason.
    return message.cause.contains("parse constraint") || line.indent > 0 && message.cause.contains("exception")
  }
}
