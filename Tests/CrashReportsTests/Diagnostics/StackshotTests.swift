import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Stackshots, of which the stacks of one process are read.
struct StackshotTests {
  private func read(_ text: String) throws -> Decoded<CrashReport> {
    try #require(ReportReader.read(Array(text.utf8)).reports.first)
  }

  private func sample(_ name: String) throws -> Decoded<CrashReport> {
    try #require(ReportReader.read(try Repository.bytes(of: "sample-logs/stackshot/" + name)).reports.first)
  }

  @Test func theFrontmostProcessIsRead() throws {
    let decoded = try sample("stackshot-288.ips")
    let report = decoded.value
    #expect(report.kind == .sample)
    #expect(report.eventSummary == "stacks of 2 processes at one moment: stackshot requested")
    #expect(report.process?.name == "MyApp")
    #expect(report.process?.pid == 4211)
    #expect(decoded.notes.contains { $0.code == "process-chosen" })
    let threads = try #require(report.threads)
    #expect(threads.map(\.name) == ["main", nil])
    #expect(threads.map(\.crashed) == [true, false])
    // The last frame, without image and offset, marks the end of the stack and is dropped.
    #expect(threads[0].frames.map(\.address?.value) == [6_675_111_936 + 12044, 4_303_110_144 + 212304])
    #expect(report.images?.map(\.loadAddress?.value) == [4_303_110_144, 6_675_111_936])
    #expect(threads[0].frames.map(\.imageIndex) == [1, 0])
  }

  @Test func theProcessOfTheHeaderComesFirst() throws {
    let decoded = try sample("terminating-509.ips")
    #expect(decoded.value.kind == .hang)
    #expect(decoded.value.process?.name == "MyApp")
    #expect(!decoded.notes.contains { $0.code == "process-chosen" })
  }

  @Test func addressesOfTheKernelAreBeyondTheSignedNumbers() throws {
    let text =
      #"{"processByPid":{"7":{"procname":"a","threadById":{"1":{"kernelFrames":[[0,4096],[1,8],[9,9]]}}}},"#
      + #""binaryImages":[["00000000-0000-4000-8000-0000000000f6",18446743936270598144,"K"],"#
      + #"["00000000-0000-4000-8000-0000000000f7",18446744073709551615,"K"]]}"#
    let decoded = try read(text)
    let frames = try #require(decoded.value.threads?.first?.frames)
    #expect(frames.count == 2)
    #expect(frames[0].address?.value == UInt64(18_446_743_936_270_598_144) + 4096)
    // One address is beyond the end of the address space, and there is no image 9.
    #expect(frames[1].address == nil)
    #expect(decoded.notes.contains { $0.code == "address-overflow" })
  }

  @Test func theReasonDecidesTheKind() throws {
    for (reason, kind) in [
      ("App hang detected", CrashReport.Kind.hang), ("0x8badf00d", .watchdog), ("1 spawned crash", .crash),
      ("user request", .sample),
    ] {
      let report = try read(#"{"bug_type":"288"}"# + "\n{\n\"reason\":\"\(reason)\",\"processByPid\":{}}").value
      #expect(report.kind == kind, "\(reason)")
    }
  }

  /// A stackshot that a process asked for because it ends: members of crash reports are in it, too.
  private func requested(_ members: String) throws -> CrashReport {
    let text =
      #"{"bug_type":"288","timestamp":"2026-01-05 10:00:00.00 +0100","os_version":"iPhone OS 18.5 (22F76)"}"#
      + "\n{\(members),\"frontmostPids\":[34],\"bug_type\":\"288\","
      + #""processByPid":{"34":{"pid":34,"procname":"Desk","threadById":{"1":{"userFrames":[[0,16]]}}},"#
      + #""107":{"pid":107,"procname":"cardsd","threadById":{"2":{"userFrames":[[0,32]]}}}},"#
      + #""binaryImages":[["00000000-0000-4000-8000-0000000000f6",4303110144,"P"]]}"#
    return try read(text).value
  }

  @Test func aStatedIdentifierIsTheProcess() throws {
    let report = try requested(
      #""reason":"message timeout, probably deadlocked. Terminating.","exception":"0x1234","pid":107"#)
    #expect(report.source.format == "stackshot")
    #expect(report.process?.name == "cardsd")
    #expect(report.threads?.first?.frames.first?.address?.value == 4_303_110_144 + 32)
    #expect(report.detail(.cause)?.value == .text("0x1234"))
    #expect(report.detail(.reason)?.value == .text("message timeout, probably deadlocked. Terminating."))
    #expect(report.eventSummary?.contains("probably deadlocked") == true)
    // Without threads of this process, the frontmost one is read.
    #expect(try requested(#""pid":5"#).process?.name == "Desk")
  }

  @Test func aProcessThatStatesItsEndFailed() throws {
    #expect(try requested(#""reason":"deadlocked, terminating","pid":107"#).kind == .hang)
    #expect(try requested(#""reason":"the deck is damaged, aborting","pid":107"#).kind == .crash)
    #expect(try requested(#""reason":"user request","pid":107"#).kind == .sample)
  }
}
