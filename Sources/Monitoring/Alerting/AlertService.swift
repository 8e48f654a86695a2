import Foundation
import History
import Platform
import UserFiles
import Vocabulary
package import Workflow

/// Evaluates rules and delivers alerts on a thread of its own, while a command records reports.
package final class AlertService: Sendable {
  private struct State {
    /// Whether something was recorded since the last evaluation.
    var isDue = false
    var isStopping = false
    var isRunning = false
    /// Whether a delivery that is running is canceled.
    var isAbandoned = false
  }

  /// The interval at which rules are evaluated without a new report, for trends: in seconds.
  private static let interval = 60.0
  /// The shortest pause between two evaluations, in seconds.
  private static let pause = 2.0

  private let path: String
  private let session: Session
  private let rules: [AlertRule]
  private let state = Guarded(State())

  private init(_ path: String, _ session: Session, _ rules: [AlertRule]) {
    (self.path, self.session, self.rules) = (path, session, rules)
  }

  /// Starts the service of a history; `nil` without rules, and on a machine without a copy of a shared history.
  ///
  /// The rules are evaluated once before it returns: what the history contains by then is not new.
  package static func start(_ location: HistoryLocation, _ session: Session) -> AlertService? {
    guard let rules = session.settings.alerts, !rules.isEmpty else { return nil }
    guard location.hasCopy else {
      Console.writeMessage(
        "alerts are not made, because this machine has no copy of the history", hint: "Use: diagnose alerts check")
      return nil
    }
    let service = AlertService(location.path, session, rules)
    service.pass(delivers: false)
    service.state.withLock { $0.isRunning = true }
    let thread = Thread { service.run() }
    thread.stackSize = 1 << 20
    thread.start()
    return service
  }

  /// Evaluates the rules soon.
  package func reportsWereRecorded() { state.change { $0.isDue = true } }

  /// Ends the service, after an evaluation of what was recorded. What is not delivered waits for the next process.
  ///
  /// - Parameter seconds: The time for the last deliveries.
  package func stop(seconds: Double) {
    state.change { $0.isStopping = true }
    _ = state.wait(until: .now.advanced(by: seconds)) { $0.isRunning ? nil : true }
    state.change { $0.isAbandoned = true }
    // A request notices this within 0.1 s.
    _ = state.wait(until: .now.advanced(by: 0.5)) { $0.isRunning ? nil : true }
  }

  private func run() {
    while true {
      let isStopping = state.wait(until: .now.advanced(by: Self.interval)) { state -> Bool? in
        guard state.isDue || state.isStopping else { return nil }
        state.isDue = false
        return state.isStopping
      }
      pass(delivers: true)
      if isStopping == true { break }
      _ = state.wait(until: .now.advanced(by: Self.pause)) { $0.isStopping ? true : nil }
    }
    state.change { $0.isRunning = false }
  }

  /// Evaluates and delivers. What fails is tried again by the next pass.
  private func pass(delivers: Bool) {
    do throws(HistoryError) {
      let book = try AlertBook(history: path)
      defer { book.close() }
      let evaluator = AlertEvaluator(
        rules, book, session, isCanceled: { [state] in state.withLock { $0.isAbandoned } })
      // A file that does not exist yet contains nothing that is not new.
      let store = try HistoryStore(path: path, access: .read, rules: session.historyRules)
      defer { store.close() }
      _ = try evaluator.evaluate(store)
      guard delivers else { return }
      for failure in try evaluator.deliver().failures { Self.report(failure) }
    } catch { Console.writeOnce("alerts: \(Terminal.quotedFileName(error.path)): \(error.message)") }
  }

  static func report(_ failure: (rule: String, failure: DeliveryFailure, isGivenUp: Bool)) {
    let what = failure.isGivenUp ? "an alert was given up" : "an alert was not delivered, and waits"
    Console.writeOnce("alerts: rule \(failure.rule): \(what): \(failure.failure.message)")
  }
}
