/// Reads messages of ibtool, actool and their agents.
///
/// These are lines such as `/project/Main.storyboard:BYZ-38-t0r: warning: Unsupported configuration [9]` below section
/// comments, property list output, `<file>:-1: Encountered an error communicating with IBAgent-iOS.`, and blocks of
/// DVTAssertions.
extension TextReader {
  mutating func consumeTool(_ line: Line, _ content: Slice, _ words: Wording) -> Bool {
    if words.contains(.toolAssertion) || startsAssertion(line), consumeAssertion(line) { return true }
    guard words.contains(.document) else { return false }
    if consumeToolSection(line) || consumePropertyListText(line) { return true }
    return consumeDocumentLine(line, content)
  }

  /// Consumes `/* com.apple.ibtool.document.warnings */`, possibly with a message on the same line.
  private mutating func consumeToolSection(_ line: Line) -> Bool {
    let content = line.content
    let isTool = text.hasPrefix("com.apple.ibtool", content)
    guard isTool || text.hasPrefix("com.apple.actool", content), line.isComment else { return false }
    include(line, as: .document)
    tool = isTool ? "ibtool" : "actool"
    let end = text.find("*/", content) ?? content.end
    let name = Slice(content.start, end)
    toolSeverity =
      text.contains("errors", name)
      ? .error
      : text.contains("warnings", name)
        ? .warning
        : text.contains("notices", name) ? .notice : nil
    let rest = text.trimmed(Slice(end + 2, content.end))
    if !rest.isEmpty { _ = consumeDocumentLine(line, rest) }
    return true
  }

  /// Consumes `<string>…</string>` below a key in a property list of ibtool or actool.
  private mutating func consumePropertyListText(_ line: Line) -> Bool {
    let content = line.content
    if text.hasPrefix("<key>com.apple.", content) {
      include(line)
      tool = text.contains("ibtool", content) ? "ibtool" : "actool"
      toolSeverity =
        text.contains("errors", content)
        ? .error
        : text.contains("warnings", content)
          ? .warning
          : text.contains("notices", content) ? .notice : nil
      return true
    }
    guard tool != nil, text.hasPrefix("<string>", content), content.count > 24,
      let close = text.find("</string>", content)
    else { return false }
    let message = text.trimmed(Slice(content.start + 8, close))
    // Short values such as `warning` or `1` are not messages.
    guard text.first(0x20, message) != nil else { return false }
    include(line, as: .document)
    addDocument(DocumentMessage(text: text.string(message), line: line.number))
    return true
  }

  mutating func addDocument(_ message: DocumentMessage) {
    guard draft.report.documentMessages.count < limits.consoleLines else { return }
    var message = message
    message.tool = message.tool ?? tool
    message.severity = message.severity ?? toolSeverity
    draft.report.documentMessages.append(message)
  }

  /// Consumes `<path>:<objectID|global|-1>: warning|error: <text>`, or a line about a failure of the tools themselves.
  private mutating func consumeDocumentLine(_ line: Line, _ content: Slice) -> Bool {
    var path = content
    var found: Int?
    for mark: StaticString in [".storyboard:", ".xib:", ".xcassets:", ".nib:"] {
      if let offset = text.find(mark, content), found.map({ offset < $0 }) ?? true {
        found = offset
        path.end = offset + mark.utf8CodeUnitCount - 1
      }
    }
    guard found != nil else { return consumeToolFailure(line, content) }
    var message = DocumentMessage(text: "", line: line.number)
    message.document = text.document(path)
    var rest = text.trimmed(Slice(path.end + 1, content.end))
    var isStated = false
    if let colon = text.first(UInt8(ascii: ":"), rest), colon - rest.start <= 16,
      severity(Slice(rest.start, colon)) == nil
    {
      let id = text.trimmed(Slice(rest.start, colon))
      let isID = text.isObjectID(id) || text.equals(id, "global")
      let isNumber = text.equals(id, "-1") || text.integer(id) != nil
      // Object IDs in real logs do not always have the usual form: any single word before a severity is accepted.
      let isWord = !id.isEmpty && text.first(0x20, id) == nil && severity(text.token(Slice(colon + 1, rest.end))) != nil
      if isID || isNumber || isWord {
        if !isNumber { message.objectID = text.string(id) }
        rest = text.trimmed(Slice(colon + 1, rest.end))
        isStated = isID || isNumber
      }
    }
    let first = text.token(rest)
    if let stated = severity(first) {
      message.severity = stated
      rest = text.trimmed(Slice(first.end, rest.end))
      isStated = true
    }
    guard isStated, !rest.isEmpty else { return false }
    message.text = text.string(rest)
    message.tool = toolName(rest)
    include(line, as: .document)
    addDocument(message)
    return true
  }

