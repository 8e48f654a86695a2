/// Small pieces of JSON as Apple writes them into reports (RFC 8259): a slash is escaped, too.
enum JSONPiece {
  static func string(_ text: String) -> [UInt8] { [UInt8(ascii: "\"")] + inside(text) + [UInt8(ascii: "\"")] }

  /// The text between the quotation marks.
  static func inside(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result += [UInt8(ascii: "\\"), byte]
      case 0x0A: result += Array("\\n".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        result += Array(("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
      default: result.append(byte)
      }
    }
    return result
  }
}
