import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// The generations of KSCrash and of Sentry's events, and what they have in common.
struct ReporterGenerationTests {
  /// The conclusion that KSCrash writes below its text is a fact of the report, as that of its JSON.
  @Test func theConclusionOfAReporterIsRead() throws {
    let bytes = try Repository.bytes(of: "sample-logs/third-party-text/kscrash.crash")
    let report = try #require(ReportReader.read(bytes).reports.first).value
    let cause = try #require(report.detail(.cause))
    #expect(cause.line == 130)
    guard case .text(let text) = cause.value else {
      Issue.record("The conclusion is a text.")
      return
    }
    #expect(text.hasPrefix("Application threw exception NSInvalidArgumentException"))
  }

  private func sample(_ path: String) throws -> Decoded<CrashReport> {
    let outcome = ReportReader.read(try Repository.bytes(of: "sample-logs/third-party-json/" + path))
    #expect(outcome.faults.isEmpty)
    return try #require(outcome.reports.first)
  }

  private func report(_ text: String) throws -> CrashReport {
    try #require(ReportReader.read(Array(text.utf8)).reports.first).value
  }

  @Test(arguments: [
    ("1496739162", "2017-06-06T08:52:42Z"), ("1639063461408", "2021-12-09T15:24:21.408Z"),
    ("1696619964760585", "2023-10-06T19:19:24.760585Z"), ("1696619964760585123", "2023-10-06T19:19:24.760585123Z"),
    ("1508840157.492", "2017-10-24T10:15:57.492Z"), ("2017-06-06T08:52:42Z", "2017-06-06T08:52:42Z"),
    ("18446744073709551615", "2554-07-21T23:34:33.709551615Z"),
  ])
  func timesAreReadByMagnitude(_ text: String, _ expected: String) {
    let time = CrashReport.ReportTime(thirdParty: text)
    #expect(time?.asWritten == text)
    #expect(time?.rfc3339 == expected)
  }

  @Test func unknownTimesAreNotInvented() {
    #expect(CrashReport.ReportTime(thirdParty: "0") == nil)
    #expect(CrashReport.ReportTime(thirdParty: "-5")?.rfc3339 == nil)
    #expect(CrashReport.ReportTime(thirdParty: "1.")?.rfc3339 == nil)
    #expect(CrashReport.ReportTime(thirdParty: "99999999999999999999")?.rfc3339 == nil)
    #expect(CrashReport.ReportTime(thirdParty: "2017-01-26T09:55:14")?.rfc3339 == nil)
    #expect(CrashReport.ReportTime(thirdParty: "2017-01-26T09:55:14", isUTC: true)?.rfc3339 == "2017-01-26T09:55:14Z")
  }

  @Test(
    arguments: [
      (12, 6, "armv6"), (12, 9, "armv7"), (12, 11, "armv7s"), (12, 0, "arm"), (16_777_228, 0, "arm64"),
      (16_777_228, 0x8000_0002, "arm64e"), (16_777_223, 3, "x86_64"), (16_777_223, 8, "x86_64h"), (7, 3, "i386"),
      (16_777_223, 0xFFFF_FFFF_8000_0003, "x86_64"),
    ] as [(UInt64, UInt64, String)])
  func architecturesAreExact(_ type: UInt64, _ subtype: UInt64, _ name: String) {
    #expect(MachArchitecture.name(type: type, subtype: subtype) == name)
  }

  @Test func theReportOfTheAppIsOutsideInVersion2() throws {
    let decoded = try sample("kscrash-crash-in-handler.json")
    let report = decoded.value
    #expect(decoded.notes.map(\.code) == ["recrash"])
    #expect(report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.faultAddress == RuntimeAddress(0xFFFF_FFFF))
    #expect(report.threads?.count == 2)
    #expect(report.times?.crashed?.rfc3339 == "2024-04-18T08:42:07.120455Z")
    #expect(report.times?.launched?.rfc3339 == "2024-04-18T08:41:58Z")
    #expect(report.images?.map(\.architecture) == ["arm64e", "arm64e", "arm64e"])
  }

  @Test func aMinimalReportHasTheCrashedThread() throws {
    let report = try report(
      #"{"report":{"type":"minimal","timestamp":1639063461},"crash":{"error":{"type":"mach","address":0,"#
        + #""mach":{"exception":1,"code":"0x1"}},"crashed_thread":{"index":3,"crashed":true,"backtrace":{"contents":["#
        + #"{"instruction_addr":8192,"object_addr":4096,"object_name":"MyApp"}]}}},"binary_images":[]}"#)
    #expect(report.threads?.map(\.index) == [3])
    #expect(report.crashedThread?.frames.first?.imageOffset == ImageOffset(4096))
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.codes == [1])
  }

  @Test func reportsWithoutImagesAreRead() throws {
    let report = try report(
      #"{"crash":{"error":{"type":"deadlock","mach":{"exception":0,"code":0,"subcode":0},"signal":{"signal":0}},"#
        + #""threads":[{"index":0,"crashed":true,"backtrace":{"contents":[{"instruction_addr":8192}]}},"exception"]},"#
        + #""system":{"cpu_arch":"x86","binary_cpu_type":16777223},"report":{"id":"a"}}"#)
    #expect(report.kind == .hang)
    #expect(report.exception == nil)
    #expect(report.threads?.count == 1)
    #expect(report.host.architecture == "x86_64")
  }

  @Test func theTextOfADeadlockIsAHang() throws {
    let report = try report(
      "Process:         MyApp [4211]\nReport Version:  104\n\nException Type:  0 (0)\nException Codes: 0 at 0x00000000\n"
        + "Crashed Thread:  0\n\nApplication main thread deadlocked\n\nThread 0 Crashed:\n"
        + "0   MyApp                         \t0x0003f000 0x3d000 + 8192 (main + 8)\n")
    #expect(report.kind == .hang)
    #expect(report.exception?.type == nil)
  }

  @Test func theLastFreedExceptionIsStated() throws {
    let report = try report(
      #"{"crash":{"error":{"type":"signal","signal":{"signal":11,"name":"SIGSEGV"}}},"binary_images":[],"process":"#
        + #"{"last_dealloced_nsexception":{"address":24,"name":"CardException","reason":"no card"}}}"#)
    #expect(
      report.applicationSpecificInformation?.map(\.text) == [
        "Last deallocated NSException (0x18): CardException: no card"
      ])
    #expect(report.exception?.name == nil)
  }

  @Test(arguments: ["sentry-2017.json", "sentry.envelope"])
  func anEventOf2017IsRead(_ name: String) throws {
    let report = try sample(name).value
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.codes == [1, 8])
    #expect(report.exception?.faultAddress == RuntimeAddress(0x18))
    #expect(report.times?.crashed?.rfc3339 == "2017-01-26T09:55:14Z")
    #expect(report.crashedThread?.registers?.count == 6)
    #expect(report.images?.map(\.architecture) == ["arm64", "arm64", "arm64"])
    #expect(report.threads?.count == 2)
  }

  @Test func aHangOfSentryIsNoException() throws {
    let report = try report(
      #"{"event_id":"a","exception":{"values":[{"type":"App Hanging","value":"App hanging for at least 2000 ms.","#
        + #""mechanism":{"type":"AppHang"},"stacktrace":{"frames":[{"instruction_addr":"0x1000"}]}}]},"debug_meta":{}}"#
    )
    #expect(report.kind == .hang)
    #expect(report.exception == nil)
    #expect(report.eventSummary == "App hanging for at least 2000 ms.")
  }
}
