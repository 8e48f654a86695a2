import Documents
import Platform
import Vocabulary
package import Workflow

/// A check of the set-up.
package struct DoctorCheck: Identifiable, Sendable {
  /// The identifier in JSON.
  package let id: String
  /// The name in text, at most 14 characters.
  package let title: String
  /// Returns what was found, in the order in which it is shown; at least one line.
  package let findings: @Sendable (DoctorContext) -> [Finding]

  /// Whether something is to be done.
  package enum State: String, Sendable {
    /// As it should be.
    case fine = "ok"
    /// Nothing needs to be done, but it explains what the program does.
    case note
    /// The user should do something.
    case action = "fix"
  }

  /// One line of the answer.
  package struct Finding: Sendable {
    /// Whether something is to be done.
    package var state: State
    /// What was found.
    package var text: String
    /// What to do.
    package var advice: String?

    init(_ state: State, _ text: String, advice: String? = nil) {
      self.state = state
      self.text = text
      self.advice = advice
    }
  }
}

/// What checks look at.
package struct DoctorContext: Sendable {
  /// The session with the settings of the configurations; without them if a configuration has errors.
  package let session: Session
  /// The names of the configuration files that have errors.
  package let configurationFailed: Bool
  /// Whether the user turned configurations off.
  package let ignoresConfigurations: Bool
  /// The history that the user selected.
  package let history: HistorySelection
  /// The locations of symbols that the user named.
  package let symbols: [String]

  /// What the user selected.
  package init(
    session: Session, configurationFailed: Bool, ignoresConfigurations: Bool, history: HistorySelection,
    symbols: [String]
  ) {
    self.session = session
    self.configurationFailed = configurationFailed
    self.ignoresConfigurations = ignoresConfigurations
    self.history = history
    self.symbols = symbols
  }

  /// Returns a path for display: with `~` for the home folder.
  package func shown(_ path: String) -> String { Terminal.quotedFileName(session.scrubbed(path)) }
}
