import Bytes

/// The evidence that a line belongs to a report, found with the recognizers of the line grammar.
struct LineEvidence {
  /// The weight of the line as part of a report: frame, header field, thread header, image, register.
  var structure = 0
  /// The weight of a failure message.
  var message = 0

  static func + (left: Self, right: Self) -> Self {
    LineEvidence(structure: left.structure + right.structure, message: left.message + right.message)
  }

  /// The evidence of a line as readers see it. `slice` has no indentation and no trailing blanks.
  ///
  /// - Parameter mayHaveMessage: False if a search for failure messages is known to find none.
  static func of(_ text: ByteText, _ slice: Slice, mayHaveMessage: Bool = true) -> LineEvidence {
    let content = unquoted(text, slice)
    if content.isEmpty { return LineEvidence() }
    let structure = structure(text, content)
    if structure > 0 {
      // JSON is read without removing marks.
      let isJSON =
        text[content.start] == UInt8(ascii: "{") || text[content.start] == UInt8(ascii: "\"")
      return LineEvidence(structure: isJSON && content.start != slice.start ? 0 : structure)
    }
    // A message with a time stamp and a process is read as it is.
    if let stamped = text.stampedLine(content) {
      if Self.structure(text, unquoted(text, stamped.message)) >= 3 { return LineEvidence() }
      return LineEvidence(message: mayHaveMessage && hasMessage(text, stamped.message) ? 3 : 0)
    }
    if mayHaveMessage, hasMessage(text, content) { return LineEvidence(message: 3) }
    return LineEvidence(message: isCode(text, content) ? 1 : 0)
  }

  /// Whether the line begins a declaration of source code, which some failures are diagnosed from.
  private static func isCode(_ text: ByteText, _ content: Slice) -> Bool {
    guard "@#icfeo-".utf8.contains(text[content.start]) else { return false }
    for word: StaticString in [
      "@implementation ", "@interface ", "#import ", "import ", "class ", "final class ",
      "extension ",
      "override func ",
      "@IBDesignable", "- (void)", "- (instancetype)",
    ] where text.hasPrefix(word, content) { return true }
    return false
  }

  /// Skips the quote and comment marks that `LineCursor` removes.
  static func unquoted(_ text: ByteText, _ slice: Slice) -> Slice {
    var slice = text.trimmed(slice)
    while text[slice.start] == UInt8(ascii: ">"), slice.count > 1 {
      let next = text[slice.start + 1]
      guard next.isBlank || next == UInt8(ascii: ">") else { break }
      slice = text.trimmed(Slice(slice.start + 1, slice.end))
    }
    if text.hasPrefix("//", slice) {
      while text[slice.start] == UInt8(ascii: "/"), !slice.isEmpty { slice.start += 1 }
      slice = text.trimmed(slice)
    }
    return slice
  }

  /// Whether the line has a phrase of a failure message.
  ///
  /// - Parameters:
  ///   - isConsole: Whether only messages count that are not found behind the columns of a console.
  ///   - besides: Kinds that do not count.
  static func hasMessage(
    _ text: ByteText, _ slice: Slice, isConsole: Bool = false, besides: Wording = []
  ) -> Bool {
    let words = Wording.scan(text, Slice(slice.start, min(slice.end, slice.start + 4096)))
    return !words.subtracting(besides).isDisjoint(with: isConsole ? toolMessages : messages)
  }

  private static let toolMessages: Wording = [.document, .toolAssertion, .canvas, .canvasType]
  private static let messages = toolMessages.union([.failure, .exception, .preview, .weakFailure])

  /// The weight of a line as part of a report: 4 for lines that occur only in reports, 1 to 3 for those that occur
  /// elsewhere, too.
  static func structure(_ text: ByteText, _ content: Slice) -> Int {
    let mark = text[content.start]
    if mark.isDigit { return isTreeRow(text, content) ? 4 : numbered(text, content) }
    switch mark {
    case UInt8(ascii: "#"):
      if text.numberSignFrame(content) != nil { return 4 }
      guard text.sanitizerFrame(content) != nil else { return 0 }
      // `#3 0.137 Exception Type: EXC_CRASH` is a field behind the step of a build.
      return LinePrefixes.buildStep(text, content) != nil ? 1 : 4
    case UInt8(ascii: "*"):
      return text.hasPrefix("* frame #", content) || text.hasPrefix("* thread #", content) ? 4 : 0
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      return method(text, content) ? 2 : isTreeRow(text, content) ? 4 : 0
    case UInt8(ascii: "["): return isChain(text, content) ? 2 : 0
    case UInt8(ascii: "_"): return isFunctionName(text, content) ? 2 : 0
    case 0xE2: return text.hasPrefix("\u{2014}\u{2014}[", content) ? 2 : 0
    case UInt8(ascii: "{"):
      let head = Slice(content.start, min(content.end, content.start + 4096))
      if jsonSigns.contains(where: { text.contains($0, head) }) { return 6 }
      return text[content.start + 1] == UInt8(ascii: "\"") ? member(text, Slice(content.start + 1, content.end)) : 0
    case UInt8(ascii: "\""): return member(text, content)
    case UInt8(ascii: "="), UInt8(ascii: "|"):
      // Headings and branches of the canvas's diagnostics.
      return text.hasPrefix("== ", content) || text.hasPrefix("|  [Remote] ", content) ? 3 : 0
    default: return mark.isLetter ? lettered(text, content) : 0
    }
  }

  /// Members that only reports have.
  private static let jsonSigns: [StaticString] = ["\"bug_type\"", "\"incident\"", "Diagnostics\":[{"]

