import Vocabulary

extension CrashReport.ReportTime {
  /// Parses a time of a crash reporter: text, or a number of seconds, milliseconds, microseconds or nanoseconds since
  /// 1970, which differ in magnitude. Returns `nil` for 0, which reporters write for an unknown time.
  ///
  /// Text without a time zone is UTC if `isUTC` is true.
  init?(thirdParty text: String, isUTC: Bool = false) {
    if let instant = Self.instant(Self.withoutExponent(Array(text.utf8))) {
      guard instant != "0" else { return nil }
      self.init(asWritten: text, rfc3339: instant)
      return
    }
    self.init(reportText: text)
    if isUTC, rfc3339 == nil { rfc3339 = Self(reportText: text + "Z").rfc3339 }
  }

  /// Returns a number such as `1.795161163501E9`, as the interface of BigQuery writes times, without its exponent; any other
  /// text unchanged.
  private static func withoutExponent(_ text: [UInt8]) -> [UInt8] {
    guard text.count <= 40, let mark = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return text }
    let digits = text[(mark + 1)...].drop { $0 == UInt8(ascii: "+") }
    guard let exponent = Int(String(decoding: digits, as: UTF8.self)), (0...18).contains(exponent),
      digits.allSatisfy({ $0 &- 0x30 < 10 })
    else { return text }
    let number = text[..<mark].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = number.first, number.allSatisfy({ $0.allSatisfy { $0 &- 0x30 < 10 } }) else { return text }
    let decimals = Array(number.count > 1 ? number[1] : [])
    let moved = decimals.prefix(exponent)
    let zeros = [UInt8](repeating: 0x30, count: exponent - moved.count)
    let rest = decimals.dropFirst(exponent)
    return Array(whole) + moved + zeros + (rest.isEmpty ? [] : [UInt8(ascii: ".")] + rest)
  }

  /// Returns the time of a decimal number in RFC 3339; "0" for 0, and `nil` for anything else than a number.
  private static func instant(_ text: [UInt8]) -> String? {
    let whole = text.prefix { $0 &- 0x30 < 10 }
    let rest = text.dropFirst(whole.count)
    var decimals: [UInt8] = []
    if let point = rest.first {
      guard point == UInt8(ascii: "."), rest.count > 1, rest.dropFirst().allSatisfy({ $0 &- 0x30 < 10 }) else {
        return nil
      }
      decimals = Array(rest.dropFirst().prefix(9))
    }
    guard !whole.isEmpty, let number = UInt64(String(decoding: whole, as: UTF8.self)) else { return nil }
    guard number > 0 else { return "0" }
    // 1e11 seconds are in the year 5138; milliseconds were that large in 1973.
    let (unit, digits): (UInt64, Int) =
      switch number {
      case ..<100_000_000_000: (1, 0)
      case ..<100_000_000_000_000: (1_000, 3)
      case ..<100_000_000_000_000_000: (1_000_000, 6)
      default: (1_000_000_000, 9)
      }
    let (seconds, remainder) = number.quotientAndRemainder(dividingBy: unit)
    if digits > 0 {
      let written = Array(String(remainder).utf8)
      decimals = Array(repeating: 0x30, count: max(0, digits - written.count)) + written
    }
    while decimals.last == 0x30 { decimals.removeLast() }
    let time = String(Timestamp(seconds: Int(clamping: seconds)).rfc3339.dropLast())
    return time + (decimals.isEmpty ? "" : "." + String(decoding: decimals, as: UTF8.self)) + "Z"
  }
}

extension JSONBodyDecoder {
  /// Reads a time of a crash reporter into `member` and records its line; text without a zone is UTC if `isUTC` is true.
  mutating func readTime(
    _ member: WritableKeyPath<CrashReport.Times, CrashReport.ReportTime?>, _ field: CrashReport.Field,
    isUTC: Bool = false
  ) {
    let line = lineOfValue()
    guard let text = cursor.readNonEmpty(limit: 128),
      let time = CrashReport.ReportTime(thirdParty: text, isUTC: isUTC)
    else { return }
    var times = report.times ?? CrashReport.Times()
    times[keyPath: member] = time
    report.times = times
    report.lines[field] = line
  }
}
