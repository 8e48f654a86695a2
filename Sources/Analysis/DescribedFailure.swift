import Bytes
import CrashReports
import Diagnosis
import Signatures

/// Answers a text in which a user describes a failure and that contains no record of one.
///
/// The words of a user prove nothing, so the finding is possible at most, and a history does not store it.
extension Analysis {
  /// Returns a report with the failures that a text may describe, the best first; `nil` if the text contains a record, or describes no known failure.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - reports: What was read from it.
  ///   - faults: The faults of its parts.
  static func describedFailure(
    in bytes: [UInt8], _ reports: [AnalyzedReport], _ faults: [DecodingFault], _ options: AnalysisOptions
  ) -> AnalyzedReport? {
    guard bytes.count <= QuestionIndex.maxLength else { return nil }
    let topics: [String]
    if reports.isEmpty {
      guard faults.allSatisfy({ $0.code == .notAReport }) else { return nil }
      topics = QuestionIndex.catalog.topics(askedIn: bytes)
    } else {
      guard reports.allSatisfy({ $0.assessment.notARecord != nil && $0.assessment.findings.isEmpty }) else {
        return nil
      }
      // A sentence with a word such as "crashes" is read as a message of a log.
      topics = QuestionIndex.catalog.topics(askedInMessage: bytes)
    }
    let patterns = topics.compactMap { Pattern.with(id: $0) }
    guard let best = patterns.first else { return nil }
    let lines = String(streamSafe: bytes).split(separator: "\n", omittingEmptySubsequences: false)
    func line(_ pattern: Pattern) -> Int { QuestionIndex.catalog.line(of: lines, about: pattern.id) }
    let number = line(best)
    let report = CrashReport.description(
      lines.isEmpty ? "" : String(lines[number]), line: number + 1, ofLines: lines.count)
    return AnalyzedReport(
      assessment: Assessment(
        report: report.value, notes: report.notes,
        findings: patterns.map { Finding(described: $0, line: line($0) + 1, text: String(lines[line($0)])) },
        summary: best.title, blame: nil, blamedFrame: nil),
      signature: options.withSignature ? Signature(SignatureInput(report.value), rules: options.images) : nil)
  }
}
