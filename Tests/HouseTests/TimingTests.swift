import Foundation
import TestSupport
import Testing

/// Tests measure the processor time of their thread (`ProcessorTime`). Time limits of the test library and clocks count
/// the waits for other tests too, which take minutes on a machine with two processors.
@Suite struct TimingTests {
  private static var clocks: some RegexComponent {
    /\.timeLimit\(|ContinuousClock|SuspendingClock|DispatchTime\.now|-[a-z]+\.timeIntervalSinceNow|timeIntervalSince\(/
  }

  /// The files that use a clock, and what they wait for.
  private static let permitted: [String: String] = [
    "Tests/ClickHouseTests/HostileServerTests.swift": "a server that does not answer",
    "Tests/CommandTests/ContextCancellationTests.swift": "the end of a program",
    "Tests/CommandTests/LeftReportsTests.swift": "the end of a program",
    "Tests/CommandTests/ProgressTests.swift": "a terminal",
    "Tests/CommandTests/RedirectedOutputTests.swift": "the end of a program",
    "Tests/CommandTests/RunTransparencyTests.swift": "the end of a program",
    "Tests/CommandTests/Tool.swift": "the end of a program",
    "Tests/PagesTests/ServerTests.swift": "a connection",
    "Tests/PlatformTests/ProcessTests.swift": "the end of a program",
  ]

  @Test func testsMeasureProcessorTime() throws {
    var used: Set<String> = []
    let files = Repository.files(below: "Tests").filter { file in
      file.hasSuffix(".swift") && file.split(separator: "/").dropFirst().first?.hasSuffix("Tests") == true
        && !file.hasSuffix("/TimingTests.swift")
    }
    #expect(files.count > 300, "the tests were not found")
    for file in files {
      let text = String(decoding: try Repository.bytes(of: file), as: UTF8.self)
      guard text.firstMatch(of: Self.clocks) != nil else { continue }
      used.insert(file)
      #expect(Self.permitted[file] != nil, "\(file) uses a clock; use ProcessorTime.seconds")
    }
    #expect(used == Set(Self.permitted.keys), "files that use no clock any more are listed")
  }
}
