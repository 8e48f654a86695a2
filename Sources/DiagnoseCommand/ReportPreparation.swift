import Analysis
import Archives
import CrashReports
import Diagnosis
import Documents
import History
import Vocabulary

/// Converts an analyzed report into the record that the history stores. Runs on the thread that analyzed the report, so
/// that the writing thread only writes.
struct ReportPreparation: Sendable {
  private let session: Session
  private let labels: [String: String]
  private let preparer: RecordPreparer

  init(_ session: Session, labels: [String: String]) {
    self.session = session
    self.labels = labels
    preparer = RecordPreparer(session.settings.historyRules)
  }

  /// Returns the record of a report; `nil` if the report is not recorded.
  ///
  /// A text that is not the record of an event is diagnosed but not recorded. A report without a digest is also not
  /// recorded.
  ///
  /// - Parameter input: The bytes that the report was read from.
  func prepared(_ report: InputReport, path: String, input: [UInt8]) -> PreparedRecord? {
    guard report.notARecord == nil, let digest = report.analysis.digest else { return nil }
    let raw = session.settings.keepsRaw == true ? Zlib.deflated(Array(report.analysis.bytes(of: input))) : nil
    let recording = Recording(
      assessment: report.assessment, digest: digest, path: session.scrubbed(InputName.text(path, report.member)),
      labels: labels, evidence: StoredEvidence.encode(report.assessment), raw: raw)
    return preparer.prepare(ReportRecord(recording, now: session.now, program: session.program))
  }
}
