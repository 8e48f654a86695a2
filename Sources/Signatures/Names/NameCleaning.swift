import Foundation

/// Normalizes Unicode and white space (step 4.1).
enum NameCleaning {
  /// Returns a text in Unicode NFC, with control characters as spaces, multiple spaces merged, and none at the ends.
  static func cleaned(_ written: String) -> [UInt8] {
    let bytes = Array(written.utf8)
    switch state(of: bytes) {
    case .clean: return bytes
    case .hasExtraSpaces: return withoutExtraSpaces(bytes)
    case .isNotASCII:
      var text = String.UnicodeScalarView()
      for scalar in written.precomposedStringWithCanonicalMapping.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: text.append(" ")
        default: text.append(scalar)
        }
      }
      return withoutExtraSpaces(Array(String(text).utf8))
    }
  }

  private enum State { case clean, hasExtraSpaces, isNotASCII }

  private static func state(of bytes: [UInt8]) -> State {
    bytes.withUnsafeBufferPointer { bytes in
      var previous: UInt8 = 0x20
      var state = bytes.last == 0x20 ? State.hasExtraSpaces : .clean
      for byte in bytes {
        if byte >= 0x80 { return .isNotASCII }
        if byte < 0x20 || byte == 0x7f || (byte == 0x20 && previous == 0x20) { state = .hasExtraSpaces }
        previous = byte
      }
      return state
    }
  }

  private static func withoutExtraSpaces(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      let isSpace = byte <= 0x20 || byte == 0x7f
      if !isSpace {
        result.append(byte)
      } else if let last = result.last, last != 0x20 {
        result.append(0x20)
      }
    }
    if result.last == 0x20 { result.removeLast() }
    return result
  }
}
