import Documents
import Platform
import Vocabulary

/// A check of the set-up.
struct DoctorCheck: Identifiable, Sendable {
  /// The identifier in JSON.
  let id: String
  /// The name in text, at most 14 characters.
  let title: String
  /// Returns what was found, in the order in which it is shown; at least one line.
  let findings: @Sendable (DoctorContext) -> [Finding]

  enum State: String, Sendable {
    /// As it should be.
    case fine = "ok"
    /// Nothing needs to be done, but it explains what the program does.
    case note
    /// The user should do something.
    case action = "fix"
  }

  /// One line of the answer.
  struct Finding: Sendable {
    var state: State
    var text: String
    /// What to do.
    var advice: String?

    init(_ state: State, _ text: String, advice: String? = nil) {
      self.state = state
      self.text = text
      self.advice = advice
    }
  }
}

/// What checks look at.
struct DoctorContext: Sendable {
  /// The session with the settings of the configurations; without them if a configuration has errors.
  let session: Session
  /// The names of the configuration files that have errors.
  let configurationFailed: Bool
  /// Whether the user turned configurations off.
  let ignoresConfigurations: Bool
  /// The history that the user selected.
  let history: HistorySelection
  /// The locations of symbols that the user named.
  let symbols: [String]

  /// Returns a path for display: with `~` for the home folder.
  func shown(_ path: String) -> String { Terminal.quotedFileName(session.scrubbed(path)) }
}
