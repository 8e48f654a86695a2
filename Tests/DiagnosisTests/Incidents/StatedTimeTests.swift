import Testing

@testable import Diagnosis

@Suite struct StatedTimeTests {
  @Test func zonesAreTakenIntoAccountWhereBothHaveOne() throws {
    let here = try #require(StatedTime("2024-04-18 10:42:07.5 +0200"))
    let there = try #require(StatedTime("2024-04-18T08:42:08Z"))
    #expect(try #require(here.distance(to: there)) == 0.5)
  }

  @Test func withoutZoneClocksOfOneMachineAreCompared() throws {
    let report = try #require(StatedTime("2024-04-18 10:42:07 +0200"))
    let console = try #require(StatedTime("2024-04-18 10:43:07.250"))
    #expect(try #require(report.distance(to: console)) == 60.25)
  }

  @Test func daysAndYearsAreCounted() throws {
    let old = try #require(StatedTime("2023-12-31 23:59:59"))
    let new = try #require(StatedTime("2024-01-01 00:00:01"))
    #expect(try #require(old.distance(to: new)) == 2)
    let before = try #require(StatedTime("2024-02-28 00:00:00"))
    let after = try #require(StatedTime("2024-03-01 00:00:00"))
    #expect(try #require(before.distance(to: after)) == 172_800)
  }

  @Test(arguments: ["", "2024", "now", "99999999999999999999", "2024-99-01 00:00:00", "12:00:00", "2024-04-18 10:42"])
  func otherTextsAreNoMoments(_ text: String) { #expect(StatedTime(text) == nil) }
}
