import Bytes

/// Removes the escape sequences of terminals: colors, cursor movements, titles and links.
///
/// Besides the escape character itself, the ways in which programs print it are recognized: `^[[31m`, `\e[31m`,
/// `\u001b[31m`; and colors whose escape character was lost, `[31m`, if the text has several.
enum TerminalEscapes {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    let hasEscape = bytes.firstOffset(of: 0x1B) != nil
    guard hasEscape || hasWritten(bytes) else { return nil }
    let text = ByteText(bytes, limit: 4096)
    var result = RewrittenText(sourceCount: bytes.count)
    var (at, copied, lines, lastLine) = (0, 0, 0, -1)
    var first: Int?
    while let start = next(text, bytes, from: at, hasEscape) {
      guard let end = end(text, start) else {
        at = start + 1
        continue
      }
      result.copy(bytes, copied..<start)
      // Several sequences of one line count once.
      if first == nil || bytes.firstOffset(of: 0x0A, from: lastLine, to: start) != nil { lines += 1 }
      lastLine = start
      first = first ?? start
      (at, copied) = (end, end)
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: lines, first: first)
  }

  /// Whether the beginning of the text has escape sequences in another notation.
  private static func hasWritten(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = min(bytes.count, 1 << 16)
    let hasBackslash = bytes.firstOffset(of: UInt8(ascii: "\\"), to: end) != nil
    for word: StaticString in ["\\e[", "\\u001b[", "\\x1b[", "\\033["]
    where hasBackslash && bytes.firstOffset(of: word, to: end) != nil { return true }
    for word: StaticString in ["^[[", "[0m"] where bytes.firstOffset(of: word, to: end) != nil {
      return true
    }
    return false
  }

  private static func next(
    _ text: ByteText, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ hasEscape: Bool
  ) -> Int? {
    if hasEscape { return bytes.firstOffset(of: 0x1B, from: start) }
    guard let open = bytes.firstOffset(of: UInt8(ascii: "["), from: start) else { return nil }
    if open > start, text[open - 1] == UInt8(ascii: "^"), text[open + 1] == UInt8(ascii: "[") { return open - 1 }
    for word: StaticString in ["\\e", "\\u001b", "\\x1b", "\\033"] {
      let begin = open - word.utf8CodeUnitCount
      if begin >= start, text.hasPrefix(word, Slice(begin, open)) { return begin }
    }
    return open
  }

  /// Returns the end of the sequence at `start`; `nil` if there is none.
  private static func end(_ text: ByteText, _ start: Int) -> Int? {
    var at = start
    let isEscape = text[at] == 0x1B
    if isEscape {
      at += 1
      switch text[at] {
      case UInt8(ascii: "["): break
      case UInt8(ascii: "]"): return commandEnd(text, at + 1)
      case 0x20...0x2F: return min(at + 2, text.count)
      default: return min(at + 1, text.count)
      }
    } else {
      while at < text.count, text[at] != UInt8(ascii: "[") || text[at + 1] == UInt8(ascii: "[") { at += 1 }
    }
    at += 1
    let limit = min(text.count, at + 32)
    let digits = at
    while at < limit, 0x20...0x3F ~= text[at] { at += 1 }
    if isEscape { return at < text.count && text[at] >= 0x40 ? at + 1 : at }
    // Without the escape character only colors are certain.
    return at > digits && text[at] == UInt8(ascii: "m") && (digits..<at).allSatisfy { isColor(text[$0]) } ? at + 1 : nil
  }

  private static func isColor(_ byte: UInt8) -> Bool { byte.isDigit || byte == UInt8(ascii: ";") }

  /// Returns the end of an operating system command: after BEL or ESC \, on the same line.
  private static func commandEnd(_ text: ByteText, _ start: Int) -> Int {
    var at = start
    while at < text.count, at - start < 4096, text[at] != 0x0A {
      if text[at] == 0x07 { return at + 1 }
      if text[at] == 0x1B { return text[at + 1] == UInt8(ascii: "\\") ? at + 2 : at }
      at += 1
    }
    return at
  }
}
