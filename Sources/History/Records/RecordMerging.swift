internal import CrashReports
internal import Diagnosis
internal import Signatures
internal import Vocabulary

extension ReportRecord {
  /// Returns the merger of two readings of the same bytes: the better reading, the earliest arrival, the later labels and
  /// all keys. The operation is commutative, associative and idempotent.
  func merged(with other: ReportRecord, signature: (ReportRecord) -> Signature) -> ReportRecord {
    let (own, others) = (signature(self), signature(other))
    var merged = other.isBetter(others, than: self, own) ? other : self
    let worse = merged == other ? self : other
    let key = merged == other ? others.key(.default) : own.key(.default)
    if (other.seenAt, other.path) < (seenAt, path) {
      (merged.seenAt, merged.path) = (other.seenAt, other.path)
    } else {
      (merged.seenAt, merged.path) = (seenAt, path)
    }
    // A time that was rejected because it was in the future may be accepted by a later reading.
    if merged.crashedAt == nil {
      merged.crashedAt = worse.crashedAt
      merged.crashed = worse.crashedAt == nil ? merged.crashed : worse.crashed
    }
    // A reading by a program that did not read these values, or of another form, does not remove them.
    merged.queue = merged.queue ?? worse.queue
    merged.role = merged.role ?? worse.role
    merged.addressClass = merged.addressClass ?? worse.addressClass
    merged.labels = labels.merging(other.labels) { max($0, $1) }
    merged.otherKeys = Set(otherKeys + other.otherKeys + [own.key(.default), others.key(.default)])
      .subtracting([key]).sorted()
    merged.raw = raw ?? other.raw
    return merged
  }

  /// Prefers the reading with symbols, then the one with more names, then the later program, then the greater contents,
  /// so that the order of arrival does not matter.
  private func isBetter(_ signature: Signature, than other: ReportRecord, _ otherSignature: Signature) -> Bool {
    if signature.isProvisional != otherSignature.isProvisional { return otherSignature.isProvisional }
    if namedFrames != other.namedFrames { return namedFrames > other.namedFrames }
    if program != other.program { return ProgramVersion.isLater(program, than: other.program) }
    let (text, otherText) = (signatureInput.encoded, other.signatureInput.encoded)
    if text != otherText { return text > otherText }
    if (evidence == nil) != (other.evidence == nil) { return evidence != nil }
    if let evidence, let second = other.evidence, evidence != second {
      return second.lexicographicallyPrecedes(evidence)
    }
    return remainder > other.remainder
  }

  /// All other fields that may differ between two readings of the same bytes, as one text.
  private var remainder: String {
    var text = FieldWriter()
    for column in ReportColumn.catalog { if let order = column.order { text.optional(order(self)) } }
    return text.text
      + findings.map { "\n" + $0.pattern + "\t\($0.patternRevision)\n" + FindingFacts.encoded($0) }.joined()
  }
}

/// The order of stored program versions, such as `diagnose 0.2.0`.
enum ProgramVersion {
  static func isLater(_ program: String, than other: String) -> Bool {
    let (left, right) = (numbers(program), numbers(other))
    if left != right { return right.lexicographicallyPrecedes(left) }
    return program > other
  }

  private static func numbers(_ program: String) -> [Int] {
    program.split(separator: " ").last.map { $0.split(separator: ".").map { Int($0) ?? 0 } } ?? []
  }
}
