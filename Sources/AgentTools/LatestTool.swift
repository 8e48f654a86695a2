import Answers
import Documents
import HistoryPresentation
import ModelContext
import Platform
import Presentation
import Vocabulary
import Workflow

extension AgentTool {
  /// Diagnoses the newest reports of this machine.
  static let latest = AgentTool(
    description: .init(
      name: "latest", title: "Diagnose the newest crash reports",
      meaning: """
        Diagnoses the newest reports in the folders where this system, its simulators and synced devices write them, and \
        in watch.directories of the user's configuration. Use it after an app, a test or a simulator crashed and no \
        file is known.
        """,
      parameters: [
        ToolParameter("name", .text, "A part of the file name, the process or the bundle identifier, in any case."),
        ToolParameter("count", .integer(1...maxReports), "Maximum number of reports; default 1."),
        ToolParameter("since", .text, "Start of the period: 1h, yesterday, 2026-08-01."),
      ], outputSchema: PublishedDocument.schema("diagnose-brief/1")), records: true
  ) { arguments, context in
    let name = arguments.text("name")
    guard name?.isEmpty != true else { throw ToolFault("'name' is empty. Leave it out for reports of all processes.") }
    var since: Timestamp?
    if let text = arguments.text("since") {
      guard let time = RelativeTime.time(text, context.session.clock) else {
        throw ToolFault("'since' is not a time. Use 1h, yesterday or 2026-08-01.")
      }
      since = time
    }
    // Each folder is opened once, and its files are opened below it without links.
    let folders = ReportDirectory.locations(context.session, .latest).compactMap { location in
      (try? location.path.contained()).map { (path: $0, isRecursive: location.directory.searchesSubfolders) }
    }
    guard !folders.isEmpty else {
      throw ToolFault(
        "No folder of reports exists on this machine. The user can name one: watch.directories in the configuration.")
    }
    let latest = LatestReports(
      in: folders, name: name, count: arguments.integer("count") ?? 1, since: since, limit: FileReader.defaultLimit)
    guard !latest.entries.isEmpty else {
      throw ToolFault("No such report in \(countText(folders.count, "folder")) of reports.")
    }
    return diagnosis(try context.outcome(files: latest.entries.map(\.path)), context)
  }
}
