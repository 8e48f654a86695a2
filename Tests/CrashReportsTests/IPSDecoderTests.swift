import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

struct IPSDecoderTests {
  private func report(_ text: String = IPSSample.report) throws -> Decoded<CrashReport> {
    let outcome = ReportReader.read(IPSSample.bytes(text))
    #expect(outcome.faults.isEmpty)
    #expect(outcome.reports.count == 1)
    return try #require(outcome.reports.first)
  }

  /// Returns the line of the first occurrence of `text`.
  private func line(of text: String) -> Int? {
    IPSSample.report.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) }.map {
      $0 + 1
    }
  }

  @Test func headIsRead() throws {
    let decoded = try report()
    let report = decoded.value
    #expect(decoded.notes.isEmpty)
    #expect(report.source.format == "ips")
    #expect(report.source.bugType == "309")
    #expect(!report.source.quotesLines)
    #expect(report.source.firstLine == 1)
    #expect(report.source.byteRange == 0..<IPSSample.report.utf8.count - 1)
    #expect(report.kind == .crash)
    #expect(report.incident == "7C3F21A0-0B7D-4D7E-8A55-1F6E2C9D4B10")
    #expect(report.process?.name == "MyApp")
    #expect(report.process?.pid == 4711)
    #expect(report.process?.path == "/Applications/MyApp.app/Contents/MacOS/MyApp")
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.process?.version == "2.1")
    #expect(report.process?.build == "412")
    #expect(report.process?.role == "Foreground")
    #expect(report.process?.parent == .init(name: "launchd", pid: 1))
    #expect(report.process?.responsible == .init(name: "MyApp", pid: 4711))
    #expect(report.process?.coalition == "com.example.MyApp")
    #expect(report.host.os == "macOS 26.3")
    #expect(report.host.osBuild == "25D125")
    #expect(report.host.device == "Mac16,5")
    #expect(report.host.architecture == "arm64")
    #expect(report.host.isSimulator == false)
    #expect(report.host.isTranslated == false)
    #expect(report.times?.crashed?.rfc3339 == "2026-04-01T12:39:56.0657-07:00")
    #expect(report.times?.launched?.asWritten == "2026-04-01 12:38:02.1180 -0700")
    #expect(report.times?.uptimeSeconds == 1900)
  }

  @Test func exceptionAndTerminationAreRead() throws {
    let report = try report().value
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.codes == [1, 18_446_744_073_709_551_608])
    #expect(report.exception?.codesText == "0x0000000000000001, 0xfffffffffffffff8")
    #expect(report.exception?.faultAddress == RuntimeAddress(0xffff_ffff_ffff_fff8))
    #expect(
      report.exception?.region
        == "__DATA_CONST                1041d0000-1041d4000    [   16K] r--/rw- SM=COW  ...MyApp")
    #expect(report.exception?.note == "EXC_CORPSE_NOTIFY")
    #expect(report.termination?.namespace == "SIGNAL")
    #expect(report.termination?.code == 11)
    #expect(report.termination?.indicator == "Segmentation fault: 11")
    #expect(report.termination?.byProcess == .init(name: "exc handler", pid: 4711))
    let messages = try #require(report.applicationSpecificInformation)
    #expect(messages.map(\.image) == ["libsystem_c.dylib", "CoreFoundation", "CoreFoundation"])
    #expect(messages.map(\.text) == ["abort() called", "first", "second \"quoted\" – dash"])
  }

  @Test func linesAreThoseOfTheInput() throws {
    let report = try report().value
    #expect(report.lines[.exceptionType] == line(of: "\"exception\""))
    #expect(report.lines[.termination] == line(of: "\"termination\""))
    #expect(report.lines[.faultingThread] == line(of: "\"faultingThread\""))
    #expect(report.lines[.processName] == line(of: "\"procName\""))
    #expect(report.lines[.os] == line(of: "\"osVersion\""))
    #expect(report.applicationSpecificInformation?.first?.line == line(of: "\"asi\""))
    #expect(report.threads?[1].line == line(of: "\"triggered\""))
    #expect(report.threads?[1].frames[0].line == line(of: "\"triggered\""))
    #expect(report.images?.last?.line.map { $0 + 1 } == line(of: "\"base\" : 6710886400").map { $0 - 2 })
  }

  @Test func framesFindTheirImages() throws {
    let report = try report().value
    let threads = try #require(report.threads)
    #expect(threads.map(\.crashed) == [false, true])
    #expect(threads.map(\.name) == ["loader", nil])
    #expect(threads[1].queue == "com.example.render")
    // Sorted by address, without the anonymous image.
    #expect(report.images?.map(\.name) == ["libsystem_kernel.dylib", "MyApp", "CoreFoundation"])
    #expect(report.images?[1].uuid?.description == "6F1C0D52-7A3E-3B0F-9C41-58D2A7E0B3C4")
    #expect(report.images?[1].size == 65536)
    let frames = threads[1].frames
    #expect(frames.map(\.index) == [0, 1, 2, 3])
    #expect(frames.map(\.imageIndex) == [1, 1, 1, nil])
    #expect(frames.map(\.image) == ["MyApp", "MyApp", "MyApp", nil])
    #expect(frames[0].address == RuntimeAddress(4_364_959_744 + 15840))
    #expect(frames[3].address == RuntimeAddress(4660))
    #expect(frames[3].imageOffset == nil)
    #expect(frames.map(\.addressKind) == [.exact, .exact, .return, .return])
    #expect(frames.map(\.outcome) == [.fromReport, .fromReport, .notAttempted, .notAttempted])
    #expect(frames[0].inlined && !frames[1].inlined)
    #expect(frames[0].source == SourceLocation(file: "Widget.swift", line: 41))
    #expect(frames[1].source == SourceLocation(file: "Canvas.swift"))
    #expect(frames[1].symbol == CrashReport.Symbol(name: "Canvas.paint(_:)"))
    #expect(threads[0].frames[0].image == "libsystem_kernel.dylib")
  }

  @Test func backtracesOfExceptionsAreReturnAddresses() throws {
    let report = try report().value
    #expect(report.lastExceptionBacktrace?.map(\.addressKind) == [.return, .return])
    #expect(report.lastExceptionBacktrace?.map(\.image) == ["CoreFoundation", "MyApp"])
    let backtrace = try #require(report.applicationSpecificBacktraces?.first)
    #expect(backtrace.map(\.symbol?.name) == ["__exceptionPreprocess", "main"])
    #expect(backtrace[0].imageIndex == 2)
    #expect(backtrace[0].imageOffset == ImageOffset(0x2b0))
    #expect(backtrace[1].source == SourceLocation(file: "main.m", line: 12))
    #expect(backtrace[1].symbol?.offset == 128)
  }

  @Test func registersOfTheCrashedThreadOnly() throws {
    let threads = try #require(try report().value.threads)
    #expect(threads[0].registers == nil)
    let registers = try #require(threads[1].registers)
    #expect(registers.map(\.name) == ["x0", "x1", "lr", "pc", "far", "esr"])
    #expect(registers[1].value == .max)
    #expect(registers[1].note == "objc-selector draw")
    #expect(registers[5].note == "(Data Abort) byte read Translation fault")
  }

  @Test(arguments: [
    ("ARM-64", "arm64"), ("ARM64", "arm64"), ("X86-64", "x86_64"), ("X86", "i386"), ("ARM", "arm"), ("PPC", "ppc"),
    ("RISCV", "RISCV"),
  ])
  func architecturesHaveOneSpelling(_ written: String, _ expected: String) {
    #expect(IPSDecoder.architecture(written) == expected)
  }

  @Test(arguments: [("7", true), ("\"8\"", true), ("9", true), ("12", true), ("2", false), ("99", nil)])
  func platformTellsSimulators(_ platform: String, _ expected: Bool?) throws {
    let text = IPSSample.report.replacing("\"platform\":1", with: "\"platform\":\(platform)")
    #expect(try report(text).value.host.isSimulator == expected)
  }

  @Test func theHeaderFillsWhatTheBodyLacks() throws {
    let body = "{\n  \"exception\" : {\"type\":\"EXC_CRASH\"},\n  \"threads\" : []\n}"
    let report = try report(IPSSample.header + "\n" + body).value
    #expect(report.process?.name == "MyApp")
    #expect(report.process?.version == "2.1")
    #expect(report.host.os == "macOS 26.3")
    #expect(report.incident == "7C3F21A0-0B7D-4D7E-8A55-1F6E2C9D4B10")
    #expect(report.times?.crashed?.rfc3339 == "2026-04-01T12:39:57.00-07:00")
    #expect(report.lines[.processName] == 1)
  }

  @Test func simulatedReportsSaySo() throws {
    let text = IPSSample.report.replacing("\"isCorpse\" : 1", with: "\"isCorpse\" : 1,\n\"isSimulated\" : true")
    #expect(try report(text).value.exception?.note == "SIMULATED (this is NOT a crash)")
    let nonFatal = IPSSample.report.replacing("\"isCorpse\" : 1", with: "\"isNonFatal\" : \"1\",\n\"isCorpse\" : 1")
    #expect(try report(nonFatal).value.exception?.note == "NON-FATAL CONDITION")
  }

  @Test func codesComeFromTheirTextWithoutRawCodes() throws {
    let text = IPSSample.report.replacing("\"rawCodes\":[1,18446744073709551608],", with: "")
      .replacing(",\"subtype\":\"KERN_INVALID_ADDRESS at 0xfffffffffffffff8\"", with: "")
    let exception = try report(text).value.exception
    #expect(exception?.codes == [1, 0xffff_ffff_ffff_fff8])
    #expect(exception?.faultAddress == RuntimeAddress(0xffff_ffff_ffff_fff8))
  }

  @Test func languageExceptionsAndLoaderMessagesAreRead() throws {
    let more = #"""
      "exceptionReason" : {"name":"NSRangeException","format_string":"index %d","composed_message":"index 9 beyond bounds"},
      "dyldMessages" : ["Library not loaded: @rpath/Kit.framework/Kit\nReferenced from: MyApp","Reason: tried: '/x'"],
      "reportNotes" : ["dyld_process_snapshot failed"],
      """#
    let decoded = try report(IPSSample.report.replacing("  \"pid\" : 4711,", with: more + "\"pid\" : 4711,"))
    #expect(decoded.value.exception?.name == "NSRangeException")
    #expect(decoded.value.exception?.reason == "index 9 beyond bounds")
    #expect(decoded.value.exception?.type == "EXC_BAD_ACCESS")
    #expect(
      decoded.value.loaderMessages.map(\.text) == [
        "Library not loaded: @rpath/Kit.framework/Kit", "Referenced from: MyApp", "Reason: tried: '/x'",
      ])
    #expect(decoded.notes.map(\.code) == ["report-note"])
  }

  /// Frames are numbered as in Apple's viewer, with a gap where frames are missing.
  @Test func elidedRecursionLeavesAGap() throws {
    let frames = (0..<10).map { #"{"imageOffset":\#(100 + ($0 / 2)),"imageIndex":0}"# }.joined(separator: ",")
    let thread =
      #"{"triggered":true,"frames":[\#(frames)],"recursionInfoArray":[{"hottestElided":6,"coldestElided":5005,"#
      + #""depth":5004,"keyFrame":{"imageOffset":102,"imageIndex":0}}],"originalLength":5010}"#
    let body = #"{"threads":[\#(thread)],"usedImages":[{"base":4096,"size":4096,"name":"MyApp","uuid":""}]}"#
    let read = try #require(try report(IPSSample.header + "\n" + body).value.threads?.first)
    #expect(read.frames.map(\.index) == [0, 1, 2, 3, 4, 5, 5006, 5007, 5008, 5009])
    #expect(read.omittedFrames == 5000)
    #expect(read.recursion.first?.depth == 5004)
    #expect(read.recursion.first?.keyFrame?.address == RuntimeAddress(4096 + 102))
  }

  @Test func veryDeepStacksKeepBothEnds() throws {
    let frames = (0..<5000).map { #"{"imageOffset":\#($0),"imageIndex":0}"# }.joined(separator: ",")
    let body =
      #"{"threads":[{"triggered":true,"frames":[\#(frames)]}],"usedImages":[{"base":4096,"size":1,"name":"A"}]}"#
    let read = try #require(try report(IPSSample.header + "\n" + body).value.threads?.first)
    #expect(read.frames.count == 512)
    #expect(read.omittedFrames == 4488)
    #expect(read.frames.first?.index == 0)
    #expect(read.frames[255].index == 255)
    #expect(read.frames[256].index == 4744)
    #expect(read.frames.last?.index == 4999)
  }

  @Test func offsetsBeyondTheAddressSpaceGiveNoAddress() throws {
    let body =
      #"{"threads":[{"triggered":true,"frames":[{"imageOffset":18446744073709551615,"imageIndex":0},"#
      + #"{"imageOffset":1,"imageIndex":7},{"imageOffset":-1,"imageIndex":-1}]}],"#
      + #""usedImages":[{"base":18446744073709551615,"size":1,"name":"A"}]}"#
    let decoded = try report(IPSSample.header + "\n" + body)
    #expect(decoded.value.threads?.first?.frames.map(\.address) == [nil, nil, nil])
    #expect(decoded.notes.map(\.code) == ["address-overflow", "image-unknown"])
  }

  @Test(arguments: [
    ("2026-04-01 12:39:56 +0200", "2026-04-01T12:39:56+02:00"), ("2026-04-01T12:39:56.5Z", "2026-04-01T12:39:56.5Z"),
    ("2026-04-01 12:39:56.123456 -08:00", "2026-04-01T12:39:56.123456-08:00"), ("2026-04-01 12:39:56.12", nil),
    ("yesterday", nil), ("2026-04-01 12:39:56. +0200", nil), ("", nil),
  ])
  func timesAreRewritten(_ text: String, _ expected: String?) {
    #expect(CrashReport.ReportTime(reportText: text).rfc3339 == expected)
  }
}
