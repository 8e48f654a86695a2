extension MatchableText {
  /// Returns where a captured part ends, of which only the beginning has a mark of its own: at the end of the quotation or
  /// bracket in which the text is quoted.
  ///
  /// Sources, lists and logs quote messages: in `Set(["Library not loaded: CardKit"])`, the library is not `CardKit"])`.
  /// Marks that the part itself opens belong to it: `draw(rect:)`, `the file "Card 1"`.
  ///
  /// - Parameters:
  ///   - part: The part up to the next literal or the end of the line.
  ///   - start: The offset of the quoted text, if the template begins with literal text.
  func endOfCapture(_ part: Range<Int>, inTextAt start: Int?) -> Int {
    var end = part.upperBound
    if let start, let quote = openQuote(before: start) { end = self.end(of: quote, in: part) }
    return endWithoutClosingMarks(part.lowerBound..<end)
  }

  /// A quotation mark, and whether a backslash is in front of it.
  private typealias Quote = (mark: UInt8, isEscaped: Bool)

  /// The maximum length of the name of a program and its number, in bytes.
  private static let maxProgramLength = 64
  private static let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")]
  private static let brackets: [(open: UInt8, close: UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
    (UInt8(ascii: "{"), UInt8(ascii: "}")),
  ]

  /// Returns the quotation mark in front of a text, or in front of the name of the program that printed it: `"dyld[4711]: `.
  private func openQuote(before start: Int) -> Quote? {
    var position = start
    if position >= 2, original[position - 1] == 0x20, original[position - 2] == UInt8(ascii: ":") {
      position -= 2
      let first = max(0, position - Self.maxProgramLength)
      while position > first, isWord(original[position - 1]) || "[]".utf8.contains(original[position - 1]) {
        position -= 1
      }
    }
    guard position > 0, Self.quotes.contains(original[position - 1]) else { return nil }
    return (original[position - 1], position > 1 && original[position - 2] == UInt8(ascii: "\\"))
  }

  /// Returns the offset of the mark that ends a quotation, or the end of the part if the quotation does not end in it.
  private func end(of quote: Quote, in part: Range<Int>) -> Int {
    // A quotation that begins with the part is one of the message.
    if let first = part.first, original[first] == quote.mark { return part.upperBound }
    for index in part.dropFirst() where original[index] == quote.mark {
      let isEscaped = original[index - 1] == UInt8(ascii: "\\")
      if isEscaped != quote.isEscaped { continue }
      // An apostrophe is between letters.
      if quote.mark == UInt8(ascii: "'"), isWord(original[index - 1]), index + 1 < original.count,
        isWord(original[index + 1])
      {
        continue
      }
      return isEscaped ? index - 1 : index
    }
    return part.upperBound
  }

  /// Returns the end of a part without marks at its end that close what was opened before the part.
  private func endWithoutClosingMarks(_ part: Range<Int>) -> Int {
    var quoteCounts = [0, 0, 0]
    var openBrackets = [0, 0, 0]
    var hasBlank = false
    for byte in original[part] {
      if let index = Self.quotes.firstIndex(of: byte) { quoteCounts[index] += 1 }
      if let index = Self.brackets.firstIndex(where: { $0.open == byte }) { openBrackets[index] += 1 }
      if let index = Self.brackets.firstIndex(where: { $0.close == byte }) { openBrackets[index] -= 1 }
      if byte == 0x20 { hasBlank = true }
    }
    /// The end without separators that were read since the last mark.
    var end = part.upperBound
    var position = end
    while position > part.lowerBound {
      let byte = original[position - 1]
      if let index = Self.quotes.firstIndex(of: byte), quoteCounts[index] % 2 == 1 {
        quoteCounts[index] -= 1
        position -= 1
        if position > part.lowerBound, original[position - 1] == UInt8(ascii: "\\") { position -= 1 }
        end = position
      } else if let index = Self.brackets.firstIndex(where: { $0.close == byte }), openBrackets[index] < 0 {
        openBrackets[index] += 1
        position -= 1
        end = position
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
        position -= 1
        // A name in a list ends at the comma; a sentence may be cut off behind one.
        if !hasBlank { end = position }
      } else if byte == 0x20 {
        position -= 1
      } else {
        break
      }
    }
    return end
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
