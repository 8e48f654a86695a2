package import Vocabulary

/// What the history adds to a report: the member `stored` of exported documents.
package struct StoredFacts: Sendable, Equatable {
  /// The time at which the report was first recorded.
  package var seenAt: Timestamp?
  /// The time at which each label was given.
  package var labelTimes: [String: Timestamp] = [:]
  /// Other default signature keys under which the same bytes were read.
  package var otherKeys: [String] = []
  /// False if the time stated by the report was rejected.
  package var isTimeTrusted = true
  /// A hash of the identifier of the device on which the report was written.
  package var reporter: Int?
  /// True if the report is truncated or incomplete.
  package var isDamaged = false
  /// The blamed location: file and line, else function, else image.
  package var location: String?
  /// Name and version of the program that recorded it, such as `diagnose 0.1.0`.
  package var program: String?
  /// The event as the report states it, in one line.
  package var summary: String?
  /// The text from which the signature is computed.
  package var signatureInput: String?
  /// The `StoredEvidence` of the report.
  package var evidence: [UInt8]?

  /// Creates empty facts.
  package init() {}
}
