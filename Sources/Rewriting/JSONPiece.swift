import Vocabulary

/// Small pieces of JSON as Apple writes them into reports (RFC 8259): a slash is escaped, too.
enum JSONPiece {
  static func string(_ text: String) -> [UInt8] { [UInt8(ascii: "\"")] + inside(text) + [UInt8(ascii: "\"")] }

  /// The text between the quotation marks.
  static func inside(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "/": result += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": result += Array("\\n".utf8)
      case "\t": result += Array("\\t".utf8)
      case "\r": result += Array("\\r".utf8)
      // What is read in a terminal must not steer it, and JSON has an escape for everything.
      case _ where VisibleText.mustEscape(scalar): result += JSONEscape.bytes(scalar)
      default: result += UTF8.encode(scalar) ?? .init()
      }
    }
    return result
  }
}
