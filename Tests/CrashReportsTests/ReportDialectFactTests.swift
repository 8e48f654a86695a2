import Testing
import Vocabulary

@testable import CrashReports

/// Facts that only some versions and reporters state in their own way.
struct ReportDialectFactTests {
  private static let recorded = """
    Process: Gauges [41]
    Exception Type: EXC_CRASH (SIGABRT)

    Application Specific Information:
    The needle is missing

    Backtrace:

    0   GaugeKit  0x1028f7590 drawGauge + 12
    1   GaugeKit  0x1028f7690 main + 12
    """

  @Test func stackOfTheApplicationIsNotAThread() throws {
    let report = try #require(
      TextSample.report(
        Self.recorded + "\n\nThread 3 Crashed:\n0   libsystem_kernel.dylib  0x18099c568 __pthread_kill + 8\n"))
    #expect(report.threads?.map(\.index) == [3])
    #expect(report.applicationSpecificInformation?.last?.text.contains("1   GaugeKit") == true)
  }

  @Test func stackWithoutThreadsBelowIsAThread() throws {
    #expect(try #require(TextSample.report(Self.recorded)).threads?.first?.frames.count == 2)
  }

  @Test(arguments: ["Thread 1 State:", "Thread 1 with ARM Thread State (64-bit):", "Thread 1 registers:"])
  func registersOfEveryThread(_ label: String) throws {
    let report = try #require(
      TextSample.report(
        """
        Thread 0 Crashed:
        0   GaugeKit  0x1028f7590 drawGauge + 12

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000010   x1: 0x0000000281a3c5d0

        Thread 1:
        0   GaugeKit  0x1028f7690 wait + 12

        \(label)
            x0: 0x0000000000000011   x1: 0x0000000281a3c5d0
        """))
    #expect(report.threads?.map { $0.registers?.first?.value } == [0x10, 0x11])
  }

  @Test func springBoardCodesAreTerminations() throws {
    let report = try #require(
      TextSample.report("Exception Type: 00000020\nException Codes: 0x8badf00d\nHighlighted Thread: 0"))
    #expect(report.exception?.type == nil)
    #expect(report.termination?.namespace == "SPRINGBOARD" && report.termination?.code == 0x8bad_f00d)
  }

  @Test(arguments: [("SIGABRT", nil), ("SIGTRAP", nil), ("SIGSEGV", 0x18), ("SIGBUS", 0x18)] as [(String, UInt64?)])
  func signalsWithoutAMachException(_ signal: String, _ address: UInt64?) throws {
    let report = try #require(TextSample.report("Exception Type:  \(signal)\nException Codes: #0 at 0x18"))
    #expect(report.exception?.type == nil && report.exception?.signal == signal)
    #expect(report.exception?.faultAddress?.value == address)
  }

  @Test(
    arguments: [("com.example.gauges.helper", "com.example.gauges.helper"), ("gauges", nil), ("gauges.sh", nil)]
      as [(String, String?)])
  func identifierThatRepeatsTheName(_ name: String, _ identifier: String?) throws {
    let text =
      "Process: \(name) [41]\nPath: /usr/libexec/\(name)\nIdentifier: \(name)\nException Type: EXC_CRASH (SIGABRT)"
    #expect(try #require(TextSample.report(text)).process?.bundleID == identifier)
  }
}
