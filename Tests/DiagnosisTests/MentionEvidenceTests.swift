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
}
