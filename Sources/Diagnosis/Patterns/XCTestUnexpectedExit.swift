import CrashReports

extension Pattern {
  /// A test run that ended because the test's process exited unexpectedly.
  static let xctestUnexpectedExit: Pattern = Pattern(
    "xctest-unexpected-exit",
    title: "A test crashed, exited or timed out (XCTest: unexpected exit)",
    family: .exception,
    symptom: """
      The log of a test run contains "Restarting after unexpected exit, crash, or test timeout", or that the test runner \
      exited early.
      """,
    grades: [
      // The message covers crashes, exit() and timeouts, so a cause that the log states is listed first.
      Grade(.likely, cause: .possible, .all([restarted, .optional(lastStarted)])),
      Grade(.likely, cause: .possible, .all([crashed, .optional(lastStarted)])),
      Grade(.likely, cause: .possible, .all([exitedEarly, .optional(lastStarted)])),
    ],
    headline: "Test {test|run} ended unexpectedly{how? ({how})}: crash, exit or timeout of the test's process",
    cause: """
      The process that runs the tests ended{test? during {test}} before the test finished: it crashed, a test called \
      exit(), or the time limit was exceeded. XCTest starts a new process for the remaining tests. This log does not \
      show the cause; the crash report of the process does.
      """,
    remedy: [
      "Analyze the crash report of that moment: in the .xcresult bundle (attachments of {test|the test}), or in ~/Library/Logs/DiagnosticReports.",
      "Run only {test|the test} in Xcode with the debugger attached: it stops where the process crashes.",
      "If no report exists, look for exit() and for a time limit (-test-timeouts-enabled, executionTimeAllowance).",
    ],
    changes: [Change("shell", after: "xcrun xcresulttool export diagnostics --path Cards.xcresult --output-path out")],
    gaps: [Gap(unless: .hasStack, "The crash report of the test's process: it shows the cause.")],
    lookalikes: [
      LookAlike("sigtrap-in-test", because: "The log contains no stack of the test's process.", when: .not(.hasStack))
    ],
    references: [
      Reference("XCTest (Apple)", url: "https://developer.apple.com/documentation/xctest"),
      Reference("Testing a release build, and test timeouts: xcodebuild(1) (macOS manual page)"),
    ],
    generality: 9,
    searchTerms: """
      Restarting after unexpected exit, crash, or test timeout
      unexpected exit
      test crashed
      Early unexpected exit
      test runner exited
      operation never finished bootstrapping
      unexpected signal code
      Test crashed with signal
      Lost connection to testmanagerd
      """,
    examples: [
      .matches(
        "XCTest restarts after a test", atLeast: .likely,
        """
        Test Case '-[CardsTests.DeckTests testDraw]' started.

        →Restarting after unexpected exit, crash, or test timeout in DeckTests.testDraw(); summary will include totals from previous launches.
        """),
      .matches(
        "the summary of a test run", atLeast: .likely,
        """
        Testing failed:
        →	DeckTests.testDraw() encountered an error (Crash: Cards (4711) at -[Deck average])
        """),
      .matches(
        "the runner exited before the first test", atLeast: .likely,
        """
        →CardsTests-Runner (4711) encountered an error (Early unexpected exit, operation never finished bootstrapping - no restart will be attempted.)
        """),
      .doesNotMatch(
        "a test that failed",
        """
        /src/DeckTests.swift:31: error: -[CardsTests.DeckTests testDraw] : XCTAssertEqual failed: ("3") is not equal to ("4")
        Test Case '-[CardsTests.DeckTests testDraw]' failed (0.012 seconds).
        """),
      .doesNotMatch(
        "a service that restarts",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] restarting after 3 seconds
        """),
    ])

  private static let statement = "XCTest reports that the process of the tests ended unexpectedly."
  private static let restarted = Evidence.text(
    [
      "Restarting after unexpected exit, crash, or test timeout in {test};",
      "Restarting after unexpected exit or crash in {test};",
      "Restarting after unexpected exit, crash, or test timeout",
      "Restarting after unexpected exit",
    ], statement: statement)
  private static let crashed = Evidence.text(
    [
      "{test} encountered an error (Crash: {how})", "{test} encountered an error (Crash:",
      "Test case '{test}' failed on{}Crash: {how}", "Test crashed with signal {how}.", "Crash: xctest ({how}",
      "Test crashed with signal",
    ], without: ["issues", "//"], statement: statement)
  private static let exitedEarly = Evidence.text(
    [
      "Early unexpected exit, operation never finished bootstrapping",
      "Test runner exited before starting test execution",
      "The test runner crashed", "The test runner exited with code {how} before finishing running tests",
      ".xctest' exited with unexpected signal code {how}",
      "Lost connection to testmanagerd", "Test runner never began executing tests after launching",
      "test runner failed to initialize for UI testing", "The test runner hung before establishing connection",
    ], statement: statement)
  /// The start of the test; the last line of this kind before the exit is not known to be of the same test.
  private static let lastStarted = Evidence.text(["Test Case '{started}' started"])
}
