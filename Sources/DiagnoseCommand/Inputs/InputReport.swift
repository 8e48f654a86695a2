import Analysis
import CrashReports
import Diagnosis
import Documents
import History
import Signatures

/// An analyzed report of an input, with what the command needs of it besides.
struct InputReport: Sendable {
  var analysis: AnalyzedReport
  /// Where it stands in an archive; `nil` for a file of its own.
  var member: String?
  /// What outputs show in its place: the same, read from a copy without personal data.
  var shown: Assessment?
  /// What the history stores of it; only where that was asked for, and `nil` for what is not kept.
  var prepared: PreparedRecord?

  init(_ analysis: AnalyzedReport, member: String? = nil) {
    self.analysis = analysis
    self.member = member
  }

  var assessment: Assessment { analysis.assessment }

  /// What makes its failure equal to others: made before, or now.
  func signature(_ images: ImageRules) -> Signature {
    prepared?.signature ?? analysis.signature ?? Signature(SignatureInput(assessment.report), rules: images)
  }

  /// Lets go of everything that was read, once it is prepared: for a caller that shows nothing of it.
  mutating func dropReport() {
    let kind = assessment.report.kind
    analysis.assessment.report = CrashReport(source: .init(format: assessment.report.source.format))
    analysis.assessment.report.kind = kind
    analysis.assessment.findings = []
    analysis.assessment.notes = assessment.notes.first { Recording.meansDamage($0.code) }.map { [$0] } ?? []
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
