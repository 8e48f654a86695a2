import Bytes

/// `file:///…/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed`
///
/// Grammar and disorder: `docs/formats.md`, *Xcode build log*. Messages may be glued together with nothing between,
/// lose their file, their marker or their colons, and go on over several lines.
extension TextReader {
  /// Takes every message of a line; `false` if there is none after all.
  mutating func consumePreview(_ line: Line, _ slice: Slice) -> Bool {
    var slice = slice
    // A path that lost its `file:` begins with the slashes that otherwise mark a comment.
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
      addPreview(place: Slice(begin, marker.start), body: Slice(marker.end, end), line, isLast: isLast)
      begin = end
    }
    return true
  }

  /// Where the next message's place begins in the text between two markers.
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

  /// A message that lost its marker: the action's words stand at a line's start or in quotation.
  private mutating func consumeBareAction(_ line: Line, _ slice: Slice) -> Bool {
    let starts: [StaticString] = ["failed to ", "fail to ", "finishing debugging", "debugging instance of"]
    for start in starts {
      guard let place = text.find(ignoringCase: start, slice),
        let action = text.previewAction(Slice(place, slice.end))
      else { continue }
      // Prose speaks of failing actions, too; there the words stand inside a sentence.
      let isQuoted = place == slice.start || !text.isIdentifier(text[place - 1]) && text[place - 1] != 0x20
      let hasPlace = text.previewPlace(Slice(slice.start, place)).severity != nil
      guard isQuoted || hasPlace || !action.cause.isEmpty && action.cause.end > place + 40 else { continue }
      addPreview(place: Slice(slice.start, place), body: Slice(place, slice.end), line, isLast: true)
      return true
    }
    return false
  }

  private mutating func addPreview(place: Slice, body: Slice, _ line: Line, isLast: Bool) {
    keep(line, as: .preview)
    var body = text.trimmed(body)
    var lastLine = line.number
    // The words may begin on the next line.
    if body.isEmpty, isLast {
      var ahead = cursor
      if let next = ahead.next(), text.previewAction(next.content) != nil {
        cursor = ahead
        keep(next)
        body = next.content
        lastLine = next.number
      }
    }
    while text[body.end - 1] == UInt8(ascii: "`"), !body.isEmpty { body.end -= 1 }
    guard draft.report.previewMessages.count < limits.consoleLines else { return }
    let action = text.previewAction(body) ?? PreviewAction(action: .other, cause: body)
    var message = PreviewMessage(action: action.action, cause: text.string(action.cause), line: line.number)
    message.objectClass = action.objectClass
    message.objectID = action.objectID
    (message.document, message.severity) = text.previewPlace(place)
    if message.document == nil { adoptPlace(&message) }
    message.lastLine = lastLine
    if isLast { consumeContinuation(&message, line) }
    paragraph.removeAll(keepingCapacity: true)
    draft.report.previewMessages.append(message)
  }

  /// A line break after `error:` leaves the place on the line above.
  private mutating func adoptPlace(_ message: inout PreviewMessage) {
    guard let above = lastUnknown, above.number + 1 == message.line,
      text.hasSuffix("error:", above.content) || text.hasSuffix("warning:", above.content)
    else { return }
    let (document, severity) = text.previewPlace(above.content)
    guard let document else { return }
    message.document = document
    message.severity = message.severity ?? severity
  }

  /// Lines of the cause below the first: `Referenced from:`, `Reason:`, what `Did find:` announces, a caret.
  private mutating func consumeContinuation(_ message: inout PreviewMessage, _ line: Line) {
    let isOpenEnded =
      message.cause.contains("dlopen(") || message.cause.contains("exception") || message.cause.hasSuffix(":")
      || message.cause.isEmpty || message.action == .ignoreRuntimeAttribute
    guard isOpenEnded else { return }
    var ahead = cursor
    var count = 0
    while count < 12, let next = ahead.next() {
      guard !next.isEmpty, continues(message, with: next) else { break }
      count += 1
      cursor = ahead
      keep(next)
      let content = text.string(next.content)
      message.cause += message.cause.isEmpty ? content : "\n" + content
      message.lastLine = next.number
    }
  }

  private func continues(_ message: PreviewMessage, with line: Line) -> Bool {
    let content = line.content
    let words = Wording.scan(text, content)
    if words.contains(.preview) || words.contains(.document) || text.stampedLine(content) != nil { return false }
    if text.frameLine(content) != nil || endsFreeText(line) { return false }
    for word: StaticString in ["Referenced from", "Reason:", "Did find", "Expected in", "tried:"]
    where text.hasPrefix(word, content) { return true }
    if message.cause.hasSuffix(":") || message.cause.hasSuffix("(") { return true }
    // Indented lines of the build log itself are commands.
    for word: StaticString in ["cd ", "export ", "builtin-", "/Applications/", "setenv ", "mkdir ", "/usr/", "/bin/"]
    where text.hasPrefix(word, content) { return false }
    for word: StaticString in [": error:", ": warning:", ": note:"] where text.contains(word, content) { return false }
    if message.cause.contains("dlopen(") {
      return line.indent > 0 || message.cause.contains("Did find:") && line.isComment
    }
    // A constraint's caret, or a reason that goes on.
    return message.cause.contains("parse constraint") || line.indent > 0 && message.cause.contains("exception")
  }
}
