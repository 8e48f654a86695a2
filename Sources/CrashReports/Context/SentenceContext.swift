import Bytes

/// Tells a message that a program printed from one that a sentence or a line of code quotes.
package enum SentenceContext {
  /// The number of bytes in front of a message that are examined.
  private static let window = 400

  /// Words that a program prints in front of a message, in lower case.
  private static let emitters: [StaticString] = [
    "***", "terminating app", "terminating", "due to", "fatal", "swift runtime failure", "app", "with",
  ]

  /// Returns whether the message that begins at `start` of `text` is part of a sentence or of a string in source code:
  /// a sentence leads to it, or it is quoted in one.
  ///
  /// - Parameters:
  ///   - text: A message, with folded white space and straight quotation marks.
  ///   - isKeyword: Whether the message is only a code or a keyword, which sentences use as a noun.
  package static func isQuoted(_ text: [UInt8], at start: Int, isKeyword: Bool = false) -> Bool {
    guard start > 0, start <= text.count else { return false }
    return text.withUnsafeBufferPointer { isQuoted(ByteText($0, limit: 4096), at: start, isKeyword) }
  }

  /// The maximum number of words in front of a message that are a label, and not a sentence: `Error message:`.
  private static let maxLabelWords = 3

  /// Returns whether other words than a label precede the message that begins at `start` of `text`, in any language: a line
  /// of a tool or of the canvas begins with its message.
  package static func hasPrecedingWords(_ text: [UInt8], at start: Int) -> Bool {
    guard start > 0, start <= text.count else { return false }
    var words = 0
    var letters = 0
    var isInWord = false
    for byte in text[..<start] {
      let isPart = byte.isLetterOrDigit || byte >= 0x80
      if isPart {
        if !isInWord { words += 1 }
        // Scripts without blanks between words have about two bytes and a half for each English letter.
        letters += byte >= 0x80 ? 1 : 0
      }
      isInWord = isPart
    }
    return words > maxLabelWords || letters > 24
  }

  /// Returns whether a text begins with a quotation, and a sentence continues after it: `"Active scheme does not build this
  /// file" because that scheme …`.
  package static func continuesAfterQuotation(_ text: [UInt8]) -> Bool {
    guard let mark = text.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") || mark == UInt8(ascii: "`"),
      let end = text.dropFirst().firstIndex(of: mark)
    else { return false }
    // `'NSRangeException', reason: …` is how programs print a name.
    guard end + 1 < text.count, text[end + 1].isBlank || text[end + 1] >= 0x80 else { return false }
    let words = text[(end + 1)...].split { !($0.isLetterOrDigit || $0 >= 0x80) }
    return words.count > 1
  }

  /// Returns whether the text is a format of `printf`, in which numbers and objects are not filled in: a string of a program, and not
  /// its output. `%s` alone is what recent systems write instead of a name.
  package static func isFormat(_ text: [UInt8]) -> Bool {
    var at = 0
    while let mark = text[at...].firstIndex(of: UInt8(ascii: "%")) {
      var end = mark + 1
      while end < text.count, end - mark < 6, "0123456789.lhqzt".utf8.contains(text[end]) { end += 1 }
      // `%20X` is a blank in an address.
      if end == mark + 3, (0x32...0x37).contains(text[mark + 1]) {
        at = mark + 1
        continue
      }
      if end < text.count, "duxXp@".utf8.contains(text[end]), end + 1 == text.count || !text[end + 1].isLetterOrDigit {
        return true
      }
      at = mark + 1
    }
    return false
  }

  /// Returns whether the text ends like a statement of Objective-C, C or JavaScript: `self = nib[0];`
  package static func isStatement(_ text: [UInt8]) -> Bool {
    var end = text.count
    while end > 0, text[end - 1].isBlank { end -= 1 }
    guard end >= 2, text[end - 1] == UInt8(ascii: ";") else { return false }
    return text[end - 2] == UInt8(ascii: ")") || text[end - 2] == UInt8(ascii: "]")
  }

  private static func isQuoted(_ text: ByteText, at start: Int, _ isKeyword: Bool) -> Bool {
    let forms = LineForms(text: text)
    var before = text.trimmed(Slice(max(0, start - window), start))
    // The runtime quotes names and reasons itself: the message begins in front of them.
    if let begin = beginning(text, before) { before = text.trimmed(Slice(before.start, begin)) }
    while let shorter = withoutEmitter(text, before) { before = shorter }
    guard !before.isEmpty else { return false }
    let last = text[before.end - 1]
    let foreign = ProseWords.foreignBytes(text, before)
    let quotation = Quotation(text: text)
    if let mark = quotation.opening(before) {
      let outside = text.trimmed(Slice(before.start, before.end - mark.length))
      if isCode(text[before.end - mark.length - 1]) { return true }
      let inside = Slice(start, text.count)
      let end = text.find(mark.close, inside).map { $0 + mark.close.utf8CodeUnitCount } ?? inside.end
      return quotation.isInSentence(outside, Slice(end, inside.end))
    }
    // A full-width colon ends a label.
    if last >= 0x80, text[before.end - 3] != 0xEF, foreign >= minLeadingBytes { return true }
    let words = forms.words(before)
    if last.isLetterOrDigit || last == UInt8(ascii: ",") {
      return words.count >= 2 && words.functionWords >= 1
        && (isKeyword ? words.others < words.count : words.others == 0)
    }
    return words.count >= 8 && words.functionWords >= 3 && words.others * 3 <= words.count
  }

  /// The number of bytes of words in another script that lead to a message without a quotation mark.
  private static let minLeadingBytes = 12

  /// Returns whether `byte` is in front of the quotation mark of a string literal.
  private static func isCode(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "[")
  }

  /// Returns the offset in `before` at which the message of a runtime begins; `nil` if it has none.
  private static func beginning(_ text: ByteText, _ before: Slice) -> Int? {
    for start: StaticString in ["*** ", "Terminating app", "libc++abi", "uncaught exception", "reason: "] {
      if let found = text.find(start, before) { return found }
    }
    return nil
  }

  private static func withoutEmitter(_ text: ByteText, _ before: Slice) -> Slice? {
    for emitter in emitters {
      let count = emitter.utf8CodeUnitCount
      guard before.count >= count, text.hasPrefix(ignoringCase: emitter, Slice(before.end - count, before.end)),
        before.count == count || text[before.end - count - 1].isBlank
          || !text[before.end - count - 1].isLetterOrDigit
      else { continue }
      return text.trimmed(Slice(before.start, before.end - count))
    }
    return nil
  }
}
