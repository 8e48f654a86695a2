internal import CrashReports
internal import Diagnosis
import Documents
package import History
internal import Signatures
package import Vocabulary

extension ExportedReport {
  /// Creates the exported form of a record.
  ///
  /// - Parameter signatureInput: The encoded input of the record's signature, if it is known.
  package init(_ record: ReportRecord, signatureInput: String? = nil) {
    var facts = StoredFacts()
    facts.seenAt = record.seenAt
    facts.labelTimes = record.labels.mapValues(\.at)
    facts.otherKeys = record.otherKeys
    facts.isTimeTrusted = record.crashedAt != nil || ReportRecord.time(of: record.crashed) == nil
    facts.reporter = record.reporter.map { Int($0) }
    facts.isDamaged = record.isDamaged
    facts.location = record.location
    facts.program = record.program
    facts.summary = record.summary
    facts.signatureInput = signatureInput ?? record.signatureInput.encoded
    facts.evidence = record.evidence
    self.init(
      assessment: Assessment(
        report: record.report, notes: [], findings: record.findings, summary: record.summary,
        blame: record.findings.first?.blame, blamedFrame: nil),
      digest: record.digest, path: record.path, labels: record.labels.mapValues(\.value), stored: facts)
  }

  /// Returns the record. A report from an ordinary document, not from a history, gets the current time.
  ///
  /// - Parameters:
  ///   - now: The time of the import.
  ///   - program: The name and version of this program.
  package func record(now: Timestamp, program: String) -> ReportRecord {
    let arrival = stored.seenAt ?? now
    let evidence =
      stored.evidence.flatMap { try? StoredEvidence.recompressed($0) }
      ?? (stored.signatureInput == nil ? StoredEvidence.encode(assessment) : nil)
    var record = ReportRecord(
      Recording(assessment: assessment, digest: digest, path: path, labels: labels, evidence: evidence), now: arrival,
      program: stored.program ?? program)
    record.labels = record.labels.reduce(into: [:]) { labels, label in
      labels[label.key] = .init(value: label.value.value, at: stored.labelTimes[label.key] ?? arrival)
    }
    record.otherKeys = stored.otherKeys.filter { $0.utf8.count == 12 }
    if stored.seenAt != nil {
      record.crashedAt =
        stored.isTimeTrusted ? ReportRecord.time(of: record.crashed) : nil
      record.reporter = stored.reporter.flatMap { (0..<1 << 46).contains($0) ? Int64($0) : nil }
      record.isDamaged = stored.isDamaged
      record.location = stored.location
    }
    if let summary = stored.summary { record.summary = summary }
    if let input = stored.signatureInput.flatMap(SignatureInput.init(encoded:)) { record.take(input) }
    return record
  }
}
