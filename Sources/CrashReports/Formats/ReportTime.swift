extension CrashReport.ReportTime {
  /// Parses the time formats of Apple's reports and of databases: `2026-04-01 12:39:56.0657 -0700`,
  /// `2026-04-01T12:39:56Z`, `2026-04-01 12:39:56 +02:00`, `2026-04-01 12:39:56 UTC` and `2026-04-01 12:39:56+00`.
  /// Anything else, and a time without a zone, is stored only as written.
  init(reportText text: String) {
    self.init(asWritten: text, rfc3339: Self.rfc3339(Array(text.utf8)))
  }

  private static func rfc3339(_ text: [UInt8]) -> String? {
    // yyyy-mm-dd?hh:mm:ss
    let pattern: [UInt8] = Array("dddd-dd-dd?dd:dd:dd".utf8)
    guard text.count > pattern.count else { return nil }
    for (byte, expected) in zip(text, pattern) {
      switch expected {
      case UInt8(ascii: "d"): guard byte &- 0x30 < 10 else { return nil }
      case UInt8(ascii: "?"): guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "T") else { return nil }
      default: guard byte == expected else { return nil }
      }
    }
    var result = Array(text[..<pattern.count])
    result[10] = UInt8(ascii: "T")
    var rest = text[pattern.count...]
    if rest.first == UInt8(ascii: ".") {
      let decimals = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      guard !decimals.isEmpty else { return nil }
      result.append(UInt8(ascii: "."))
      result.append(contentsOf: decimals)
      rest = rest.dropFirst(1 + decimals.count)
    }
    rest = rest.drop { $0 == UInt8(ascii: " ") }
    if ["Z", "z", "UTC", "GMT", "Etc/UTC"].contains(where: { rest.elementsEqual($0.utf8) }) {
      return String(decoding: result + [UInt8(ascii: "Z")], as: UTF8.self)
    }
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    var digits = Array(rest.dropFirst())
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    if digits.count == 2 { digits += [0x30, 0x30] }
    guard digits.count == 4, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    result.append(sign)
    result.append(contentsOf: digits[..<2])
    result.append(UInt8(ascii: ":"))
    result.append(contentsOf: digits[2...])
    return String(decoding: result, as: UTF8.self)
  }
}
