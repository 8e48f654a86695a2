internal import History
import Vocabulary

/// Formats of times on pages: UTC, limited to the years 1 to 9999.
extension Timestamp {
  /// `2026-08-01 09:12`.
  var minuteText: String {
    let text = machineText
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// `2026-08-01T09:12:33Z` (RFC 3339), for the attribute `datetime`.
  var machineText: String { bounded.rfc3339 }

  /// `2026-08-01`.
  var dayText: String { bounded.date }

  /// `1 Aug`.
  var shortDayText: String {
    let parts = dayText.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return dayText }
    return "\(parts[2]) \(Self.months[(parts[1] - 1) % 12])"
  }

  /// Returns midnight of the day `days` days later.
  func adding(days: Int) -> Timestamp {
    let (sum, overflows) = day.addingReportingOverflow(days)
    return Timestamp(day: overflows ? (days < 0 ? .min : .max) : sum)
  }

  /// The time, limited to years of four digits, as `datetime` requires.
  private var bounded: Timestamp { min(max(self, Self.first), Self.last) }

  /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
  private static let first = Timestamp(day: -719_162)
  private static let last = Timestamp(seconds: 2_932_897 * 86_400 - 1)

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
