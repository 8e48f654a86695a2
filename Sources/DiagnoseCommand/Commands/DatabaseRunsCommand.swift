import ArgumentParser
import CrashReports
import Exports
import History
import Vocabulary
import HistoryPresentation
import Platform

/// Notes how often builds ran, so that rates are compared and not counts.
struct DatabaseRunsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "Note how often builds ran on each day, so that trends compare rates.",
    discussion: """
      Reads a table with columns app, version, build, day (2026-08-01) and runs (or sessions), apart by commas, \
      semicolons or tabs. The same table again changes nothing; a corrected one replaces what it names.
      """)

  @Argument(help: ArgumentHelp("A table, or - for standard input.", valueName: "file"))
  var input: String

  @Option(help: ArgumentHelp("The app of lines that name none: bundle identifier or process name.", valueName: "app"))
  var app: String?

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    if app == "" { throw ValidationError("--app needs the name of an app.") }
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
    let noted: RunsNoted
    do {
      let store = try history.open(session, access: .write)
      noted = try store.note(table.rows.map(\.runs))
      store.close()
    } catch let error as HistoryError { throw CommandFault(error) }
    let untold = noted.faults.map { fault in
      let more = fault.rows > 1 ? " (and \(HistoryPage.counted(fault.rows - 1, "line")) like it)" : ""
      return (line: table.rows[fault.index].line, reason: fault.reason + more, lines: fault.rows)
    }
    let faults = table.faults.map { (line: $0.line ?? 1, reason: $0.explanation, lines: 1) } + untold
    let count = table.faultCount + noted.refused
    let said = faults.sorted { $0.line < $1.line }.prefix(Self.complaints)
    for fault in said { Console.complain("\(name): line \(fault.line): \(fault.reason)") }
    let more = count - said.reduce(0) { $0 + $1.lines }
    if more > 0 { Console.complain("and \(HistoryPage.counted(more, "more line"))") }
    Console.write(
      "diagnose: runs of \(HistoryPage.counted(noted.set, "day")) of builds noted, \(noted.unchanged) known already"
        + (noted.newBuilds > 0 ? ", \(HistoryPage.counted(noted.newBuilds, "build")) without a report" : "") + "\n")
    if count == 0 { return .done }
    return noted.set + noted.unchanged == 0 ? .nothingDone : .partlyDone
  }

  /// Lines named one by one.
  private static let complaints = 10
}
