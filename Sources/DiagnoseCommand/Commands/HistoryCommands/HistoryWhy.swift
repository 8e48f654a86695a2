import Answers
import ArgumentParser
import History
import Presentation
import Signatures
import Vocabulary
import HistoryPresentation
import Workflow

/// Explains why two reports are or are not grouped into one issue.
struct HistoryWhy: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explain why two reports are or are not grouped.",
    discussion: """
      Reads two reports from the history; an ID of an issue means its latest report. Writes the comparison of their \
      signatures to standard output.

      Exit status: 0 when done; 2 if an ID is unknown or ambiguous.

      Examples:
        diagnose history why 3f2a91 77c0de
        diagnose history why 3f2a91 77c0de --format json
      """)

  @Argument(
    help: ArgumentHelp("Compare this report or issue.", valueName: "id"), completion: ValueCompletion.issues)
  var first: String

  @Argument(
    help: ArgumentHelp("Compare it with this report or issue.", valueName: "id"), completion: ValueCompletion.issues)
  var second: String

  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.selection.open(session, access: .read)
    let text: String
    do {
      let reports = try [first, second].map { try IssueAnswer.report($0, store) }
      let rules = session.settings.historyRules.signatures
      let traces = reports.map { SignatureTrace($0.record.signatureInput, rules: rules) }
      let comparison = SignatureComparison(traces[0], traces[1])
      let joined = reports[0].issueStatus.issue == reports[1].issueStatus.issue
      text =
        format == .json
        ? WhyDocument.json(reports, comparison, isOneIssue: joined)
        : WhyPage(style.style(session)).text(reports, traces, comparison, isOneIssue: joined)
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(text)
    return .done
  }
}
