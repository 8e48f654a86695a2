import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Bugsnag, measure.sh, Crashlytics and PLCrashReporter: one invented crash in the words of each.
struct ThirdPartyFormatTests {
  private func read(_ path: String) throws -> ReadOutcome {
    ReportReader.read(try Repository.bytes(of: "sample-logs/" + path))
  }

  private func report(_ path: String) throws -> CrashReport {
    let outcome = try read(path)
    #expect(outcome.faults.isEmpty)
    return try #require(outcome.reports.first).value
  }

  @Test func aBugsnagEventIsRead() throws {
    let report = try report("bugsnag/event.json")
    #expect(report.source.format == "bugsnag")
    #expect(report.kind == .crash)
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.exception?.reason?.hasSuffix("index 3 beyond bounds [0 .. 2]") == true)
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.process?.version == "2.4")
    #expect(report.process?.build == "412")
    #expect(report.host.os == "iOS 17.4.1")
    #expect(report.host.osBuild == "21E237")
    #expect(report.host.architecture == "arm64")
    #expect(report.times?.crashed?.rfc3339 == "2024-04-18T08:42:07.120Z")
    #expect(report.threads?.map(\.crashed) == [true, false])
    #expect(report.threads?[1].name == "com.example.loader")
    let frames = try #require(report.crashedThread?.frames)
    #expect(frames.count == 5)
    #expect(frames[2].symbol == CrashReport.Symbol(name: "CardStore.card(at:)", offset: 212))
    #expect(frames[2].image == "MyApp")
    #expect(frames[2].imageOffset == ImageOffset(0x2B4E0))
    #expect(frames.map(\.addressKind) == [.exact, .return, .return, .return, .return])
    // Frames state their images, and each image is listed once, by address.
    #expect(report.images?.map(\.name) == ["MyApp", "CoreFoundation", "libsystem_kernel.dylib"])
    #expect(frames[2].imageIndex == 0)
    #expect(report.images?[0].uuid == ImageUUID("00000000-0000-4000-8000-0000000000F3"))
  }

  @Test func aBugsnagRequestHasAReportForEachEvent() throws {
    let outcome = try read("bugsnag/request.json")
    #expect(outcome.faults.isEmpty)
    #expect(outcome.reports.map(\.value.kind) == [.crash, .fault])
    #expect(outcome.reports.last?.notes.contains { $0.code == "handled" } == true)
    let lines = outcome.reports.compactMap(\.value.source.firstLine)
    #expect(lines.count == 2 && lines[0] < lines[1])
  }

  @Test func aBugsnagHangIsNoException() throws {
    let text =
      #"{"exceptions":[{"errorClass":"App Hang","message":"The app's main thread failed to respond","stacktrace":["#
      + #"{"method":"main","frameAddress":"0x1000"}]}],"unhandled":true,"severityReason":{"type":"appHang"}}"#
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
    #expect(report.kind == .hang)
    #expect(report.exception == nil)
    #expect(report.eventSummary == "App Hang: The app's main thread failed to respond")
  }

  @Test func aMeasureExceptionIsRead() throws {
    let report = try report("measure/exception.json")
    #expect(report.source.format == "measure")
    #expect(report.exception?.type == "SIGABRT")
    #expect(report.threads?.map(\.index) == [0, 1])
    #expect(report.threads?.map(\.crashed) == [true, false])
    let frames = try #require(report.crashedThread?.frames)
    #expect(frames.map(\.address?.value) == [0x1C9F61B40, 0x104B4B4E0, 0x104B28A10])
    #expect(frames[1].image == "MyApp")
    #expect(frames[1].imageOffset == ImageOffset(0x2B4E0))
    #expect(report.images?.map(\.size) == [0xE4000, 0x400000, 0x38000])
    #expect(report.images?.map(\.architecture) == ["arm64", "arm64", "arm64"])
    #expect(report.host.osBuild == "21E237")
  }

  @Test func theExceptionsOfAMeasureSessionAreRead() throws {
    let outcome = try read("measure/session.json")
    #expect(outcome.faults.isEmpty)
    #expect(outcome.reports.count == 1)
    let report = try #require(outcome.reports.first).value
    #expect(report.incident == "00000000-0000-4000-8000-000000000702")
    #expect(report.times?.crashed?.rfc3339 == "2024-04-18T08:42:07.120Z")
    #expect(report.host.os == "iOS 17.4.1")
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.threads?.count == 2)
  }

  @Test func eventsInAListOnOneLineAreFound() throws {
    let event = try Repository.text(of: "sample-logs/measure/exception.json").split(separator: "\n").joined()
    let text = #"[{"id":"a","type":"memory_usage"},{"id":"b","session_id":"c","exception":"# + event + "}]\n"
    let outcome = ReportReader.read(Array(text.utf8))
    #expect(outcome.reports.map(\.value.source.format) == ["measure"])
    #expect(outcome.faults.isEmpty)
  }

  @Test(arguments: [
    #"{"exceptions":[{"type":"Error","message":"a","frames":[{"method_name":"f","file_name":"main.js"}]}],"handled":false}"#,
    #"{"crash":{},"system":{"system_name":"iOS"},"report":{"id":"a"},"binary_images":[]}"#,
    #"{"exceptions":[],"unhandled":true,"severityReason":{"type":"x"}}"#,
    #"{"event_id":"a","debug_meta":{"images":[]},"threads":{"values":[]}}"#,
    #"{"signal":{"code_name":"x"}}"#,
  ])
  func jsonWithoutAFailureIsDeclined(_ text: String) {
    let outcome = ReportReader.read(Array(text.utf8))
    #expect(outcome.reports.isEmpty)
    #expect(outcome.faults.map(\.code) == [.notAReport])
  }

  @Test func crashlyticsRecordsAreRead() throws {
    let report = try report("crashlytics-record/mach_exception.clsrecord")
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.codes == [1, 24])
    #expect(report.exception?.subtype == "KERN_INVALID_ADDRESS at 0x18")
    #expect(report.exception?.faultAddress == RuntimeAddress(24))
    #expect(report.times?.crashed?.rfc3339 == "2024-04-18T08:42:07Z")
    #expect(report.threads?.map(\.name) == [nil, "com.example.loader"])
    #expect(report.threads?.map(\.queue) == ["com.apple.main-thread", nil])
    #expect(report.threads?[0].registers?.last == CrashReport.Register(name: "pc", value: 0x1C9F61B40))
    #expect(report.crashedThread?.frames.map(\.image) == ["libsystem_kernel.dylib", "MyApp", "MyApp"])
  }

  @Test func hexadecimalTextsOfCrashlyticsAreDecoded() throws {
    let text =
      #"{"exception":{"type":"objc","name":"4e5352616e6765457863657074696f6e","reason":"696e6465782033","#
      + #""frames":[{"pc":4096,"symbol":"6d61696e"}]}}"# + "\n"
      + #"{"threads":[{"stacktrace":[4096],"crashed":true}]}"# + "\n"
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.exception?.reason == "index 3")
    #expect(report.lastExceptionBacktrace?.map(\.symbol?.name) == ["main"])
    #expect(report.threads?.count == 1)
  }

  @Test func anotherReportAfterTheRecordsIsReadByItself() throws {
    let records = try Repository.text(of: "sample-logs/crashlytics-record/mach_exception.clsrecord")
    let outcome = ReportReader.read(Array((records + IPSSample.report + records).utf8))
    #expect(outcome.reports.map(\.value.source.format) == ["crashlytics-record", "ips", "crashlytics-record"])
  }
}
