import TestSupport
import Testing

@testable import CrashReports

/// Reports of KSCrash 2 about events that are not crashes.
struct KSCrashEventTests {
  private func sample(_ name: String) throws -> Decoded<CrashReport> {
    try #require(ReportReader.read(try Repository.bytes(of: "sample-logs/third-party-json/" + name)).reports.first)
  }

  private func read(_ error: String) throws -> CrashReport {
    let text = #"{"report":{"process_name":"MyApp"},"crash":{"error":{\#(error)}}}"#
    return try #require(ReportReader.read(Array(text.utf8)).reports.first).value
  }

  @Test func aHangHasADurationAndNoException() throws {
    let report = try sample("kscrash-hang.json").value
    #expect(report.kind == .hang)
    #expect(report.exception == nil)
    #expect(report.detail(.duration)?.value == .seconds(8))
    #expect(report.eventSummary == "the main thread did not respond for 8 s")
    #expect(report.times?.crashed?.rfc3339 == "2026-11-24T06:00:00.123456Z")
    #expect(report.times?.crashed?.readable == "2026-11-24T06:00:00.123456Z")
    #expect(report.crashedThread?.frames.first?.symbol?.name == "CardStore.load()")
  }

  @Test func aWatchdogKillHasItsCode() throws {
    let report = try sample("kscrash-watchdog.json").value
    #expect(report.kind == .crash)
    #expect(report.exception?.type == "EXC_CRASH")
    #expect(report.termination?.code == 0x8bad_f00d)
  }

  @Test func aProfileIsNoCrash() throws {
    let decoded = try sample("kscrash-profile.json")
    #expect(decoded.value.kind == .sample)
    #expect(decoded.value.exception == nil)
    #expect(decoded.value.eventSummary == #"a profile "startup" of 0.26 s"#)
    #expect(decoded.value.detail(.samples)?.value == .number(3))
    #expect(decoded.value.threads?.last?.samples == 2)
    #expect(decoded.value.threads?.last?.frames.compactMap { $0.symbol?.name } == ["CardStore.load()", "main"])
  }

  @Test func anExpectedExitIsNoFailure() throws {
    let report = try sample("kscrash-clean-exit.json").value
    #expect(!report.kind.isFailure)
    #expect(report.exception == nil)
    #expect(report.eventSummary == "the process exited as expected (SIGTERM)")
  }

  @Test(arguments: [
    ("memory_limit", CrashReport.Kind.jetsam), ("memory_pressure", .jetsam), ("cpu", .resource), ("thermal", .resource),
    ("hang", .hang), ("unexplained", .unknown), ("clean", .statistics), ("os_upgrade", .statistics),
    ("reboot", .statistics), ("low_battery", .statistics), ("something_new", .unknown),
  ]) func aTerminationHasTheKindOfItsReason(reason: String, kind: CrashReport.Kind) throws {
    let report = try read(
      #""type":"termination","termination_reason":"\#(reason)","signal":{"signal":9,"name":"SIGKILL"},"is_fatal":true"#)
    #expect(report.kind == kind)
    #expect(report.exception == nil)
  }

  @Test func anErrorThatIsNotFatalIsNoCrash() throws {
    let error = #""type":"user","user_reported":{"name":"CardError"},"reason":"no card""#
    #expect(try read(error + #","is_fatal":false"#).kind == .fault)
    #expect(try read(error + #","is_fatal":true"#).kind == .crash)
    #expect(try read(error).kind == .crash)
  }
}
