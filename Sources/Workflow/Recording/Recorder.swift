import CrashReports
import Diagnosis
package import Documents
package import History
import Signatures
package import Vocabulary

/// Records reports in the history, or stores why that is not possible.
package final class Recorder {
  private enum State {
    case off
    case open(HistoryStore)
    case failed(CommandFault)
  }

  private let session: Session
  /// Prepares reports for the history, on the threads that read them.
  package let preparation: ReportPreparation
  private var state: State
  /// The copy of a shared history, of which `send` sends what was recorded.
  private var sharedCopy: SharedCopy?
  /// The summary of the shared history of a machine without a copy; `nil` for other histories.
  private var summary: KnownIssues?
  /// Opens the history; `nil` if the command opened it.
  private let open: (() -> Opened)?
  /// The error of a history that another program deleted, moved or replaced, and that was opened again.
  private var replaced: CommandFault?
  /// Whether `state` is that error.
  private var isReplaced = false

  private struct Opened {
    var state: State
    var copy: SharedCopy?
    var summary: KnownIssues?
  }

  /// Creates a recorder for a command that answers first: an error while opening the history is stored in `fault` and
  /// not thrown.
  package init(_ options: RecordingSelection, _ session: Session, _ interruption: Interruption? = nil) {
    self.session = session
    preparation = ReportPreparation(session, labels: options.labels)
    open = { Self.open(options, session, interruption) }
    state = .off
    if !options.isOff(session) { openHistory() }
  }

  private func openHistory() {
    guard let opened = open?() else { return }
    (state, sharedCopy, summary) = (opened.state, opened.copy, opened.summary)
  }

  private static func open(_ options: RecordingSelection, _ session: Session, _ interruption: Interruption?) -> Opened {
    do {
      let location = try options.history.location(session)
      HistorySelection.warn(of: location.path)
      if location.address != nil {
        let copy = SharedCopy(location, session, interruption)
        let store = try copy.open(receiving: .briefly)
        let summary = location.hasCopy ? nil : KnownIssues(SummaryCopy(copy, session, interruption))
        return Opened(state: .open(store), copy: copy, summary: summary)
      }
      return Opened(
        state: .open(
          try HistoryStore(
            path: location.path, rules: session.historyRules,
            isCanceled: { interruption?.isRequested ?? false })))
    } catch let error as HistoryError {
      return Opened(state: .failed(CommandFault(error)))
    } catch {
      let fault = error as? CommandFault ?? CommandFault(.cannotWrite, "history: failed (\(error))")
      return Opened(state: .failed(fault))
    }
  }

  /// Creates a recorder for a command whose purpose is recording.
  package init(_ store: HistoryStore, labels: [String: String], _ session: Session) {
    self.session = session
    preparation = ReportPreparation(session, labels: labels)
    open = nil
    state = .open(store)
  }

  /// Why the history could not be used; `nil` if it could be used or was turned off.
  package var fault: CommandFault? {
    if case .failed(let error) = state { return error }
    return nil
  }

  /// Creates a scrubber for an answer, which knows the names that the history has learned, if one is used. A history that
  /// cannot be read is stored in `fault`.
  package func scrubber(_ session: Session) throws -> OutputScrubber {
    if case .open(let store) = state {
      do { return try OutputScrubber(session, of: store) } catch let error as HistoryError { fail(error) }
    }
    return try OutputScrubber(session)
  }

  /// Prepares reports on the threads that read them; `nil` if nothing is recorded.
  package var preparationWhileReading: ReportPreparation? {
    if case .open = state { return preparation }
    return nil
  }

  /// Records a report, unless recording is off, and returns its issue status. After a failure, no further report is
  /// recorded.
  package func record(_ report: InputReport) -> IssueStatus {
    if case .open = state {
      do {
        let status = try record([report])[0]
        return summary?.completed(status, now: session.now) ?? status
      } catch { fail(error) }
    }
    return IssueStatus(
      status: fault == nil ? .notRecorded : .unavailable,
      issue: report.signature(session.settings.imageRules).key(.default))
  }

  /// Opens the history again if another program deleted, moved or replaced it. What was recorded before may be missing in
  /// it: this is reported now, and `finish` returns it.
  ///
  /// A service calls this before each request.
  package func reopenIfReplaced() {
    do { try verify() } catch { fail(error) }
    guard isReplaced, case .failed(let fault) = state else { return }
    Console.writeMessage(fault.message ?? "", hint: fault.hint)
    replaced = fault
    isReplaced = false
    openHistory()
  }

  private func fail(_ error: HistoryError) {
    close()
    state = .failed(CommandFault(error))
    isReplaced = error.code == .replaced
  }

  /// Throws `replaced` if the history is no longer that at its path.
  package func verify() throws(HistoryError) {
    if case .open(let store) = state { try store.verify() }
  }

  /// Closes the history. Returns the error of a command that has told others that reports are recorded, and in whose history
  /// they may be missing now.
  package func finish() -> CommandFault? {
    defer { close() }
    do { try verify() } catch { return CommandFault(error) }
    if isReplaced, case .failed(let fault) = state { return fault }
    return replaced
  }

  /// Records reports in one transaction and returns the issue status of each. When it returns, they are on disk.
  package func record(_ reports: [InputReport]) throws(HistoryError) -> [IssueStatus] {
    guard case .open(let store) = state, !reports.isEmpty else { return [] }
    let prepared = reports.compactMap(\.prepared)
    var issueStatuses = prepared.isEmpty ? [] : try store.record(prepared, now: session.now)[...]
    return reports.map { report in
      (report.prepared == nil ? nil : issueStatuses.popFirst()) ?? IssueStatus(status: .notRecorded)
    }
  }

  /// Records prepared reports in one transaction and returns only the totals.
  package func add(_ records: [PreparedRecord]) throws(HistoryError) -> HistoryStore.Sums {
    guard case .open(let store) = state, !records.isEmpty else { return .init() }
    return try store.add(records)
  }

  /// Returns true if another form of the report is stored, or if `report` does not state an incident.
  package func knowsForm(of report: InputReport) throws(HistoryError) -> Bool {
    guard case .open(let store) = state, let prepared = report.prepared else { return true }
    return try store.holdsForm(of: prepared)
  }

  /// Stores notes about inputs that were not recorded, in one transaction.
  package func note(_ errors: [InputError]) throws(HistoryError) {
    guard case .open(let store) = state else { return }
    try store.note(
      errors.map {
        HistoryProblem(path: session.scrubbed($0.name), code: $0.code, message: $0.message, at: session.now)
      })
  }

  /// Notes what files contain, so that they need not be read after a restart. A failure costs only time.
  package func note(_ files: [ReadFile]) {
    guard case .open(let store) = state else { return }
    try? store.note(files)
  }

  /// The open history; `nil` if there is none.
  var openStore: HistoryStore? {
    if case .open(let store) = state { return store }
    return nil
  }

  /// Returns the issues that have these keys, or had them in an earlier version of the signatures.
  package func issues(withKeys keys: [String]) -> Set<String> {
    guard case .open(let store) = state else { return [] }
    let stores = [store, summary?.store].compactMap { $0 }
    return Set(keys.prefix(10_000).flatMap { key in stores.compactMap { try? $0.issue(key)?.id } })
  }

  /// Closes the history. What was recorded is on disk already.
  package func close() {
    if case .open(let store) = state { store.close() }
    summary?.close()
  }

  /// Sends what was recorded in a shared history. Call this after the answer was written, because no answer waits for it.
  package func send() { sharedCopy?.send(seconds: 10) }
}
