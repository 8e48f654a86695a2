import CrashReports
import Diagnosis
import Documents
import History
import Vocabulary

/// Makes of a judged report what the history stores, on whatever thread judged it: the one that writes then only writes.
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
  func prepared(_ report: AnalyzedReport, path: String) -> PreparedRecord? {
    guard report.assessment.report.kind != .statistics, let digest = report.digest else { return nil }
    let recording = Recording(
      assessment: report.assessment, digest: digest, path: session.scrubbed(InputName.text(path, report.member)),
      labels: labels, evidence: StoredEvidence.encode(report.assessment), raw: report.raw)
    return preparer.prepare(ReportRecord(recording, now: session.now, program: session.program))
  }
}

extension AnalyzedReport {
  /// Lets go of everything that was read, once it is prepared: for a caller that shows nothing of it.
  mutating func dropReport() {
    let kind = assessment.report.kind
    assessment.report = CrashReport(source: .init(format: assessment.report.source.format))
    assessment.report.kind = kind
    assessment.findings = []
    assessment.notes = assessment.notes.first { Recording.meansDamage($0.code) }.map { [$0] } ?? []
    raw = nil
  }
}
