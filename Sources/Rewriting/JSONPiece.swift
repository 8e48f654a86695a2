import Vocabulary

/// JSON strings as Apple writes them in reports (RFC 8259), with escaped slashes.
enum JSONPiece {
  static func string(_ text: String) -> [UInt8] { [UInt8(ascii: "\"")] + inside(text) + [UInt8(ascii: "\"")] }

  /// Returns the text between the quotation marks.
  static func inside(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "/": result += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": result += Array("\\n".utf8)
      case "\t": result += Array("\\t".utf8)
      case "\r": result += Array("\\r".utf8)
      // Characters that could control a terminal are escaped; JSON has an escape for every character.
      case _ where VisibleText.mustEscape(scalar): result += JSONEscape.bytes(scalar)
      default: result += UTF8.encode(scalar) ?? .init()
      }
    }
    return result
  }
}
