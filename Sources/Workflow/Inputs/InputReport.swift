package import Analysis
package import CrashReports
package import Diagnosis
package import Documents
package import History
package import Signatures

/// An analyzed report with the data that the commands need.
package struct InputReport: Sendable {
  /// The result of the analysis.
  package var analysis: AnalyzedReport
  /// The name of the archive member that contains the report; `nil` if it is not in an archive.
  package var member: String?
  /// The analysis of the redacted copy, which outputs show instead.
  package var shown: Assessment?
  /// The record for the history; `nil` if it was not requested or the report is not recorded.
  package var prepared: PreparedRecord?
  /// Why this is not the record of an event; `nil` if it is one.
  package let notARecord: CrashReport.NotARecord?

  /// Creates the report of an input.
  package init(_ analysis: AnalyzedReport, member: String? = nil) {
    self.analysis = analysis
    self.member = member
    notARecord = analysis.assessment.notARecord
  }

  /// The report and its findings.
  package var assessment: Assessment { analysis.assessment }

  /// True if parts of the report are missing.
  package var isIncomplete: Bool { assessment.notes.contains(where: \.isDamage) }

  /// Returns the signature, which is equal for reports of the same failure. Computes it if necessary.
  package func signature(_ images: ImageRules) -> Signature {
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
  /// The error of bytes that contain no report.
  package init(_ fault: DecodingFault, path: String, member: String? = nil) {
    self.init(
      path: path, member: member, code: fault.code.rawValue, message: fault.explanation, line: fault.line,
      offset: fault.offset,
      hint: fault.hint)
  }
}

extension SkippedFile {
  /// Returns why nothing of a file that the user did not name is reported; `nil` if it has a record or is damaged.
  ///
  /// - Parameters:
  ///   - reports: What was read from the file.
  ///   - faults: Why parts of it were not read.
  package static func reason(_ reports: [InputReport], _ faults: [DecodingFault]) -> String? {
    guard faults.allSatisfy({ $0.code == .notAReport || $0.code == .unsupportedFormat }) else { return nil }
    var reason: String?
    for report in reports {
      guard let text = report.notARecord?.text else { return nil }
      reason = reason ?? text
    }
    return reason ?? faults.first?.explanation ?? "contains no report"
  }
}
