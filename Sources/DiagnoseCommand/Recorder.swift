import CrashReports
import Diagnosis
import Documents
import History
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
  let preparation: ReportPreparation
  private var state: State

  /// For a command whose job is the answer: a history that cannot be opened is remembered, not thrown.
  init(_ options: RecordingOptions, _ session: Session, _ interruption: Interruption) {
    self.session = session
    preparation = ReportPreparation(session, labels: LabelArgument.dictionary(options.label))
    if options.isOff(session) {
      state = .off
      return
    }
    do {
      let path = try options.history.location(session).path
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
    preparation = ReportPreparation(session, labels: LabelArgument.dictionary(labels))
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

  /// Records a report if that is wanted, and says what the history knows of it. After a failure nothing is tried again.
  func record(_ report: InputReport) -> IssueStatus {
    if case .open = state {
      do { return try record([report])[0] } catch { state = .failed(error) }
    }
    return IssueStatus(
      status: fault == nil ? .notRecorded : .unavailable,
      issue: report.signature(session.settings.imageRules).key(.default))
  }

  /// Records reports in one transaction, and says what the history knows of each; they are on disk when it returns.
  func record(_ reports: [InputReport]) throws(HistoryError) -> [IssueStatus] {
    guard case .open(let store) = state, !reports.isEmpty else { return [] }
    let kept = reports.compactMap(\.prepared)
    var issueStatuses = kept.isEmpty ? [] : try store.record(kept, now: session.now)[...]
    return reports.map { report in
      (report.prepared == nil ? nil : issueStatuses.popFirst()) ?? IssueStatus(status: .notRecorded)
    }
  }

  /// Records reports that were prepared, in one transaction, and tells no more than how many were new.
  func add(_ records: [PreparedRecord]) throws(HistoryError) -> HistoryStore.Sums {
    guard case .open(let store) = state, !records.isEmpty else { return .init() }
    return try store.add(records)
  }

  /// True when a report of the same incident is stored, or when this one states none by which that could be told.
  func knowsIncident(of report: InputReport) throws(HistoryError) -> Bool {
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
}
