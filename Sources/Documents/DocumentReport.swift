import Bytes
package import CrashReports
package import Diagnosis
import Signatures
package import Vocabulary

/// A report as a `diagnose/1` document contains it.
package struct DocumentReport: Sendable {
  /// The report; what the document does not contain is `nil`.
  package var report: CrashReport
  /// The findings, best first, with the texts of the program that wrote the document.
  package var findings: [FindingText]
  /// The notes of that program about the report.
  package var notes: [Note]
  /// The labels that the user gave then: build, branch, job, machine.
  package var labels: [String: String]
  /// The path of the input as the user gave it then.
  package var path: String
  /// The digest of the report's bytes, which a document does not contain.
  package var digest: SHA256Digest?
  /// The name of the archive member that contained it.
  package var member: String?
  /// The ID in the history of that time.
  package var id: String?
  /// The issue status in the history of that time; `nil` if none was used.
  package var history: IssueStatus?
  /// The cause found in another report of the same run; `nil` if there was none.
  package var explanation: RelatedCause?
  /// Where else the same failure is described.
  package var sameFailure: [SameFailure] = []
  /// What the checkout showed about the blamed line; `nil` if it was not requested.
  package var origin: SourceOrigin?
  /// The event in one line; only in complete documents.
  package var summary: String?
  /// The facts of the history; only in documents that a history exported.
  package var stored: StoredFacts?
  /// The signature. It is written but not read, because it follows from the report.
  var signature: Signature?

  init() {
    report = CrashReport(source: .init(format: "unknown"))
    findings = []
    notes = []
    labels = [:]
    path = ""
  }

  /// Creates the content of a document for a report.
  ///
  /// - Parameters:
  ///   - minimum: The minimum confidence of the findings.
  ///   - stored: The facts that the history adds to a report that it exports.
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
    sameFailure = presented.sameFailure
    origin = presented.origin
    summary = assessment.summary.isEmpty ? nil : assessment.summary
    self.stored = stored
    signature = presented.signature
  }

  /// The report in the form that the outputs take.
  package var presented: PresentedReport {
    var presented = PresentedReport(
      path: path, member: member, digest: digest?.description ?? "",
      assessment: Assessment(
        report: report, notes: notes, findings: findings.map(\.finding), summary: summary ?? stored?.summary ?? "",
        blame: findings.first?.blame, blamedFrame: nil),
      id: id, history: history, labels: labels)
    presented.explanation = explanation
    presented.sameFailure = sameFailure
    presented.origin = origin
    return presented
  }
}

extension SHA256Digest {
  /// Parses `sha256:` and 64 lower-case hexadecimal digits.
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
