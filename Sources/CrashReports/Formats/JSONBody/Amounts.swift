/// Formatting of amounts for summaries, `1.4 GB`, `20 s`, and parsing of measurements.
package enum Amounts {
  /// Returns a number of bytes with a decimal unit, `1.4 GB`, as Apple's tools count memory and storage.
  package static func bytes(_ count: UInt64) -> String {
    let units: [(name: String, size: UInt64)] = [
      ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000),
    ]
    for unit in units where count >= unit.size {
      // Rounded to tenths by division only, because a product may overflow.
      let (quotient, remainder) = count.quotientAndRemainder(dividingBy: unit.size)
      let tenths = (remainder + unit.size / 20) / (unit.size / 10)
      if quotient >= 100 { return "\(quotient + (tenths >= 5 ? 1 : 0)) \(unit.name)" }
      return tenths == 0
        ? "\(quotient) \(unit.name)"
        : tenths == 10 ? "\(quotient + 1) \(unit.name)" : "\(quotient).\(tenths) \(unit.name)"
    }
    return "\(count) bytes"
  }

  /// Returns a duration in seconds with at most two decimals, `3.2 s`; "an unknown time" if it is negative, not finite
  /// or at least 1e9.
  static func seconds(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "an unknown time" }
    let hundredths = Int((seconds * 100).rounded())
    let (quotient, remainder) = hundredths.quotientAndRemainder(dividingBy: 100)
    if remainder == 0 { return "\(quotient) s" }
    let (tenths, last) = remainder.quotientAndRemainder(dividingBy: 10)
    return last == 0 ? "\(quotient).\(tenths) s" : "\(quotient).\(tenths)\(last) s"
  }

  /// Parses a number and its unit, as MetricKit writes measurements (`MeasurementFormatter`): `20 sec`, `20 secs.`,
  /// `20000 ms`, `2,000 byte`, `3.2 s`. Groups of thousands are separated by commas.
  static func measurement(_ text: String) -> (number: Double, unit: String)? {
    var digits: [UInt8] = []
    var unit: [UInt8] = []
    for byte in text.utf8.prefix(128) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
        if unit.isEmpty { digits.append(byte) }
      case UInt8(ascii: ","): break
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        unit.append(byte)
      default: break
      }
    }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else { return nil }
    return (number, String(decoding: unit, as: UTF8.self))
  }

  /// Returns a number without an exponent, `1.5e3` as `1500.0`; `nil` if it is not a finite number of moderate size.
  static func plainDecimal(_ text: String) -> String? {
    guard let number = Double(text), number.isFinite, number >= 0, number < 1e18 else { return nil }
    guard text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return text }
    let whole = UInt64(number)
    let thousandths = UInt64((number - Double(whole)) * 1000)
    return "\(whole)." + String(String(thousandths + 1000).dropFirst())
  }

  /// Parses a duration and returns it in seconds; a number without a unit is in seconds.
  static func secondsMeasured(_ text: String) -> Double? {
    guard let (number, unit) = measurement(text) else { return nil }
    switch unit.lowercased() {
    case "ms", "msec", "msecs", "millisecond", "milliseconds": return number / 1000
    case "us", "µs", "microsecond", "microseconds": return number / 1_000_000
    case "min", "mins", "minute", "minutes": return number * 60
    case "hr", "hrs", "hour", "hours", "h": return number * 3600
    default: return number
    }
  }

  /// Parses an amount of data and returns it in bytes; a number without a unit is in bytes.
  static func bytesMeasured(_ text: String) -> UInt64? {
    guard let (number, unit) = measurement(text) else { return nil }
    let factor =
      switch unit.lowercased() {
      case "kb": 1e3
      case "mb": 1e6
      case "gb": 1e9
      case "tb": 1e12
      case "kib": 1024.0
      case "mib": 1_048_576.0
      case "gib": 1_073_741_824.0
      default: 1.0
      }
    return UInt64(exactly: (number * factor).rounded())
  }
}
