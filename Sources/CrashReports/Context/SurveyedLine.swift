import Bytes

/// A line of an input, classified without regard to failures: by it, prose, code and their quotations of a log are told
/// apart from the log itself.
struct SurveyedLine {
  enum Form {
    case blank
    /// Only brackets and commas, as in code, in JSON and in the output of `NSLog`.
    case bracket
    case heading
    /// The start or end of a fenced block.
    case fence
    /// A row or rule of a Markdown table.
    case table
    /// A statement or declaration of a programming language.
    case code
    /// A line of a comment of C, Swift or XML.
    case comment
    /// A line that begins with `# `: a comment of a script, or a heading or header line of another text.
    case hash
    /// A line inside a multi-line string literal.
    case literal
    /// A sentence of a natural language.
    case sentence
    /// Anything else: a log, a field, a frame.
    case other

    /// Whether the line is part of source code.
    var isSource: Bool { self == .code || self == .comment || self == .literal || self == .hash }
  }

  var form: Form
  /// Whether the line is inside a fenced block or a `<pre>` element.
  var isFenced = false
  /// Whether the line is in a comment with a beginning and an end.
  var isInBlockComment = false
  /// Whether a comment follows the code on the line.
  var hasComment = false
  /// Whether the line of code has a string literal.
  var hasLiteral = false
  /// Whether the line begins with number signs and a blank: a heading, or a comment of a script.
  var hasNumberSign = false
  /// Whether the message of a runtime, which prints number signs in front of it, follows them.
  var isRuntimeMessage = false
  /// Whether the line is a frame of a stack.
  var isFrame = false
  /// Whether a field of a report follows the number signs.
  var isField = false
  /// Whether the line is a sentence that quotes the message of a failure.
  var quotesMessage = false
  /// Whether the line tells the reader what to do about a message that it quotes.
  var isAdvice = false
  /// Whether the line has the form of an item of a list that states what a message means, and whether that is the message of
  /// a failure.
  var definition = (isItem: false, namesFailure: false)
  /// Whether the line has the form of the meaning of a term on the line above it.
  var isMeaning = false
  /// Whether the line introduces an example that follows if it ends with a colon, or if a fenced block follows.
  var introduces = (colon: false, fence: false)
}

/// Tests of a single line, given as a slice without indentation and trailing blanks.
struct LineForms {
  let text: ByteText

  /// Returns whether the line is a statement or declaration: see ``CodeForms/isCode(_:indent:)``.
  func isCode(_ line: Slice, indent: Int) -> Bool { CodeForms(text: text).isCode(line, indent: indent) }

  /// Returns whether the line is an element of a list of strings in source code. A program prints the frames of a stack as a list
  /// of strings, too.
  func isElement(_ line: Slice) -> Bool {
    guard CodeForms(text: text).isLiteral(line) else { return isKeyedLiteral(line) }
    guard let content = LinePrefixes.stringElement(text, line) else { return true }
    return text.frameLine(text.trimmed(content)) == nil && !text.hasPrefix("Error Domain=", content)
  }

  /// The maximum length of the key of an element, in bytes.
  private static let maxKey = 40

  /// Returns whether the line is a key and a string literal: `1: "…",`, `.empty: "…"`.
  private func isKeyedLiteral(_ line: Slice) -> Bool {
    var at = line.start
    while at < line.end, at - line.start < Self.maxKey, text[at].isIdentifier || text[at] == 0x2E { at += 1 }
    guard at > line.start, text[at] == UInt8(ascii: ":") else { return false }
    return CodeForms(text: text).isLiteral(text.trimmed(Slice(at + 1, line.end)))
  }

