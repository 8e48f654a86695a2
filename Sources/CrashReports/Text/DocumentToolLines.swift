import Bytes

/// Reads messages of ibtool, actool and their agents.
///
/// These are lines such as `/project/Main.storyboard:BYZ-38-t0r: warning: Unsupported configuration [9]` below section
/// comments, property list output, `<file>:-1: Encountered an error communicating with IBAgent-iOS.`, and blocks of
/// DVTAssertions.
extension TextDialect {
  static let documentTools = TextDialect(
    name: "document-tools",
    example: Example(
      """
      /* com.apple.ibtool.document.warnings */
      /Cards/Main.storyboard:BYZ-38-t0r: warning: Automatically Adjusts Font requires using a Dynamic Type text style
      """, .documentTool, .preview),
    // `Details:`, `Function:`, `Method:` and `Object:` in an assertion; `: error:` and `error: ` in the list of a tool.
    offer: .beginning(with: "DFMO:e", orContaining: [.toolAssertion, .document]),
    phrases: [
      (
        .document,
        [
          ".storyboard:", ".xib:", ".xcassets:", ".nib:", ".storyboard :", ".xib :", ".xcassets :", ".storyboarderror:",
          ".xiberror:", ".xcassetserror:", "com.apple.ibtool", "com.apple.actool", "<string>",
        ] + DocumentPhrases.all.map(\.description)
      ),
      (.toolAssertion, ["dvtassertions:", "assertion failure in /", "dvtassertionhandler"]),
    ],
    mark: .document,
    conclude: { $0.pieces.contains(.document) && !$0.isPartOfReport ? Conclusion(.documentTool, .preview) : nil }
  ) { reader, line, words in reader.consumeTool(line, line.content, words) }
}

extension Draft.Pieces {
  static let document = Draft.Pieces(rawValue: 1 << 10)
}

/// The section of the output of ibtool or actool that is being read.
struct DocumentToolSection {
  fileprivate var tool: String?
  fileprivate var severity: DocumentMessage.Severity?
  /// The number of lists that have begun.
  fileprivate var lists = 0

  /// Begins the section with a name such as `com.apple.ibtool.document.warnings`.
  fileprivate mutating func begin(_ name: Slice, ofTool tool: String, in text: ByteText) {
    self.tool = tool
    let severities: [(StaticString, DocumentMessage.Severity)] = [
      ("errors", .error), ("warnings", .warning), ("notices", .notice),
    ]
    severity = severities.first { text.contains($0.0, name) }?.1
  }
}

extension TextReader {
  private var toolSection: DocumentToolSection {
    get { draft.states.documentTools }
    set { draft.states.documentTools = newValue }
  }

  fileprivate mutating func consumeTool(_ line: Line, _ content: Slice, _ words: Wording) -> Bool {
    if words.contains(.toolAssertion) || startsAssertion(line), consumeAssertion(line) { return true }
    for mark: StaticString in [": error:", "error: "] where toolSection.tool != nil && text.hasPrefix(mark, content) {
      // The tool has lost the name of the document, or has none.
      include(line, as: .document)
      let start = content.start + mark.utf8CodeUnitCount
      addDocument(DocumentMessage(text: text.string(text.trimmed(Slice(start, content.end))), line: line.number))
      return true
    }
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
    toolSection.lists += 1
    let end = text.find("*/", content) ?? content.end
    toolSection.begin(Slice(content.start, end), ofTool: isTool ? "ibtool" : "actool", in: text)
    let rest = text.trimmed(Slice(end + 2, content.end))
    if !rest.isEmpty { _ = consumeDocumentLine(line, rest) }
    return true
  }

  /// Consumes `<string>…</string>` below a key in a property list of ibtool or actool.
  private mutating func consumePropertyListText(_ line: Line) -> Bool {
    let content = line.content
    if text.hasPrefix("<key>com.apple.", content) {
      include(line)
      toolSection.begin(content, ofTool: text.contains("ibtool", content) ? "ibtool" : "actool", in: text)
      return true
    }
    guard toolSection.tool != nil, text.hasPrefix("<string>", content), content.count > 24,
      let close = text.find("</string>", content)
    else { return false }
    let message = text.trimmed(Slice(content.start + 8, close))
    // Short values such as `warning` or `1` are not messages.
    guard text.first(0x20, message) != nil else { return false }
    include(line, as: .document)
    addDocument(DocumentMessage(text: text.string(message), line: line.number))
    return true
  }

  private mutating func addDocument(_ message: DocumentMessage) {
    guard draft.report.documentMessages.count < limits.consoleLines else { return }
    var message = message
    message.tool = message.tool ?? toolSection.tool
    message.severity = message.severity ?? toolSection.severity
    message.list = toolSection.lists
    draft.report.documentMessages.append(message)
  }

