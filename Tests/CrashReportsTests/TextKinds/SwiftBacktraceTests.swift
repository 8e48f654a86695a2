import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Backtraces printed by the Swift runtime.
struct SwiftBacktraceTests {
  private func report(_ path: String) throws -> CrashReport {
    try #require(ReportReader.read(try Repository.bytes(of: "sample-logs/swift-backtrace/" + path)).reports.first).value
  }

  @Test func aServersCrashIsRead() throws {
    let report = try report("linux.txt")
    #expect(report.source.format == "swift-backtrace")
    #expect(report.kind == .crash)
    #expect(report.exception?.type == "SIGILL")
    #expect(report.exception?.faultAddress == nil)
    #expect(report.host.architecture == "x86_64")
    #expect(report.host.os == "Linux (Ubuntu 24.04.1 LTS)")
    #expect(report.process?.name == "cards-server")
    #expect(
      report.applicationSpecificInformation?.map(\.text) == [
        "CardsServer/CardStore.swift:41: Fatal error: Index out of range"
      ])
    let threads = try #require(report.threads)
    #expect(threads.map(\.index) == [0, 1])
    #expect(threads.map(\.crashed) == [true, false])
    #expect(threads[0].name == "cards-server")
    let frames = threads[0].frames
    #expect(
      frames.map { $0.symbol?.name } == [
        "closure #1 in closure #1 in _assertionFailure(_:_:file:line:flags:)",
        "_assertionFailure(_:_:file:line:flags:)",
        "Array.subscript.getter", "CardStore.card(at:)", "run()", "main", nil,
      ])
    #expect(frames.map(\.inlined) == [false, false, true, false, false, false, false])
    #expect(frames[3].source?.line == 41)
    #expect(frames[3].source?.column == 19)
    #expect(frames[3].symbol?.offset == 57)
    #expect(frames[3].imageOffset?.value == 0x10da)
    #expect(frames[6].image == "libc.so.6")
    #expect(frames[0].addressKind == .exact)
    #expect(threads[1].frames.map(\.addressKind) == [.exact, .asyncResume])
    #expect(threads[1].frames[1].symbol?.name == "closure #1 in run()")
    #expect(threads[0].registers?.map(\.name) == ["rax", "rdx", "rbp", "rip", "rflags", "cs", "fs", "gs"])
    #expect(threads[0].registers?[3].value == 0x7fdd_ff96_df7f)
    #expect(report.images?.map(\.name) == ["cards-server", "libc.so.6", "libswiftCore.so"])
    #expect(report.images?.first?.path == "/srv/cards/cards-server")
  }

  @Test func colorsDoNotMatter() throws {
    let report = try report("macos-colors.txt")
    #expect(report.exception?.type == "SIGTRAP")
    #expect(report.host.os == "macOS 26.3")
    #expect(report.host.osBuild == "25D125")
    #expect(report.threads?.first?.frames.map { $0.symbol?.name } == ["CardStore.first()", "main"])
    #expect(report.threads?.first?.frames.first?.source?.column == 12)
    #expect(report.images?.first?.uuid?.description == "00000000-0000-4000-8000-00000000000A")
    #expect(report.threads?.first?.registers?.map(\.name) == ["x0", "lr", "sp", "pc"])
  }

  @Test(arguments: [
    ("Bad pointer dereference at 0x0000000000000010", "SIGSEGV", UInt64(16)), ("Aborted", "SIGABRT", nil),
    ("Bus error at 0x0000000000000008", "SIGBUS", 8), ("Signal 11 at 0x1", "SIGSEGV", 1),
    ("Something new", nil, nil),
  ])
  func signalsByTheirWords(_ words: String, _ signal: String?, _ address: UInt64?) throws {
    let text = "*** Program crashed: \(words) ***\n\nThread 0 crashed:\n\n0 in first() at /tmp/a.swift:3\n"
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first?.value)
    #expect(report.exception?.type == signal)
    #expect(report.exception?.message == words)
    #expect(report.exception?.faultAddress?.value == address)
    let frame = try #require(report.threads?.first?.frames.first)
    #expect(frame.symbol?.name == "first()")
    #expect(frame.source?.line == 3)
    #expect(frame.image == nil)
  }

  @Test func twoCrashesOfOneLogAreTwoReports() throws {
    let one = String(decoding: try Repository.bytes(of: "sample-logs/swift-backtrace/linux.txt"), as: UTF8.self)
    let outcome = ReportReader.read(Array((one + "\n" + one).utf8))
    #expect(outcome.reports.count == 2)
    #expect(outcome.reports.map { $0.value.applicationSpecificInformation?.count } == [1, 1])
    #expect(outcome.reports.map { $0.value.threads?.count } == [2, 2])
  }

  @Test func stackOfTheOldRuntimeIsRead() throws {
    let text = """
      Fatal error: Index out of range: file Swift/ContiguousArrayBuffer.swift, line 444
      Current stack trace:
      0    libswiftCore.so                    0x00007f12fd1ab7b0 swift_reportError + 50
      1    libswiftCore.so                    0x00007f12fcf0dabe <unavailable> + 1427134
      2    MyServer                           0x000055d03bd5e2a1 CardStore.card(at:) + 97
      """
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first?.value)
    #expect(report.kind == .crash)
    #expect(report.threads?.first?.frames.count == 3)
    #expect(report.consoleLines.contains { $0.text.hasPrefix("Fatal error: Index out of range") })
  }
}
