import Analysis
import Diagnosis
import Foundation
import TestSupport
import Testing

/// The time for reading and diagnosing an input grows with its size, and not with the product of its size and the number
/// of reports, frames or findings in it.
@Suite struct LinearCostTests {
  private static let report = "Process:   A [1]\nException Type:  EXC_CRASH (SIGABRT)\n\n"
  private static let stack = """
    Process:               MyApp [1]
    Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
    Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010
    Triggered by Thread:   0

    Thread 0 Crashed:
    0   MyApp   0x0000000100001000 -[Card draw] + 12

    """

  /// Inputs of `size` parts.
  private static let families: [String: @Sendable (_ size: Int) -> String] = [
    "log lines, then reports": { size in
      String(repeating: "a line of a build log that states nothing\n", count: size * 20)
        + String(repeating: report, count: size)
    },
    "reports between log lines": { size in
      String(repeating: "a line of a build log\n" + report, count: size)
    },
    "lines with carriage returns": { size in
      String(repeating: "a line of a build log that states nothing\r\n", count: size * 40) + report
    },
    "lines with trailing blanks": { size in
      String(repeating: "a line \u{A0}\n\t \n", count: size * 40) + report
    },
    "one line of blanks": { size in report + String(repeating: " \t\u{A0}\u{3000}", count: size * 200) },
    "headers only": { size in String(repeating: report, count: size * 2) },
    "reports with stacks": { size in String(repeating: stack, count: size) },
    "frames of one report": { size in
      stack + (1...size * 10).map { "\($0)   MyApp   0x0000000100001000 -[Card draw\($0)] + 12\n" }.joined()
    },
    "console lines before a report": { size in
      String(repeating: "2026-09-27 14:09:22.355361+0800 MyApp[1:2] line\n", count: size * 5) + stack
    },
    "exceptions of one log": { size in
      String(
        repeating: "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3'\n", count: size)
    },
    "titles above lists": { size in String(repeating: "- fixes\n", count: size * 40) },
    "titles without lists": { size in String(repeating: "fixes\n", count: size * 40) },
    "versions above lists": { size in String(repeating: "* 1.2.3\n", count: size * 40) },
    "heads of tables": { size in String(repeating: "Error | Cause\n", count: size * 40) },
    "guides": { size in String(repeating: "FAQ\n", count: size * 40) },
    "indented commits": { size in
      String(repeating: "  commit a1b2c3d4\n  Author: Ann <ann@example.com>\n", count: size * 20)
    },
    "agent failures of one log": { size in
      (0..<size).map {
        "IB Designables: Failed to render and update auto layout status for Card\($0): The agent crashed\n"
      }.joined()
    },
  ]

  @Test(arguments: families.keys.sorted())
  func timeIsLinear(_ family: String) throws {
    let input = try #require(Self.families[family])
    var times: [Double] = []
    // The first input is made so large that it takes time that can be measured.
    var size = 40
    while size < 4_000, Self.seconds(input(size)) < 0.02 { size *= 2 }
    for factor in [1, 2, 4] {
      let text = input(size * factor)
      times.append((0..<3).map { _ in Self.seconds(text) }.min() ?? 0)
    }
    // Quadratic time would be sixteen times as long.
    #expect(times[2] < times[0] * 10, "\(size): \(times)")
  }

  /// Returns the processor time of this thread, in seconds: other tests run at the same time.
  private static func seconds(_ text: String) -> Double {
    let bytes = Array(text.utf8)
    return ProcessorTime.seconds { _ = Analysis.analyze(bytes) }
  }
}
