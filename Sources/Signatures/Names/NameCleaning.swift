import Foundation

/// Step 4.1: one spelling of the same text.
enum NameCleaning {
  /// Unicode NFC, control characters as blanks, runs of blanks as one, none at the ends.
  static func cleaned(_ written: String) -> [UInt8] {
    var bytes = Array(written.utf8)
    if bytes.contains(where: { $0 >= 0x80 }) {
      var text = String.UnicodeScalarView()
      for scalar in written.precomposedStringWithCanonicalMapping.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: text.append(" ")
        default: text.append(scalar)
        }
      }
      bytes = Array(String(text).utf8)
    }
    return withoutExtraBlanks(bytes)
  }

  private static func withoutExtraBlanks(_ bytes: [UInt8]) -> [UInt8] {
    var previous: UInt8 = 0x20
    var isClean = bytes.last != 0x20
    for byte in bytes {
      if byte < 0x20 || byte == 0x7f || (byte == 0x20 && previous == 0x20) {
        isClean = false
        break
      }
      previous = byte
    }
    if isClean { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      let isBlank = byte <= 0x20 || byte == 0x7f
      if !isBlank {
        result.append(byte)
      } else if let last = result.last, last != 0x20 {
        result.append(0x20)
      }
    }
    if result.last == 0x20 { result.removeLast() }
    return result
  }
}
