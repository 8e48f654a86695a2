/// A condition of `--fail-on`, for which the command exits with status 1.
package enum FailCondition: String, CaseIterable, Sendable {
  case new, regressed, known, unrecognized, crash, any

  /// True if the condition depends on the history.
  package var needsHistory: Bool { self == .new || self == .regressed || self == .known }
}
