import Bytes

/// Undoes the typography of word processors and chats: blanks other than U+0020, invisible characters, and dashes in
/// place of the sign of a method, `–[CardView layout]`. Quotation marks and `…` are not changed: messages of the system
/// have them, too, and the readers know both forms.
enum Typography {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    guard hasMarks(bytes) else { return nil }
    let text = ByteText(bytes, limit: 64)
    var result = RewrittenText(sourceCount: bytes.count)
    var (copied, lines, lastChange) = (0, 0, 0)
    var first: Int?
    var at = 0
    while at < bytes.count {
      guard bytes[at] >= 0xC2, let (replacement, length) = change(text, at) else {
        at += 1
        continue
      }
      result.copy(bytes, copied..<at)
      if let replacement { result.replace(at: at, with: replacement) }
      if first == nil || bytes.firstOffset(of: 0x0A, from: lastChange, to: at) != nil { lines += 1 }
      lastChange = at
      first = first ?? at
      at += length
      copied = at
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: lines, first: first)
  }

  /// Whether the text has a first byte of such a character.
  private static func hasMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.firstOffset(of: 0xC2) != nil || bytes.firstOffset(of: 0xE2) != nil || bytes.firstOffset(of: 0xE3) != nil
      || bytes.firstOffset(of: 0xEF) != nil
  }

  /// Returns the replacement of the character at `at`, `nil` if it is removed, and its length.
  private static func change(_ text: ByteText, _ at: Int) -> (replacement: UInt8?, length: Int)? {
    switch (text[at], text[at + 1], text[at + 2]) {
    case (0xC2, 0xA0, _): (0x20, 2)
    case (0xC2, 0xAD, _): (nil, 2)
    // U+2000 to U+200A, U+202F, U+205F, U+3000
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): (0x20, 3)
    // U+200B to U+200F, U+202A to U+202E, U+2060, U+FEFF
    case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA0): (nil, 3)
    case (0xEF, 0xBB, 0xBF) where at > 0: (nil, 3)
    // U+2010 to U+2014 and U+2212 before `[`
    case (0xE2, 0x80, 0x90...0x94), (0xE2, 0x88, 0x92):
      text[at + 3] == UInt8(ascii: "[") ? (UInt8(ascii: "-"), 3) : nil
    default: nil
    }
  }
}
