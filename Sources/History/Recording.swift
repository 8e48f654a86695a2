import CrashReports
package import Diagnosis
package import Vocabulary

/// A report to be recorded in the history.
package struct Recording: Sendable {
  /// The decoded report, with its findings.
  package var assessment: Assessment
  /// The SHA-256 digest of the report's bytes, which identifies the report.
  package var digest: SHA256Digest
  /// The path of the input. The caller should already have replaced a leading home folder with `~`, because a history
  /// may be shared.
  package var path: String
  /// The labels given by the user: build, branch, machine, ….
  package var labels: [String: String]
  /// A reduced report, deflated, against which patterns can be matched again; `nil` to store none.
  package var evidence: [UInt8]?
  /// The report's bytes, deflated; `nil` to store none.
  package var raw: [UInt8]?

  /// Creates a recording from its parts.
  package init(
    assessment: Assessment, digest: SHA256Digest, path: String, labels: [String: String] = [:],
    evidence: [UInt8]? = nil, raw: [UInt8]? = nil
  ) {
    self.assessment = assessment
    self.digest = digest
    self.path = path
    self.labels = labels
    self.evidence = evidence
    self.raw = raw
  }

  /// Whether the report ends early or is missing parts.
  package var isDamaged: Bool { assessment.notes.contains(where: \.isDamage) }
}
