import CrashReports
package import Diagnosis
package import Signatures
package import Vocabulary

/// A report with its diagnosis and, if requested, its digest and signature.
package struct AnalyzedReport: Sendable {
  /// The report, with names and roles of frames, and the findings.
  package var assessment: Assessment
  /// The digest of the report's bytes; `nil` if not requested.
  package var digest: SHA256Digest?
  /// The signature of the failure; `nil` if not requested.
  package var signature: Signature?

  /// Creates a report from its parts.
  package init(assessment: Assessment, digest: SHA256Digest? = nil, signature: Signature? = nil) {
    self.assessment = assessment
    self.digest = digest
    self.signature = signature
  }

  /// The range of the report's bytes in the input; `nil` if unknown, as in converted text: then it is the entire input.
  package var byteRange: Range<Int>? { assessment.report.source.byteRange }

  /// Returns the report's bytes.
  ///
  /// - Parameter input: The bytes that it was read from.
  package func bytes(of input: [UInt8]) -> ArraySlice<UInt8> {
    byteRange.map { input[$0.clamped(to: 0..<input.count)] } ?? input[...]
  }
}
