import CrashReports
import Diagnosis
import History
import Presentation
import ProjectInspection
import Signatures
import Vocabulary

/// Puts reports into the history, or says why it does not.
final class Recorder {
  private enum State {
    case off
    case open(HistoryStore)
    case failed(HistoryError)
  }

  private let session: Session
  private let labels: [String: String]
  private var state: State
  /// The user's project, by which what is shown is judged. What is recorded is what the report alone says, so that one
  /// failure is one issue with and without the project.
  var project: ProjectIndex?

  /// For a command whose job is the answer: a history that cannot be opened is remembered, not thrown.
  init(_ options: RecordingOptions, _ session: Session, _ interruption: Interruption) {
    self.session = session
    labels = LabelArgument.dictionary(options.label)
    if options.isOff(session) {
      state = .off
      return
    }
    do {
      let path = try options.history.place(session).path
      HistoryOptions.warn(of: path)
      state = .open(
        try HistoryStore(
          path: path, rules: session.settings.historyRules,
          isCancelled: { interruption.isRequested }))
    } catch {
      state = .failed(error as? HistoryError ?? HistoryError(.failed, "failed (\(error))", path: "history"))
    }
  }

  /// For a command whose job is storing.
  init(_ store: HistoryStore, labels: [LabelArgument], _ session: Session) {
    self.session = session
    self.labels = LabelArgument.dictionary(labels)
    state = .open(store)
  }

  /// Why the history could not be used; `nil` when it could, or was not wanted.
  var fault: HistoryError? {
    if case .failed(let error) = state { return error }
    return nil
  }

  /// The report as outputs show it, recorded if that is wanted. After a failure nothing is tried again.
  func present(_ report: AnalyzedReport, path: String) -> PresentedReport {
    if case .open = state {
      do { return try record([(path, report)])[0] } catch { state = .failed(error) }
    }
    let status: HistoryStanding.Status = if case .off = state { .notRecorded } else { .unavailable }
    var presented = presented(report, path, HistoryStanding(status: status))
    presented.history?.issue = presented.signature?.key(.default)
    return presented
  }

  /// Records reports in one transaction; they are on disk when it returns. Statistics of the system are no failures
  /// whose history anybody asks for; they are answered and not kept.
  func record(_ reports: [(path: String, report: AnalyzedReport)]) throws(HistoryError) -> [PresentedReport] {
    guard case .open(let store) = state, !reports.isEmpty else { return [] }
    let kept = reports.indices.filter { reports[$0].report.assessment.report.kind != .statistics }
    let recordings = kept.map { index in
      let (path, report) = reports[index]
      guard let digest = report.digest else { preconditionFailure("a report to be recorded has its digest") }
      let name = InputName.text(path, report.member)
      return Recording(
        assessment: report.assessment, digest: digest, path: session.scrubbed(name), labels: labels,
        evidence: StoredEvidence.encode(report.assessment), raw: report.raw)
    }
    var standings = [HistoryStanding](repeating: HistoryStanding(status: .notRecorded), count: reports.count)
    if !recordings.isEmpty {
      for (index, standing) in zip(kept, try store.record(recordings, now: session.now, program: session.program)) {
        standings[index] = standing
      }
    }
    return zip(reports, standings).map { presented($0.report, $0.path, $1) }
  }

  /// Keeps a note of an input that was not stored.
  func note(_ error: InputError) throws(HistoryError) {
    guard case .open(let store) = state else { return }
    try store.note(
      HistoryProblem(path: session.scrubbed(error.name), code: error.code, message: error.message, at: session.now))
  }

  func close() {
    if case .open(let store) = state { store.close() }
  }

  private func presented(_ report: AnalyzedReport, _ path: String, _ standing: HistoryStanding) -> PresentedReport {
    var assessment = report.shown ?? report.assessment
    if let project { assessment.judge(by: project) }
    return PresentedReport(
      path: path, member: report.member, digest: report.digest?.description ?? "", assessment: assessment,
      id: standing.report, history: standing, labels: labels,
      signature: Signature(
        SignatureInput(report.assessment.report), rules: session.settings.historyRules.signatures))
  }
}
