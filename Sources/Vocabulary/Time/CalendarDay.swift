/// A point in time, in whole seconds since 1970-01-01T00:00:00Z, as pages show it: UTC, to the minute.
package struct PageTime: Hashable, Comparable, Sendable {
  package var seconds: Int

  package init(seconds: Int) { self.seconds = seconds }

  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  /// UTC day, counted from 1970-01-01. Years outside 1 to 9999 count as the nearest day inside.
  package var day: PageDay { PageDay(number: Self.floor(bounded, 86_400)) }

  /// `2026-08-01 09:12`.
  var text: String {
    let rest = bounded - day.number * 86_400
    return "\(day.text) \(PageDay.two(rest / 3600)):\(PageDay.two(rest / 60 % 60))"
  }

  /// `2026-08-01T09:12:33Z` (RFC 3339), for the attribute `datetime`.
  var machineText: String {
    let rest = bounded - day.number * 86_400
    return "\(day.text)T\(PageDay.two(rest / 3600)):\(PageDay.two(rest / 60 % 60)):\(PageDay.two(rest % 60))Z"
  }

  /// Seconds within the years 1 to 9999, so that sums over them cannot overflow.
  private var bounded: Int {
    min(max(seconds, PageDay.first * 86_400), PageDay.last * 86_400 + 86_399)
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }
}

/// A day of UTC, counted from 1970-01-01.
package struct PageDay: Hashable, Comparable, Sendable {
  /// Within the years 1 to 9999.
  package let number: Int

  /// The day `number` days after 1970-01-01; what lies outside the years 1 to 9999 becomes the nearest day inside.
  package init(number: Int) { self.number = min(max(number, Self.first), Self.last) }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// 0001-01-01 and 9999-12-31.
  static let first = -719_162
  static let last = 2_932_896

  func adding(_ days: Int) -> PageDay {
    let (sum, overflows) = number.addingReportingOverflow(days)
    return PageDay(number: overflows ? (days < 0 ? Self.first : Self.last) : sum)
  }

  /// `2026-08-01`.
  var text: String {
    let (year, month, day) = civil
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-\(Self.two(month))-\(Self.two(day))"
  }

  /// `1 Aug`.
  var shortText: String {
    let (_, month, day) = civil
    return "\(day) \(Self.months[(month - 1) % 12])"
  }

  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  var civil: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let position = (5 * dayOfYear + 2) / 153
    let month = position < 10 ? position + 3 : position - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * position + 2) / 5 + 1)
  }

  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
