import CrashReports
import Diagnosis
import Testing

/// What shells, build tools, debuggers and launchd print when a signal ends a process.
@Suite struct SignalMessageTests {
  private static let ids = [
    "SIGABRT": "abort-unspecified", "SIGTRAP": "trap-unspecified", "SIGILL": "bad-instruction-unspecified",
    "SIGKILL": "sigkill-unspecified", "SIGSEGV": "segmentation-fault-unspecified", "SIGBUS": "bus-error-unspecified",
    "SIGTERM": "sigterm-unspecified",
  ]

  /// Each signal with its number on Darwin, its words in a shell, and those of the C library.
  private static let signals = [
    ("SIGABRT", 6, "abort", "Abort trap"), ("SIGTRAP", 5, "trace trap", "Trace/BPT trap"),
    ("SIGILL", 4, "illegal hardware instruction", "Illegal instruction"), ("SIGKILL", 9, "killed", "Killed"),
    ("SIGSEGV", 11, "segmentation fault", "Segmentation fault"), ("SIGBUS", 10, "bus error", "Bus error"),
    ("SIGTERM", 15, "terminated", "Terminated"),
  ]

  private static let lines: [(line: String, signal: String)] = signals.flatMap { name, number, short, long in
    [
      "zsh: \(short)      ./cards --deal", "[1]    35053 \(short)      ./cards", "[2]  + 35053 \(short)  swift run",
      "bash: line 1: 12345 \(long): \(number)           ./cards", "\(long): \(number)",
      "make: *** [test] \(long): \(number)",
      "make: *** [test] Error \(128 + number)", "##[error]Process completed with exit code \(128 + number).",
      "error: Exited with unexpected signal code \(number)", "error: Exited with signal code \(number)",
      "Process finished with exit code \(128 + number) (interrupted by signal \(number): \(name))",
      "Command died with <Signals.\(name): \(number)>.", "Message from debugger: Terminated due to signal \(number)",
      "com.example.cards: Service exited due to \(name) | sent by launchd[1]",
      "fish: Job 1, './cards' terminated by signal \(name) (\(long))",
      "Child process terminated with signal \(number): \(long)",
      "Service exited due to signal: \(long): \(number) sent by launchd[1]", "npm ERR! errno \(128 + number)",
      "worker 3: exit=\(128 + number)", "returned exit code \(128 + number)",
    ].map { ($0, name) }
      + (number == 15
      ? []
      : [
        "subprocess ended, returncode: -\(number)",
        "exit code: -\(number)",
      ])
      .map { ($0, name) }
  }

  @Test(arguments: lines) func signalIsFound(_ line: String, _ signal: String) throws {
    let finding = try #require(assess(line + "\n").flatMap(\.findings).first, "nothing in \(line)")
    #expect(finding.pattern == Self.ids[signal], "\(line)")
    // A debugger prints these signals also when its user stops the run.
    let isStop = line.hasPrefix("Message from debugger") && ["SIGKILL", "SIGTERM", "SIGINT"].contains(signal)
    #expect(finding.confidence == (isStop ? .possible : .likely))
  }

  /// Other numbers, words in other senses, and sentences.
  @Test(arguments: [
    "make: *** [test] Error 2", "Process completed with exit code 1.", "exit code 1340",
    "[1]    35053 done       ./cards",
    "[info] 35053 killed the old window", "The upload was killed.", "Error 139 in table 4",
    "Installed a handler for signal 11",
    "Tests run: 40, failed: 2, aborted: 6", "Jobs terminated: 15", "Worker exited due to 5 missing files",
    "sessions terminated by 10 users", "exit code: -1", "the tool exited with code -2", "exit=1", "returncode: -110",
    "If the script stops with exit code 139, run it in a debugger.",
  ]) func othersAreNone(_ line: String) {
    for finding in assess(line + "\n").flatMap(\.findings) { #expect(finding.confidence == .possible, "\(line)") }
  }

  /// What a program printed before the message of its shell is stated; what another command printed is not.
  @Test func theLastErrorBeforeTheSignalIsStated() throws {
    func headline(_ text: String) throws -> String {
      let finding = try #require(assess(text).flatMap(\.findings).first)
      return FindingText(finding, .catalog).statement
    }
    let error = "-:12:10: error: 'deck.shuffle' op invalid axis: -2.\n-:12:10: note: see current operation\n"
    let signal = "zsh: segmentation fault  cards\n"
    #expect(try headline(error + signal).contains("the last error before it is “'deck.shuffle' op invalid axis: -2.”"))
    #expect(try headline(error + "$ cards --deal\n" + signal).contains("cause not recorded"))
    #expect(try headline(error + String(repeating: "dealing\n", count: 12) + signal).contains("cause not recorded"))
    #expect(
      try headline("Assertion failed: the deck is full\n[1]    35053 trace trap  cards\n").contains("the deck is full"))
  }
}
