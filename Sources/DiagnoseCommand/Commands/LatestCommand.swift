import ArgumentParser
import CrashReports
import Documents
import Foundation
import HistoryPresentation
import Platform
import Presentation
import Vocabulary
import Workflow

/// Diagnoses the newest reports in the report directories.
struct LatestCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "latest", abstract: "Diagnose the newest crash report on this machine.",
    discussion: """
      Searches the directories in which this system, its simulators and synced devices write reports (on Linux: \
      watch.directories of the configuration), and diagnoses the newest report by its own time. NAME selects reports by \
      a part of the file name, the process or the bundle identifier. --list writes a table and diagnoses nothing.

      Exit status: as of diagnose; 2 if there is no such report.

      Examples:
        diagnose latest MyApp
        diagnose latest -n 5 --since 1h --list
      """)

  @Argument(help: ArgumentHelp("Select reports by file name, process or bundle identifier.", valueName: "name"))
  var name: String?

  @Option(name: .customShort("n"), help: ArgumentHelp("Diagnose this many reports (default: 1).", valueName: "n"))
  var count: Int?

  @Option(help: ArgumentHelp("Use reports of this period only, such as 1h or 7d.", valueName: "time"))
  var since: DurationArgument?

  @Flag(help: "List the reports, and diagnose nothing.")
  var list = false

  @Option(help: ArgumentHelp("Also search this folder; repeatable.", valueName: "folder"), completion: .directory)
  var watch: [String] = []

  @OptionGroup(title: "Input options") var input: InputOptions
  @OptionGroup var options: ReportOptions
  @OptionGroup(title: "Output options") var opening: OpenOptions

  /// The number of reports in a list.
  private static let listed = 20

  func validate() throws {
    if let count, !(1...1000).contains(count) { throw ValidationError("-n \(count) is not a number from 1 to 1000.") }
    if name == "" { throw ValidationError("The name is empty.") }
    if list, opening.open { throw ValidationError("--open cannot be used with --list.") }
    if watch.contains("") { throw ValidationError("--watch is empty. Name a folder.") }
    if list, let format = options.output.format, !["text", "json"].contains(format) {
      throw ValidationError("--list is written as text or json, not as \(format).")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let configured = try options.configuration.applied(to: session)
    let locations = ReportDirectory.locations(configured, .latest)
    let named = FilePath.arguments(watch).map { (path: $0.withoutSlashes, isRecursive: true) }
    for folder in named where !Folder.isFolder(folder.path) {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(folder.path.text)): folder not found")
    }
    let folders = named + locations.filter { $0.state != .missing }.map { ($0.path, $0.directory.searchesSubfolders) }
    guard !folders.isEmpty else { throw nothing(locations, configured) }
    let latest = LatestReports(
      in: folders, name: name, count: count ?? (list ? Self.listed : 1),
      since: since.map { Timestamp(seconds: session.now.seconds - Int($0.seconds)) }, limit: input.maxSize.bytes)
    for error in latest.unreadable { Console.write("diagnose: " + error.text + "\n") }
    if list { try write(latest, session) }
    guard !latest.entries.isEmpty else {
      var words = name.map { "no report of '\($0)'" } ?? "no report"
      if since != nil { words += " in the period of --since" }
      throw CommandFault(
        .nothingDone, words + ", \(countText(folders.count, "folder")) searched",
        hint: "To see the folders: diagnose doctor")
    }
    return list ? .done : try analyze(latest, in: folders.map(\.path), session)
  }

  private func analyze(_ latest: LatestReports, in folders: [FilePath], _ session: Session) throws -> ExitStatus {
    var command = try AnalyzeCommand.parse([])
    command.inputs = latest.entries.map(\.path.text)
    command.input = input
    command.options = options
    command.opening = opening
    return try command.perform(session, selectedFrom: folders)
  }

  private func write(_ latest: LatestReports, _ session: Session) throws {
    if options.output.format == "json" {
      return try StandardStreams.output(
        ListDocument.text("diagnose-latest/1", "reports", latest.entries) { writer, entry in
          writer.member("path", entry.path.text)
          writer.member("time", entry.time.rfc3339)
          writer.member("kind", entry.report.kind.rawValue)
          writer.member("process", entry.report.process?.name)
          writer.member("bundleID", entry.report.process?.bundleID)
          writer.member("version", entry.report.process?.version)
          writer.member("build", entry.report.process?.build)
          writer.member("exception", entry.report.exception?.type ?? entry.report.exception?.signal)
        })
    }
    guard !latest.entries.isEmpty else { return }
    var style = options.output.style.style(session)
    // Paths are copied, so they are complete.
    style.width = 1000
    var table = TextTable(["TIME", "APP", "WHAT", "FILE"], style)
    table.wide = 3
    table.widest = 32
    for entry in latest.entries {
      let report = entry.report
      table.add([
        session.clock.dateAndTime(entry.time), report.appText,
        report.exception?.type ?? report.exception?.signal ?? report.kind.rawValue, entry.path.text,
      ])
    }
    try StandardStreams.output(table.text)
  }

  private func nothing(_ locations: [ReportDirectory.Location], _ session: Session) -> CommandFault {
    let names = locations.map { Terminal.quotedFileName($0.path.text) }.joined(separator: ", ")
    return CommandFault(
      .nothingDone, locations.isEmpty ? "no folder in which reports are written" : "no report folder exists",
      hint: session.settings.watchedFolders != nil
        ? "watch.directories of the configuration: \(names)"
        : "Set one with --watch FOLDER or watch.directories in the configuration.")
  }
}
