import Bytes
package import CrashReports
package import Diagnosis
import Signatures
package import Vocabulary

/// A report as a `diagnose/1` document tells it.
package struct DocumentReport: Sendable {
  /// What the document says of the report; what it does not say is `nil`, as in a report that says nothing.
  package var report: CrashReport
  /// Best first, with the words of the program that wrote the document.
  package var findings: [FindingText]
  /// What that program noted while reading the report.
  package var notes: [Note]
  /// Given by the user of that time: build, branch, job, machine.
  package var labels: [String: String]
  /// The input as the user of that time gave it.
  package var path: String
  /// Over the report's own bytes, which a document does not hold.
  package var digest: SHA256Digest?
  /// Where it stood in an archive.
  package var member: String?
  /// Id in the history of that time.
  package var id: String?
  /// What the history of that time counted for the report; `nil` where none was used.
  package var history: IssueStatus?
  /// The cause that another report of the same call gave; `nil` where there was none.
  package var explanation: RelatedCause?
  /// What happened, in one line; only in complete documents.
  package var summary: String?
  /// Only in documents that a history exported.
  package var stored: StoredFacts?
  /// Written, but not read: it follows from the report.
  var signature: Signature?

  init() {
    report = CrashReport(source: .init(format: "unknown"))
    findings = []
    notes = []
    labels = [:]
    path = ""
  }

  /// What a document tells of a report.
  ///
  /// - Parameters:
  ///   - minimum: Findings below it are left out.
  ///   - stored: What the history adds of a report that it exports.
  init(_ presented: PresentedReport, from minimum: Confidence = .possible, stored: StoredFacts? = nil) {
    let assessment = presented.assessment
    report = assessment.report
    findings = presented.findings(from: minimum)
    notes = assessment.notes
    labels = presented.labels
    path = presented.path
    digest = SHA256Digest(document: presented.digest)
    member = presented.member
    id = presented.id
    history = presented.history
    explanation = presented.explanation
    summary = assessment.summary.isEmpty ? nil : assessment.summary
    self.stored = stored
    signature = presented.signature
  }

  /// The report as outputs show it.
  package var presented: PresentedReport {
    var presented = PresentedReport(
      path: path, member: member, digest: digest?.description ?? "",
      assessment: Assessment(
        report: report, notes: notes, findings: findings.map(\.finding), summary: summary ?? stored?.summary ?? "",
        blame: findings.first?.blame, blamedFrame: nil),
      id: id, history: history, labels: labels)
    presented.explanation = explanation
    return presented
  }
}

extension SHA256Digest {
  /// Reads `sha256:` and 64 lower-case hexadecimal digits.
  init?(document text: String) {
    guard text.hasPrefix("sha256:"), text.utf8.count == 71 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in text.utf8.dropFirst(7) {
      guard let digit = byte.hexDigitValue, byte == byte.lowercased else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    self.init(bytes: bytes)
  }
}
