import Testing
import Vocabulary

@testable import CrashReports

/// The columns of a program that logs another program's output are removed; those of the program that failed are read.
@Suite struct RelayTests {
  private static let log = [
    "error: IB Designables: Failed to render: dlopen(Dial.framework, 1): no suitable image found.  Did find:",
    "\tDial.framework: mach-o, but wrong architecture",
  ]

  private func messages(_ lines: [String], behind columns: String) throws -> [ReportMessage] {
    let text = lines.map { columns + $0 + "\n" }.joined()
    return try #require(ReportReader.read(Array(text.utf8)).reports.first).value.messages
  }

  @Test(arguments: [
    "Nov 22 10:22:33 build-7 xcodebuild[4711]: ", "Nov  2 10:22:33 ci bash[7]: ",
    "Nov 22 10:22:33 build-7 dial-build[4711]: ",
  ])
  func messageOfTwoLinesIsOneMessage(columns: String) throws {
    let plain = try messages(Self.log, behind: "").map(\.text)
    #expect(try messages(Self.log, behind: columns).map(\.text) == plain)
  }

  @Test(arguments: ["Nov 22 10:22:33 Mac Cards[4711]: ", "2026-11-22 10:22:33.100 xcodebuild[4711:70536] "])
  func columnsOfTheProgramItselfAreRead(columns: String) {
    let message = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'"
    #expect(InputNormalizer.normalize(Array((columns + message + "\n").utf8)).isPlain)
  }

  @Test func linesOfTwoProgramsAreNotARelay() {
    let text = """
      Nov 22 10:22:33 Mac Cards[4711]: *** Terminating app due to uncaught exception 'A', reason: 'one'
      Nov 22 10:22:34 Mac xcodebuild[12]:   Test run ended.

      """
    #expect(InputNormalizer.normalize(Array(text.utf8)).isPlain)
  }
}
