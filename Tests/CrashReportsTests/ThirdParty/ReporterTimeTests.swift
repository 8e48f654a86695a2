import Testing

@testable import CrashReports

/// Times of crash reporters, services and databases.
@Suite struct ReporterTimeTests {
  @Test(arguments: [
    ("2026-09-20 10:11:12 UTC", "2026-09-20T10:11:12Z"),
    ("2026-09-20 10:11:12.123456 UTC", "2026-09-20T10:11:12.123456Z"),
    ("2026-09-20 10:11:12.5 GMT", "2026-09-20T10:11:12.5Z"), ("2026-09-20 10:11:12 Etc/UTC", "2026-09-20T10:11:12Z"),
    ("2026-09-20 10:11:12+00", "2026-09-20T10:11:12+00:00"), ("2026-09-20T10:11:12-07", "2026-09-20T10:11:12-07:00"),
    ("2026-09-20 10:11:12.1+00:00", "2026-09-20T10:11:12.1+00:00"), ("2026-09-20T10:11:12z", "2026-09-20T10:11:12Z"),
    ("2026-09-20 10:11:12 +0530", "2026-09-20T10:11:12+05:30"),
    ("1.795161163501E9", "2026-11-20T07:52:43.501Z"), ("1795161163.501", "2026-11-20T07:52:43.501Z"),
    ("1.795161163E9", "2026-11-20T07:52:43Z"), ("1.795161163501e+12", "2026-11-20T07:52:43.501Z"),
    ("1.8E9", "2027-01-15T08:00:00Z"),
  ])
  func becomeRFC3339(_ text: String, _ expected: String) {
    let time = CrashReport.ReportTime(thirdParty: text)
    #expect(time?.rfc3339 == expected)
    #expect(time?.asWritten == text)
  }

  @Test(arguments: [
    "2026-09-20 10:11:12 CET", "2026-09-20 10:11:12 UTCX", "2026-09-20 10:11:12+0", "2026-09-20 10:11:12+000",
    "1.8E", "E9", "1.8E99", "1.8E-2", "1..8E3", "-1.8E9", "1.8E9E9",
  ])
  func otherTextsAreOnlyAsWritten(_ text: String) { #expect(CrashReport.ReportTime(thirdParty: text)?.rfc3339 == nil) }
}
