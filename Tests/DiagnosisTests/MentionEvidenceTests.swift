import Analysis
import CrashReports
import Diagnosis
import Testing

/// Evidence in a text that is only quoted.
@Suite struct MentionEvidenceTests {
  private static let text = "Fatal error: Index out of range"
  private static let evidence = Evidence.text(["Fatal error: Index out of range"], from: [.console])

  /// - Parameter isReportMention: Whether the complete input is a mention, not a record of an event.
  private func context(isMention: Bool, isReportMention: Bool = false) -> AnalysisContext {
    var report = CrashReport(source: .init(format: "console"))
    report.source.isMention = isReportMention
    var line = ConsoleLine(text: Self.text, line: 1)
    line.isMention = isMention
    report.consoleLines = [line]
    return AnalysisContext(report: report, input: Array(Self.text.utf8))
  }

  @Test func aMentionDoesNotRefuteWhatTheReportRecords() {
    let mention = context(isMention: true)
    #expect(Self.evidence.match(in: mention)?.isMention == true)
    #expect(Evidence.not(Self.evidence).match(in: mention) != nil)
    let record = context(isMention: false)
    #expect(Self.evidence.match(in: record)?.isMention == false)
    #expect(Evidence.not(Self.evidence).match(in: record) == nil)
    // If nothing is recorded, a mention is the only evidence.
    #expect(Evidence.not(Self.evidence).match(in: context(isMention: true, isReportMention: true)) == nil)
  }

  @Test func aMentionAddsNothingToWhatTheReportRecords() {
    let optional = Evidence.optional(Self.evidence)
    #expect(optional.match(in: context(isMention: true))?.witnesses.isEmpty == true)
    #expect(optional.match(in: context(isMention: true, isReportMention: true))?.isMention == true)
    #expect(Evidence.uncited(Self.evidence).match(in: context(isMention: true))?.isMention == true)
  }

  @Test func aRecordTakesPrecedenceOverAMention() {
    var report = CrashReport(source: .init(format: "console"))
    var mention = ConsoleLine(text: Self.text, line: 1)
    mention.isMention = true
    report.consoleLines = [mention, ConsoleLine(text: "Fatal error: Division by zero", line: 2)]
    let context = AnalysisContext(report: report, input: [])
    let any = Evidence.any([Self.evidence, .text(["Fatal error: Division by zero"], from: [.console])])
    #expect(any.match(in: context)?.isMention == false)
    #expect(Evidence.any([Self.evidence]).match(in: context)?.isMention == true)
  }

  // MARK: - Above a stack

  private static let trap = """
    0   libswiftCore.dylib                  0x00000001a1b2c3d4 _assertionFailure(_:_:file:line:flags:) + 312
    1   Orchard                             0x0000000104a20f50 TreeController.grow(_:) + 128
    2   UIKitCore                           0x00000001ce1f4c10 -[UIViewController loadViewIfRequired] + 800

    """

  static let quotations: [(sentence: String, pattern: String)] = [
    ("My app crashes with \"\(text)\" when I open the list. This is the stack:", "swift-index-out-of-range"),
    ("My app crashes with `\(text)` when I open the list. This is the stack:", "swift-index-out-of-range"),
    ("Since yesterday I see the message \u{201C}\(text)\u{201D}, and the service shows:", "swift-index-out-of-range"),
    ("It stopped with “Unexpectedly found nil while unwrapping an Optional value” for some users:", "swift-nil-unwrap"),
  ]

  /// The message in an author's sentence is the reason of the stack below it only as a possibility.
  @Test(arguments: quotations.indices) func aQuotedMessageIsPossiblyTheReason(_ index: Int) throws {
    let (sentence, pattern) = Self.quotations[index]
    let findings = Analysis.analyze(Array("\(sentence)\n\n\(Self.trap)".utf8)).reports.first?.assessment.findings ?? []
    #expect(findings.first?.pattern == "swift-trap-unspecified")
    let quoted = try #require(findings.first { $0.pattern == pattern })
    #expect(quoted.confidence == .possible)
    // On a line of its own it is the message of the program.
    let own = Analysis.analyze(Array("\(Self.text)\n\n\(Self.trap)".utf8)).reports.first?.assessment.findings.first
    #expect(own?.pattern == "swift-index-out-of-range" && own?.confidence == .certain)
  }

  /// What a sentence quotes is not cited for the failure that the stack shows.
  @Test func aQuotedMessageIsNotCited() throws {
    let message =
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9 beyond bounds [0 .. 3]'"
    let stack = """
      Exception Type:  EXC_CRASH (SIGABRT)

      Last Exception Backtrace:
      0   CoreFoundation                      0x00000001a1b2c3d4 __exceptionPreprocess + 164
      1   libobjc.A.dylib                     0x00000001a1b2c3d4 objc_exception_throw + 60
      2   CoreFoundation                      0x00000001a1b2c3d4 -[NSObject(NSObject) doesNotRecognizeSelector:] + 60
      3   Orchard                             0x0000000104a20f50 -[TreeController grow:] + 128

      """
    let quoted = Analysis.analyze(Array("The log has `\(message)` and then:\n\n\(stack)".utf8))
    let finding = try #require(quoted.reports.first?.assessment.findings.first)
    #expect(finding.pattern == "unrecognized-selector" && !finding.citations.contains { $0.line == 1 })
  }
}
