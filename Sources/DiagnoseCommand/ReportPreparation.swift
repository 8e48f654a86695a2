import Analysis
import Archives
import CrashReports
import Diagnosis
import Documents
import History
import Vocabulary

/// Makes of an analyzed report what the history stores, on whatever thread analyzed it: the one that writes then only
/// writes.
struct ReportPreparation: Sendable {
  private let session: Session
  private let labels: [String: String]
  private let preparer: RecordPreparer

  init(_ session: Session, labels: [String: String]) {
    self.session = session
    self.labels = labels
    preparer = RecordPreparer(session.settings.historyRules)
  }

  /// `nil` for a report that is not kept: statistics of the system are no failures whose history anybody asks for; they
  /// are answered and not kept. So is one whose digest was not asked for.
  ///
  /// - Parameter input: The bytes that the report was read from.
  func prepared(_ report: InputReport, path: String, input: [UInt8]) -> PreparedRecord? {
    guard report.assessment.report.kind != .statistics, let digest = report.analysis.digest else { return nil }
    let raw = session.settings.keepsRaw == true ? Zlib.deflated(Array(report.analysis.bytes(of: input))) : nil
    let recording = Recording(
      assessment: report.assessment, digest: digest, path: session.scrubbed(InputName.text(path, report.member)),
      labels: labels, evidence: StoredEvidence.encode(report.assessment), raw: raw)
    return preparer.prepare(ReportRecord(recording, now: session.now, program: session.program))
  }
}
