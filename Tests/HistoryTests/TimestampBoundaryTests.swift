import Testing
import Vocabulary

/// Times at the edges of days, months and years.
@Suite struct TimestampBoundaryTests {
  @Test(arguments: [
    ("2000-02-29", 951_782_400), ("2024-02-29", 1_709_164_800), ("1970-01-01", 0), ("1970-01-01T00:00:60Z", 60),
    ("2026-01-01T00:00:00+01:30", 1_767_220_200), ("2026-01-01T00:00:00-0130", 1_767_231_000),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ]) func timesAreRead(_ text: String, _ seconds: Int) {
    #expect(Timestamp(rfc3339: text)?.seconds == seconds, "\(text)")
  }

  @Test(arguments: [
    "2100-02-29", "2023-02-29", "2026-04-31", "2026-02-30", "2026-13-01", "2026-00-01", "2026-01-00", "1969-12-31",
    "2026-01-01T00:00:61Z", "2026-01-01T00:00:99Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:00", "2026-01-01T00:00:00Z ", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60",
    "2026-01-01x",
  ]) func otherTextsAreNoTimes(_ text: String) { #expect(Timestamp(rfc3339: text) == nil, "\(text)") }

  /// Days before 1970 begin earlier, and not later, than their times.
  @Test(arguments: [
    (-1, -1, "1969-12-31T23:59:59Z"), (-86_400, -1, "1969-12-31T00:00:00Z"), (-86_401, -2, "1969-12-30T23:59:59Z"),
    (0, 0, "1970-01-01T00:00:00Z"), (86_399, 0, "1970-01-01T23:59:59Z"), (86_400, 1, "1970-01-02T00:00:00Z"),
    (4_107_542_400, 47_541, "2100-03-01T00:00:00Z"),
  ]) func timesAreWritten(_ seconds: Int, _ day: Int, _ text: String) {
    let time = Timestamp(seconds: seconds)
    #expect(time.day == day && time.rfc3339 == text && time.date == String(text.prefix(10)), "\(seconds)")
  }
}
