import Answers
import ArgumentParser
import History
import HistoryPresentation
import Presentation
import SharedHistory
import Vocabulary
import Workflow

/// Prints the SQL of questions to the summary of a shared history.
struct DatabaseSQLCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sql", abstract: "Print the SQL of questions to a summary, for dashboards.",
    discussion: """
      Without a name, lists the questions. With one, writes the statement for ClickHouse to standard output, with the \
      tables of the latest summary (diagnose database summarize). No server is asked. Days are numbers from 1970-01-01: \
      toDate(day) makes a date.

      Exit status: 0 when done; 2 if there is no question with this name.

      Examples:
        diagnose database sql
        diagnose database sql by-system --since 30d
        diagnose database sql issue-days --issue 3f2a914b7c01 | clickhouse-client --database diagnose
      """)

  @Argument(help: ArgumentHelp("Print the statement of this question.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Ask about the time from here: 30d, 2026-08-01.", valueName: "time"))
  var since = "30d"

  @Option(
    help: ArgumentHelp("Ask about the time until here; same formats as --since (default: today).", valueName: "time"))
  var until: String?

  @Option(help: ArgumentHelp("Ask about this issue: all 12 digits of its key.", valueName: "key"))
  var issue = "ISSUE"

  @Option(help: ArgumentHelp("Ask about this build: a key of summary_build.", valueName: "key"))
  var build = "BUILD"

  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    for (name, text) in [("since", since), ("until", until)] {
      if let text, RelativeTime.time(text, .unset) == nil {
        throw ValidationError("--\(name): '\(text)' is not a time. Use 30d, or a date such as 2026-08-01.")
      }
    }
  }

  /// The questions that a summary answers.
  private static let questions = ShippedQuery.catalog.filter { $0.form != nil }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    guard let name else {
      let width = Self.questions.map(\.name.count).max() ?? 0
      try StandardStreams.output(
        Self.questions.map { $0.name.padded(to: width + 2) + $0.question + "\n" }.joined())
      return .done
    }
    guard let query = Self.questions.first(where: { $0.name == name }) else {
      throw CommandFault(
        .nothingDone, "no question with the name \(Terminal.quotedFileName(name))",
        hint: "To list them: diagnose database sql")
    }
    let first = RelativeTime.time(since, .ofDays(session.now))?.day ?? session.now.day
    let last = until.flatMap { RelativeTime.time($0, .ofDays(session.now))?.day } ?? session.now.day
    guard first <= last else {
      throw CommandFault(.wrongUse, "--since \(since) is not before --until \(until ?? "")", hint: "Swap them.")
    }
    let question = query.example(days: first...last, issue: issue, build: build, now: session.now)
    try StandardStreams.output((question.flatMap(SummarySQL.text) ?? "") + "\n")
    return .done
  }
}
