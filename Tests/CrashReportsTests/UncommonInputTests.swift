import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Input that is rare and not in the samples.
@Suite struct UncommonInputTests {
  // MARK: Limits

  /// The threads of a text store frames up to about 64 MB of memory.
  @Test func framesBeyondTheLimitAreLeftOutWithANote() throws {
    var frames = ""
    for number in 0..<512 { frames += "\(number)   MyApp   0x0000000100001000 f + 4\n" }
    var text = ""
    for thread in 0..<514 { text += "Thread \(thread):\n" + frames + "\n" }
    let decoded = try #require(TextSample.decode(text).first)
    #expect(decoded.value.threads?.reduce(0) { $0 + $1.frames.count } == 262_144)
    #expect(decoded.notes.filter { $0.code == "too-many-frames" }.map(\.line) == [512 * 514 + 2])
  }

  // MARK: Lines of the loader

  @Test func linesBelongToTheLoaderByTheirWords() throws {
    let report = try #require(
      TextSample.report(
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
        Referenced from: /Applications/Cards.app/Cards
        Reason: image not found
        Expected in: /usr/lib/libc.dylib
        in /usr/lib/libd.dylib
        another line
        """))
    #expect(
      report.loaderMessages.map(\.text) == [
        "Library not loaded: @rpath/CardKit.framework/CardKit", "Referenced from: /Applications/Cards.app/Cards",
        "Reason: image not found", "Expected in: /usr/lib/libc.dylib", "in /usr/lib/libd.dylib",
      ])
  }

  // MARK: KSCrash

  /// The sample with another failure.
  private func kscrash(_ error: String) throws -> CrashReport {
    let text = try Repository.text(of: "sample-logs/third-party-json/kscrash.json")
    let from = try #require(text.range(of: "\"error\": {")).upperBound
    let to = try #require(text.range(of: "\"threads\": ["))
    let changed = text[..<from] + error + "},\n" + text[to.lowerBound...]
    return try #require(ReportReader.read(Array(changed.utf8)).reports.first?.value)
  }

  @Test func aFaultyAccessNamesItsAddress() throws {
    let report = try kscrash(
      """
      "type": "mach", "address": 16,
      "mach": {"exception": 1, "exception_name": "EXC_BAD_ACCESS", "code": 1, "code_name": "KERN_INVALID_ADDRESS"}
      """)
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.subtype == "KERN_INVALID_ADDRESS at 0x10")
    #expect(report.exception?.faultAddress?.value == 16)
    #expect(report.lines[.exceptionSubtype] != nil)
  }

  @Test func otherEventsHaveTheirKind() throws {
    let hang = try kscrash(#""type": "deadlock""#)
    #expect(hang.kind == .hang)
    #expect(hang.eventSummary == "the main thread did not respond")
    let memory = try kscrash(#""type": "memory_termination""#)
    #expect(memory.kind == .jetsam)
    #expect(memory.eventSummary == "killed: out of memory")
  }
}
