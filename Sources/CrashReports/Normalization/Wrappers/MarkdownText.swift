import Bytes

/// Removes the marks of Markdown from lines of reports: bold names of fields, code ticks, and backslashes before marks.
enum MarkdownText {
  // MARK: Escapes

  /// Removes the backslashes of `\_`, `\*`, `\[` and others. A line is changed if all of one kind of mark are escaped
  /// in it, and the text if it has several such lines or only few lines.
  static func escapes(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    guard bytes.firstOffset(of: UInt8(ascii: "\\")) != nil else { return nil }
    var result = RewrittenText(sourceCount: bytes.count)
    var (begin, copied, lines) = (0, 0, 0)
    var first: Int?
    while let mark = bytes.firstOffset(of: UInt8(ascii: "\\"), from: begin) {
      var start = mark
      while start > begin, bytes[start - 1] != 0x0A { start -= 1 }
      let end = bytes.firstOffset(of: 0x0A, from: mark) ?? bytes.count
      begin = end
      guard isEscaped(bytes, start..<end) else { continue }
      var at = mark
      while at < end {
        if isEscape(bytes, at, end) {
          result.copy(bytes, copied..<at)
          copied = at + 1
          at += 2
        } else {
          at += 1
        }
      }
      lines += 1
      first = first ?? mark
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: lines, first: first)
  }

