import CrashReports
package import Diagnosis
package import Signatures
package import Vocabulary

/// A report with its diagnosis and, where they were asked for, what identifies it and its failure.
package struct AnalyzedReport: Sendable {
  /// The report, with names and roles of frames, and the findings.
  package var assessment: Assessment
  /// Of the report's own bytes; `nil` unless asked for.
  package var digest: SHA256Digest?
  /// What makes the failure equal to others; `nil` unless asked for.
  package var signature: Signature?

  /// A report whose parts are known.
  package init(assessment: Assessment, digest: SHA256Digest? = nil, signature: Signature? = nil) {
    self.assessment = assessment
    self.digest = digest
    self.signature = signature
  }

  /// The report's bytes within the input; `nil` where they are not known, as in converted text: then it is the input.
  package var byteRange: Range<Int>? { assessment.report.source.byteRange }

  /// The report's own bytes.
  ///
  /// - Parameter input: The bytes that it was read from.
  package func bytes(of input: [UInt8]) -> ArraySlice<UInt8> {
    byteRange.map { input[$0.clamped(to: 0..<input.count)] } ?? input[...]
  }
}
