import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// The unified log, reports of third-party reporters, and records in which nothing failed.
struct OtherJSONTests {
  private func sample(_ path: String) throws -> Decoded<CrashReport> {
    let outcome = ReportReader.read(try Repository.bytes(of: "sample-logs/" + path))
    #expect(outcome.reports.count == 1)
    #expect(outcome.faults.isEmpty)
    return try #require(outcome.reports.first)
  }

  @Test(arguments: ["exception.ndjson", "exception.json"])
  func theLogReadsLikeItsText(_ name: String) throws {
    let report = try sample("unified-log-json/" + name).value
    let text =
      "2024-04-18 10:42:07.120000+0100 0x9050     Error       0x0                  4211   0    MyApp: (CoreFoundation) "
      + "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: "
      + "index 3 beyond bounds [0 .. 2]'\n*** First throw call stack:\n(0x18e644684 0x18e2b1000)\n"
      + "2024-04-18 10:42:07.130000+0100 0x9050     Default     0x0                  4211   0    MyApp: "
      + "(libsystem_c.dylib) [com.example.MyApp:main] abort() called\n"
    let expected = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
    #expect(report.source.format == "unified-log-json")
    #expect(report.kind == expected.kind)
    #expect(report.exception == expected.exception)
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.consoleLines.map(\.text) == expected.consoleLines.map(\.text))
    #expect(report.consoleLines.map(\.process) == ["MyApp", "MyApp"])
    #expect(report.consoleLines.map(\.pid) == [4211, 4211])
    #expect(report.consoleLines.map(\.time) == expected.consoleLines.map(\.time))
  }

  @Test func linesOfTheLogAreThoseOfTheInput() throws {
    let report = try sample("unified-log-json/exception.ndjson").value
    #expect(report.consoleLines.map(\.line) == [1, 2])
    #expect(report.source.firstLine == 1)
    #expect(report.lastExceptionBacktrace?.allSatisfy { $0.line == 1 } != false)
  }

  @Test func anotherReportBehindTheLogIsReadByItself() throws {
    let log = try Repository.text(of: "sample-logs/unified-log-json/exception.ndjson")
    let outcome = ReportReader.read(Array((log + IPSSample.report).utf8))
    #expect(outcome.reports.map(\.value.source.format) == ["unified-log-json", "ips"])
  }

  @Test func kscrashIsRead() throws {
    let report = try sample("third-party-json/kscrash.json").value
    #expect(report.source.format == "third-party-json")
    #expect(report.kind == .crash)
    #expect(report.process?.name == "MyApp")
    #expect(report.process?.pid == 4211)
    #expect(report.host.os == "iOS 17.4.1")
    #expect(report.exception?.type == "EXC_CRASH")
    #expect(report.exception?.signal == "SIGABRT")
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.exception?.reason?.hasSuffix("index 3 beyond bounds [0 .. 2]") == true)
    let thread = try #require(report.crashedThread)
    #expect(thread.frames.map(\.symbol?.readable) == ["__exceptionPreprocess", nil])
    #expect(thread.frames[0].symbol?.offset == 216)
    #expect(thread.frames[1].imageOffset == ImageOffset(177376))
    #expect(thread.registers?.map(\.name) == ["pc", "lr"])
    #expect(report.images?.map(\.architecture) == ["arm64", "arm64e"])
  }

  @Test func theFirstFailureCountsWhereTheReporterFailed() throws {
    let decoded = try sample("third-party-json/kscrash-recrash.json")
    #expect(decoded.value.exception?.name == "NSRangeException")
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.notes.contains { $0.code == "recrash" })
  }

  @Test func reportsInReportsWithoutEndAreNotFollowed() {
    let open = String(repeating: #"{"recrash_report":"#, count: 400)
    let outcome = ReportReader.read(Array((open + "{}" + String(repeating: "}", count: 400)).utf8))
    #expect(outcome.reports.isEmpty)
    #expect(outcome.faults.map(\.code) == [.notAReport])
  }

  @Test func aSentryEventIsRead() throws {
    let report = try sample("third-party-json/sentry-event.json").value
    #expect(report.process?.name == "MyApp")
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.codes == [1, 24])
    let thread = try #require(report.crashedThread)
    // Sentry writes the outermost frame first.
    #expect(thread.frames.map(\.symbol?.readable) == ["CardStore.load()", "main"])
    #expect(thread.frames.map(\.index) == [0, 1])
    #expect(thread.frames[0].source == SourceLocation(file: "CardStore.swift", line: 41))
    #expect(thread.frames[0].imageOffset == ImageOffset(177376))
    #expect(report.threads?.count == 2)
  }

  @Test func recordsSayThatNothingFailed() throws {
    let analytics = try sample("analytics/analytics-211.ips").value
    #expect(analytics.kind == .statistics)
    #expect(!analytics.kind.isFailure)
    #expect(analytics.threads == nil)
    #expect(analytics.eventSummary?.contains("no event") == true)
    #expect(analytics.detail(.records)?.value == .number(3))
    #expect(try sample("system-record/rtc-224.ips").value.kind == .statistics)
    #expect(try sample("system-record/launch-238.ips").value.kind == .launch)
    for entry in BugType.records where entry.id != "211" {
      let text = "{\"bug_type\":\"\(entry.id)\",\"os_version\":\"iPhone OS 26.1\"}\n{\n\"a\":1\n}\n"
      let report = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
      #expect(report.kind == entry.kind)
      #expect(report.eventSummary == entry.phrase)
    }
  }

  @Test func aCrashBehindAnalyticsIsReadByItself() throws {
    let records = try Repository.text(of: "sample-logs/analytics/analytics-211.ips")
    let outcome = ReportReader.read(Array((records + IPSSample.report + records).utf8))
    #expect(outcome.reports.map(\.value.source.format) == ["analytics", "ips", "analytics"])
    #expect(outcome.faults.isEmpty)
  }

  @Test func aCrashInTextBelowAnotherHeaderIsACrash() throws {
    let text = "{\"bug_type\":\"224\",\"os_version\":\"iPhone OS 14.8 (18H17)\"}\n" + TextSample.phone
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
    #expect(report.exception?.type != nil)
    #expect(report.threads?.isEmpty == false)
  }
}
