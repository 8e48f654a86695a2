import Bytes

/// Removes what editors, terminals and web pages add without a visible change: the byte order mark before a text, and the
/// blanks and carriage returns at the end of lines.
///
/// Without it, each reader would have to ignore them, and a verdict would depend on the way in which a text was copied. No
/// note states it, because every line has its text.
enum LineEnds {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    var result = RewrittenText(sourceCount: bytes.count)
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var copied = mark
    var first: Int? = mark > 0 ? 0 : nil
    var begin = mark
    while begin < bytes.count {
      // For an empty line, the call of the search would take most of the time.
      if bytes[begin] == 0x0A {
        begin += 1
        continue
      }
      let end = bytes.firstOffset(of: 0x0A, from: begin, to: bytes.count) ?? bytes.count
      var last = end
      while let length = blankLength(bytes, begin, last) { last -= length }
      if last < end {
        result.copy(bytes, copied..<last)
        first = first ?? last
        copied = end
      }
      begin = end + 1
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: 0, first: first)
  }

  /// Returns the length of the blank that ends at `end`; `nil` if there is none after `begin`.
  private static func blankLength(_ bytes: UnsafeBufferPointer<UInt8>, _ begin: Int, _ end: Int) -> Int? {
    guard end > begin else { return nil }
    let last = bytes[end - 1]
    // Usual text ends here.
    guard last <= 0x20 || last >= 0x80 else { return nil }
    if last == 0x20 || (0x09...0x0D).contains(last) { return 1 }
    // Continuation bytes of U+0085, U+00A0, U+1680, U+2000 to U+200F, U+2028, U+2029, U+202F, U+205F, U+2060, U+3000 and
    // U+FEFF.
    guard last >= 0x80, last <= 0xBF else { return nil }
    if end - 2 >= begin, bytes[end - 2] == 0xC2, last == 0xA0 || last == 0x85 { return 2 }
    guard end - 3 >= begin else { return nil }
    switch (bytes[end - 3], bytes[end - 2], last) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F), (0xE2, 0x81, 0xA0), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return nil
    }
  }
}
