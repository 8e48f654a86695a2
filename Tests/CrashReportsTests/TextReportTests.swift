import Testing
import Vocabulary

@testable import CrashReports

/// Complete reports in Apple's text layout and similar layouts.
struct TextReportTests {
  @Test func phoneReport() throws {
    let decoded = try #require(TextSample.decode(TextSample.phone).first)
    let report = decoded.value
    #expect(report.source.format == "apple-text")
    #expect(report.source.firstLine == 1 && report.source.quotesLines)
    #expect(report.source.byteRange?.lowerBound == 0)
    #expect(report.kind == .crash)
    #expect(report.incident == "0F3B6A52-91C4-4D0E-8A77-2B6C1D9E4F10")
    #expect(report.process?.name == "MyApp" && report.process?.pid == 4711)
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.process?.version == "2.4" && report.process?.build == "412")
    #expect(report.process?.parent == .init(name: "launchd", pid: 1))
    #expect(report.process?.coalition == "com.example.MyApp")
    #expect(report.host.os == "iPhone OS 26.1" && report.host.osBuild == "23B85")
    #expect(report.host.device == "iPhone16,2" && report.host.architecture == "arm64")
    #expect(report.host.isTranslated == false)
    #expect(report.times?.crashed?.rfc3339 == "2026-03-02T11:22:33.4567+01:00")
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.codes == [1, 0x10])
    #expect(report.exception?.faultAddress == RuntimeAddress(0x10))
    #expect(report.exception?.region == nil)
    #expect(report.termination?.namespace == "SIGNAL" && report.termination?.code == 11)
    #expect(report.termination?.indicator == "Segmentation fault: 11")
    #expect(report.termination?.byProcess == .init(name: "exc handler", pid: 4711))
    #expect(report.lines[.exceptionType] == 19 && report.lines[.processName] == 4)
    #expect(decoded.notes.isEmpty)
  }

  @Test func framesAreMatchedWithImages() throws {
    let report = try #require(TextSample.report(TextSample.phone))
    let images = try #require(report.images)
    #expect(images.map(\.name) == ["MyApp", "UIKitCore", "libsystem_kernel.dylib"])
    #expect(images.first?.size == 0x100000)
    #expect(images.first?.uuid == ImageUUID("0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9"))
    let threads = try #require(report.threads)
    #expect(threads.map(\.index) == [0, 7])
    #expect(threads[0].crashed && threads[0].queue == "com.apple.main-thread" && threads[0].name == nil)
    #expect(threads[1].name == "com.example.worker" && !threads[1].crashed)
    let frames = threads[0].frames
    #expect(frames.map(\.imageIndex) == [0, 0, 1, nil, 0])
    #expect(frames[0].imageOffset == ImageOffset(0x1c2b0))
    #expect(frames[0].symbol == .init(name: "CardView.refresh()", offset: 212))
    #expect(frames[0].source == SourceLocation(file: "CardView.swift", line: 88))
    #expect(frames[0].addressKind == .exact && frames[1].addressKind == .return)
    #expect(frames[1].symbol == nil && frames[1].imageOffset == ImageOffset(118_784))
    #expect(frames[1].outcome == .notAttempted && frames[0].outcome == .fromReport)
    #expect(frames[3].image == nil && frames[3].symbol == nil)
    #expect(frames[4].source == nil)
    #expect(frames[0].line == 34)
  }

  @Test func registersHaveTheNamesOfTheOtherFormats() throws {
    let phone = try #require(TextSample.report(TextSample.phone)?.threads?.first?.registers)
    #expect(phone.map(\.name) == ["x0", "x1", "x28", "fp", "lr", "sp", "pc", "cpsr", "far", "esr"])
    #expect(phone.last?.note == "(Data Abort) byte read Translation fault")
    let mac = try #require(TextSample.report(TextSample.translated)?.threads?.first?.registers)
    #expect(mac.map(\.name) == ["rax", "rbx", "rip", "rflags", "cr2", "cpu", "err", "trap"])
    #expect(mac.last?.value == 133)
  }

  /// A part of a report that was copied from below its stack, so that no line names the thread.
  @Test func registersWithoutAThreadHaveNoLine() throws {
    let report = try #require(
      TextSample.report(
        """
        Process:               MyApp [4211]
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

          x20: 0x0000000000000047   x21: 0x000000000000004b   x22: 0x0000000000000000
        """))
    let thread = try #require(report.threads?.first)
    #expect(thread.registers?.map(\.name) == ["x20", "x21", "x22"])
    #expect(thread.frames.isEmpty && thread.line == nil)
  }

  @Test func translatedReport() throws {
    let report = try #require(TextSample.report(TextSample.translated))
    #expect(report.source.format == "apple-text-translated")
    #expect(report.process?.bundleID == nil && report.process?.version == nil)
    #expect(report.process?.responsible?.name == "SimulatorTrampoline")
    #expect(report.host.architecture == "x86_64" && report.host.isTranslated == true)
    #expect(report.host.isSimulator == true && report.host.simulatedRuntime == "iOS 17.2 (21C62)")
    #expect(report.times?.uptimeSeconds == 7300)
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.exception?.reason == "*** -[__NSArrayM objectAtIndex:]: index 9 beyond bounds [0 .. 3]")
    let messages = try #require(report.applicationSpecificInformation)
    #expect(messages.count == 4)
    #expect(messages[1].text == "Details:")
    #expect(messages[2].text == "terminating due to (\na list\n) of things")
    #expect(report.applicationSpecificBacktraces?.first?.map(\.addressKind) == [.return, .return])
    let thread = try #require(report.crashedThread)
    #expect(thread.index == 3 && thread.name == "worker" && thread.queue == "com.example.sync")
    #expect(thread.frames[1].inlined && thread.frames[1].symbol?.name == "syncAll(_:)")
    #expect(report.images?.first?.bundleID == "com.example.CardTests" && report.images?.first?.name == "CardTests")
    #expect(report.images?.first?.version == "2.4")
  }

  @Test(arguments: [
    ("iPhone OS 14.4 (18D52)", "5847 (3.0.3)", "3.0.3", "5847"),
    ("iPhone OS 15.0 (19A346)", "3.0.3 (5847)", "3.0.3", "5847"),
    ("macOS 12.4 (21F79)", "1.0 (7)", "1.0", "7"),
    ("macOS 12.4 (21F79)", "512", "512", nil),
    ("macOS 12.4 (21F79)", "??? (???)", nil, nil),
  ])
  func versionOrderFollowsTheSystem(_ system: String, _ written: String, _ version: String?, _ build: String?) throws {
    let text =
      "Process:  MyApp [1]\nVersion:  \(written)\nOS Version:  \(system)\nException Type:  EXC_CRASH (SIGABRT)\n"
    let process = try #require(TextSample.report(text)?.process)
    #expect(process.version == version)
    #expect(process.build == build)
  }

  @Test(arguments: [
    ("Namespace SIGNAL, Code 6 Abort trap: 6", "SIGNAL", 6, "Abort trap: 6"),
    ("Namespace SIGNAL, Code 0xb", "SIGNAL", 11, nil),
    ("Namespace SIGNAL, Code 6, Abort trap: 6", "SIGNAL", 6, "Abort trap: 6"),
    ("SIGNAL 9 Killed: 9", "SIGNAL", 9, "Killed: 9"),
    ("FRONTBOARD 2343432205 ", "FRONTBOARD", 0x8bad_f00d, nil),
    ("RUNNINGBOARD 0xdead10cc", "RUNNINGBOARD", 0xdead_10cc, nil),
  ])
  func terminationReasons(_ written: String, _ namespace: String, _ code: UInt64, _ indicator: String?) throws {
    let text = "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: \(written)\n"
    let termination = try #require(TextSample.report(text)?.termination)
    #expect(termination.namespace == namespace)
    #expect(termination.code == code)
    #expect(termination.indicator == indicator)
  }

  @Test func unlabeledLinesContinueTheTermination() throws {
    let report = try #require(
      TextSample.report(
        """
        Exception Type:        EXC_CRASH (SIGABRT)
        Termination Reason:    Namespace DYLD, Code 1 Library missing
        Library not loaded: @rpath/CardKit.framework/CardKit
        Referenced from: /Applications/MyApp.app/Contents/MacOS/MyApp
        (terminated at launch; ignore backtrace)

        Triggered by Thread:  0
        """))
    #expect(report.termination?.reasons?.count == 2)
    #expect(report.termination?.details == ["(terminated at launch; ignore backtrace)"])
    #expect(report.lines[.faultingThread] == 7)
  }

  @Test func onlyTheArrowsLineIsTheRegion() throws {
    let report = try #require(
      TextSample.report(
        """
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x00007ffee0a00ff8

        VM Regions Near 0x7ffee0a00ff8:
            MALLOC_SMALL           00007f9ba4a00000-00007f9ba5a00000 [ 16.0M] rw-/rwx SM=PRV
        --> STACK GUARD            00007ffedd200000-00007ffee0a01000 [ 56.0M] ---/rwx SM=NUL  thread 0
            Stack                  00007ffee0a01000-00007ffee1200000 [ 8188K] rw-/rwx SM=COW  thread 0
        """))
    #expect(report.exception?.region?.hasPrefix("STACK GUARD") == true)
    #expect(report.exception?.subtype == "KERN_PROTECTION_FAILURE at 0x00007ffee0a00ff8")
    #expect(report.lines[.region] == 6)
  }

  @Test func oldReportsOfPowerPC() throws {
    let report = try #require(
      TextSample.report(
        """
        Host Name:      studio
        Date/Time:      2005-08-12 10:20:30.123 +0200
        OS Version:     10.4.2 (Build 8C46)
        Report Version: 3

        Command: MyApp
        Path:    /Applications/MyApp.app/Contents/MacOS/MyApp
        Parent:  WindowServer [84]

        Version: 1.1 (300)

        PID:    212
        Thread: 0

        Exception:  EXC_BAD_ACCESS (0x0001)
        Codes:      KERN_PROTECTION_FAILURE (0x0002) at 0x00000004

        Thread 0 Crashed:
        0   com.example.MyApp        \t0x0000541c main + 0xcc
        1   <<00000000>>             \t0xfffeff18 objc_msgSend_rtp + 24

        Thread 0 crashed with PPC Thread State 64:
          srr0: 0x000000000000541c srr1: 0x000000000200f030                        vrsave: 0x0000000000000000

        Binary Images Description:
            0x1000 -    0x14fff com.example.MyApp 1.1 (300)\t/Applications/MyApp.app/Contents/MacOS/MyApp
        """))
    #expect(report.process?.name == "MyApp" && report.process?.pid == 212)
    #expect(report.host.os == "10.4.2" && report.host.osBuild == "8C46")
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.faultAddress == RuntimeAddress(4))
    #expect(report.threads?.first?.crashed == true)
    #expect(report.threads?.first?.frames.first?.symbol == .init(name: "main", offset: 0xcc))
    #expect(report.images?.first?.version == "1.1" && report.images?.first?.uuid == nil)
    #expect(report.threads?.first?.registers?.map(\.name) == ["srr0", "srr1", "vrsave"])
  }

  @Test func exceptionBacktraceAsAddressList() throws {
    let text = TextSample.phone.replacing(
      "Thread 0 name:", with: "Last Exception Backtrace:\n(0x1a2b40010 0x104a1d000 0x104a1e000)\n\nThread 0 name:")
    let frames = try #require(TextSample.report(text)?.lastExceptionBacktrace)
    #expect(frames.map(\.image) == ["UIKitCore", "MyApp", "MyApp"])
    #expect(frames.map(\.addressKind) == [.return, .return, .return])
    #expect(frames[1].imageOffset == ImageOffset(0x1d000))
  }

  @Test func twoReportsInOneText() {
    let reports = TextSample.decode(TextSample.phone + "\n" + TextSample.translated + TextSample.phone).map(\.value)
    #expect(reports.map(\.process?.name) == ["MyApp", "CardTests", "MyApp"])
    #expect(reports.map(\.source.index) == [0, 1, 2])
    #expect(reports[1].source.firstLine ?? 0 > reports[0].source.lastLine ?? 0)
  }

  @Test func quoteAndCommentMarksAreRemoved() throws {
    let plain = try #require(TextSample.report(TextSample.phone))
    let escaped = TextSample.phone.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let quoted = TextSample.phone.split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
      .joined(separator: "\n")
    let variants = [
      "\u{feff}" + TextSample.phone, TextSample.phone.replacing("\n", with: "\r\n"), escaped, quoted,
      "```\n" + TextSample.phone + "```\n",
      TextSample.phone.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(
        separator: "\n"),
      TextSample.phone.split(separator: "\n", omittingEmptySubsequences: false).map { "// " + $0 }.joined(
        separator: "\n"),
    ]
    for variant in variants {
      var report = try #require(TextSample.report(variant))
      report.source = plain.source
      report.lines = plain.lines
      report.threads = report.threads?.map { Self.withoutLines($0) }
      report.images = report.images?.map { Self.withoutLine($0) }
      var expected = plain
      expected.threads = plain.threads?.map { Self.withoutLines($0) }
      expected.images = plain.images?.map { Self.withoutLine($0) }
      #expect(report == expected)
    }
  }

  private static func withoutLines(_ thread: CrashReport.Thread) -> CrashReport.Thread {
    var thread = thread
    thread.line = nil
    for index in thread.frames.indices { thread.frames[index].line = nil }
    return thread
  }

  private static func withoutLine(_ image: BinaryImage) -> BinaryImage {
    var image = image
    image.line = nil
    return image
  }

  @Test func locationsAreThoseOfTheEntireInput() throws {
    let before = "some words\nand more\n"
    let bytes = Array((before + TextSample.phone).utf8)
    let reports = TextDecoder.decode(
      bytes, range: before.utf8.count..<bytes.count, firstLine: 3, limits: DecodingLimits())
    let report = try #require(reports.first?.value)
    #expect(report.source.firstLine == 3)
    #expect(report.source.byteRange?.lowerBound == before.utf8.count)
    #expect(report.lines[.processName] == 6)
  }

  @Test func truncatedReportsNoteWhereTheyEnd() throws {
    let text = try #require(TextSample.phone.split(separator: "Binary Images:").first)
    let decoded = try #require(TextSample.decode(String(text)).first)
    let note = try #require(decoded.notes.first { $0.code == "truncated" })
    #expect(note.text.contains("Thread State") && note.text.contains("binary images"))
  }

  @Test func deepStacksStoreBothEnds() throws {
    var limits = DecodingLimits()
    limits.framesPerThread = 10
    let lines = (0..<1000).map { "\($0)   MyApp   0x\(String(0x1000 + $0, radix: 16)) recurse(\($0)) + 4" }
    let report = TextSample.decode("Thread 0 Crashed:\n" + lines.joined(separator: "\n"), limits: limits).first?.value
    let thread = try #require(report?.threads?.first)
    #expect(thread.frames.map(\.index) == [0, 1, 2, 3, 4, 995, 996, 997, 998, 999])
    #expect(thread.omittedFrames == 990)
  }
}
