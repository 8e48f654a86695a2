import Analysis
import CrashReports
import Diagnosis
import Documents
import History
import Signatures

/// An analyzed report with the data that the commands need.
struct InputReport: Sendable {
  var analysis: AnalyzedReport
  /// The name of the archive member that contains the report; `nil` if it is not in an archive.
  var member: String?
  /// The analysis of the redacted copy, which outputs show instead.
  var shown: Assessment?
  /// The record for the history; `nil` if it was not requested or the report is not recorded.
  var prepared: PreparedRecord?
  /// Why this is not the record of an event; `nil` if it is one.
  let notARecord: CrashReport.NotARecord?

  init(_ analysis: AnalyzedReport, member: String? = nil) {
    self.analysis = analysis
    self.member = member
    notARecord = analysis.assessment.notARecord
  }

  var assessment: Assessment { analysis.assessment }

  /// True if parts of the report are missing.
  var isIncomplete: Bool { assessment.notes.contains(where: \.isDamage) }

  /// Returns the signature, which is equal for reports of the same failure. Computes it if necessary.
  func signature(_ images: ImageRules) -> Signature {
    prepared?.signature ?? analysis.signature ?? Signature(SignatureInput(assessment.report), rules: images)
  }

  /// Releases the report after its preparation, for a caller that shows nothing of it.
  mutating func dropReport() {
    let kind = assessment.report.kind
    analysis.assessment.report = CrashReport(source: .init(format: assessment.report.source.format))
    analysis.assessment.report.kind = kind
    analysis.assessment.findings = []
    analysis.assessment.notes = assessment.notes.first(where: \.isDamage).map { [$0] } ?? []
  }
}

extension InputError {
  init(_ fault: DecodingFault, path: String, member: String? = nil) {
    self.init(
      path: path, member: member, code: fault.code.rawValue, message: fault.explanation, line: fault.line,
      offset: fault.offset,
      hint: fault.hint)
  }

  init(_ fault: ReadingFault, path: String) {
    self.init(path: path, code: fault.code, message: fault.message, hint: fault.hint)
  }
}
