import TestSupport
import Testing

@testable import CrashReports

/// Damaged and hostile texts. None may cause a trap, a hang or unlimited memory use.
struct TextDamageTests {
  static let samples = [
    TextSample.phone, TextSample.translated,
    "* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x1)\n  * frame #0: 0x1 A`b(c=1) at d.m:1:2 [opt]\n... repeats to frame #9\n",
    "file:///a%20b.xib: error: IB Designables: Failed to render and update auto layout status for A (B-c-d): dlopen(x): y\n Reason: z\n",
    "*** Terminating app due to uncaught exception 'A', reason: ‘b’\n*** First throw call stack:\n((\n0 A 0x1 b + 1\n",
    "[NSBundle loadNibNamed] —— [A b:c]\n—— [D initWithCoder:] -> e => f\n&lt;&gt;&amp;&quot;&#39;\u{a0}",
  ]

  @Test(arguments: samples.indices)
  func everyPrefixIsRead(_ index: Int) {
    let bytes = Array(Self.samples[index].utf8)
    for end in 0...bytes.count {
      let reports = TextDecoder.decode(bytes, range: 0..<end, firstLine: 1, limits: DecodingLimits())
      for report in reports {
        #expect(report.value.source.byteRange.map { $0.upperBound <= end } ?? false)
      }
    }
  }

  @Test(arguments: samples.indices)
  func everyByteMayChange(_ index: Int) {
    var bytes = Array(Self.samples[index].utf8)
    for position in stride(from: 0, to: bytes.count, by: 3) {
      let kept = bytes[position]
      for byte in [0x00, 0x0a, 0x20, 0x28, 0x29, 0x30, 0x39, 0x3a, 0xff] as [UInt8] {
        bytes[position] = byte
        _ = TextDecoder.decode(bytes, range: 0..<bytes.count, firstLine: 1, limits: DecodingLimits())
      }
      bytes[position] = kept
    }
  }

  @Test(arguments: [
    "Thread 99999999999999999999 Crashed:\n0 A 0xffffffffffffffffffff b + 99999999999999999999\n",
    "frame #9999999: 0x1 a`b\n... repeats to frame #9223372036854775807\nframe #1: 0x1 a`b\n",
    "Crashed Thread: 9223372036854775807\nException Type: EXC_CRASH (SIGABRT)\nException Codes: 0xffffffffffffffff, -1\n",
    "Binary Images:\n0xffffffffffffffff - 0x0 a <0> /\n0x0 - 0xfffffffffffffffe b <> /b\n0x1 - 0x2\n",
    "Termination Reason: Namespace , Code \nTermination Reason: \nTermination Signal:\nException Type: EXC_\n",
    "VM Region Info: \n--->\n-->\nException Type:\n", "(lldb)\n* thread #\n* frame #:\nframe #0:\n",
    "(0x)\n(0x1 0x)\n((((\n",
  ])
  func extremeNumbersAndEmptyFields(_ text: String) { _ = TextSample.decode(text) }

  @Test func rangesAreClamped() {
    let bytes = Array(TextSample.phone.utf8)
    #expect(TextDecoder.decode(bytes, range: 0..<(bytes.count * 2), firstLine: 1, limits: DecodingLimits()).count == 1)
    #expect(TextDecoder.decode([], range: 5..<9, firstLine: 1, limits: DecodingLimits()).isEmpty)
  }

  @Test func limitsAreEnforcedAndNoted() throws {
    var limits = DecodingLimits()
    limits.threads = 2
    limits.images = 1
    limits.reports = 3
    limits.consoleLines = 4
    let threads = (0..<9).map { "Thread \($0):\n0 A 0x1 b + 1\n" }.joined()
    let decoded = try #require(TextSample.decode(threads, limits: limits).first)
    #expect(decoded.value.threads?.count == 2 && decoded.notes.contains { $0.code == "too-many-threads" })
    let reports = TextSample.decode(String(repeating: TextSample.phone, count: 5), limits: limits)
    #expect(reports.count == 3 && reports[2].notes.contains { $0.code == "too-many-reports" })
    let lines = (0..<9).map { "2026-09-27 14:09:22.355361+0800 MyApp[1:2] line \($0)\n" }.joined()
    let console = try #require(TextSample.decode(lines, limits: limits).first)
    #expect(console.value.consoleLines.count == 4 && console.notes.contains { $0.code == "too-many-lines" })
  }

  /// Each line is read a limited number of times, although previous lines look ahead.
  @Test(arguments: [
    "[A b] -> [C d] -> x y -> [E f]\n", "0   Foo   -[A b] + 1\n\n", "Application Specific Information:\n((((\n",
    "*** Terminating app due to uncaught exception 'A', reason: 'x\n",
    "IB Designables: Failed to render instance of X ",
    "Details: a\n", "_foo_bar\n", "x0: 0x1 x1: 0x2\n", "Process: a [1]\nPath: b\n", "(", "&lt;", "\n",
  ])
  func repetitionTakesLinearTime(_ unit: String) {
    let text = String(repeating: unit, count: 60_000 / unit.utf8.count)
    // Quadratic time for 60 KB would be minutes in a debug build.
    #expect(ProcessorTime.seconds { _ = TextSample.decode(text) } < 30)
  }
}
