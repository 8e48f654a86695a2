import ArgumentParser
import Workflow

/// Options that select the history.
struct HistoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this history: a file, or clickhouse://USER@HOST/DATABASE.", valueName: "file"),
    completion: .file())
  var database: String?

  func validate() throws {
    if database == "" { throw ValidationError("--database is empty. Name a file.") }
  }

  var selection: HistorySelection { HistorySelection(database: database) }
}

/// Options that select the history or turn it off.
struct RecordingOptions: ParsableArguments {
  @OptionGroup var history: HistoryOptions

  @Flag(help: "Do not read or write the history.")
  var noDatabase = false

  @Option(
    help: ArgumentHelp("Store a label, such as build or branch; repeatable.", valueName: "key=value"))
  var label: [LabelArgument] = []

  func validate() throws {
    if noDatabase, history.database != nil {
      throw ValidationError("--database and --no-database cannot be used together.")
    }
  }

  var selection: RecordingSelection {
    RecordingSelection(
      history: history.selection, noDatabase: noDatabase, labels: LabelArgument.dictionary(label))
  }

  func isOff(_ session: Session) -> Bool { selection.isOff(session) }
}
