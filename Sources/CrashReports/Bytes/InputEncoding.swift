/// Detection and conversion of text encodings.
enum InputEncoding {
  /// Converts UTF-16, which Windows tools write, to UTF-8; `nil` for anything else.
  static func utf8(fromUTF16 bytes: [UInt8]) -> [UInt8]? {
    guard let form = utf16(bytes) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = form.start
    while at + 1 < bytes.count {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(form.isLittle ? second << 8 | first : first << 8 | second)
      at += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
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
  ///
  /// Offsets do not change.
  static func lineFeeds(forCarriageReturns bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.contains(0x0A), bytes.contains(0x0D) else { return nil }
    return bytes.map { $0 == 0x0D ? 0x0A : $0 }
  }

  /// Removes the `> ` before each line of JSON quoted in a mail; `nil` if the input is not quoted JSON. Line numbers
  /// do not change.
  static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), bytes[first] == UInt8(ascii: ">") else { return nil }
    let text = bytes[first...].prefix(64).drop { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "\"") else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isAtStart = true
    for byte in bytes {
      if isAtStart && (byte == UInt8(ascii: ">") || byte == UInt8(ascii: " ")) { continue }
      result.append(byte)
      isAtStart = byte == UInt8(ascii: "\n")
    }
    return result
  }

  /// Returns the length of the UTF-8 byte order mark at the beginning: 3, or 0 if there is none.
  static func markLength(_ bytes: [UInt8]) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
