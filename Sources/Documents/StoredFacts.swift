package import Vocabulary

/// What the history knows of a report and no report says: the additive member `stored` of exported documents.
package struct StoredFacts: Sendable, Equatable {
  /// When the report arrived where it was recorded first.
  package var seenAt: Timestamp?
  /// When each label was given.
  package var labelTimes: [String: Timestamp] = [:]
  /// Other default keys under which the same bytes were read.
  package var otherKeys: [String] = []
  /// False where the report's own time was not believed.
  package var timeIsBelieved = true
  /// True when the report ends early or lost parts on the way.
  package var isDamaged = false
  /// File and line, else function, else image, that is blamed.
  package var location: String?
  /// What the program that recorded it called itself, as `diagnose 0.1.0`.
  package var program: String?
  /// What the report itself states, in one line.
  package var summary: String?
  /// The text that the report's signature is made from.
  package var signatureInput: String?
  /// `StoredEvidence` of the report.
  package var evidence: [UInt8]?

  /// Creates facts that say nothing.
  package init() {}
}
