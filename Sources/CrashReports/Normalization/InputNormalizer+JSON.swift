import Bytes

extension InputNormalizer {
  /// Whether the input begins with a report in JSON or a property list. The strings of a report are not texts with
  /// reports, and the readers of both formats decode escapes themselves.
  static func beginsWithReport(_ bytes: [UInt8]) -> Bool {
    let start = InputEncoding.markLength(bytes)
    guard let first = bytes[start...].firstIndex(where: { $0 > 0x20 }) else { return false }
    switch bytes[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      var segmenter = Segmenter(bytes, limits: DecodingLimits())
      return segmenter.start(at: first, line: 1, end: bytes.count).start != nil
    case UInt8(ascii: "<"):
      return bytes.hasBytes("<?xml", at: first) || bytes.hasBytes("<plist", at: first)
        || bytes.hasBytes("<!DOCTYPE plist", at: first)
    default: return false
    }
  }
}
