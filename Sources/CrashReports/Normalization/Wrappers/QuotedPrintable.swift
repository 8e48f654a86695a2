import Bytes

/// Decodes quoted-printable, the encoding of mail (RFC 2045, section 6.7): `=3D` and lines that end with `=`.
enum QuotedPrintable {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    guard isEncoded(bytes) else { return nil }
    let text = ByteText(bytes, limit: 64)
    var result = RewrittenText(sourceCount: bytes.count)
    var (at, copied, lines) = (0, 0, 0)
    var first: Int?
    while let mark = bytes.firstOffset(of: UInt8(ascii: "="), from: at) {
      if let end = softBreak(text, mark) {
        result.copy(bytes, copied..<mark)
        (at, copied) = (end, end)
      } else if let high = text[mark + 1].hexDigitValue, let low = text[mark + 2].hexDigitValue {
        result.copy(bytes, copied..<mark)
        result.replace(at: mark, with: high << 4 | low)
        (at, copied) = (mark + 3, mark + 3)
      } else {
        at = mark + 1
        continue
      }
      lines += 1
      first = first ?? mark
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: lines, first: first, keepsLines: false)
  }

  /// Whether every `=` is part of the encoding, lines have at most 76 characters, and at least two were broken.
  private static func isEncoded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = ByteText(bytes, limit: 64)
    var (at, breaks, escapes, others) = (0, 0, 0, 0)
    let end = min(bytes.count, 1 << 20)
    while let mark = bytes.firstOffset(of: UInt8(ascii: "="), from: at, to: end) {
      at = mark + 1
      if softBreak(text, mark) != nil {
        breaks += 1
      } else if text[at].hexDigitValue != nil, text[at + 1].hexDigitValue != nil,
        text.hasPrefix("3D", Slice(at, at + 2)) || text.hasPrefix("20", Slice(at, at + 2))
          || text[at] >= UInt8(ascii: "8")
      {
        escapes += 1
      } else {
        others += 1
      }
    }
    return breaks + escapes >= 2 && breaks >= 1 && others * 8 <= breaks + escapes
  }

  private static func softBreak(_ text: ByteText, _ mark: Int) -> Int? {
    if text[mark + 1] == 0x0A { return mark + 2 }
    return text[mark + 1] == 0x0D && text[mark + 2] == 0x0A ? mark + 3 : nil
  }
}
