import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Reports of the system and of the Swift runtime that name one process among many, or have several forms.
struct SystemFormatsTests {
  private func sample(_ path: String) throws -> Decoded<CrashReport> {
    let outcome = ReportReader.read(try Repository.bytes(of: "sample-logs/" + path))
    #expect(outcome.reports.count == 1)
    return try #require(outcome.reports.first)
  }

  private func fault(_ text: String) throws -> DecodingFault {
    let outcome = ReportReader.read(Array(text.utf8))
    #expect(outcome.reports.isEmpty)
    return try #require(outcome.faults.first)
  }

  // MARK: - Swift

  @Test func aSwiftCrashLogAsJSONIsRead() throws {
    let report = try sample("swift-backtrace/crash-log-json.txt").value
    #expect(report.source.format == "swift-backtrace")
    #expect(report.exception?.type == "SIGILL")
    #expect(report.exception?.message == "Illegal instruction")
    #expect(report.exception?.faultAddress == nil)
    #expect(report.host.os == "Linux (Ubuntu 24.04.1 LTS)")
    #expect(report.host.architecture == "x86_64")
    #expect(report.times?.crashed?.rfc3339 == "2026-02-11T09:30:12.250000Z")
    #expect(
      report.applicationSpecificInformation?.map(\.text) == [
        "CardsServer/CardStore.swift:41: Fatal error: Index out of range"
      ])
    let threads = try #require(report.threads)
    #expect(threads.map(\.crashed) == [false, true])
    #expect(threads.map(\.name) == ["cards-server", "NIO-ELT-0-#1"])
    #expect(threads[1].registers?.map(\.name) == ["rax", "rdx", "rbp", "rsp", "rip", "rflags", "cs"])
    let frames = threads[1].frames
    #expect(frames.map(\.index) == [0, 1, 2, 6, 7])
    #expect(threads[1].omittedFrames == 3)
    #expect(frames.map(\.inlined) == [false, true, false, false, false])
    #expect(frames.map(\.addressKind) == [.exact, .return, .return, .asyncResume, .asyncResume])
    #expect(frames[2].symbol?.name == "CardStore.card(at:)")
    #expect(frames[2].symbol?.offset == 165)
    #expect(frames[2].source?.line == 41)
    #expect(frames[2].source?.column == 19)
    #expect(report.images?.map(\.name) == ["cards-server", "libswift_Concurrency.so", "libswiftCore.so"])
    #expect(report.images?.first?.size == 0x4188)
  }

  @Test func aSwiftCrashLogWithOtherOrderOrCutIsRead() throws {
    let sorted = """
      {"architecture":"arm64","backtraceTime":0.1,"description":"Bad pointer dereference","faultAddress":"0x04",
       "images":[],"kind":"crashReport","platform":"macOS 26.3 (25D125)",
       "threads":[{"crashed":true,"frames":[{"address":"0x10","kind":"programCounter"}]}]}
      """
    let report = try #require(ReportReader.read(Array(sorted.utf8)).reports.first).value
    #expect(report.exception?.type == "SIGSEGV")
    #expect(report.exception?.faultAddress?.value == 4)
    #expect(report.host.osBuild == "25D125")
    #expect(report.threads?.first?.frames.count == 1)
    let whole = try Repository.bytes(of: "sample-logs/swift-backtrace/crash-log-json.txt")
    let cut = ReportReader.read(Array(whole.prefix(whole.count * 2 / 3))).reports
    #expect(cut.first?.value.source.format == "swift-backtrace")
  }

  @Test func aLabeledTrapHasSystemAndMessage() throws {
    let report = try sample("swift-backtrace/runtime-failure.txt").value
    #expect(report.exception?.type == "SIGILL")
    #expect(report.exception?.message == "Swift runtime failure: arithmetic overflow")
    #expect(report.host.os == "Linux (Ubuntu 24.04.1 LTS)")
    #expect(report.threads?.first?.frames.count == 4)
    #expect(report.threads?.first?.frames.first?.inlined == true)
    #expect(report.threads?.first?.registers?.count == 8)
  }

  @Test func registersAboveEachStackBelongToItsThread() throws {
    let report = try sample("swift-backtrace/registers-all.txt").value
    #expect(report.exception?.faultAddress?.value == 4)
    #expect(report.threads?.map { $0.registers?.map(\.name) } == [["x0", "x1", "lr", "pc"], ["x0", "pc"]])
    #expect(report.threads?.map { $0.registers?.last?.value } == [0x1_04c2_cfdb, 0x1_9d34_ccbb])
    #expect(report.threads?.map(\.frames.count) == [2, 1])
    #expect(report.images?.first?.uuid?.description == "00000000-0000-4000-8000-000000000C21")
  }

  // MARK: - The process in question

  @Test func theProcessThatTheReasonNamesIsRead() throws {
    let decoded = try sample("stackshot/reason-names-process.ips")
    #expect(decoded.value.process?.name == "CardSync")
    #expect(decoded.value.process?.pid == 1687)
    #expect(decoded.value.kind == .watchdog)
    #expect(decoded.value.threads?.map(\.frames.count) == [2, 1])
  }

  static let reasons: [(reason: String, pid: Int?)] = [
    ("MyApp:412 has active assertions", 412), ("MyApp: message received to terminate [412]", 412),
    ("hang of MyApp [412] for 12 s", 412), ("process MyApp (412) did not answer", 412),
    ("MyApp: no answer in time", 412), ("pid 412 (MyApp) was unresponsive", 412), ("MyApp pid: 412", 412),
    ("com.example.cardd:77 (owner: MyApp:412) waits", 77), ("stackshot requested after 412 seconds", nil),
    ("version 412 of another", nil), ("NotMyApp:9 failed", nil), ("", nil),
  ]

  @Test(arguments: reasons.indices)
  func reasonsNameAProcess(_ index: Int) {
    let (reason, pid) = Self.reasons[index]
    let processes = [(52, "SpringBoard"), (77, "com.example.cardd"), (412, "MyApp")].map { pid, name in
      var process = StackshotProcess(offset: 0, line: 1)
      process.entry.pid = pid
      process.entry.name = name
      process.threads = 1
      return process
    }
    #expect(StackshotReason(reason).process(of: processes)?.entry.pid == pid, "\(reason)")
  }

  @Test func aNestedStackshotIsReadForItsProcess() throws {
    let report = try sample("stackshot/watchdog-409.ips").value
    #expect(report.kind == .watchdog)
    #expect(report.process?.pid == 88)
    #expect(report.termination?.namespace == "WATCHDOG")
    #expect(report.threads?.map(\.frames.count) == [2, 1])
    #expect(report.images?.count == 1)
  }

  @Test func theToolThatSamplesIsNotTheProcessInQuestion() throws {
    let decoded = try sample("spindump/whole-system.txt")
    #expect(decoded.value.process?.name == "gauged")
    #expect(decoded.notes.contains { $0.code == "process-chosen" })
    let text = try #require(
      String(bytes: try Repository.bytes(of: "sample-logs/spindump/whole-system.txt"), encoding: .utf8))
    let hung = text.replacing("Process:         cardd [310]", with: "Process:         cardd (Not Responding) [310]")
    #expect(ReportReader.read(Array(hung.utf8)).reports.first?.value.process?.name == "cardd")
    let named = text.replacing("Data Source:", with: "Event:           hang of cardd [310]\nData Source:")
    #expect(ReportReader.read(Array(named.utf8)).reports.first?.value.process?.name == "cardd")
  }

  // MARK: - Panics

  @Test func registersOfAnAbortAreRead() throws {
    let decoded = try sample("panic/abort-registers.panic")
    let thread = try #require(decoded.value.threads?.first)
    #expect(
      thread.registers?.map(\.name) == [
        "x0", "x1", "x2", "x3", "x28", "fp", "lr", "sp", "pc", "cpsr", "esr", "far",
      ])
    #expect(thread.registers?.last?.value == 8)
    #expect(thread.frames.count == 2)
    #expect(decoded.notes.contains { $0.code == "nested-panic" })
    let reset = ReportReader.read(Array("panic(cpu 1 caller 0x1): btn_rst\nDebugger message: panic\n".utf8))
    #expect(reset.reports.first?.value.eventSummary == "forced reset: btn_rst")
    #expect(reset.reports.first?.value.detail(.resetReason) != nil)
  }

  // MARK: - Bug types

  @Test func everyBugTypeIsDescribedOnce() {
    let ids = BugType.catalog.map(\.id)
    #expect(Set(ids).count == ids.count)
    for type in BugType.catalog {
      #expect(type.contents.last == "." && type.contents.first?.isUppercase == true, "\(type.id)")
      #expect(type.title.first.map { $0.isLowercase || type.title.prefix(2).allSatisfy(\.isUppercase) } != nil)
    }
  }

  @Test func recordsAreNoFailure() throws {
    for type in BugType.records where type.kind == .statistics {
      let outcome = ReportReader.read(
        Array("{\"bug_type\":\"\(type.id)\",\"os_version\":\"iPhone OS 26.1\"}\n{\"a\":1}\n".utf8))
      let report = try #require(outcome.reports.first, "\(type.id)").value
      #expect(!report.kind.isFailure, "\(type.id)")
      #expect(outcome.faults.isEmpty)
    }
  }

  // MARK: - Logs without a failure

  @Test func aBuildLogThatSucceededIsNotAReport() throws {
    let log = """
      CompileSwift normal arm64 /src/CardView.swift (in target 'MyApp' from project 'MyApp')
          cd /src

      2026-01-10 21:38:27.534 appintentsmetadataprocessor[33384:15829326] Starting appintentsmetadataprocessor export
      2026-01-10 21:38:27.565 appintentsmetadataprocessor[33384:15829326] Writing Metadata.appintents

      ** BUILD SUCCEEDED **
      """
    let fault = try fault(log)
    #expect(fault.code == .notAReport)
    #expect(fault.explanation == "no failure in this log: 7 lines, build succeeded")
  }

  /// A log with an error of a kind that nothing knows is not called one without failure.
  @Test(arguments: [
    "** BUILD FAILED **", "** TEST FAILED **", "** ARCHIVE FAILED **", "/src/Deck.xyz:3:1: error: no deck",
    "xcodebuild: error: no deck",
  ])
  func anUnknownErrorOfALogIsStated(_ line: String) throws {
    let start = "CompileSwift normal arm64 /src/CardView.swift (in target 'MyApp' from project 'MyApp')\n    cd /src\n"
    let outcome = ReportReader.read(Array((start + line + "\n").utf8))
    if let fault = outcome.faults.first { #expect(fault.explanation.contains(line), "\(fault.explanation)") }
    let succeeded = LogVerdict(
      Array((start + line + "\n** BUILD SUCCEEDED **\n").utf8), 0..<(start + line).utf8.count + 23)
    #expect(succeeded.failure == nil && succeeded.text == "build succeeded")
  }

  @Test func textsInPassingTestsAreNotFailures() throws {
    let log = """
      ◇ Test run started.
      ◇ Test messageIsParsed(_:) started.
      ◇ Passing 1 argument text → "Fatal error: Index out of range" to messageIsParsed(_:)
      ◇ Test case passing 1 argument text → "Fatal error: x" to messageIsParsed(_:) started.
      ✔ Test "Caught error: Fatal error: is shown" passed after 0.001 seconds.
      Test Case '-[CardTests testFatal_error: unexpectedly found nil]' started.
      Test Case '-[CardTests testFatal_error: unexpectedly found nil]' passed (0.001 seconds).
      ✔ Test run with 3 tests in 1 suite passed after 0.004 seconds.
      """
    #expect(
      try fault(log).explanation
        == "no failure in this log: 8 lines, Test run with 3 tests in 1 suite passed after 0.004 seconds")
  }

  @Test func theTestDuringWhichTheProcessCrashedIsNamed() throws {
    let log = """
      Test Suite 'CardTests' started at 2026-01-10 21:38:27.534.
      Test Case '-[CardTests testLoad]' started.
      Restarting after unexpected exit, crash, or test timeout in CardTests.testLoad(); summary will include totals
      Test Case '-[CardTests testSave]' started.
      """
    let report = try #require(ReportReader.read(Array(log.utf8)).reports.first).value
    #expect(report.consoleLines.first?.text.hasPrefix("Restarting after unexpected exit") == true)
    #expect(report.consoleLines.contains { $0.text.contains("started") } == false)
    #expect(report.detail(.testName)?.value == .text("CardTests.testLoad()"))
    #expect(report.kind == .crash)
  }

  // MARK: - Files of other tools

  static let foreign: [(bytes: [UInt8], words: [String])] = [
    (Array("MDMP".utf8) + [0x93, 0xA7, 0, 0], ["minidump", "minidump-stackwalk"]),
    (Array("MODULE mac arm64 4C4C4400 MyApp\n".utf8), ["Breakpad symbol file"]),
    (Array("bplist00".utf8) + [0xD9, 1] + Array("_graphEncodingVersion_".utf8), ["memory graph", "leaks FILE"]),
    (Array("bplist00".utf8) + [0xD9, 1], ["binary property list", "plutil", "leaks"]),
    ([0, 0x10, 0, 0, 0x11, 0, 0, 0, 0xD0, 0], ["tracev3", "log show"]),
    ([0, 0x10, 0, 0, 3, 0, 0, 0], ["ktrace", "spindump -i"]),
    ([0x01, 0x01, 0xAA, 0x55, 0, 0], ["ktrace"]),
    ([0x07, 0x58, 0xA2, 0x59, 0, 0], ["kcdata"]), ([0x57, 0xF1, 0xAD, 0xDE, 0, 0], ["kcdata"]),
    (Array("pbzx".utf8) + [0], ["pbzx"]), (Array("bvx2".utf8) + [0], ["LZFSE"]),
    (Array("AA01".utf8), ["Apple archive"]),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0], ["7-Zip", "7z x"]),
    (Array("SLF011#21%IDEActivityLogSection".utf8), ["activity log of Xcode"]),
    ([0xCF, 0xFA, 0xED, 0xFE, 12, 0, 0, 1, 0, 0, 0, 0, 4, 0, 0, 0], ["core file", "lldb -c"]),
    ([0xCF, 0xFA, 0xED, 0xFE, 12, 0, 0, 1, 0, 0, 0, 0, 10, 0, 0, 0], ["dSYM"]),
    ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [4, 0], ["ELF core file"]),
  ]

  @Test(arguments: foreign.indices)
  func filesOfOtherToolsAreNamedWithTheirTool(_ index: Int) throws {
    let (bytes, words) = Self.foreign[index]
    let outcome = ReportReader.read(bytes)
    #expect(outcome.reports.isEmpty)
    let fault = try #require(outcome.faults.first)
    let text = fault.explanation + " " + (fault.hint ?? "")
    for word in words { #expect(text.contains(word), "\(text)") }
  }
}