  /// Returns whether the line has only brackets and commas, as in code, in JSON and in the output of `NSLog`.
  func isBracket(_ line: Slice) -> Bool {
    guard line.count <= 4 else { return false }
    return (line.start..<line.end).allSatisfy { index in
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): true
      default: false
      }
    }
  }

  // MARK: Prose

  /// The words in `slice`: their number, and how many are function words. A word has only letters, `'` and `-`, and one
  /// punctuation mark may follow it.
  func words(_ slice: Slice) -> (count: Int, functionWords: Int, others: Int) {
    var (count, function, others) = (0, 0, 0)
    var at = slice.start
    while at < slice.end {
      at = text.skipBlanks(at, slice.end)
      let start = at
      while at < slice.end, !text[at].isBlank { at += 1 }
      guard at > start else { continue }
      switch word(Slice(start, at)) {
      case .none: others += 1
      case .some(let isFunction):
        count += 1
        if isFunction { function += 1 }
      }
    }
    return (count, function, others)
  }

  /// Returns whether the token is a function word; `nil` if it is not a word at all.
  private func word(_ token: Slice) -> Bool? {
    var token = token
    while token.start < token.end, isOpening(text[token.start]) { token.start += 1 }
    while token.end > token.start, isClosing(text[token.end - 1]) { token.end -= 1 }
    guard !token.isEmpty, token.count <= 20 else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in token.start..<token.end {
      var byte = text[index]
      guard byte.isLetter || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-") || byte >= 0x80 else { return nil }
      // A capital letter inside a word is that of an identifier.
      let isCapital = byte &- 0x41 < 26
      if index > token.start, isCapital, text[index - 1] &- 0x41 >= 26 { return nil }
      if isCapital { byte |= 0x20 }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return ProseWords.shared.functionWords.contains(hash)
  }

  private func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_")
  }

  private func isClosing(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
      UInt8(ascii: "?"), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The number of bytes of a sentence in another script than Latin: ten characters of Chinese, fifteen of Russian.
  private static let minForeignBytes = 30

  /// Returns whether the line is prose: at least five words, among them two function words, and few other tokens; or mostly
  /// letters of another script than Latin.
  func isSentence(_ line: Slice) -> Bool {
    guard line.count >= 20 else { return false }
    let foreign = ProseWords.foreignBytes(text, line)
    if foreign >= Self.minForeignBytes, foreign * 2 >= line.count { return true }
    let words = words(line)
    return words.count >= 5 && words.functionWords >= 2 && words.others * 2 <= words.count
  }

  /// The length of the longest sentence that is searched for a quotation, in bytes.
  private static let maxQuotingSentence = 2_000
  /// The length of the shortest message that is more than a keyword, in bytes.
  private static let minQuotation = 12

  /// Returns whether the line is a sentence, in any language, that contains the message of a failure in quotation marks.
  func quotesMessage(_ line: Slice) -> Bool {
    guard line.count <= Self.maxQuotingSentence else { return false }
    if hasPlaceholder(line) { return true }
    let quotation = Quotation(text: text)
    return quotation.contains(in: line) { inside, before, after in
      guard inside.count >= Self.minQuotation else { return false }
      // A keyword alone is a noun of the sentence.
      let blanks = (inside.start..<inside.end).reduce(0) { $0 + (text[$1] == 0x20 ? 1 : 0) }
      guard blanks >= 2 || inside.count >= Self.minLongMessage else { return false }
      return quotation.isInSentence(before, after) && isMessage(inside)
    }
  }

  /// Quotations that say that something belongs here.
  private static let placeholders: [StaticString] = [
    "'...'", "\"...\"", "'\u{2026}'", "\"\u{2026}\"", "\u{2018}...\u{2019}", "\u{201C}...\u{201D}",
    "\u{2018}\u{2026}\u{2019}", "\u{201C}\u{2026}\u{201D}",
  ]

  /// Returns whether a line has a placeholder in the position of a name or of a text: it is written from memory, or an example. An
  /// error about the operator `...` of Swift has its name in quotation marks, too.
  private func hasPlaceholder(_ line: Slice) -> Bool {
    Self.placeholders.contains { text.contains($0, line) } && !text.contains("operator", line)
  }

  /// The minimum length of a message without blanks, in bytes: no keyword and no name is as long.
  private static let minLongMessage = 60

  /// Returns whether a text is the message of a failure, an error that a tool states about a document, or a line of a report.
  private func isMessage(_ inside: Slice) -> Bool {
    if Wording.hasFailure(text.string(inside)) || LineEvidence.structure(text, inside) >= 3 { return true }
    // The name of a document alone is a noun, and a message may quote it.
    return Wording.scan(text, inside).contains(.document) && text.contains("rror", inside)
  }

  // MARK: Markup

  /// Returns whether the line is an item of a list that begins with a message in code ticks, quotation marks or bold type, and then
  /// states what it means; and whether the message is that of a failure.
  func definition(_ line: Slice) -> (isItem: Bool, namesFailure: Bool) {
    var start = line.start
    if text[start].isDigit {
      while start < line.end, text[start].isDigit { start += 1 }
      guard text[start] == UInt8(ascii: ".") || text[start] == UInt8(ascii: ")") else { return (false, false) }
      start += 1
    } else if "-*+".utf8.contains(text[start]) {
      start += 1
    } else if text.hasPrefix("\u{2022}", line) {
      start += 3
    } else {
      return (false, false)
    }
    guard text[start] == 0x20 else { return (false, false) }
    start = text.skipBlanks(start, line.end)
    let marks: [(StaticString, StaticString)] = [("**", "**"), ("`", "`"), ("\"", "\""), ("\u{201C}", "\u{201D}")]
    for (open, close) in marks where text.hasPrefix(open, Slice(start, line.end)) {
      let inside = start + open.utf8CodeUnitCount
      guard let end = text.find(close, Slice(inside, line.end)), end > inside else { continue }
      var rest = text.trimmed(Slice(end + close.utf8CodeUnitCount, line.end))
      for mark: StaticString in [":", "\u{2013}", "\u{2014}", "-", "=", "\u{2192}", "\u{FF1A}"]
      where text.hasPrefix(mark, rest) {
        rest = text.trimmed(Slice(rest.start + mark.utf8CodeUnitCount, rest.end))
        let message = text.string(Slice(inside, end))
        return (rest.count >= Self.minMeaning, Wording.hasFailure(message))
      }
    }
    return (false, false)
  }

  /// Returns whether the line has the form of the meaning of a term on the line above it: words behind a colon, and not the value of a
  /// field.
  func isMeaning(_ line: Slice) -> Bool {
    guard text.hasPrefix(": ", line), line.count >= Self.minMeaning else { return false }
    let words = text.trimmed(Slice(line.start + 2, line.end))
    return !["EXC_", "0x", "SIG", "Namespace "].contains { text.hasPrefix($0, words) }
  }

  /// The minimum length of the meaning of a message in a list, in bytes.
  private static let minMeaning = 6

  func isHeading(_ line: Slice) -> Bool { text.isHeading(line) }

  /// Returns whether the line underlines a title of `count` bytes above it.
  func isUnderline(_ line: Slice, ofTitleWith count: Int) -> Bool {
    let mark = text[line.start]
    guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") || mark == UInt8(ascii: "~"), line.count >= 4,
      abs(line.count - count) <= 2
    else { return false }
    return (line.start..<line.end).allSatisfy { text[$0] == mark }
  }

  /// Returns whether the line begins or ends a block of code of Markdown or of Jira.
  func isFence(_ line: Slice) -> Bool {
    text.hasPrefix("```", line) || text.hasPrefix("~~~", line) || text.hasPrefix("{noformat", line)
      || text.hasPrefix("{code", line)
  }

  /// Returns whether the line is a row of a table. The last cell may continue on the next line. A row with an address is that
  /// of a log.
  func isTable(_ line: Slice) -> Bool {
    guard text[line.start] == UInt8(ascii: "|") else { return false }
    var bars = 0
    for index in line.start..<line.end where text[index] == UInt8(ascii: "|") { bars += 1 }
    return bars >= 3 && !text.contains("0x", line)
  }

  /// The number of `"""` in the line.
  func literalMarks(_ line: Slice) -> Int {
    var count = 0
    var rest = line
    while let found = text.find("\"\"\"", rest) {
      count += 1
      rest.start = found + 3
    }
    return count
  }
}
