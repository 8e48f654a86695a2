package import Vocabulary

/// What the history knows of a report and no report says: the additive member `stored` of exported documents.
package struct StoredFacts: Sendable, Equatable {
  /// When the report arrived where it was recorded first.
  package var seenAt: Timestamp?
  /// When each label was given.
  package var labelTimes: [String: Timestamp] = [:]
  /// Other default keys under which the same bytes were read.
  package var otherKeys: [String] = []
  /// False where the report's own time was not believed.
  package var timeIsBelieved = true
  /// True when the report ends early or lost parts on the way.
  package var isDamaged = false
  /// File and line, else function, else image, that is blamed.
  package var place: String?
  /// What the program that recorded it called itself, as `diagnose 0.1.0`.
  package var program: String?
  /// What happened, in one line.
  package var headline: String?
  /// The text that the report's signature is made from.
  package var signatureInput: String?
  /// `StoredEvidence` of the report.
  package var evidence: [UInt8]?

  package init() {}
}

/// Bytes as text (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var at = 0
    while at < bytes.count {
      let count = min(3, bytes.count - at)
      var group: UInt32 = 0
      for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[at + index]) : 0) }
      for index in 0..<4 {
        let digit = Int(group >> UInt32(18 - 6 * index) & 63)
        text.append(index <= count ? digits[digit] : UInt8(ascii: "="))
      }
      at += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `nil` for what is no such text.
  static func decoded(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var at = 0
    while at < characters.count {
      let isLast = at + 4 == characters.count
      let padding = isLast ? characters[at..<at + 4].reversed().prefix { $0 == UInt8(ascii: "=") }.count : 0
      guard padding <= 2 else { return nil }
      var group: UInt32 = 0
      for index in 0..<4 {
        var value: UInt8 = 0
        if index < 4 - padding {
          guard let digit = digit(characters[at + index]) else { return nil }
          value = digit
        }
        group = group << 6 | UInt32(value)
      }
      for index in 0..<(3 - padding) { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index))) }
      at += 4
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character &- 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character &- 0x61 &+ 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character &- 0x30 &+ 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
