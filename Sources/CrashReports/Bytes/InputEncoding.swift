/// How the characters of an input are written.
enum InputEncoding {
  /// UTF-16 as Windows tools save it, converted to UTF-8; `nil` for anything else.
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

  /// Where the text begins, behind a byte order mark, and the order of the bytes; `nil` if it is no UTF-16.
  static func utf16(_ bytes: [UInt8]) -> (start: Int, isLittle: Bool)? {
    guard bytes.count >= 4 else { return nil }
    // FF FE 00 00 is UTF-32, which nobody writes reports in.
    let hasLittleMark = bytes[0] == 0xFF && bytes[1] == 0xFE && (bytes[2] != 0 || bytes[3] != 0)
    let hasBigMark = bytes[0] == 0xFE && bytes[1] == 0xFF
    let hasMark = hasLittleMark || hasBigMark
    let isLittle = hasLittleMark || (!hasMark && isText(bytes, at: 0, zerosAt: 1))
    guard hasMark || isLittle || isText(bytes, at: 1, zerosAt: 0) else { return nil }
    return (hasMark ? 2 : 0, isLittle)
  }

  /// Without a mark: ASCII in every other byte of the beginning, zeros between.
  private static func isText(_ bytes: [UInt8], at first: Int, zerosAt zeros: Int) -> Bool {
    stride(from: 0, to: min(bytes.count - 1, 32), by: 2).allSatisfy { place in
      let byte = bytes[place + first]
      return bytes[place + zeros] == 0 && (0x20..<0x7F ~= byte || byte == 0x0A || byte == 0x0D || byte == 0x09)
    }
  }

  /// Line ends of the classic Mac, one carriage return each, made line feeds; `nil` if there is none or others occur.
  ///
  /// Offsets stay what they were.
  static func lineFeeds(forCarriageReturns bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.contains(0x0A), bytes.contains(0x0D) else { return nil }
    return bytes.map { $0 == 0x0D ? 0x0A : $0 }
  }

  /// JSON quoted in a mail, each line with `> ` before it, without the marks; `nil` if it is none. Lines stay the same.
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

  /// Length of a UTF-8 byte order mark at the beginning.
  static func markLength(_ bytes: [UInt8]) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
