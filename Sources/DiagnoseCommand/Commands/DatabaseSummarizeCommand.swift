import ArgumentParser
import ClickHouse
import History
import HistoryPresentation
import SharedHistory
import Vocabulary
import Workflow

/// Makes the summary of a shared history, which answers machines without a copy.
struct DatabaseSummarizeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "summarize", abstract: "Store a summary of a shared history on its server.",
    discussion: """
      Exchanges the shared history, and stores on the server what this machine's copy counts. Machines whose address has \
      the option copy=0 then list issues and trends without a copy, and dashboards read the tables summary_… directly. \
      Only days that changed since the last summary are sent. Run it by a timer, on one machine.

      This requires the rights SELECT, INSERT and ALTER DELETE.

      Exit status: 0 when done; 64 for a history in a file; 74 if the history could not be written; 75 if the server is \
      unavailable; 77 if it denied access; 78 if the address is invalid.

      Examples:
        diagnose database summarize --database clickhouse://admin@clickhouse.example/diagnose?secure=1
      """)

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let (location, address) = try history.selection.sharedLocation(session)
    let interruption = Interruption()
    let summarized = try SharedCopy(location, session, interruption).summarize()
    if let status = interruption.status { return status }
    let what =
      summarized.isUnchanged ? "the summary is up to date" : "\(countText(summarized.days, "day")) sent"
    try StandardStreams.output(
      "\(address.endpoint): \(what), \(countText(summarized.reports, "report"))\n")
    return .done
  }
}
