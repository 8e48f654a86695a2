import Bytes

/// Tells a text that a sentence quotes, in any language, from one that stands behind a label or in a record.
///
/// Function words identify only languages that a list contains. What all languages have in common is that the words of a sentence
/// are on both sides of the quotation marks, or lead to them without a label's colon.
struct Quotation {
  let text: ByteText

  /// Pairs of quotation marks and code ticks. The straight single ones are those with which runtimes quote names and reasons.
  static let marks: [(open: StaticString, close: StaticString)] = [
    ("`", "`"), ("\"", "\""), ("\u{201C}", "\u{201D}"), ("\u{201D}", "\u{201D}"), ("\u{201E}", "\u{201C}"),
    ("\u{201E}", "\u{201D}"), ("\u{AB}", "\u{BB}"), ("\u{BB}", "\u{AB}"), ("\u{2039}", "\u{203A}"),
    ("\u{203A}", "\u{2039}"), ("\u{300C}", "\u{300D}"), ("\u{300E}", "\u{300F}"), ("\u{300A}", "\u{300B}"),
    ("\u{3010}", "\u{3011}"), ("\u{2018}", "\u{2019}"), ("\u{201A}", "\u{2018}"),
  ]

  /// The minimum number of words in front of a quotation that lead to it.
  private static let minLeading = 3
  /// The minimum number of words after a quotation with which the sentence continues.
  private static let minFollowing = 2
  /// The number of bytes of other scripts than Latin that are a word: two characters of Chinese, three of Russian.
  private static let bytesOfWord = 6

  /// Returns whether the text between `before` and `after`, which end and begin outside of the quotation marks, is quoted in
  /// a sentence.
  func isInSentence(_ before: Slice, _ after: Slice) -> Bool {
    let forms = LineForms(text: text)
    let before = text.trimmed(before)
    var after = text.trimmed(after)
    // What separates a quotation from its explanation.
    while !after.isEmpty, ":;,.-=>)".utf8.contains(text[after.start]) || text[after.start].isBlank { after.start += 1 }
    let leading = words(forms, before)
    let following = words(forms, after)
    if isRecordPrefix(before, leading) { return false }
    if following.count >= Self.minFollowing, following.others * 2 <= following.count { return true }
    // A line in another script has few blanks: its words are counted together.
    if leading.foreign + following.foreign >= 9, !(after.isEmpty && isLabel(before, leading)) { return true }
    guard leading.count >= Self.minLeading, leading.others <= leading.count else { return false }
    return !endsWithColon(before) || leading.functionWords >= 1
  }

  private typealias Words = (count: Int, functionWords: Int, others: Int, foreign: Int)

  private func words(_ forms: LineForms, _ slice: Slice) -> Words {
    let words = forms.words(slice)
    let foreign = ProseWords.foreignBytes(text, slice)
    return (words.count + foreign / Self.bytesOfWord, words.functionWords, words.others, foreign)
  }

  /// Whether the words in front of a quotation are those of a log: a time, a process with its number, a level.
  private func isRecordPrefix(_ before: Slice, _ words: Words) -> Bool {
    guard !before.isEmpty, words.others >= 1 else { return false }
    var at = before.start
    while at < before.end {
      // `Error Domain=NSCocoaErrorDomain Code=134100 "…"`
      if text[at] == UInt8(ascii: "="), at > before.start, text[at - 1].isLetterOrDigit, text[at + 1].isLetterOrDigit {
        return true
      }
      // `Cards[4711:90210]`
      if text[at] == UInt8(ascii: "["), text[at + 1].isDigit, at > before.start { return true }
      at += 1
    }
    return text[before.start].isDigit && words.others >= 2
  }

  private func endsWithColon(_ before: Slice) -> Bool {
    guard !before.isEmpty else { return false }
    if text[before.end - 1] == UInt8(ascii: ":") || text[before.end - 1] == UInt8(ascii: "=") { return true }
    return text.hasSuffix("\u{FF1A}", before)
  }

  private func isLabel(_ before: Slice, _ words: Words) -> Bool {
    endsWithColon(before) && words.count <= Self.minLeading
  }

  /// Returns the mark with which the text in front of a message ends, and the mark that closes it; `nil` if it ends with none.
  func opening(_ before: Slice) -> (length: Int, close: StaticString)? {
    guard !before.isEmpty else { return nil }
    if text[before.end - 1] == UInt8(ascii: "'") { return (1, "'") }
    return Self.marks.first { text.hasSuffix($0.open, before) }.map { ($0.open.utf8CodeUnitCount, $0.close) }
  }

  /// The maximum number of quotations of one kind of mark that are examined in a line.
  private static let maxInLine = 16

  /// Whether a mark begins a quotation: a word in front of it would be the end of one. Some languages write a blank behind it.
  private func isOpening(_ mark: Int, _ content: Int, _ line: Slice) -> Bool {
    let isAfterWord = mark > line.start && (text[mark - 1].isLetterOrDigit || ".,;!?)".utf8.contains(text[mark - 1]))
    return !isAfterWord && (!text[content].isBlank || text[mark] >= 0x80 && text[mark + 1] == 0xAB)
  }

  /// Calls `body` for each text in quotation marks on a line, with the parts in front of and behind the marks, until it returns
  /// `true`; returns whether it did.
  func contains(in line: Slice, _ body: (_ inside: Slice, _ before: Slice, _ after: Slice) -> Bool) -> Bool {
    for (open, close) in Self.marks {
      var rest = line
      var count = 0
      while count < Self.maxInLine, let start = text.find(open, rest) {
        let inside = Slice(start + open.utf8CodeUnitCount, line.end)
        guard isOpening(start, inside.start, line) else {
          rest.start = inside.start
          count += 1
          continue
        }
        guard let end = closingMark(open, close, inside) else { break }
        let after = Slice(end + close.utf8CodeUnitCount, line.end)
        if body(Slice(inside.start, end), Slice(line.start, start), after) { return true }
        rest = after
        count += 1
      }
    }
    return false
  }

  /// The offset of the mark that ends a quotation. A message has quotations of its own: a mark that opens one is in front of a
  /// letter, and a pair of different marks is counted.
  private func closingMark(_ open: StaticString, _ close: StaticString, _ inside: Slice) -> Int? {
    var (depth, count, at) = (0, 0, inside.start)
    let isPair = !areEqual(open, close)
    var first: Int?
    while count < Self.maxInLine, let end = text.find(close, Slice(at, inside.end)) {
      count += 1
      first = first ?? end
      var inner = Slice(at, end)
      while isPair, let nested = text.find(open, inner) {
        depth += 1
        inner.start = nested + open.utf8CodeUnitCount
      }
      at = end + close.utf8CodeUnitCount
      if depth > 0 {
        depth -= 1
      } else if at >= inside.end || !text[at].isLetterOrDigit {
        return end
      }
    }
    return first
  }

  private func areEqual(_ first: StaticString, _ second: StaticString) -> Bool {
    first.withUTF8Buffer { first in second.withUTF8Buffer { first.elementsEqual($0) } }
  }
}
