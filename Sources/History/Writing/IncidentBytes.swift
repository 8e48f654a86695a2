internal import Foundation

/// The stored form of incident ids: a UUID as 16 bytes, other text as UTF-8.
enum IncidentBytes {
  static func encoded(_ incident: String) -> Data {
    if let uuid = uuid(incident) { return uuid }
    // The leading 0, and a length other than 16, distinguish text from a UUID.
    let text = Data([0]) + Data(incident.utf8)
    return text.count == 16 ? text + Data([0]) : text
  }

  /// Returns the 16 bytes of a UUID in the usual form, with uppercase digits; `nil` for other text.
  private static func uuid(_ text: String) -> Data? {
    var text = text
    return text.withUTF8 { text in
      guard text.count == 36 else { return nil }
      var (high, low) = (UInt64(0), UInt64(0))
      for (index, byte) in text.enumerated() {
        if index == 8 || index == 13 || index == 18 || index == 23 {
          guard byte == UInt8(ascii: "-") else { return nil }
          continue
        }
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
        default: return nil
        }
        high = high << 4 | low >> 60
        low = low << 4 | UInt64(digit)
      }
      return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0) }
    }
  }

  static func decoded(_ bytes: Data) -> String {
    if bytes.count == 16 {
      let b = Array(bytes)
      return UUID(
        uuid: (
          b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
        )
      ).uuidString
    }
    let text = bytes.count == 17 && bytes.last == 0 ? bytes.dropFirst().dropLast() : bytes.dropFirst()
    return String(decoding: text, as: UTF8.self)
  }
}
