import ArgumentParser
import History
import Presentation
import Vocabulary
import HistoryPresentation

/// Shows which issues are new, growing, regressed or fixed.
struct TrendsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "trends", abstract: "Show new, growing, regressed and disappeared issues.",
    discussion: """
      Reads the history and writes tables to standard output. Compares the last 7 days with the 28 days before (fewer \
      if the history is shorter), and corrects for the number of issues, so that random variation is not reported as \
      growth. With --by other than day or week, compares the values of that property. With an issue, counts its \
      reports by that property.

      Exit status: 0 when done; 1 if a --fail-on condition is met; 2 if the issue is unknown.

      Examples:
        diagnose trends
        diagnose trends --app com.company.App --fail-on regressed
      """)

  @Argument(help: ArgumentHelp("Show only this issue.", valueName: "issue"))
  var issue: String?

  @Option(help: "Compare by: \(Facet.catalog.map(\.id).joined(separator: ", ")).")
  var by: Facet = .week

  @Option(help: ArgumentHelp("Show one app: process name or bundle identifier.", valueName: "app"))
  var app: String?

  @Option(help: ArgumentHelp("Show one known failure.", valueName: "id"))
  var pattern: String?

  @Flag(help: "Count reports of unrecognized issues by week.")
  var unrecognized = false

  @Option(help: ArgumentHelp("Show at most this many rows per heading; 0 shows all.", valueName: "n"))
  var limit = 10

  @Option(help: ArgumentHelp("Exit with 1 on these issues: new, regressed; repeatable.", valueName: "what"))
  var failOn: [TrendCondition] = []

  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit \(limit) is negative. Use 0 or more.") }
    if issue != nil, unrecognized { throw ValidationError("--unrecognized cannot be used with an issue.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    let page = TrendPage(session.clock, style.style(session), limit: limit)
    var status = ExitStatus.done
    let text: String
    do {
      if let issue {
        let issue = try TriageOptions.issue(issue, store)
        let counts = try store.counts(of: issue, by: by)
        let trend = try store.trends(now: session.now).row(of: issue)
        text = format == .json ? TrendDocument.json(issue, by, counts) : page.issue(issue, by, counts, trend)
      } else if unrecognized {
        let weeks = try store.unrecognized(weeks: 12, now: session.now)
        text = format == .json ? TrendDocument.json(weeks) : page.unrecognized(weeks)
      } else if let basis = by.basis {
        let report = try store.trends(now: session.now, basis: basis, app: app, pattern: pattern)
        text = format == .json ? TrendDocument.json(report) : page.text(report)
        if failOn.contains(where: { !report[$0.section].isEmpty }) { status = .conditionHolds }
      } else {
        let rows = try store.trends(by: by, now: session.now)
        text = format == .json ? TrendDocument.json(by, rows) : page.facet(by, rows)
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(text)
    return status
  }
}

/// A condition for which `trends` exits with status 1: a section that contains issues.
struct TrendCondition: ExpressibleByArgument {
  let section: TrendSection

  private static let sections = TrendSection.catalog.filter(\.isCondition)

  init?(argument: String) {
    guard let section = Self.sections.first(where: { $0.id == argument }) else { return nil }
    self.section = section
  }

  static var allValueStrings: [String] { sections.map(\.id) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension Facet: ExpressibleByArgument {
  init?(argument: String) {
    guard let facet = Self.catalog.first(where: { $0.id == argument }) else { return nil }
    self = facet
  }

  var defaultValueDescription: String { id }
  static var allValueStrings: [String] { catalog.map(\.id) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