  /// Whether a mark is never without a backslash in the line, and no backslash has another meaning.
  private static func isEscaped(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    var (escaped, plain) = (0, 0)
    var at = line.lowerBound
    while at < line.upperBound {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\\") {
        guard isEscape(bytes, at, line.upperBound) else { return false }
        if isMark(bytes[at + 1]) { escaped += 1 }
        at += 2
        continue
      }
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "[") { plain += 1 }
      at += 1
    }
    return escaped > 0 && plain <= escaped / 4
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "<")
      || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "-")
  }

  private static func isEscape(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ end: Int) -> Bool {
    guard bytes[at] == UInt8(ascii: "\\"), at + 1 < end else { return false }
    switch bytes[at + 1] {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return bytes[at + 1] != UInt8(ascii: "\"")
    default: return false
    }
  }

  // MARK: Fences

  /// Removes fences that are on a line of the text, as chats write them: "```dyld: Library not loaded" and "…found```".
  /// A fence on its own line, which may be followed by the name of a language, is skipped by readers.
  static func fences(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    var result = RewrittenText(sourceCount: bytes.count)
    var (at, copied, lines) = (0, 0, 0)
    var first: Int?
    while let mark = bytes.firstOffset(of: "```", from: at) {
      at = mark + 3
      while at < bytes.count, bytes[at] == UInt8(ascii: "`") { at += 1 }
      var start = mark
      while start > 0, bytes[start - 1].isBlank { start -= 1 }
      let isAtStart = start == 0 || bytes[start - 1] == 0x0A
      let end = bytes.firstOffset(of: 0x0A, from: at) ?? bytes.count
      let rest = at..<end
      let isAtEnd = rest.allSatisfy { bytes[$0].isBlank || bytes[$0] == 0x0D }
      // The name of a language is one word.
      let hasText = rest.contains { bytes[$0].isBlank && $0 > at && $0 + 1 < end } && !isAtEnd
      guard isAtStart ? hasText : isAtEnd else { continue }
      result.copy(bytes, copied..<mark)
      copied = at
      lines += 1
      first = first ?? mark
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: lines, first: first)
  }

  // MARK: Emphasis

  /// Removes `**` and code ticks from lines that are lines of a report without them.
  static func emphasis(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    let text = ByteText(bytes, limit: 4096)
    var result = RewrittenText(sourceCount: bytes.count)
    var (at, copied, lines) = (0, 0, 0)
    var first: Int?
    var (tick, star) = (-1, -1)
    let isList = hasBoldFields(bytes, text)
    while let mark = nextMark(bytes, at, &tick, &star) {
      var begin = mark
      while begin > at, bytes[begin - 1] != 0x0A { begin -= 1 }
      let end = bytes.firstOffset(of: 0x0A, from: mark) ?? bytes.count
      at = end
      guard hasEmphasis(bytes, begin, end), let cuts = cuts(text, begin, end, isList: isList) else { continue }
      for cut in cuts {
        result.copy(bytes, copied..<cut.lowerBound)
        copied = cut.upperBound
      }
      lines += 1
      first = first ?? begin
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: lines, first: first)
  }

  /// Returns the offset of the next tick or `**`. `tick` and `star` are those found before.
  private static func nextMark(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ tick: inout Int, _ star: inout Int
  ) -> Int? {
    if tick < at { tick = bytes.firstOffset(of: UInt8(ascii: "`"), from: at) ?? .max }
    if star < at { star = bytes.firstOffset(of: "**", from: at) ?? .max }
    let mark = min(tick, star)
    return mark == .max ? nil : mark
  }

  /// Whether at least three lines begin with a bold name of a field.
  private static func hasBoldFields(_ bytes: UnsafeBufferPointer<UInt8>, _ text: ByteText) -> Bool {
    var (at, count) = (0, 0)
    while count < 3, let mark = bytes.firstOffset(of: "**", from: at) {
      let end = bytes.firstOffset(of: 0x0A, from: mark) ?? bytes.count
      if isBoldField(text, Slice(mark, end)) { count += 1 }
      at = end
    }
    return count == 3
  }

  /// Whether the line begins with a bold name and a colon: `**Num samples:** 5`, `**Parent**: launchd`.
  private static func isBoldField(_ text: ByteText, _ line: Slice) -> Bool {
    var slice = line
    if (text[slice.start] == UInt8(ascii: "-") || text[slice.start] == UInt8(ascii: "*"))
      && text[slice.start + 1] == 0x20
    {
      slice.start += 2
    }
    guard text.hasPrefix("**", slice), text[slice.start + 2].isLetter else { return false }
    let name = Slice(slice.start + 2, min(slice.end, slice.start + 60))
    guard let close = text.find("**", name) else { return false }
    return text[close - 1] == UInt8(ascii: ":") || text[close + 2] == UInt8(ascii: ":")
  }

  private static func hasEmphasis(_ bytes: UnsafeBufferPointer<UInt8>, _ begin: Int, _ end: Int) -> Bool {
    end - begin <= 4096 && end - begin >= 3 && !bytes.hasBytes(Array("```".utf8), at: begin)
  }

  /// Returns the ranges to remove from a line; `nil` if it is not a line of a report without them.
  private static func cuts(_ text: ByteText, _ begin: Int, _ end: Int, isList: Bool) -> [Range<Int>]? {
    var cuts: [Range<Int>] = []
    var content: [UInt8] = []
    let line = text.trimmed(Slice(begin, end))
    var at = line.start
    // The mark of a list in front of a bold name.
    if (text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "*")) && text[at + 1] == 0x20 {
      cuts.append(at..<at + 2)
      at += 2
    }
    while at < line.end {
      if text[at] == UInt8(ascii: "`") {
        cuts.append(at..<at + 1)
        at += 1
      } else if text[at] == UInt8(ascii: "*"), text[at + 1] == UInt8(ascii: "*"), at + 1 < line.end,
        text[at + 2] != UInt8(ascii: "*"), at == line.start || text[at - 1] != UInt8(ascii: "*")
      {
        cuts.append(at..<at + 2)
        at += 2
      } else {
        content.append(text[at])
        at += 1
      }
    }
    guard !cuts.isEmpty else { return nil }
    let before = LineEvidence.of(text, line).structure
    let after = content.withUnsafeBufferPointer { bytes in
      let text = ByteText(bytes, limit: 4096)
      return LineEvidence.of(text, text.trimmed(Slice(0, bytes.count)))
    }
    if isBoldField(text, line), after.structure + after.message > 0 || isList { return cuts }
    let hasTickedValue = before > 0 && text.headerLabel(line).map { text[$0.value.start] == UInt8(ascii: "`") } == true
    if after.structure > before || hasTickedValue { return cuts }
    // A line that is entirely code.
    let isCode = text[line.start] == UInt8(ascii: "`") && text[line.end - 1] == UInt8(ascii: "`") && cuts.count == 2
    return isCode && after.message > 0 ? cuts : nil
  }
}
