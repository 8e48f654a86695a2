import Foundation
package import History
package import UserFiles
package import Vocabulary
package import Workflow

/// Evaluates the rules of a configuration, and delivers what waits.
///
/// Every step derives its work from the history and the book, and may be repeated: after a kill, the next process continues.
package final class AlertEvaluator {
  /// What one pass over the book did.
  package struct Deliveries: Sendable {
    /// The number of delivered alerts.
    package var delivered = 0
    /// The failures, each with the name of its rule.
    package var failures: [(rule: String, failure: DeliveryFailure, isGivenUp: Bool)] = []
  }

  private let rules: [AlertRule]
  private let book: AlertBook
  private let session: Session
  private let clock: @Sendable () -> Timestamp
  private let isCanceled: @Sendable () -> Bool
  /// When failed deliveries are tried again.
  var patience = AlertBook.Patience()
  /// The path of `sendmail`; `nil` to search it.
  var mailProgram: String?

  /// Creates an evaluator.
  ///
  /// - Parameter clock: Returns the present time; `nil` for that of the session.
  package init(
    _ rules: [AlertRule], _ book: AlertBook, _ session: Session, clock: (@Sendable () -> Timestamp)? = nil,
    isCanceled: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.rules, self.book, self.session, self.isCanceled) = (rules, book, session, isCanceled)
    self.clock = clock ?? { session.now }
  }

  /// Makes the alerts of all rules. Returns them, and the number of events before the first evaluation.
  package func evaluate(_ store: HistoryStore) throws(HistoryError) -> AlertBook.Outcome {
    let now = clock()
    var outcome = AlertBook.Outcome()
    let issues = try store.allIssues()
    for rule in rules {
      let triggers = AlertTrigger.catalog.filter { trigger in rule.conditions.contains { $0.id == trigger.id } }
      let subjects = try subjects(issues, rule, needsTrends: triggers.contains(where: \.needsTrends), store, now)
      let selection = try RuleSelection(rule, store)
      let scrubber = rule.isRedacted ? try? OutputScrubber(session, of: store) : nil
      let made = try book.evaluate(
        AlertBook.Rule(name: rule.name, triggers: triggers, interval: rule.interval), subjects, now: now,
        keys: { try store.keys(of: $0) }, isSelected: { try selection.contains($0.issue) },
        content: { matches in
          AlertContent(matches, report: { try? store.bestNamedReport(of: $0) }) { text in
            guard rule.isRedacted else { return text }
            return (try? scrubber?.finished(text)) ?? "(not shown, because it cannot be redacted)"
          }.stored
        })
      outcome.alerts += made.alerts
      outcome.earlier += made.earlier
    }
    return outcome
  }

  private func subjects(
    _ issues: [StoredIssue], _ rule: AlertRule, needsTrends: Bool, _ store: HistoryStore, _ now: Timestamp
  ) throws(HistoryError) -> [AlertSubject] {
    guard needsTrends else { return issues.map { AlertSubject(issue: $0) } }
    let terms = rule.apps.map { FilterTerm(.app, $0) }
    let report = try store.trends(now: now, terms: terms, shortIDs: 0)
    let rows = Dictionary(
      report.sections.flatMap(\.rows).map { ($0.issue.id, $0) }, uniquingKeysWith: { first, _ in first })
    return issues.map { AlertSubject(issue: $0, row: rows[$0.id]) }
  }

  /// Delivers the alerts that are due, the oldest first. One process at a time delivers; others return at once.
  package func deliver() throws(HistoryError) -> Deliveries {
    var result = Deliveries()
    guard let lock = AlertLock(book.path) else { return result }
    defer { lock.close() }
    let names = Set(rules.map(\.name))
    while !isCanceled(), let alert = try book.nextDue(clock(), of: names) {
      do throws(DeliveryFailure) {
        let answer = try deliver(alert)
        try book.noteDelivered(alert, answer, clock())
        result.delivered += 1
      } catch {
        if isCanceled() { break }
        let state = try book.failed(
          alert, error: error.message, retryAfter: error.retryAfter, now: clock(), patience)
        result.failures.append((alert.rule, error, state == .failed))
      }
    }
    return result
  }

  private func deliver(_ alert: AlertBook.Alert) throws(DeliveryFailure) -> String {
    guard let rule = rules.first(where: { $0.name == alert.rule }) else {
      throw DeliveryFailure("the configuration has no rule \(alert.rule)")
    }
    guard let message = AlertMessage(alert) else { throw DeliveryFailure("the alert cannot be read") }
    guard let delivery = AlertDelivery.catalog.first(where: { $0.id == rule.channel.id }) else {
      throw DeliveryFailure("\(rule.channel.id) is not a way of delivery")
    }
    var settings = DeliverySettings(rule, environment: session.environment, isCanceled: isCanceled)
    settings.mailProgram = mailProgram
    return try delivery.deliver(
      AlertDelivered(message: message, document: AlertDocument.body(alert), now: clock()), settings)
  }
}

extension AlertBook {
  /// Notes a delivery. If that is not possible, the alert stays due: its next delivery has the same id.
  fileprivate func noteDelivered(_ alert: Alert, _ answer: String, _ now: Timestamp) throws(DeliveryFailure) {
    do throws(HistoryError) { try delivered(alert, answer: answer, now: now) } catch {
      throw DeliveryFailure("delivered, but not noted: \(error.message)")
    }
  }
}

/// The issues that a rule applies to.
private struct RuleSelection {
  private let rule: AlertRule
  private let store: HistoryStore
  /// The keys of the issues of the apps; `nil` for all.
  private let keys: Set<String>?

  init(_ rule: AlertRule, _ store: HistoryStore) throws(HistoryError) {
    (self.rule, self.store) = (rule, store)
    guard !rule.apps.isEmpty else {
      keys = nil
      return
    }
    var filter = HistoryFilter()
    filter.terms = rule.apps.map { FilterTerm(.app, $0) }
    filter.limit = 0
    keys = try store.issueKeys(filter)
  }

  func contains(_ issue: StoredIssue) throws(HistoryError) -> Bool {
    if let keys, !keys.contains(issue.id) { return false }
    if !rule.patterns.isEmpty, !rule.patterns.contains(issue.pattern ?? "") { return false }
    guard !rule.kinds.isEmpty else { return true }
    return rule.kinds.contains(try store.bestNamedReport(of: issue)?.record.kind ?? "")
  }
}
