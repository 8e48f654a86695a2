internal import Trends
internal import Vocabulary

/// What triggers an alert about an issue. The words of a configuration have the same ids (`AlertCondition`).
package struct AlertTrigger: Sendable {
  /// The word for it in a configuration.
  package let id: String
  /// Whether it happens, and then is over: it is never alerted twice. Otherwise it is a state, which is alerted once in each
  /// interval in which it holds.
  package let isEvent: Bool
  /// Whether it is decided by the trends, and not by the issue alone.
  package let needsTrends: Bool
  /// Returns what distinguishes this event from earlier ones of the same issue; `nil` if it has not happened, or the state
  /// does not hold.
  let occurrence: @Sendable (StoredIssue, TrendReport.Row?) -> String?

  init(
    id: String, isEvent: Bool = false, needsTrends: Bool = true,
    occurrence: @escaping @Sendable (StoredIssue, TrendReport.Row?) -> String?
  ) {
    (self.id, self.isEvent, self.needsTrends, self.occurrence) = (id, isEvent, needsTrends, occurrence)
  }
}

extension AlertTrigger {
  /// All triggers. If several apply to an issue, the alert is about the first of them.
  package static let catalog: [AlertTrigger] = [.regressed, .new, .back, .growing, .burst]

  /// A resolved issue was seen again. An issue may regress several times, once for each time that it was resolved.
  static let regressed = AlertTrigger(id: "regressed", isEvent: true, needsTrends: false) { issue, _ in
    issue.regressedAt.map { "\((issue.refutedResolution ?? $0).seconds)" }
  }

  /// The first report of the issue was recorded.
  static let new = AlertTrigger(id: "new", isEvent: true, needsTrends: false) { _, _ in "" }

  /// The sections of the trends with the same ids.
  static let back = AlertTrigger(id: "back") { _, row in row?.back.map { _ in "" } }
  static let growing = AlertTrigger(id: "growing") { _, row in row?.assessment.verdict == .growing ? "" : nil }
  static let burst = AlertTrigger(id: "burst") { _, row in row?.assessment.verdict == .burst ? "" : nil }
}
