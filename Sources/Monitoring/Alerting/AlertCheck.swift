package import History
import Platform
import UserFiles
import Vocabulary
package import Workflow

/// One evaluation with its deliveries, for commands that end: `alerts check` and `run`.
package enum AlertCheck {
  /// What was done.
  package struct Result: Sendable {
    /// The alerts that were made.
    package var made: AlertBook.Outcome
    /// What was delivered.
    package var deliveries = AlertEvaluator.Deliveries()
    /// The number of alerts that wait.
    package var waiting = 0
  }

  /// Evaluates the rules of the session, and delivers what is due.
  ///
  /// - Parameter isTrial: Whether nothing is changed or delivered.
  package static func perform(
    _ store: HistoryStore, at path: String, _ session: Session, isTrial: Bool = false,
    isCanceled: @escaping @Sendable () -> Bool = { false }
  ) throws(HistoryError) -> Result {
    let book = try AlertBook(history: path, isTrial: isTrial, isCanceled: isCanceled)
    defer { book.close() }
    let evaluator = AlertEvaluator(session.settings.alerts ?? [], book, session, isCanceled: isCanceled)
    var result = Result(made: try evaluator.evaluate(store))
    if !isTrial { result.deliveries = try evaluator.deliver() }
    result.waiting = try book.count(.waiting)
    return result
  }
}

/// The alerts of a command that records reports and ends, such as `run`.
package struct CommandAlerts {
  private let path: String
  private let session: Session

  /// Evaluates the rules before anything is recorded; `nil` without rules, and on a machine without a copy of a shared
  /// history.
  package init?(_ selection: HistorySelection, _ session: Session) {
    guard session.settings.alerts?.isEmpty == false, let location = try? selection.location(session), location.hasCopy
    else { return nil }
    (path, self.session) = (location.path, session)
    evaluate(seconds: nil)
  }

  /// Evaluates the rules after the reports were recorded, and delivers alerts for at most 10 s.
  package func finish() { evaluate(seconds: 10) }

  private func evaluate(seconds: Double?) {
    do throws(HistoryError) {
      let store = try HistoryStore(path: path, access: .read, rules: session.historyRules)
      defer { store.close() }
      let book = try AlertBook(history: path)
      defer { book.close() }
      let deadline = Moment.now.advanced(by: seconds ?? 0)
      let evaluator = AlertEvaluator(
        session.settings.alerts ?? [], book, session, isCanceled: { Moment.now >= deadline })
      _ = try evaluator.evaluate(store)
      guard seconds != nil else { return }
      for failure in try evaluator.deliver().failures { AlertService.report(failure) }
    } catch { Console.writeOnce("alerts: \(Terminal.quotedFileName(error.path)): \(error.message)") }
  }
}