  /// Consumes `<path>:<objectID|global|-1>: warning|error: <text>`, or a line about a failure of the tools themselves.
  private mutating func consumeDocumentLine(_ line: Line, _ content: Slice) -> Bool {
    guard let (path, after) = documentAtStart(content) else { return consumeToolFailure(line, content) }
    var message = DocumentMessage(text: "", line: line.number)
    message.document = text.document(path)
    var rest = after
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
    if !isStated { isStated = text.toolPhrase(in: rest) != nil }
    guard isStated, !rest.isEmpty else { return consumeToolFailure(line, content) }
    // A line of a tool with its own time stamp: `Card.xib : error : 2024-05-06 07:08:09.123 ibtoold[4711:e0f] …`.
    if let stamped = text.stampedLine(rest) {
      message.tool = text.value(stamped.process)
      rest = stamped.message
    }
    message.text = text.string(rest)
    message.tool = message.tool ?? toolName(rest)
    include(line, as: .document)
    consumeContinuation(of: &message)
    addDocument(message)
    return true
  }

  /// Returns the path of the document with which a line begins, and what follows the colon after it. MSBuild writes blanks
  /// in front of colons; some logs have lost the colon.
  private func documentAtStart(_ content: Slice) -> (path: Slice, rest: Slice)? {
    var best: (path: Slice, rest: Slice)?
    for ending: StaticString in [".storyboard", ".xib", ".xcassets", ".nib"] {
      var search = content
      while let offset = text.find(ending, search) {
        let end = offset + ending.utf8CodeUnitCount
        search.start = end
        let next = text.skipBlanks(end, content.end)
        let isColon = text[next] == UInt8(ascii: ":") && next < content.end
        guard isColon || end == next && severity(text.token(Slice(next, content.end))) != nil else { continue }
        if best.map({ end < $0.path.end }) ?? true {
          best = (Slice(content.start, end), text.trimmed(Slice(isColon ? next + 1 : next, content.end)))
        }
        break
      }
    }
    return best
  }

  /// Consumes further lines of a message: the underlying error of a plug-in, the options of a runtime.
  private mutating func consumeContinuation(of message: inout DocumentMessage) {
    let isOpen = message.text.hasSuffix("{") || message.text.containsBytes("DVTPlugInLoading")
    guard isOpen || message.text.hasSuffix(":") else { return }
    var ahead = cursor
    var count = 0
    while count < 12, let next = ahead.next() {
      guard !next.isEmpty, documentAtStart(next.content) == nil, text.stampedLine(next.content) == nil else { break }
      count += 1
      cursor = ahead
      include(next)
      message.text += "\n" + text.string(next.content)
      if text.equals(next.content, "}") { break }
    }
  }

  private func severity(_ slice: Slice) -> DocumentMessage.Severity? {
    if text.equals(slice, "error:") || text.equals(slice, "error") || text.equals(slice, "Error:") { return .error }
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
    for (word, name): (StaticString, String) in [
      ("ibtoold", "ibtoold"), ("ibtool", "ibtool"), ("actool", "actool"), (".ideplugin", "ibtool"),
    ]
    where text.contains(word, slice) { return name }
    return nil
  }

  private mutating func consumeToolFailure(_ line: Line, _ content: Slice) -> Bool {
    guard let phrase = text.toolPhrase(in: content) else { return false }
    // A command is a failure only in the list of those that failed.
    let stated = Slice(phrase, content.end)
    let isCommand =
      text.hasPrefix(ignoringCase: "CompileStoryboard ", stated) || text.hasPrefix(ignoringCase: "CompileXIB ", stated)
      || text.hasPrefix(ignoringCase: "CompileAssetCatalog ", stated)
    // `Command CompileStoryboard failed with a nonzero exit code` is a result.
    let lead = Slice(content.start, phrase)
    let isResult = text.hasSuffix("Command ", lead) || text.hasSuffix("command ", lead)
    if isCommand, !isResult, !listsFailedCommands(before: phrase) { return false }
    // Prose that mentions the tools is not their output.
    if text.isMostlyForeign(content) || text[content.start] == UInt8(ascii: "#") && content.count > 90 { return false }
    var message = DocumentMessage(text: text.string(content), line: line.number)
    message.severity = .error
    message.tool = toolName(content)
    message.document = quotedDocument(content, from: phrase)
    // Sentences quote messages; a tool begins its line with one.
    if message.isBare, SentenceContext.hasPrecedingWords(Array(text.string(lead).utf8), at: lead.count) { return false }
    includePrecedingLines()
    include(line, as: .document)
    if message.document == nil { message.document = documentBeside(line) }
    consumeContinuation(of: &message)
    addDocument(message)
    includeFollowingLines()
    return true
  }

