import Answers
import ArgumentParser
import History
import HistoryPresentation
import Presentation
import Vocabulary
import Workflow

/// Summarizes a period: what is new, back, growing and fixed, and what is most frequent.
struct SummaryCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "summary", abstract: "Summarize the last days: new, back, growing, fixed, most frequent.",
    discussion: """
      Reads the history and writes five lines to standard output, then the ten issues with most reports, and the reports \
      by day. The period consists of complete days in UTC, the present one included. New, back, growing and fixed have the \
      meaning of trends; growth is measured against the time before the period.

      Exit status: 0 when done; 64 if the period is longer than \(PeriodSummary.maxDays) days, or no report \
      has the value of a filter.

      Examples:
        diagnose summary
        diagnose summary --since 30d --app com.company.App
        diagnose summary --format markdown
        diagnose summary --format slack | curl -H 'Content-Type: application/json' --data @- "$CRASH_CHAT_URL"
      """)

  @Option(
    help: ArgumentHelp("Summarize the days (UTC) since: 7d, 2w, yesterday, 2026-08-01.", valueName: "time"))
  var since = "7d"

  @OptionGroup(title: TermOptions.title) var filters: TermOptions

  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(name: [.short, .long], help: "Select the format: text, markdown, slack, html or json.")
  var format: SummaryFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if RelativeTime.time(since, .unset) == nil {
      throw ValidationError("--since: '\(since)' is not a time. Use 7d, 2w, yesterday or 2026-08-01.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let first = try firstDay(session)
    let store = try history.selection.open(session, access: .read)
    let page = SummaryPage(style.style(session))
    let text: String
    do {
      if format == .text, try store.countedReports() == 0 {
        text = HistoryPage(session.clock, style.style(session)).nothing(isHistoryEmpty: true)
      } else {
        let terms = try filters.terms(knownIn: store)
        let summary = try store.summary(from: first, now: session.now, terms: terms)
        switch format {
        case .text: text = page.text(summary)
        case .markdown: text = page.markdown(summary)
        case .slack: text = page.slack(summary)
        case .html: text = page.html(summary)
        case .json: text = page.json(summary)
        }
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(text)
    return .done
  }

  /// Returns the first complete day since the time: 7d are seven days, the present one included.
  private func firstDay(_ session: Session) throws -> Timestamp {
    guard let time = RelativeTime.time(since, .ofDays(session.now)) else { return session.now }
    guard time <= session.now else {
      throw CommandFault(.wrongUse, "--since \(since) is in the future", hint: "Use 7d, or an earlier date.")
    }
    let isMidnight = time.seconds == time.day * 86_400
    let day = min(isMidnight ? time.day : time.day + 1, session.now.day)
    guard session.now.day - day < PeriodSummary.maxDays else {
      throw CommandFault(
        .wrongUse, "--since \(since) is more than \(PeriodSummary.maxDays) days ago",
        hint: "For longer periods: diagnose history --since \(since) --sort count")
    }
    return Timestamp(day: day)
  }
}

/// The format of a summary.
enum SummaryFormat: String, ExpressibleByArgument, CaseIterable { case text, markdown, slack, html, json }
