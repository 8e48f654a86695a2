import TestSupport
import Testing

@testable import CrashReports

/// Damaged and hostile sampled reports, backtraces and property lists.
struct TextKindsDamageTests {
  static let folders = ["spindump", "resource", "sample", "leaks", "swift-backtrace", "crashlytics"]

  static let samples: [SampleLog] = SampleLog.forms.filter { log in
    folders.contains { log.path.hasPrefix("sample-logs/\($0)/") } || log.path.hasSuffix(".plist")
  }

  @Test func thereAreSamplesOfEachKind() {
    #expect(Self.samples.count >= 15)
  }

  @Test(arguments: samples)
  func everyPrefixIsRead(_ sample: SampleLog) throws {
    let bytes = try sample.bytes()
    // The tests of Diagnosis truncate all small samples at every byte; this test checks the ranges.
    for end in stride(from: 0, through: bytes.count, by: bytes.count < 1500 ? 1 : 7) {
      let outcome = ReportReader.read(Array(bytes[..<end]))
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
      for report in outcome.reports {
        if let range = report.value.source.byteRange { #expect(range.upperBound <= end) }
      }
    }
  }

  @Test(arguments: samples)
  func mutantsAreRead(_ sample: SampleLog) throws {
    for bytes in Mutants(of: try sample.bytes(), count: 60, seed: 11) {
      let outcome = ReportReader.read(bytes)
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
    }
  }

  @Test(arguments: samples)
  func lineEndsOfWindowsChangeNothing(_ sample: SampleLog) throws {
    let text = String(decoding: try sample.bytes(), as: UTF8.self)
    let plain = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
    let windows = ReportReader.read(Array(text.replacingLineFeeds.utf8))
    let other = try #require(windows.reports.first).value
    #expect(other.threads == plain.threads)
    #expect(other.details == plain.details)
    #expect(other.images == plain.images)
    #expect(other.kind == plain.kind)
    #expect(other.source.format == plain.source.format)
  }

  @Test(arguments: ["spindump/hang.txt", "sample/sample.txt", "leaks/leaks.txt"])
  func quotedReportsAreRead(_ path: String) throws {
    let text = try Repository.text(of: "sample-logs/" + path)
    let plain = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
    let quoted = text.split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
    let other = try #require(ReportReader.read(Array(quoted.joined(separator: "\n").utf8)).reports.first).value
    #expect(other.source.format == plain.source.format)
    #expect(other.threads?.map { $0.frames.map(\.symbol) } == plain.threads?.map { $0.frames.map(\.symbol) })
    #expect(other.details.map(\.value) == plain.details.map(\.value))
  }

  private func read(_ text: String) throws -> CrashReport {
    try #require(ReportReader.read(Array(text.utf8)).reports.first).value
  }

  @Test func deepTreesAreCutInTheMiddle() throws {
    var text = "Data Source: Stackshots\nProcess: a [1]\n  Thread 0x1    1 samples\n"
    for depth in 0..<2_000 { text += String(repeating: " ", count: depth + 2) + "1  f\(depth) + 1 (a + 1) [0x1001]\n" }
    let thread = try #require(try read(text).threads?.first)
    #expect(thread.frames.count == 512)
    #expect(thread.omittedFrames == 2_000 - 512)
    #expect(thread.frames.first?.symbol?.name == "f1999")
    #expect(thread.frames.last?.symbol?.name == "f0")
  }

  @Test func longChainsAndWideTreesTakeLittleTime() throws {
    let chain =
      "Event: hang\nHeaviest stack for the target process:\n"
      + String(repeating: "  1  ??? (a + 1) [0x1]\n", count: 200_000)
    #expect(try read(chain).threads?.first?.omittedFrames == 200_000 - 512)
    let wide =
      "Call graph:\n    9 Thread_1\n" + String(repeating: "    + 1 f  (in a) + 1  [0x1]\n", count: 200_000)
    #expect(try read(wide).threads?.first?.frames.count == 1)
    let threads = "Data Source: x\nProcess: a [1]\n" + String(repeating: "  Thread 0x1    1 samples\n", count: 50_000)
    #expect(try read(threads).threads?.count == 4096)
  }

  @Test(arguments: [
    "Data Source: x\nSteps: 99999999999999999999 (99999999999999999999ms sampling interval)\nDuration: 1e999s\n",
    "Event: cpu usage\nSteps: 1\nCPU: 9999999999999999999999999999999999999999999% over , exceeding limit of \n",
    "Event: disk writes\nSteps: 1\nWrites: 99999999999999999999999999 TB over the last\nWrites limit: 1e99 GB\n",
    "Data Source: x\nProcess: [\nProcess: a ]1[\nThread 0x\n  *\n * * 1\n 1 \n 1 (\n 1 [0x\n 1 ) [0x]\n 1  + (in )\n",
    "Data Source: x\nProcess: a [1]\n  18446744073709551616  f + 99999999999999999999 (a + 99999999999999999999) [0xffffffffffffffffff]\n",
    "Data Source: x\nProcess: a [1]\n  9223372036854775807  f\n  9223372036854775807  g\n  1 h (a + 18446744073709551615) [0x1]\n Binary Images:\n 0xffffffffffffffff - ??? a <00000000-0000-4000-8000-0000000000A1> /a\n 0x0 - ??? b\n",
    "Call graph:\n 1 Thread_\n 1 Thread_1 DispatchQueue_\n+!:| 1 ??? (in \n 1 a (in b) load address  + \n",
    "leaks Report Version: 4.0\nSTACK OF 99999999999999999999 INSTANCES OF '\nProcess : leaks for\n====\n 1 (9999999999999999999999G) ROOT LEAK: <> []\n",
    "leaks Report Version: 4.0\nSTACK OF 1 INSTANCE OF 'ROOT LEAK: <a>':\n0\n1 0x\n2 0x1 + \n3  a  0xffffffffffffffff b + 99999999999999999999\n",
    "Thread 99999999999999 crashed:\n\nThread 0 crashed:\n0 [\n1 [ra\n2 [ra] 0x\n99999999999 x\n3 at :1:2\n4  in \n5 + 1\n",
    "Program crashed: \nThread 0 \" crashed:\nRegisters:\nrax 0x\nrax 0xffffffffffffffffff\nImages (9 omitted):\n0x1\u{2013}\n0x9-0x1\n0x1\u{2013}0x2 <no build ID>\n",
    "<plist><dict><key>com.apple.ibtool.errors</key><array><dict><key>description</key><string>&\n",
    "<plist><dict><dict></array><key>com.apple.actool.errors</key></key><string/><",
  ])
  func hostileFieldsDoNotTrap(_ text: String) {
    let outcome = ReportReader.read(Array(text.utf8))
    #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
  }

  @Test func zeroBytesInTheMiddleCostOnlyTheirLines() throws {
    var bytes = try Repository.bytes(of: "sample-logs/spindump/watchdog.spin")
    for index in 900..<1000 { bytes[index] = 0 }
    let report = try #require(ReportReader.read(bytes).reports.first).value
    #expect(report.threads?.count == 2)
  }
}

extension String {
  fileprivate var replacingLineFeeds: String {
    String(decoding: utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, as: UTF8.self)
  }
}
