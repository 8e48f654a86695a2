/// A word for what triggers an alert: the key `when` of a rule. `AlertTrigger` of the history has the same ids.
package struct AlertCondition: Sendable, Equatable {
  /// The word.
  package let id: String
  /// When an alert is made, for the documentation; Markdown.
  package let meaning: String
  /// The beginning of the title of an alert.
  package let title: String

  /// All conditions, in the order of precedence.
  package static let catalog: [AlertCondition] = [
    AlertCondition(
      id: "regressed", meaning: "A resolved issue occurred again: in the build with the fix or a later one.",
      title: "Regressed"),
    AlertCondition(
      id: "new", meaning: "The first report of an issue was recorded in this history.", title: "New issue"),
    AlertCondition(
      id: "back", meaning: "An issue that was not resolved was absent from at least three builds, and occurs again.",
      title: "Back"),
    AlertCondition(
      id: "growing", meaning: "Significantly more reports than before, as in [trends](trends.md#the-verdict).",
      title: "Growing"),
    AlertCondition(
      id: "burst",
      meaning: "More reports than before, but on few days or devices: possibly a single event.", title: "Burst"),
  ]

  /// Returns the condition with an id.
  package static func named(_ id: String) -> AlertCondition? { catalog.first { $0.id == id } }
}