  private static func numbered(_ text: ByteText, _ content: Slice) -> Int {
    if text[content.start] == UInt8(ascii: "0"), text[content.start + 1] == UInt8(ascii: "x") {
      return imageRange(text, content) ? 4 : 0
    }
    guard let frame = text.frameLine(content) ?? text.frameLineWithoutAddress(content, strict: true)
    else { return 0 }
    // The number of a line above a frame: `12 0 MyApp 0x…`.
    let column = frame.image.isEmpty ? frame.rest : frame.image
    let token = text.token(column)
    if text.integer(token) != nil, token.end < column.end { return 1 }
    // `1  2024-05-05 10:10:10 0x1f3a`
    if !(token.start..<max(token.start, token.end)).contains(where: {
      !text[$0].isDigit && text[$0] != 0x2D && text[$0] != 0x3A
    }) {
      return token.isEmpty ? 4 : 1
    }
    // `1 # 0 MyApp`: an image does not begin with a mark.
    let first = text[token.start]
    let isImage = first.isIdentifier || "?-+<(".utf8.contains(first) || frame.image.isEmpty
    guard isImage else { return 1 }
    return frame.address != nil ? 4 : 3
  }

  /// Whether the line is the name of a method with an offset or a location, `-[CardView draw] + 4`, and not a message
  /// about it.
  private static func method(_ text: ByteText, _ content: Slice) -> Bool {
    guard text[content.start + 1] == UInt8(ascii: "["),
      let close = text.first(UInt8(ascii: "]"), content)
    else {
      return false
    }
    let rest = Slice(close + 1, content.end)
    return rest.isEmpty || text.hasPrefix(" +", rest) || text.hasPrefix(" (", rest)
  }

  /// Whether the line is a row of a call tree: `+   ! 2580 CardStore.importAll()  (in MyApp) + 96`, `2611 Thread_90050`.
  private static func isTreeRow(_ text: ByteText, _ content: Slice) -> Bool {
    var at = content.start
    while at < content.end, text[at].isBlank || "+!:|".utf8.contains(text[at]) { at += 1 }
    let digits = at
    while at < content.end, text[at].isDigit { at += 1 }
    guard at > digits, text[at] == 0x20 else { return false }
    let rest = Slice(at + 1, content.end)
    return text.hasPrefix("Thread_", rest) || text.contains("  (in ", rest)
  }

  /// Whether the line is a chain of methods: `[UINib instantiateWithOwner:options] —— [UINibDecoder decodeObjectForKey:]`.
  private static func isChain(_ text: ByteText, _ content: Slice) -> Bool {
    text.contains("] \u{2014}", content) || text.contains("]\u{2014}", content) || text.contains("] ->", content)
      || text.contains("] \u{2192}", content)
  }

  /// Whether the line is only the name of a function, as in a list of frames without numbers.
  private static func isFunctionName(_ text: ByteText, _ content: Slice) -> Bool {
    if text.hasPrefix("closure #", content) || text.hasPrefix("thunk for ", content) { return true }
    guard content.count >= 8 else { return false }
    var hasMark = false
    for index in content.start..<content.end {
      if text[index] == UInt8(ascii: "_") { hasMark = true }
      guard text[index].isIdentifier else { return false }
    }
    return hasMark && (content.start..<content.end).contains { text[$0] &- 0x61 < 26 }
  }

  /// Whether the line begins as a row of "Binary Images": `0x100000000 - 0x100003fff MyApp`.
  private static func imageRange(_ text: ByteText, _ content: Slice) -> Bool {
    let first = text.token(content)
    guard text.number(first) != nil else { return false }
    let dash = text.token(Slice(first.end, content.end))
    guard text.equals(dash, "-") else { return false }
    let last = text.token(Slice(dash.end, content.end))
    return text.hasPrefix("0x", last) || text.hasPrefix("???", last)
  }

  private static func lettered(_ text: ByteText, _ content: Slice) -> Int {
    switch text[content.start] {
    case UInt8(ascii: "T")
    where text.hasPrefix("Thread ", content) && text.threadHeader(content) != nil: return 4
    case UInt8(ascii: "f") where text.hasPrefix("frame #", content): return 4
    case UInt8(ascii: "p") where text.hasPrefix("panic(cpu ", content): return 6
    case UInt8(ascii: "t") where text.hasPrefix("thread #", content): return 4
    case UInt8(ascii: "A") where text.hasPrefix("Action taken:", content): return 4
    case UInt8(ascii: "E") where text.hasPrefix("Event:  ", content): return 3
    default: break
    }
    if let (label, _) = text.headerLabel(content) { return label.isCommonWord ? 2 : 4 }
    if isFunctionName(text, content) { return 2 }
    // `x0: 0x0000000000000000`, `rax: 0x…`
    var end = content.start
    while end < content.end, text[end].isLetterOrDigit { end += 1 }
    if text[end] == UInt8(ascii: ":"), end - content.start <= 6,
      text.hasPrefix("0x", Slice(text.skipBlanks(end + 1, content.end), content.end))
    {
      return 3
    }
    return 0
  }

  /// The weight of a line that begins with the member of a JSON object over several lines, as in `"threads" : [`.
  private static func member(_ text: ByteText, _ content: Slice) -> Int {
    guard
      let close = text.first(
        UInt8(ascii: "\""), Slice(content.start + 1, min(content.end, content.start + 64))),
      close > content.start + 1, text[text.skipBlanks(close + 1, content.end)] == UInt8(ascii: ":")
    else { return 0 }
    return 2
  }
}