  /// Whether what begins at `offset` is in the list below "The following build commands failed:".
  private func listsFailedCommands(before offset: Int) -> Bool {
    let above = Slice(max(source.slice.start, offset - 8192), offset)
    guard let title = text.find(ignoringCase: "build commands failed", above) else { return false }
    // The list ends at an empty line; a paste may have one below the title.
    var start = text.first(0x0a, Slice(title, offset)) ?? title
    while start < offset, text[start] == 0x0a || text[start] == 0x0d || text[start].isBlank { start += 1 }
    return text.find("\n\n", Slice(start, offset)) == nil
  }

  /// Returns the document in `The document "Main.storyboard" could not be opened`, or in `CompileStoryboard /…/Main.storyboard`.
  private func quotedDocument(_ content: Slice, from phrase: Int) -> String? {
    for ending: StaticString in [".storyboard", ".xib", ".xcassets", ".nib"] {
      guard let offset = text.find(ending, content) else { continue }
      let end = offset + ending.utf8CodeUnitCount
      var start = offset
      while start > content.start {
        let byte = text[start - 1]
        if byte == UInt8(ascii: "\"") || byte == 0x20 || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") {
          break
        }
        // The last byte of a typographic quotation mark.
        if byte == 0x9c || byte == 0x9d || byte == 0x98, text[start - 2] == 0x80 { break }
        start -= 1
      }
      return text.document(Slice(start, end))
    }
    return nil
  }

  /// Returns the document that the line above or below names alone, as Xcode's list of issues does.
  private mutating func documentBeside(_ line: Line) -> String? {
    if let above = unrecognized.last, line.number - above.number <= 2, let document = documentAlone(above.content) {
      return document
    }
    var ahead = cursor
    guard let below = ahead.next(), !below.isEmpty, let document = documentAlone(below.content) else { return nil }
    // A document above its own message is that of the next one.
    if let next = ahead.next(), text.toolPhrase(in: next.content) != nil { return nil }
    cursor = ahead
    include(below)
    return document
  }

  private func documentAlone(_ content: Slice) -> String? {
    var name = content
    if text.hasSuffix(":", name) { name = text.trimmed(Slice(name.start, name.end - 1)) }
    return text.document(name)
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
        draft.expects.stack = true
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

extension ByteText {
  /// Returns the offset of a phrase with which Xcode or one of its tools reports a failure about documents; `nil` if there is
  /// none.
  func toolPhrase(in slice: Slice) -> Int? {
    for phrase in DocumentPhrases.all {
      if let offset = find(ignoringCase: phrase, slice) { return offset }
    }
    return nil
  }
}

/// Phrases with which Xcode, ibtool, actool and their agents report failures that need no document on the same line, in
/// lower case.
enum DocumentPhrases {
  /// Whether a message states only that the compilation of a document failed.
  static func isSymptom(_ text: String) -> Bool {
    symptoms.contains { text.containsBytes(ignoringCase: $0) }
  }

  private static let symptoms = [
    "compilestoryboard ", "compilexib ", "compileassetcatalog", "failed with exit code", "exited with code",
    "command compilestoryboard failed", "command compilexib failed", "command compileassetcatalog failed",
  ]

  static let all: [StaticString] = [
    "communicating with ibagent", "ibplatformtoolfailureexception", "the tool closed the connection",
    "ibtool crashed", "ibtoold crashed", "actool crashed", "failed to find or create execution context",
    "failed to launch tool with description", "failed to attach to ibagent", "ib-agent-diagnostics",
    "exception while running ibtool", "exception while running actool", "ibtool failed with exit code",
    "ibtool exited with code",
    "actool exited with code", "actool failed with exit code", "could not read archive",
    "com.apple.interfacebuilder error -1", "illegal configuration:", " platform not installed",
    "is not installed. to use with xcode", "simulator runtime matching options", "no simulator runtime version from",
    "no available simulator runtimes for platform", "failed to find newest available simulator runtime",
    "failed to load code for plug-in",
    "interface builder could not open the document", "loading a plug-in failed",
    "this version does not support documents saved in the xcode",
    "exception raised while unarchiving document objects", "\u{201d} could not be opened", "\" could not be opened",
    "\u{201d} requires xcode ", "\" requires xcode ", "compilestoryboard ", "compilexib ", "compileassetcatalog ",
    "command compilestoryboard failed", "command compilexib failed", "command compileassetcatalog failed",
    "command linkstoryboards failed", "none of the input catalogs contained a matching",
    "did not have any applicable content", "stickers icon set or app icon set", "distill failed for",
    "are not available before macos ",
    "are not available before os x ", "not available prior to ios",
  ]
}
