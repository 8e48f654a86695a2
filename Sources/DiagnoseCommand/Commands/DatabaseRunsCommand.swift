import ArgumentParser
import CrashReports
import Exports
import History
import Vocabulary
import HistoryPresentation
import Platform
import Workflow

/// Records how often builds ran, so that trends compare rates and not counts.
struct DatabaseRunsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "Record daily runs of builds, so that trends compare rates.",
    discussion: """
      Reads a table with the columns app, version, build, day (2026-08-01) and runs (or sessions), separated by \
      commas, semicolons or tabs. Writes the run counts to the history. Reading the same table again changes nothing; \
      a corrected table replaces the rows that it contains.

      Exit status: 0 when done; 2 if nothing could be read; 3 if some lines were rejected.

      Examples:
        diagnose database runs sessions.csv
        diagnose database runs --app com.company.App - < sessions.tsv
      """)

  @Argument(help: ArgumentHelp("Read this table; - is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Option(help: ArgumentHelp("Use this bundle identifier or process name for lines without app.", valueName: "app"))
  var app: String?

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if app == "" { throw ValidationError("--app is empty. Name an app.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let name = input == "-" ? "standard input" : Terminal.quotedFileName(input)
    let table: RunsTable
    do {
      let bytes =
        input == "-"
        ? try FileReader.readStandardInput(limit: RunsTable.largest)
        : try FileReader.read(FilePath.arguments([input])[0], limit: RunsTable.largest)
      table = try RunsTable(bytes, app: app)
    } catch let fault as ReadingFault {
      throw CommandFault(.nothingDone, "\(name): \(fault.message)", hint: fault.hint)
    } catch let fault as DecodingFault {
      throw CommandFault(.nothingDone, "\(name): \(fault.explanation)", hint: fault.hint)
    }
    let store = try history.selection.open(session, access: .write)
    let noted = try store.note(table.rows.map(\.runs))
    store.close()
    history.selection.send(session)
    let rejected = noted.faults.map { fault in
      let more = fault.rows > 1 ? " (also \(countText(fault.rows - 1, "other line")))" : ""
      return (line: table.rows[fault.index].line, reason: fault.reason + more, lines: fault.rows)
    }
    let faults = table.faults.map { (line: $0.line ?? 1, reason: $0.explanation, lines: 1) } + rejected
    let count = table.faultCount + noted.refused
    let printed = faults.sorted { $0.line < $1.line }.prefix(Self.maxMessages)
    for fault in printed { Console.writeMessage("\(name): line \(fault.line): \(fault.reason)") }
    let more = count - printed.reduce(0) { $0 + $1.lines }
    if more > 0 { Console.writeMessage("and \(countText(more, "more line"))") }
    Console.write(
      "diagnose: \(countText(noted.set, "daily run count")) recorded, "
        + "\(noted.unchanged) already recorded"
        + (noted.newBuilds > 0 ? ", \(countText(noted.newBuilds, "build")) without a report" : "") + "\n")
    if count == 0 { return .done }
    return noted.set + noted.unchanged == 0 ? .nothingDone : .partlyDone
  }

  /// The maximum number of rejected lines that are reported one by one.
  private static let maxMessages = 10
}
