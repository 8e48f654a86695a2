import Testing

@testable import CrashReports

/// What is the record of an event, and what only looks like one.
@Suite struct RecordTests {
  private func reasons(_ text: String) -> [CrashReport.NotARecord?] {
    ReportReader.read(Array(text.utf8)).reports.map { $0.value.notARecord($0.notes) }
  }

  @Test(arguments: [
    "Process:         MyApp [412]\nPath:            /Applications/MyApp.app/Contents/MacOS/MyApp\n",
    "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\n",
    "Termination Reason: Namespace SIGNAL, Code 11 Segmentation fault: 11\n",
    "0   MyApp   0x0000000104406b17 LoadFonts + 455\n1   MyApp   0x0000000104406c22 main + 20\n",
    "Fatal error: Index out of range: file GaugeKit/Gauge.swift, line 12\n",
    "2026-01-05 10:00:00.123 MyApp[412:7053] -[Gauge reload]: unrecognized selector sent to instance 0x600000c1\n",
    "dyld: Library not loaded: @rpath/GaugeKit.framework/GaugeKit\n  Reason: image not found\n",
    "Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed\n",
    #"{"bug_type":"298","timestamp":"2026-01-05 10:00:00.00 +0000","os_version":"iPhone OS 17.0 (21A329)"}"#
      + "\n{\"largestProcess\":\"MyApp\",\"processes\":[]}\n",
  ])
  func isRecord(_ text: String) {
    let reasons = reasons(text)
    #expect(!reasons.isEmpty && reasons.allSatisfy { $0 == nil }, "\(reasons)")
  }

  @Test(arguments: [
    ("The app crashes when I open the card list.\n", CrashReport.NotARecord.description),
    ("@IBDesignable final class CardView: UIView {\n  override func prepareForInterfaceBuilder() {}\n}\n", .sourceCode),
    ("2026-01-05 10:00:00.123 MyApp[412:7053] Loaded 12 cards\n", .noFailure),
    (
      #"{"bug_type":"224","timestamp":"2026-03-02 07:11:09.00 +0100"}"# + "\n{}\n", .statistics
    ),
  ])
  func isNone(_ text: String, _ reason: CrashReport.NotARecord) {
    #expect(reasons(text).allSatisfy { $0 == reason }, "\(reasons(text))")
  }

  @Test func mentionsAreNoRecords() {
    var report = CrashReport(source: .init(format: "console"))
    var line = ConsoleLine(text: "Fatal error: Index out of range", line: 1)
    report.consoleLines = [line]
    #expect(report.notARecord([]) == nil)
    line.isMention = true
    report.consoleLines = [line, ConsoleLine(text: "Run it again.", line: 2)]
    #expect(report.notARecord([]) == .mention)
    report.exception = .init()
    #expect(report.notARecord([]) == nil)
    report.source.isMention = true
    #expect(report.notARecord([]) == .mention)
  }
}
