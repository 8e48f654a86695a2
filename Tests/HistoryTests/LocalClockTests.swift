import Foundation
import HistoryPresentation
import Testing
import Vocabulary

@Suite struct LocalClockTests {
  private func clock(_ now: String, _ zone: String) throws -> LocalClock {
    let zone = try #require(TimeZone(identifier: zone))
    return LocalClock(now: try #require(Timestamp(rfc3339: now))) {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.seconds)))
    }
  }

  /// Berlin's clocks were set forward on March 29, 2026 at 02:00, and back on October 25 at 03:00.
  @Test(arguments: [
    ("2026-03-29T12:00:00Z", "Europe/Berlin", 0, "2026-03-28T23:00:00Z"),
    ("2026-03-29T12:00:00Z", "Europe/Berlin", 1, "2026-03-27T23:00:00Z"),
    ("2026-03-30T12:00:00Z", "Europe/Berlin", 0, "2026-03-29T22:00:00Z"),
    ("2026-10-25T12:00:00Z", "Europe/Berlin", 0, "2026-10-24T22:00:00Z"),
    ("2026-10-26T12:00:00Z", "Europe/Berlin", 0, "2026-10-25T23:00:00Z"),
    ("2026-10-26T12:00:00Z", "Europe/Berlin", 1, "2026-10-24T22:00:00Z"),
    ("2026-08-03T23:30:00Z", "Asia/Tokyo", 0, "2026-08-03T15:00:00Z"),
    ("2026-08-03T01:30:00Z", "America/Los_Angeles", 0, "2026-08-02T07:00:00Z"),
    ("2026-08-03T01:30:00Z", "America/Los_Angeles", 1, "2026-08-01T07:00:00Z"),
    ("2026-08-03T01:30:00Z", "UTC", 0, "2026-08-03T00:00:00Z"),
  ])
  func midnightIsThatOfTheDay(now: String, zone: String, days: Int, midnight: String) throws {
    #expect(try clock(now, zone).midnight(days).rfc3339 == midnight)
  }

  @Test func timesHaveTheirOwnOffset() throws {
    let clock = try clock("2026-10-26T12:00:00Z", "Europe/Berlin")
    #expect(clock.dateAndTime(try #require(Timestamp(rfc3339: "2026-10-25T00:30:00Z"))) == "2026-10-25 02:30")
    #expect(clock.dateAndTime(try #require(Timestamp(rfc3339: "2026-10-25T01:30:00Z"))) == "2026-10-25 02:30")
    #expect(clock.timeOfDay(clock.now) == "13:00:00")
  }
}
