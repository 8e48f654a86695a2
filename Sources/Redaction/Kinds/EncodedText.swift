import Bytes

extension RedactionKind {
  static let encodedText = RedactionKind(
    id: "encoded-text", placeholder: .token, title: "Base64 with personal data",
    recognition: "Base64 whose text contains one of the other kinds",
    recognizers: [RedactionRecognizer(words: .identifiers) { $0.encoded($1) }],
    removed: [
      Example("data L1VzZXJzL2phbmUvTGlicmFyeS94 end", "data token-1 end"),
      Example("x=cGFzc3dvcmQ9b3BlbnNlc2FtZQ==", "x=token-1"),
    ],
    stays: [
      "data SGVsbG8gd29ybGQsIGhvdyBhcmUgeW91", "_$s4main7LibraryC4load4fileyAA4FileV_tF",
      "AppKit/Frameworks/Resources/a",
    ])
}

extension RedactionScanner {
  /// Matches Base64 whose text contains personal data.
  fileprivate mutating func encoded(_ at: Int) -> Match? {
    guard !isNested, at >= noEncodedUntil, bytes.count - at >= 20,
      at == 0 || ![0x2B, 0x2F].contains(bytes[at - 1]) || at < 2 || !bytes[at - 2].isIdentifier,
      Self.isText(bytes[at..<at + 12])
    else { return nil }
    let stop = end(from: at, atMost: 1 << 20) { Self.digit($0) == nil }
    guard stop - at >= 20 else {
      noEncodedUntil = stop
      return nil
    }
    noEncodedUntil = stop
    // Symbols and words with dashes decode to bytes that are not text.
    guard let text = Self.text(bytes[at..<stop]), String(validating: text, as: UTF8.self) != nil else { return nil }
    var scanner = RedactionScanner(text, isNested: true)
    guard scanner.next() != nil else { return nil }
    return Match(range: at..<end(from: stop, atMost: 2) { $0 != UInt8(ascii: "=") }, kind: .token)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }

  /// Returns whether twelve digits of Base64 are text, which is the quickest test: other words decode to control
  /// characters.
  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    var value: UInt32 = 0
    var count = 0
    for byte in bytes {
      guard let digit = digit(byte) else { return false }
      value = value << 6 | UInt32(digit)
      count += 1
      if count % 4 == 0 {
        for shift: UInt32 in [16, 8, 0] {
          let byte = value >> shift & 0xFF
          if byte < 0x20 && byte != 0x0A && byte != 0x09 && byte != 0x0D || byte == 0x7F { return false }
        }
        value = 0
      }
    }
    return true
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 3 / 4)
    var value: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      guard let digit = digit(byte) else { return nil }
      value = (value << 6 | UInt32(digit)) & 0xFFFF
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      let next = UInt8(truncatingIfNeeded: value >> bits)
      if next < 0x20 && next != 0x0A && next != 0x09 && next != 0x0D || next == 0x7F { return nil }
      text.append(next)
    }
    return text
  }
}
