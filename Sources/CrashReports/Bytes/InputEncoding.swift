/// Detection and conversion of text encodings.
enum InputEncoding {
  /// Converts UTF-16, which Windows tools write, to UTF-8; `nil` for anything else. A lone surrogate becomes U+FFFD.
  static func utf8(fromUTF16 bytes: [UInt8]) -> TextRemoval? {
    guard let form = utf16(bytes) else { return nil }
    var text = RewrittenText(sourceCount: bytes.count)
    func unit(_ at: Int) -> UInt16? {
      guard at + 1 < bytes.count else { return nil }
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      return form.isLittle ? second << 8 | first : first << 8 | second
    }
    var at = form.start
    while let high = unit(at) {
      if high < 0x80 {
        text.narrow(at: at, UInt8(truncatingIfNeeded: high))
        at += 2
      } else if UTF16.isLeadSurrogate(high), let low = unit(at + 2), UTF16.isTrailSurrogate(low) {
        text.replace(at: at, with: String(decoding: [high, low], as: UTF16.self).utf8)
        at += 4
      } else {
        text.replace(at: at, with: String(decoding: [high], as: UTF16.self).utf8)
        at += 2
      }
    }
    return TextRemoval(text: text, lines: 0, first: 0, encoding: .utf16(isLittle: form.isLittle))
  }

  /// Returns the offset of the text after a byte order mark, and the byte order; `nil` if the input is not UTF-16.
  static func utf16(_ bytes: [UInt8]) -> (start: Int, isLittle: Bool)? {
    guard bytes.count >= 4 else { return nil }
    // FF FE 00 00 is the mark of UTF-32, which no known tool uses for reports.
    let hasLittleMark = bytes[0] == 0xFF && bytes[1] == 0xFE && (bytes[2] != 0 || bytes[3] != 0)
    let hasBigMark = bytes[0] == 0xFE && bytes[1] == 0xFF
    let hasMark = hasLittleMark || hasBigMark
    let isLittle = hasLittleMark || (!hasMark && isText(bytes, at: 0, zerosAt: 1))
    guard hasMark || isLittle || isText(bytes, at: 1, zerosAt: 0) else { return nil }
    return (hasMark ? 2 : 0, isLittle)
  }

  /// Returns whether the first bytes alternate between ASCII and zero, which identifies UTF-16 without a mark.
  private static func isText(_ bytes: [UInt8], at first: Int, zerosAt zeros: Int) -> Bool {
    stride(from: 0, to: min(bytes.count - 1, 32), by: 2).allSatisfy { offset in
      let byte = bytes[offset + first]
      return bytes[offset + zeros] == 0 && (0x20..<0x7F ~= byte || byte == 0x0A || byte == 0x0D || byte == 0x09)
    }
  }

  /// Replaces the carriage returns that end lines on the classic Mac OS with line feeds; `nil` if the input has no
  /// carriage return, or has a line feed.
  static func lineFeeds(forCarriageReturns bytes: [UInt8]) -> TextRemoval? {
    guard !bytes.contains(0x0A), bytes.contains(0x0D) else { return nil }
    var text = RewrittenText(sourceCount: bytes.count)
    let converted = bytes.map { $0 == 0x0D ? 0x0A : $0 }
    converted.withUnsafeBufferPointer { text.copy($0, 0..<$0.count) }
    return TextRemoval(text: text, lines: 0, first: 0, encoding: .carriageReturns)
  }

  /// Returns the length of the UTF-8 byte order mark at the beginning: 3, or 0 if there is none.
  static func markLength(_ bytes: [UInt8]) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
