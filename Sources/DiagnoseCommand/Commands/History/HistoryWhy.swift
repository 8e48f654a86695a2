import ArgumentParser
import History
import Presentation
import Signatures
import Vocabulary
import HistoryPresentation

/// Why two reports are one issue, or two.
struct HistoryWhy: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Tell why two reports are one issue, or two.",
    discussion: "Of an issue its latest report is taken.")

  @Argument(help: ArgumentHelp("A report or an issue.", valueName: "id"))
  var first: String

  @Argument(help: ArgumentHelp("Another.", valueName: "id"))
  var second: String

  @OptionGroup var history: HistoryOptions

  @Option(name: [.short, .long], help: "Form of the answer.")
  var format: HistoryFormat = .text

  @OptionGroup var style: StyleOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    let text: String
    do {
      let reports = try [first, second].map { try Self.report($0, store) }
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

  /// The report that an id names, or the latest of the issue that it names.
  private static func report(_ id: String, _ store: HistoryStore) throws -> StoredReport {
    let matches = try store.matches(id)
    if matches.count == 1, case .report(let report) = matches[0] { return report }
    let issue = try TriageOptions.issue(id, store)
    var filter = HistoryFilter()
    filter.limit = 1
    guard let report = try store.reports(filter, of: issue).first else {
      throw CommandFault(.nothingDone, "the reports of issue \(issue.shortID) were pruned")
    }
    return report
  }
}
