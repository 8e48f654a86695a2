import Bytes
import CrashReports
import Diagnosis
import Signatures

/// Answers a text in which a person describes a failure and that contains no record of one.
///
/// The words of a person prove nothing, so the finding is possible at most, and a history does not store it.
extension Analysis {
  /// Returns a report with the failure that a text describes; `nil` if the text contains a record, or describes no known failure.
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
    guard let pattern = topics.lazy.compactMap({ Pattern.with(id: $0) }).first else { return nil }
    let text = String(streamSafe: bytes)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = QuestionIndex.catalog.line(of: lines, about: pattern.id)
    let report = CrashReport.description(
      lines.isEmpty ? "" : String(lines[number]), line: number + 1, ofLines: lines.count)
    return AnalyzedReport(
      assessment: Assessment(
        report: report.value, notes: report.notes,
        findings: [Finding(described: pattern, line: number + 1, text: String(lines[number]))], summary: pattern.title),
      signature: options.withSignature ? Signature(SignatureInput(report.value), rules: options.images) : nil)
  }
}
