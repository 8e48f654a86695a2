import Bytes

/// Recognizes sentences of authors that what follows, as a whole, does not belong to their failure: "Please ignore this log:".
///
/// Such a sentence hides all that it introduces. A sentence about a part of it ("Ignore the first lines"), about something that was
/// ignored before, or that goes on with the failure itself, hides nothing.
struct ExclusionSentence {
  let text: ByteText

  /// What may precede the verb of a request, in lower case.
  private static let openings: [StaticString] = ["please ", "just ", "kindly ", "you can ", "you may ", "you should "]
  private static let verbs: [StaticString] = ["ignore ", "disregard "]
  /// Words that point to all that follows, and may precede a noun.
  private static let pointers: [StaticString] = ["this", "these", "the following", "the"]
  private static let nouns: [StaticString] = [
    "reports", "report", "stackshots", "stackshot", "logs", "log", "part", "section", "lines", "messages", "output",
    "text",
    "samples", "sample", "traces", "trace", "console output", "crash report", "crash log",
  ]
  private static let positions: [StaticString] = [" below", " that follows", " that follow", " here"]
  /// Ends of statements about what follows.
  private static let statements: [StaticString] = [
    " is unrelated", " are unrelated", " is not related", " are not related", " is not part of this crash",
    " are not part of this crash",
  ]
  /// Words of a sentence that goes on with the failure.
  private static let failures: [StaticString] = [
    "the crash ", "the crash:", "crashes", "crashed", " but ", " now ", "the error", "the exception", "the failure",
    "here is",
    "here's", "the cause", "the real ", "except ",
  ]

  /// Returns whether the last sentence of a paragraph, which introduces the text below it, excludes that text.
  func excludes(_ paragraph: Slice) -> Bool {
    let sentence = lastSentence(paragraph)
    var rest = sentence
    _ = skip(Self.openings, &rest)
    let isRequest = skip(Self.verbs, &rest)
    guard isRequest || rest == sentence, skipSubject(&rest) else { return false }
    let lead = LeadIn(text: text)
    guard !lead.speaksOfItsAuthor(sentence), !lead.statesOccurrence(sentence) else { return false }
    if isRequest {
      guard isEnd(rest) || text[rest.start] == UInt8(ascii: ",") || text.hasPrefix(" - ", rest) else { return false }
      return !Self.failures.contains { text.find(ignoringCase: $0, rest) != nil }
    }
    return skip(Self.statements, &rest) && isEnd(rest)
  }

  /// Skips a subject or object that is all of the following text.
  private func skipSubject(_ rest: inout Slice) -> Bool {
    for whole: StaticString in ["everything below", "everything that follows", "all of the following"]
    where text.hasPrefix(ignoringCase: whole, rest) {
      rest.start += whole.utf8CodeUnitCount
      return true
    }
    guard let pointer = Self.pointers.first(where: { isWord($0, rest) }) else { return false }
    rest.start += pointer.utf8CodeUnitCount
    var noun = rest
    while text[noun.start] == UInt8(ascii: " "), noun.start < noun.end { noun.start += 1 }
    let isNoun = Self.nouns.contains { word in
      guard isWord(word, noun) else { return false }
      noun.start += word.utf8CodeUnitCount
      return true
    }
    if isNoun { rest = noun }
    let hasPosition = isNoun && skip(Self.positions, &rest)
    // "The log" alone may be one that was mentioned before.
    return pointer.utf8CodeUnitCount > 3 || hasPosition
  }

  private func skip(_ words: [StaticString], _ rest: inout Slice) -> Bool {
    guard let word = words.first(where: { text.hasPrefix(ignoringCase: $0, rest) }) else { return false }
    rest.start += word.utf8CodeUnitCount
    return true
  }

  private func isWord(_ word: StaticString, _ rest: Slice) -> Bool {
    text.hasPrefix(ignoringCase: word, rest) && !text[rest.start + word.utf8CodeUnitCount].isLetterOrDigit
  }

  /// Whether nothing but punctuation is left of a sentence.
  private func isEnd(_ rest: Slice) -> Bool {
    var at = rest.start
    while at < rest.end, ".!:*_".utf8.contains(text[at]) || text[at] >= 0x80 || text[at].isBlank { at += 1 }
    return at >= rest.end
  }

  /// Returns the last sentence of a paragraph, which may be wrapped, without the marks of a list or a quotation before it.
  private func lastSentence(_ paragraph: Slice) -> Slice {
    var sentence = paragraph
    for at in paragraph.start..<max(paragraph.start, paragraph.end - 2) {
      let isWrapped = text[at + 1] == 0x0a || text[at + 1] == 0x0d
      let isEnd = ".!?".utf8.contains(text[at]) && (text[at + 1].isBlank || isWrapped)
      if isEnd || text[at] == UInt8(ascii: ":") && isWrapped { sentence.start = at + 1 }
    }
    while sentence.start < sentence.end, "#*->_ \t\r\n".utf8.contains(text[sentence.start]) { sentence.start += 1 }
    return sentence
  }
}