  private func severity(_ slice: Slice) -> DocumentMessage.Severity? {
    if text.equals(slice, "error:") || text.equals(slice, "error") { return .error }
    if text.equals(slice, "warning:") || text.equals(slice, "warning") { return .warning }
    if text.equals(slice, "note:") || text.equals(slice, "notice:") || text.equals(slice, "notice") { return .notice }
    return nil
  }

  private func toolName(_ slice: Slice) -> String? {
    if let offset = text.find("IBAgent-", slice) {
      var end = offset + 8
      while end < slice.end, text.isIdentifier(text[end]) { end += 1 }
      return text.string(Slice(offset, end))
    }
    for (word, name): (StaticString, String) in [("ibtoold", "ibtoold"), ("ibtool", "ibtool"), ("actool", "actool")]
    where text.contains(word, slice) { return name }
    return nil
  }

  private mutating func consumeToolFailure(_ line: Line, _ content: Slice) -> Bool {
    let phrases: [StaticString] = [
      "communicating with ibagent", "ibplatformtoolfailureexception", "the tool closed the connection",
      "ibtool crashed", "ibtoold crashed", "actool crashed",
    ]
    guard phrases.contains(where: { text.find(ignoringCase: $0, content) != nil }) else { return false }
    // Prose that mentions the tools is not their output.
    if text.isMostlyForeign(content) { return false }
    includePrecedingLines()
    include(line, as: .document)
    var message = DocumentMessage(text: text.string(content), line: line.number)
    message.severity = .error
    message.tool = toolName(content)
    addDocument(message)
    includeFollowingLines()
    return true
  }

  /// Returns whether a DVTAssertions block without its first line begins here: `Function:` … `Hints:`.
  private func startsAssertion(_ line: Line) -> Bool {
    let content = line.content
    let isField = ["Details:", "Function:", "Method:", "Object:"].contains { (word: StaticString) in
      text.hasPrefix(word, content)
    }
    guard isField else { return false }
    var ahead = cursor
    for _ in 0..<5 {
      guard let next = ahead.next(), !next.isEmpty else { return false }
      if text.hasPrefix("Hints:", next.content) { return true }
    }
    return false
  }

  /// Consumes a DVTAssertions block as one message; its backtrace follows as a thread.
  mutating func consumeAssertion(_ line: Line) -> Bool {
    guard
      text.contains("DVTAssertions", line.content) || text.contains("ASSERTION FAILURE", line.content)
        || startsAssertion(line)
    else { return false }
    include(line, as: .document)
    let stamped = text.stampedLine(line.content)
    var message = DocumentMessage(text: text.string(stamped?.message ?? line.content), line: line.number)
    message.severity = .error
    message.tool = stamped.flatMap { text.value($0.process) } ?? toolName(line.content)
    var ahead = cursor
    var count = 0
    while count < 64, let next = ahead.next() {
      guard !next.isEmpty, text.frameLine(next.content) == nil, text.stampedLine(next.content) == nil else { break }
      count += 1
      cursor = ahead
      include(next)
      if text.hasPrefix("Backtrace:", next.content) {
        expectsStack = true
        draft.target = .none
        section = .unsectioned
        break
      }
      if message.text.utf8.count < limits.textBytes { message.text += "\n" + text.string(next.content) }
    }
    addDocument(message)
    return true
  }
}
