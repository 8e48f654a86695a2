import Bytes

/// Joins a line with the next one if one line was wrapped: chats, editors and terminals break lines at any blank, and the readers of
/// fields, frames and messages see one line.
///
/// Each rule names what is incomplete without the next line: a label, the value of a field, a frame, a phrase, a sentence.
enum WrappedLines {
  /// The maximum length of a text whose lines are joined, in bytes: a log is not wrapped by hand.
  private static let maxLength = 64 << 10
  /// The maximum length of a line that continues, in bytes.
  private static let maxFirst = 400
  /// The maximum length of the rest of a line, in bytes: of one that a label or a phrase continues on, and of a sentence.
  private static let maxRest = 800
  private static let maxSentence = 200
  /// The maximum number of lines that continue one line.
  private static let maxLines = 3

  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    guard bytes.count <= maxLength else { return nil }
    let text = ByteText(bytes, limit: 4096)
    var result = RewrittenText(sourceCount: bytes.count)
    var (begin, copied, joined) = (0, 0, 0)
    var first: Int?
    while begin < bytes.count {
      var end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      var count = 0
      while count < maxLines, let next = continuation(text, Slice(begin, end)) {
        result.copy(bytes, copied..<end)
        result.replace(at: end, with: 0x20)
        copied = next.start
        first = first ?? begin
        joined += 1
        count += 1
        end = next.end
      }
      begin = end + 1
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: joined, first: first, keepsLines: false)
  }

  /// Returns the line below that continues a line.
  private static func continuation(_ text: ByteText, _ line: Slice) -> Slice? {
    guard line.end < text.count else { return nil }
    let first = text.trimmed(line)
    guard !first.isEmpty, first.count <= maxFirst else { return nil }
    let next = Slice(line.end + 1, text.first(0x0A, Slice(line.end + 1, text.count)) ?? text.count)
    let rest = text.trimmed(next)
    // `-------- RECURSION LEVEL 3` and other separators continue nothing.
    guard !rest.isEmpty, rest.count <= maxRest, !text.hasPrefix("----", rest) else { return nil }
    if continuesFrame(text, first, rest) || continuesEmptyField(text, first, rest) {
      return Slice(rest.start, next.end)
    }
    // The fields of a termination are on lines of their own: `<RBSTerminateContext| …`.
    guard text[first.start] != UInt8(ascii: "<"), rest.start == next.start, text.headerLabel(rest) == nil,
      LineEvidence.of(text, rest).structure == 0
    else {
      return nil
    }
    let isContinued =
      continuesLabel(text, first, rest) || continuesField(text, first, rest) || continuesHeading(text, first, rest)
      || continuesPhrase(text, first, rest) || continuesSentence(text, first, rest)
    return isContinued ? next : nil
  }

  // MARK: - Labels and fields

  /// `Exception` above `Type: EXC_CRASH`.
  private static func continuesLabel(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    guard first.count <= 24, (first.start..<first.end).allSatisfy({ text[$0].isLetter || text[$0] == 0x20 }),
      let colon = text.first(UInt8(ascii: ":"), Slice(rest.start, min(rest.end, rest.start + 32))), colon > rest.start
    else { return false }
    let joined = Array((text.string(first) + " " + text.string(Slice(rest.start, colon + 1))).utf8)
    return joined.withUnsafeBufferPointer { bytes in
      let whole = ByteText(bytes, limit: 4096)
      return whole.headerLabel(Slice(0, bytes.count))?.label.isCommonWord == false
    }
  }

  /// A field of the exception without a value, and the value on an indented line.
  private static func continuesEmptyField(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    guard let (label, value) = text.headerLabel(first), value.isEmpty, text.headerLabel(rest) == nil else {
      return false
    }
    switch label {
    case .exceptionType, .exceptionCodes, .exceptionSubtype, .terminationReason:
      return ["KERN_", "EXC_", "0x", "Namespace ", "SIG"].contains { text.hasPrefix($0, rest) }
    default: return false
    }
  }

  /// The heading of a thread or of a panic: `Thread` above `3 Crashed:`, `panic(cpu 1` above `caller 0x…): …`.
  private static func continuesHeading(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    if text.hasPrefix("panic(cpu", first) { return text.first(UInt8(ascii: ")"), first) == nil }
    guard text.hasPrefix("Thread", first) else { return false }
    let number = text.trimmed(Slice(first.start + 6, first.end))
    guard (number.start..<number.end).allSatisfy({ text[$0].isDigit }) else { return false }
    if !number.isEmpty { return text.hasPrefix("Crashed:", rest) || text.hasPrefix("crashed with ", rest) }
    var at = rest.start
    while at < rest.end, text[at].isDigit { at += 1 }
    guard at > rest.start else { return false }
    return text.hasPrefix(" Crashed:", Slice(at, rest.end)) || text.hasPrefix(" crashed with ", Slice(at, rest.end))
  }

  /// The value of a field that ends on the next line.
  private static func continuesField(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    if text.contains("stop reason = ", first) {
      return text.hasPrefix("(code=", rest) || text.hasPrefix("RESOURCE_TYPE", rest)
    }
    guard let (label, value) = text.headerLabel(first) else { return false }
    switch label {
    case .exceptionType, .exceptionCodes, .exceptionSubtype, .exceptionMessage, .exceptionNote, .terminationReason:
      if isOpen(text, value) { return true }
      guard rest.count <= maxSentence else { return false }
      if value.isEmpty || text.hasPrefix("at 0x", rest) { return true }
      if text[rest.start] == UInt8(ascii: "(") {
        return text.token(rest) == rest && text[rest.end - 1] == UInt8(ascii: ")")
      }
      guard label == .terminationReason else { return false }
      if text.hasPrefix("0x", rest) || text.hasPrefix("<", rest) { return text.token(value) == value }
      return text[rest.start].isLetter && text[rest.start] & 0x20 != 0
    default: return false
    }
  }

  /// Whether a value ends within a list, a parenthesis or a pair of words.
  private static func isOpen(_ text: ByteText, _ value: Slice) -> Bool {
    let last = text[value.end - 1]
    if last == UInt8(ascii: ",") || last == UInt8(ascii: "(") || last == UInt8(ascii: "-") { return true }
    if ["Namespace", "Code", " at"].contains(where: { (word: StaticString) in text.hasSuffix(word, value) }) {
      return true
    }
    var depth = 0
    for index in value.start..<value.end {
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") { depth -= 1 }
    }
    return depth > 0
  }

  // MARK: - Frames

  /// A frame that was wrapped before its image, its address, its function, in its function, before its offset, or before its location.
  private static func continuesFrame(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    if text.hasPrefix("frame #", first) || text.hasPrefix("* frame #", first) {
      guard !text.contains("frame #", rest) else { return false }
      if text.contains("`", first) {
        if endsWithSign(text, first) { return text[rest.start].isDigit }
        return !text.endsAsFrame(first) && text.endsAsFrame(rest) && LineEvidence.of(text, rest).structure <= 2
      }
      guard let mark = text.first(UInt8(ascii: "`"), rest), mark > rest.start
      else { return false }
      return text[mark - 1].isIdentifier && text[mark + 1] != UInt8(ascii: "`")
    }
    guard text[first.start].isDigit,
      !text[rest.start].isDigit || text.hasPrefix("0x", rest) || endsWithSign(text, first)
    else { return false }
    guard let frame = text.frameLine(first) else { return isFrameHead(text, first) && continuesHead(text, rest) }
    let structure = LineEvidence.of(text, rest).structure
    if frame.rest.isEmpty { return frame.address != 0 && structure <= 2 && isSymbol(text, rest) }
    if endsWithSign(text, first) { return text[rest.start].isDigit && text.frameLine(rest) == nil }
    if text.endsAsFrame(first) {
      return text[rest.start] == UInt8(ascii: "(") && text.endsAsFrame(rest) && text[first.end - 1] != UInt8(ascii: ")")
    }
    return structure <= 2 && text.endsAsFrame(rest) && text.headerLabel(rest) == nil
  }

  /// Whether a line can be the name of a function, with or without its offset, and is neither a sentence nor a mark.
  private static func isSymbol(_ text: ByteText, _ rest: Slice) -> Bool {
    guard text.headerLabel(rest) == nil, !text.hasPrefix("```", rest) else { return false }
    if text.endsAsFrame(rest) || text.hasPrefix("-[", rest) || text.hasPrefix("+[", rest) { return true }
    if text[rest.start] == UInt8(ascii: "/") { return true }
    let isName = text[rest.start].isLetter || text[rest.start] == UInt8(ascii: "_")
    return isName && rest.count >= minSymbol && text.token(rest) == rest && text[rest.end - 1].isIdentifier
  }

  /// The minimum length of a name without an offset, in bytes.
  private static let minSymbol = 4

  private static func endsWithSign(_ text: ByteText, _ first: Slice) -> Bool { text.hasSuffix(" +", first) }

  /// Whether a line is the number of a frame, possibly with words of its image: `1`, `3   Electron`.
  private static func isFrameHead(_ text: ByteText, _ first: Slice) -> Bool {
    var at = first.start
    while at < first.end, text[at].isDigit { at += 1 }
    guard at - first.start <= 3, at == first.end || text[at].isBlank else { return false }
    var words = 0
    while at < first.end {
      let word = text.token(Slice(text.skipBlanks(at, first.end), first.end))
      guard !word.isEmpty else { break }
      words += 1
      at = word.end
    }
    return words <= 3
  }

  /// Whether a line begins with an address, or has one after at most three words, and ends like a frame.
  private static func continuesHead(_ text: ByteText, _ rest: Slice) -> Bool {
    var at = rest.start
    for _ in 0..<4 {
      let word = text.token(Slice(text.skipBlanks(at, rest.end), rest.end))
      guard !word.isEmpty else { return false }
      at = word.end
      if text.hasPrefix("0x", word) {
        let digits = Slice(word.start + 2, word.end)
        guard (6...16).contains(digits.count), (digits.start..<digits.end).allSatisfy({ text[$0].hexDigitValue != nil })
        else { return false }
        let symbol = text.trimmed(Slice(at, rest.end))
        return !symbol.isEmpty && !text.hasPrefix("- ", symbol)
      }
    }
    return false
  }

  // MARK: - Messages

  /// A phrase of a failure message that begins on one line and ends on the next: `IB` above `Designables: Failed to …`.
  private static func continuesPhrase(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    let before = Slice(max(first.start, first.end - maxPhrase), first.end)
    let after = Slice(rest.start, min(rest.end, rest.start + maxPhrase))
    let joined = Array((text.string(before) + " " + text.string(after)).utf8)
    let spanning = joined.withUnsafeBufferPointer { bytes in
      Wording.scan(ByteText(bytes, limit: 4096), Slice(0, bytes.count))
    }
    let apart = Wording.scan(text, before).union(Wording.scan(text, after))
    return !spanning.subtracting(apart).isDisjoint(with: [.failure, .exception, .preview, .weakFailure])
  }

  /// The number of bytes on each side of the end of a line in which a phrase is searched.
  private static let maxPhrase = 32

  /// A failure message that ends within a sentence, and a line that can be the rest of it.
  private static func continuesSentence(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    // The reason of an exception and the message of a panic have lines of their own, which their readers join.
    if text.contains("reason: '", first) || text.contains(" panicked at ", first) { return false }
    guard rest.count <= maxSentence, LineEvidence.hasMessage(text, first), !isComplete(text, rest),
      !hasComment(text, first)
    else { return false }
    let (last, mark) = (text[first.end - 1], text[rest.start])
    let isQuote = mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\"") || text.hasPrefix("\u{201C}", rest)
    if last == UInt8(ascii: ":") {
      // A path alone on a line is that of the message below it.
      if text.find(ignoringCase: "rror:", rest) != nil { return text.token(first) == first }
      let announcesList = ["stack:", "trace:", "]:", "xception:", "files:"].contains { (end: StaticString) in
        text.hasSuffix(end, first)
      }
      return !announcesList && (mark.isLetter || isQuote || mark == UInt8(ascii: "@") || mark == UInt8(ascii: "/"))
    }
    if let mark = openQuotation(text, first) { return closes(mark, text, rest) }
    guard last.isLetterOrDigit else { return false }
    if functionWords.contains(where: { text.hasSuffix($0, first) }) { return mark.isLetterOrDigit || isQuote }
    guard isQuote || mark.isLetter && mark & 0x20 != 0 else { return false }
    if hasOwnMessage(text, first, rest) {
      // What Interface Builder states has several phrases in one sentence.
      let isSentence = text.contains("IB Designables:", first) && !text.contains("IB Designables:", rest)
      guard isSentence, text.find(ignoringCase: "rror:", rest) == nil else { return false }
    }
    // `note: …` and `ld: …` are messages of their own, and `at draw (cards.js:4)` is a frame.
    let word = text.token(rest)
    return text[word.end - 1] != UInt8(ascii: ":") && !text.equals(word, "at")
  }

  /// Whether a line has the message of a failure. The name of a document or a tool in the error of a tool does not count.
  private static func hasOwnMessage(_ text: ByteText, _ first: Slice, _ rest: Slice) -> Bool {
    guard LineEvidence.hasMessage(text, rest) else { return false }
    let isError = text.contains(": error: ", first) || text.contains(":-1: ", first)
    return !isError || LineEvidence.hasMessage(text, rest, besides: .document) || text.contains("error:", rest)
  }

  /// Whether a line is more than the rest of a sentence: it has a time, a process or code, announces a list, asks, or is a frame
  /// of JavaScript.
  private static func isComplete(_ text: ByteText, _ rest: Slice) -> Bool {
    let last = text[rest.end - 1]
    if last == UInt8(ascii: ":") || last == UInt8(ascii: "?") || text.hasPrefix("***", rest) { return true }
    if text.stampedLine(rest) != nil || Wording.scan(text, rest).contains(.stack) { return true }
    let word = text.token(rest)
    if word == rest, text.first(UInt8(ascii: "@"), rest) != nil { return true }
    // `abort() called` is a message of its own.
    if text.hasSuffix("()", word) { return true }
    return CodeForms(text: text).isCode(rest, indent: 0)
  }

  /// Whether a line is or has a comment of source code; what follows it is code.
  private static func hasComment(_ text: ByteText, _ line: Slice) -> Bool {
    [" // ", "/*", " # "].contains { (mark: StaticString) in text.contains(mark, line) } || text.hasPrefix("//", line)
  }

  /// Words after which no sentence ends.
  private static let functionWords: [StaticString] = [
    " a", " an", " the", " of", " to", " for", " in", " with", " from", " by", " on", " and", " or", " than", " not",
    " was",
    " is", " be", " been", " has", " have", " due", " because", " its", " your",
  ]

  /// The mark of a quotation that begins after a blank and is open at the end of a line.
  private static func openQuotation(_ text: ByteText, _ line: Slice) -> UInt8? {
    var open: UInt8?
    for index in line.start..<line.end {
      let byte = text[index]
      guard byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") else { continue }
      if let mark = open {
        if byte == mark, !isInWord(text, index, line.end) { open = nil }
      } else if index == line.start || text[index - 1].isBlank || text[index - 1] == UInt8(ascii: "(") {
        open = byte
      }
    }
    return open
  }

  /// Whether a quotation ends on one of the lines that may continue a line. A mark that nothing closes is a slip of the copy, and the lines below it are records of their own.
  private static func closes(_ mark: UInt8, _ text: ByteText, _ rest: Slice) -> Bool {
    var line = rest
    for _ in 0..<maxLines {
      guard !line.isEmpty, line.count <= maxRest, LineEvidence.of(text, line).structure == 0 else { return false }
      for index in line.start..<line.end where text[index] == mark && !isInWord(text, index, line.end) {
        // A mark after a blank begins a quotation of its own.
        return index > line.start && !text[index - 1].isBlank
      }
      guard let end = text.first(0x0A, Slice(line.end, text.count)) else { return false }
      line = text.trimmed(Slice(end + 1, text.first(0x0A, Slice(end + 1, text.count)) ?? text.count))
    }
    return false
  }

  /// Whether a quotation mark is an apostrophe: a letter follows it.
  private static func isInWord(_ text: ByteText, _ index: Int, _ end: Int) -> Bool {
    index + 1 < end && text[index + 1].isLetterOrDigit
  }
}
