import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

struct CrashlyticsTests {
  @Test func theTextForDownloadIsRead() throws {
    let outcome = ReportReader.read(try Repository.bytes(of: "sample-logs/crashlytics/exception.txt"))
    let report = try #require(outcome.reports.first).value
    #expect(outcome.reports.count == 1)
    #expect(report.source.format == "crashlytics")
    #expect(report.kind == .crash)
    #expect(report.process?.name == "MyApp")
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.process?.version == "2.4")
    #expect(report.host.device == "iPhone 14")
    #expect(report.host.osBuild == "21E237")
    #expect(report.times?.crashed?.rfc3339 == "2026-01-05T09:59:00Z")
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.exception?.reason?.contains("index 5 beyond bounds") == true)
    let crashed = try #require(report.crashedThread)
    #expect(crashed.name == "com.apple.main-thread")
    #expect(crashed.frames.map { $0.symbol?.name } == ["__pthread_kill", "pthread_kill", "-[CardStore cardAtIndex:]"])
    #expect(crashed.frames.last?.source?.line == 112)
    #expect(report.threads?.contains { $0.name == "com.apple.uikit.eventfetch-thread" } == true)
  }
}
