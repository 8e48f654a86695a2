import CrashReports
package import Diagnosis
package import Vocabulary

/// A report on its way into the history.
package struct Recording: Sendable {
  /// The report as read, with its findings.
  package var assessment: Assessment
  /// Of the report's own bytes: its identity.
  package var digest: SHA256Digest
  /// Where the report was read. A leading home folder should be `~` already: a history may be shared.
  package var path: String
  /// Given by the user: build, branch, machine, …
  package var labels: [String: String]
  /// A reduced report, deflated, from which patterns can be judged again; `nil` keeps none.
  package var evidence: [UInt8]?
  /// The report's own bytes, deflated; `nil` keeps none.
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

  /// True when the report ends early or lost parts on the way.
  package var isDamaged: Bool { assessment.notes.contains { Self.meansDamage($0.code) } }

  /// True for the code of a note that says that a part of the report is not there.
  package static func meansDamage(_ code: String) -> Bool { damageNotes.contains(code) }

  private static let damageNotes: Set<String> = ["truncated", "damaged", "header-only"]
}
