/// A point in time, in whole seconds since 1970-01-01T00:00:00Z: the form in which the history stores times.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted; negative for times before.
  package var seconds: Int

  /// Creates a time, limited to two million years before or after 1970, so that days and sums of times never overflow.
  package init(seconds: Int) { self.seconds = min(max(seconds, -1 << 46), 1 << 46) }

  /// Creates midnight of a UTC day, counted from 1970-01-01.
  package init(day: Int) { self.init(seconds: min(max(day, -1 << 29), 1 << 29) * 86_400) }

  /// Orders from earlier to later.
  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  /// The UTC day, counted from 1970-01-01.
  package var day: Int { Self.floor(seconds, 86_400) }

  /// Parses `2026-04-01T12:39:56.0657-07:00`, `…Z`, or a date alone (its midnight, UTC); `nil` for anything else,
  /// including times without a zone and years outside 1970 to 9999.
  package init?(rfc3339 text: String) {
    var reader = DigitReader(Array(text.utf8.prefix(64)))
    guard let year = reader.number(4), (1970...9999).contains(year), reader.skip("-"),
      let month = reader.number(2), (1...12).contains(month), reader.skip("-"),
      let day = reader.number(2), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    var seconds = Self.days(toYear: year, month: month, day: day) * 86_400
    if !reader.isAtEnd {
      guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
        let hour = reader.number(2), hour < 24, reader.skip(":"),
        let minute = reader.number(2), minute < 60, reader.skip(":"),
        let second = reader.number(2), second < 61
      else { return nil }
      if reader.skip(".") { reader.skipDigits() }
      seconds += hour * 3600 + minute * 60 + second
      if !reader.skip("Z"), !reader.skip("z") {
        let west = reader.skip("-")
        guard west || reader.skip("+"), let hours = reader.number(2), hours < 24 else { return nil }
        _ = reader.skip(":")
        guard let minutes = reader.number(2), minutes < 60 else { return nil }
        seconds -= (west ? -1 : 1) * (hours * 3600 + minutes * 60)
      }
      guard reader.isAtEnd else { return nil }
    }
    self.seconds = seconds
  }

  /// The time as `2026-08-01T09:12:00Z`.
  package var rfc3339: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    write(to: &bytes, between: UInt8(ascii: "T"))
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The date as `2026-08-01` (UTC).
  package var date: String {
    var bytes: [UInt8] = []
    writeDate(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns `2026-08-01T09:12:00`, with any character between date and time.
  package func write(to bytes: inout [UInt8], between separator: UInt8) {
    writeDate(to: &bytes)
    let rest = seconds - day * 86_400
    bytes.append(separator)
    Self.writeTwo(rest / 3600, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.writeTwo(rest / 60 % 60, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.writeTwo(rest % 60, to: &bytes)
  }

  private func writeDate(to bytes: inout [UInt8]) {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    let shifted = day + 719_468
    let era = Self.floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let position = (5 * dayOfYear + 2) / 153
    let month = position < 10 ? position + 3 : position - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let digits = String(year).utf8
    bytes += repeatElement(0x30, count: max(0, 4 - digits.count))
    bytes += digits
    bytes.append(UInt8(ascii: "-"))
    Self.writeTwo(month, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.writeTwo(dayOfYear - (153 * position + 2) / 5 + 1, to: &bytes)
  }

  /// Writes a number from 0 to 99 as two digits.
  package static func writeTwo(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + number / 10))
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// days_from_civil of the same source, for years from 1970.
  private static func days(toYear year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Parses numbers of fixed width in a short text.
private struct DigitReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }

  mutating func number(_ width: Int) -> Int? {
    guard index + width <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + width] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += width
    return value
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func skipDigits() {
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
  }
}
