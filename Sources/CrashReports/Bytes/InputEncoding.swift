/// How the characters of an input are written.
enum InputEncoding {
  /// UTF-16 with a byte order mark, as Windows tools save it, converted to UTF-8; `nil` for anything else.
  static func utf8(fromUTF16 bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isLittle = bytes[0] == 0xFF && bytes[1] == 0xFE
    guard isLittle || (bytes[0] == 0xFE && bytes[1] == 0xFF) else { return nil }
    // FF FE 00 00 is UTF-32, which nobody writes reports in.
    if isLittle, bytes.count >= 4, bytes[2] == 0, bytes[3] == 0 { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = 2
    while at + 1 < bytes.count {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
      at += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Length of a UTF-8 byte order mark at the beginning.
  static func markLength(_ bytes: [UInt8]) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
