import CrashReports
import Diagnosis
import Documents
import History
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
  let preparation: ReportPreparation
  private var state: State
  /// By which findings are put into words.
  var patterns = PatternSet.catalog
  /// The user's project, by which what is shown is judged. What is recorded is what the report alone says, so that one
  /// failure is one issue with and without the project.
  var project: ProjectIndex?

  /// For a command whose job is the answer: a history that cannot be opened is remembered, not thrown.
  init(_ options: RecordingOptions, _ session: Session, _ interruption: Interruption) {
    self.session = session
    labels = LabelArgument.dictionary(options.label)
    preparation = ReportPreparation(session, labels: labels)
    if options.isOff(session) {
      state = .off
      return
    }
    do {
      let path = try options.history.place(session).path
      HistoryOptions.warn(of: path)
      state = .open(
        try HistoryStore(
          path: path, rules: session.historyRules,
          isCancelled: { interruption.isRequested }))
    } catch {
      state = .failed(error as? HistoryError ?? HistoryError(.failed, "failed (\(error))", path: "history"))
    }
  }

  /// For a command whose job is storing.
  init(_ store: HistoryStore, labels: [LabelArgument], _ session: Session) {
    self.session = session
    self.labels = LabelArgument.dictionary(labels)
    preparation = ReportPreparation(session, labels: self.labels)
    state = .open(store)
  }

  /// Why the history could not be used; `nil` when it could, or was not wanted.
  var fault: HistoryError? {
    if case .failed(let error) = state { return error }
    return nil
  }

  /// Prepares reports where they are read; `nil` when nothing is recorded.
  var preparationWhileReading: ReportPreparation? {
    if case .open = state { return preparation }
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

  /// Records reports in one transaction; they are on disk when it returns.
  func record(_ reports: [(path: String, report: AnalyzedReport)]) throws(HistoryError) -> [PresentedReport] {
    guard case .open(let store) = state, !reports.isEmpty else { return [] }
    let records = reports.map { $0.report.prepared ?? preparation.prepared($0.report, path: $0.path) }
    let kept = records.compactMap(\.self)
    var standings = kept.isEmpty ? [] : try store.record(kept, now: session.now)[...]
    return zip(reports, records).map { report, record in
      let standing = record == nil ? nil : standings.popFirst()
      return presented(
        report.report, report.path, standing ?? HistoryStanding(status: .notRecorded), record?.signature)
    }
  }

  /// Records reports that were prepared, in one transaction, and tells no more than how many were new.
  func add(_ records: [PreparedRecord]) throws(HistoryError) -> HistoryStore.Sums {
    guard case .open(let store) = state, !records.isEmpty else { return .init() }
    return try store.add(records)
  }

  /// True when a report of the same incident is stored, or when this one states none by which that could be told.
  func knowsIncident(of report: AnalyzedReport) throws(HistoryError) -> Bool {
    guard case .open(let store) = state, let incident = report.assessment.report.incident else { return true }
    return try store.holds(incident: incident)
  }

  /// Keeps notes of inputs that were not stored, in one transaction.
  func note(_ errors: [InputError]) throws(HistoryError) {
    guard case .open(let store) = state else { return }
    try store.note(
      errors.map {
        HistoryProblem(path: session.scrubbed($0.name), code: $0.code, message: $0.message, at: session.now)
      })
  }

  func close() {
    if case .open(let store) = state { store.close() }
  }

  private func presented(
    _ report: AnalyzedReport, _ path: String, _ standing: HistoryStanding, _ signature: Signature? = nil
  ) -> PresentedReport {
    var assessment = report.shown ?? report.assessment
    if let project { assessment.judge(by: project) }
    return PresentedReport(
      path: path, member: report.member, digest: report.digest?.description ?? "", assessment: assessment,
      id: standing.report, history: standing, labels: labels,
      signature: signature
        ?? Signature(SignatureInput(report.assessment.report), rules: session.settings.historyRules.signatures),
      patterns: patterns)
  }
}
