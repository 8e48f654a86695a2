import ArgumentParser
import History
import HistoryPresentation
import Presentation
import Vocabulary
import Workflow

/// Checks the history for errors.
struct DatabaseCheckCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the integrity of the entire history.",
    discussion: """
      Reads the entire history and changes nothing. Writes the errors that it finds to standard output.

      Exit status: 0 if the history is intact; 1 if it is damaged.

      Examples:
        diagnose database check
        diagnose database check --database team.sqlite
      """)

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    do {
      let location = try history.selection.location(session)
      let store = try HistoryStore(path: location.path, access: .read, rules: session.historyRules)
      var faults = try store.check()
      store.close()
      if location.address != nil { faults += try SharedCopy(location, session, nil).check() }
      guard !faults.isEmpty else {
        try StandardStreams.output("The history is intact.\n")
        return .done
      }
      try StandardStreams.output(faults.map { Terminal.escaped($0) + "\n" }.joined())
    } catch let error as HistoryError {
      guard error.code == .damaged else { throw CommandFault(error) }
      try StandardStreams.output(Terminal.escaped("The file \(error.message).") + "\n")
    }
    Console.writeMessage(
      "the history is damaged", hint: "To save what can be read: diagnose database export > saved.jsonl")
    return .conditionHolds
  }
}
