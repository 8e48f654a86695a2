import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Crashes that a log names, and their crash reports.
@Suite struct LogPairingTests {
  private func assessments(_ texts: [String]) -> [Assessment] {
    texts.flatMap { Analysis.analyze(Array($0.utf8)).reports.map(\.assessment) }
  }

  private func log(_ lines: String...) -> String {
    "Test Suite 'CardTests' started at 2026-08-01 09:11:58.000.\n" + lines.joined(separator: "\n") + "\n"
  }

  private func restarted(_ test: String) -> String {
    "Restarting after unexpected exit, crash, or test timeout in \(test); summary will include totals."
  }

  private func report(
    _ process: String, _ pid: Int, time: String = "2026-08-01 09:12:00.123 +0000", function: String = "drawCard"
  ) -> String {
    """
    Process:               \(process) [\(pid)]
    Path:                  /Applications/MyApp.app/Contents/MacOS/\(process)
    Identifier:            com.example.MyApp
    Version:               2.4 (412)
    Code Type:             X86-64 (Native)

    Date/Time:             \(time)
    OS Version:            macOS 12.7 (21G816)
    Report Version:        12

    Crashed Thread:        0  Dispatch queue: com.apple.main-thread

    Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
    Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010

    Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
    0   \(process)                         \t0x0000000100001234 \(function) + 20
    1   \(process)                         \t0x0000000100002468 main + 80

    """
  }

  private func pairing(_ log: String, _ reports: String...) -> LogPairing {
    let logs = assessments([log])
    return LogPairing(logs + assessments(reports), logs: 0..<logs.count)
  }

  @Test func nameAndPidArePaired() throws {
    let result = pairing(
      log(restarted("CardTests.testLoad()"), "\tCardTests.testLoad() encountered an error (Crash: MyApp (501) at f)"),
      report("MyApp", 501))
    let pair = try #require(result.pairs.first)
    #expect(pair.confidence == .certain && pair.test == "CardTests.testLoad" && pair.report == 1)
    #expect(result.covered == [0: [1]])
  }

  @Test func otherProcessesAreNot() {
    for other in [report("MyApp", 502), report("Other", 501)] {
      let result = pairing(
        log(restarted("CardTests.testLoad()"), "CardTests.testLoad() encountered an error (Crash: MyApp (501) at f)"),
        other)
      #expect(result.pairs.isEmpty && result.covered.isEmpty)
    }
  }

  @Test func aConsoleLineOfAnotherDayIsNotTheSameProcess() {
    let line = "2026-07-01 09:12:00.500 MyApp[501:3342] *** Terminating app due to uncaught exception 'E', reason: 'r'"
    #expect(pairing(line + "\n", report("MyApp", 501)).pairs.isEmpty)
  }

  @Test func theFunctionOfTheTestIsEnough() throws {
    let result = pairing(
      log(restarted("CardTests.testLoad()"), restarted("CardTests.testDraw()")),
      report("MyApp", 501, function: "-[CardTests testDraw]"), report("MyApp", 502, function: "CardTests.testLoad()"))
    #expect(result.pairs.map(\.test) == ["CardTests.testDraw", "CardTests.testLoad"])
    #expect(result.pairs.allSatisfy { $0.confidence == .likely })
    #expect(result.covered == [0: [1, 2]])
  }

  @Test func aCrashWithoutReportIsShown() {
    let result = pairing(
      log(restarted("CardTests.testLoad()"), restarted("CardTests.testDraw()")),
      report("MyApp", 501, function: "-[CardTests testDraw]"))
    #expect(result.pairs.count == 1 && result.covered.isEmpty)
  }

  @Test func oneOfSeveralIsNotGuessed() {
    let result = pairing(log(restarted("CardTests.testLoad()")), report("xctest", 501), report("xctest", 502))
    #expect(result.pairs.isEmpty && result.covered.isEmpty)
  }

  @Test func theOnlyTestProcessIsPaired() throws {
    let result = pairing(log(restarted("CardTests.testLoad()")), report("xctest", 501))
    #expect(result.pairs.first?.confidence == .likely && result.covered == [0: [1]])
    #expect(pairing(log(restarted("CardTests.testLoad()")), report("Finder", 501)).pairs.isEmpty)
  }

  @Test func findingsThatDisagreeAreBothShown() {
    let selector = "2026-08-01 09:12:00.000 MyApp[501:3342] -[CardView foo]: unrecognized selector sent to instance 0x6"
    let crash = "CardTests.testLoad() encountered an error (Crash: MyApp (501) at f)"
    let result = pairing(log(selector, restarted("CardTests.testLoad()"), crash), report("MyApp", 501))
    #expect(result.pairs.count == 1 && result.covered.isEmpty)
  }

  @Test func crashesOfALogAreCounted() throws {
    func count(_ text: String) -> Int { assessments([text]).reduce(0) { $0 + LogPairing.crashes(in: $1) } }
    #expect(count(log(restarted("CardTests.testLoad()"), restarted("CardTests.testDraw()"))) == 2)
    let agent = "Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed\n"
    #expect(count(agent) == 1)
    #expect(count("CardView.swift:3:5: error: cannot find 'x' in scope\n") == 0)
    #expect(count(report("MyApp", 501)) == 0)
  }

  /// Many crashes and reports take little time.
  @Test func isNotQuadraticInWork() {
    let many = log((0..<2000).map { restarted("CardTests.test\($0)()") }.joined(separator: "\n"))
    let reports = (0..<200).map { report("MyApp", 500 + $0, function: "-[CardTests test\($0)]") }
    let logs = assessments([many])
    let all = logs + assessments(reports)
    #expect(ProcessorTime.seconds { _ = LogPairing(all, logs: 0..<logs.count) } < 40)
  }
}
