import Answers
import ArgumentParser
import History
import Presentation
import Vocabulary
import HistoryPresentation
import Workflow

/// Shows which issues are new, growing, regressed or fixed.
struct TrendsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "trends", abstract: "Show new, growing, regressed and fixed issues.",
    discussion: """
      Reads the history and writes tables to standard output. Compares the last 7 days with the 28 days before (fewer \
      if the history is shorter), and corrects for the number of issues, so that random variation is not reported as \
      growth. Each issue is in one section; rare issues, and those that are gone, are shown with --all.

      --by os compares the shares of systems, and names the issue behind a rise; device and other properties work in the \
      same way. --by build compares new builds with the build before. With an issue, --by os counts the reports of that \
      issue on each system. --fail-on refers to issues, also with --by.

      Filters select the reports that are counted. Whether an issue is new, regressed, back or gone is decided by all of \
      its reports.

      Exit status: 0 when done; 1 if a --fail-on condition is met; 2 if the issue is unknown; 64 if an option cannot be \
      used with the others, no report has the value of a filter, or with --fail-on no report matches all filters or the \
      history has no reports.

      Examples:
        diagnose trends
        diagnose trends --app com.company.App --fail-on regressed
        diagnose trends --build 560 --os 26 --os '!26.1'
      """)

  @Argument(
    help: ArgumentHelp("Show only this issue.", valueName: "issue"), completion: ValueCompletion.issues)
  var issue: String?

  @Option(help: "Compare by: \(Facet.catalog.map(\.id).joined(separator: ", ")).")
  var by: Facet = .week

  @OptionGroup(title: TermOptions.title) var filters: TermOptions

  @Flag(help: "Show rare issues and those that are gone, too.")
  var all = false

  @Flag(help: "Count reports of unrecognized issues by week.")
  var unrecognized = false

  @Option(help: ArgumentHelp("Show at most this many rows per heading; 0 shows all.", valueName: "n"))
  var limit = 10

  @Option(help: ArgumentHelp("Exit with 1 on these issues: new, regressed; repeatable.", valueName: "what"))
  var failOn: [TrendCondition] = []

  @OptionGroup(title: "History options") var history: HistoryOptions

  /// The format of trends.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, markdown, json }

  @Option(name: [.short, .long], help: "Select the format: text, markdown or json.")
  var format: Format = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if format == .markdown, issue != nil || unrecognized || by.basis == nil {
      throw ValidationError("--format markdown is only for lists of issues.")
    }
    if limit < 0 { throw ValidationError("--limit \(limit) is negative. Use 0 or more.") }
    let gate = failOn.isEmpty ? [] : ["--fail-on"]
    if issue != nil, let name = (filters.used + gate + (unrecognized ? ["--unrecognized"] : [])).first {
      throw ValidationError("\(name) cannot be used with an issue.")
    }
    if unrecognized {
      if let name = (filters.used.filter { $0 == "--pattern" } + gate).first {
        throw ValidationError("\(name) cannot be used with --unrecognized.")
      }
      if by != .week { throw ValidationError("--unrecognized counts by week; --by \(by.id) cannot be used with it.") }
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.selection.open(session, access: .read)
    let page = TrendPage(session.clock, style.style(session), limit: limit)
    var status = ExitStatus.done
    let text: String
    do {
      if !failOn.isEmpty, try store.countedReports() == 0 {
        throw CommandFault(
          .wrongUse, "--fail-on: the history has no reports",
          hint: "To record some: diagnose ingest. Is --database right?")
      }
      let terms = try filters.terms(knownIn: store, isGate: !failOn.isEmpty)
      if format != .json, try store.countedReports() == 0 {
        text = HistoryPage(session.clock, style.style(session)).nothing(isHistoryEmpty: true)
      } else if let issue {
        let issue = try IssueAnswer.issue(issue, store)
        let counts = try store.counts(of: issue, by: by)
        let trend = try store.trends(now: session.now, shortIDs: 0).row(of: issue)
        text = format == .json ? TrendDocument.json(issue, by, counts) : page.issue(issue, by, counts, trend)
      } else if unrecognized {
        let weeks = try store.unrecognized(weeks: 12, now: session.now, terms: terms)
        text = format == .json ? TrendDocument.json(weeks) : page.unrecognized(weeks)
      } else if let basis = by.basis {
        // A document has all issues, and the same short ids as all other lists.
        let shown = format == .json || limit == 0 ? Int.max : limit
        let report = try store.trends(now: session.now, basis: basis, terms: terms, shortIDs: shown)
        switch format {
        case .text: text = page.text(report, all: all)
        case .markdown: text = page.markdown(report, all: all)
        case .json: text = TrendDocument.json(report)
        }
        if failOn.contains(where: { report.conditions.contains($0.section) }) { status = .conditionHolds }
      } else {
        let rows = try store.facetTrends(by: by, now: session.now, terms: terms)
        text = format == .json ? TrendDocument.json(by, rows) : page.facet(by, rows)
        if !failOn.isEmpty {
          let report = try store.trends(now: session.now, terms: terms, shortIDs: 0)
          if failOn.contains(where: { report.conditions.contains($0.section) }) { status = .conditionHolds }
        }
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
