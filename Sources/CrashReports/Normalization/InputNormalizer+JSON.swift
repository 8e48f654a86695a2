import Bytes

extension InputNormalizer {
  /// Whether the input begins with a report in JSON or a property list. The strings of a report are not texts with
  /// reports, and the readers of both formats decode escapes themselves.
  static func beginsWithReport(_ bytes: [UInt8]) -> Bool {
    let start = InputEncoding.markLength(bytes)
    guard let first = bytes[start...].firstIndex(where: { $0 > 0x20 }) else { return false }
    switch bytes[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      return findsReport(bytes, from: first)
    case UInt8(ascii: "<"):
      return bytes.hasBytes("<?xml", at: first) || bytes.hasBytes("<plist", at: first)
        || bytes.hasBytes("<!DOCTYPE plist", at: first)
    default: return false
    }
  }

  /// The maximum number of lists above the first report.
  private static let maxLists = 16

  /// Whether a report follows, above which are only other values in JSON, such as those of a list or of lines.
  ///
  /// A list is passed once as a whole and once for its elements, so the time is proportional to the number of bytes for
  /// each level of lists, whose number is limited.
  private static func findsReport(_ bytes: [UInt8], from first: Int) -> Bool {
    var segmenter = Segmenter(bytes, limits: DecodingLimits())
    var at = first
    var isSeparated = true
    var lists = 0
    while lists <= maxLists {
      while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: ",") || bytes[at] == UInt8(ascii: "]") {
        if bytes[at] != 0x20 { isSeparated = true }
        at += 1
      }
      // The box of a task, `[ ] {`, is not a list above a report.
      guard at < bytes.count, isSeparated else { return false }
      if segmenter.start(at: at, line: 1, end: bytes.count).start != nil { return true }
      var cursor = JSONCursor(bytes, range: at..<bytes.count, line: 1, depthLimit: DecodingLimits().depth)
      cursor.skipValue()
      if cursor.fault == nil, cursor.repairs.isEmpty, cursor.offset > at {
        // A list that is complete may contain the report.
        let isList = bytes[at] == UInt8(ascii: "[")
        if !isList, !segmenter.reports(inside: at..<cursor.offset, line: 1, limit: 1).isEmpty { return true }
        // An empty list contains nothing: `[ ]`.
        isSeparated = isList && !bytes[(at + 1)..<cursor.offset].allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "]") }
        if isList && isSeparated {
          lists += 1
          at += 1
        } else {
          at = cursor.offset
        }
      } else {
        return false
      }
    }
    return false
  }
}
