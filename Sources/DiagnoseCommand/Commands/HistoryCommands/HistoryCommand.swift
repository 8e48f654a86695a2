import Answers
import ArgumentParser
import History
import Presentation
import Signatures
import Vocabulary
import HistoryPresentation
import Platform
import Workflow

/// Shows the history and changes the state of issues.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List recorded failures and manage issues.",
    discussion: """
      Without a subcommand, lists issues: groups of reports of the same failure. The exit status is stated in the help \
      of each subcommand.

      Examples:
        diagnose history --since 2w
        diagnose history search CardView nib
        diagnose history show 3f2a91
      """,
    subcommands: [
      HistoryList.self, HistorySearch.self, HistoryShow.self, HistoryWhy.self, HistoryResolve.self, HistoryReopen.self,
      HistoryIgnore.self,
      HistoryNote.self, HistoryMerge.self, HistorySplit.self, HistoryUndo.self,
    ],
    defaultSubcommand: HistoryList.self)
}

/// The format of an answer of the history.
enum HistoryFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// Options that filter lists of issues and reports.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Show reports since this time: 2w, 12h, yesterday, 2026-08-01, build:412.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Show reports before this time; same formats as --since.", valueName: "time"))
  var until: String?

  @OptionGroup(title: TermOptions.title) var terms: TermOptions

  @Option(help: "Show issues in state: \(HistoryFilter.State.allCases.map(\.rawValue).joined(separator: ", ")).")
  var state: HistoryFilter.State = .all

  @Option(help: ArgumentHelp("Show at most this many rows; 0 shows all.", valueName: "n"))
  var limit = 50

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit \(limit) is negative. Use 0 or more.") }
    for (name, text) in [("since", since), ("until", until)] {
      if let text, RelativeTime.time(text, .unset) == nil, !text.hasPrefix("build:") {
        throw ValidationError(
          "--\(name): '\(text)' is not a time. Use 2w, 12h, yesterday, 2026-08-01, 2026-08-01T12:00:00Z or build:412.")
      }
    }
  }

  func filter(_ store: HistoryStore, _ session: Session) throws -> HistoryFilter {
    var filter = HistoryFilter()
    filter.since = try since.map { try time($0, store, session) }
    filter.until = try until.map { try time($0, store, session) }
    // A report may state a time that is a day ahead of this machine.
    if let first = filter.since, first.seconds > session.now.seconds + 86_400 {
      throw CommandFault(
        .wrongUse, "--since \(since ?? "") is in the future", hint: "Use 7d, or an earlier date.")
    }
    if let first = filter.since, let end = filter.until, first >= end {
      throw CommandFault(
        .wrongUse, "--since \(since ?? "") is not before --until \(until ?? "")", hint: "Swap them.")
    }
    filter.terms = try terms.terms(knownIn: store)
    filter.state = state
    filter.limit = limit
    return filter
  }

  private func time(_ text: String, _ store: HistoryStore, _ session: Session) throws -> Timestamp {
    if let time = RelativeTime.time(text, session.clock) { return time }
    let build = String(text.dropFirst("build:".count))
    guard let time = try store.firstTime(ofBuild: build) else {
      throw CommandFault(.nothingDone, "the history contains no report of build \(Terminal.quotedFileName(build))")
    }
    return time
  }
}

/// Lists issues, reports or problems, one per line.
struct HistoryList: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List recorded failures, or individual reports.",
    discussion: """
      Reads the history and writes two lines per issue to standard output, the most recent first.

      Exit status: 0 when done; 2 if --since or --until names an unknown build, or --issue an unknown issue; 64 if no report \
      has the value of a filter.

      Examples:
        diagnose history list --since 7d --state open
        diagnose history list --build 560 --os '!18' --sort count
        diagnose history list --reports --issue 3f2a91 --format csv
      """)

  @OptionGroup(title: "Filter options") var filters: FilterOptions
  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(help: "Sort by: \(HistoryFilter.Order.allCases.map(\.rawValue).joined(separator: ", ")).")
  var sort: HistoryFilter.Order = .last

  @Option(
    help: ArgumentHelp(
      "Count reports by: \(Facet.catalog.map(\.id).joined(separator: ", ")). Supported filters: all but --state.",
      valueName: "what"))
  var by: Facet?

  @Flag(help: "List individual reports.")
  var reports = false

  @Option(
    help: ArgumentHelp("With --reports, list the reports of this issue; a unique prefix is enough.", valueName: "id"),
    completion: ValueCompletion.issues)
  var issue: String?

  @Flag(help: "List inputs that were not recorded, with the reasons.")
  var problems = false

  @Option(name: [.short, .long], help: "Select the format: text, json or csv.")
  var format: ListFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if reports, problems { throw ValidationError("--reports and --problems cannot be used together.") }
    if issue != nil, !reports { throw ValidationError("--issue can be used only with --reports.") }
    guard by != nil else { return }
    if reports || problems { throw ValidationError("--by cannot be used with --reports or --problems.") }
    if filters.state != .all { throw ValidationError("--by cannot be used with --state.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.selection.open(session, access: .read)
    let page = HistoryPage(session.clock, style.style(session))
    let text: String
    do {
      // Nothing is printed while the database is open in a query, so that a slow reader does not block it.
      if let by {
        let filter = try filters.filter(store, session)
        let counts = try store.counts(
          by: by,
          FacetScope(
            since: filter.since, until: filter.until ?? Timestamp(day: session.now.day + 1), terms: filter.terms))
        let table = FacetTable(facet: by, rows: counts, total: counts.reduce(0) { $0 + $1.count })
        text =
          switch format {
          case .json: HistoryDocument.json(table)
          case .csv: HistoryTable.csv(table)
          case .text:
            page.counts(
              table, limit: filters.limit,
              areSelected: filter.since != nil || filter.until != nil || !filter.terms.isEmpty,
              isHistoryEmpty: try store.count() == 0)
          }
      } else {
        let answer = ListAnswer(store: store, filter: try filters.filter(store, session), page: page, session: session)
        let issue = try issue.map { try IssueAnswer.issue($0, store) }
        switch (format, reports, problems) {
        case (.json, _, true): text = HistoryDocument.json(try store.problems(limit: filters.limit))
        case (.csv, _, true): text = HistoryTable.csv(try store.problems(limit: filters.limit))
        case (.text, _, true): text = try answer.problems()
        case (.json, true, _):
          text = try HistoryDocument.write(store, answer.filter, of: issue) { try StandardStreams.output($0) }
        case (.csv, true, _):
          text = try HistoryTable.write(store, answer.filter, of: issue) { try StandardStreams.output($0) }
        case (.text, true, _): text = try answer.reports(of: issue)
        default: text = try answer.issues(format, sortedBy: sort)
        }
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(text)
    return .done
  }
}

/// Shows one issue or report.
struct HistoryShow: Subcommand {
  /// The format of the answer.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, markdown, json }

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an issue or a report.",
    discussion: """
      Reads the history and writes the issue or report to standard output. Markdown is for a ticket: advice, counts, \
      stack, what the reports have in common, and related issues.

      Exit status: 0 when done; 2 if the ID is unknown or ambiguous, or --open has no file.

      Examples:
        diagnose history show 3f2a91 --facets
        diagnose history show 3f2a91 --format markdown --scrub
      """)

  @Argument(
    help: ArgumentHelp("Show this issue or report; a unique prefix is enough.", valueName: "id"),
    completion: ValueCompletion.issues)
  var id: String

  @Flag(help: "Show what the reports of an issue have in common.")
  var facets = false

  @Flag(help: "Replace names of users, homes, hosts, addresses and tokens with consistent placeholders.")
  var scrub = false

  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(name: [.short, .long], help: "Select the format: text, markdown or json.")
  var format: Format = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "Output options") var links: HyperlinkOptions
  @OptionGroup(title: "Output options") var opening: OpenOptions
  @OptionGroup(title: "Output options") var source: SourceOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let editor = try opening.editor(session)
    let session = try configuration.applied(to: session)
    let tree = try source.tree(session)
    let store = try history.selection.open(session, access: .read)
    let text: String
    let locations: [SourceLocation]
    let scrubber = scrub ? try OutputScrubber(session, of: store) : nil
    do {
      switch try IssueAnswer.match(id, store) {
      case .report(let report): (text, locations) = try self.report(report, session, tree, scrubber)
      case .issue(let issue): (text, locations) = try self.issue(issue, store, session, tree, scrubber)
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(try scrubber?.finished(text) ?? text)
    try editor?.open(firstOf: locations, in: tree)
    return .done
  }

  private func page(_ session: Session, _ tree: SourceTree?) -> HistoryPage {
    var style = style.style(session)
    // A redacted path is not that of a file.
    if !scrub { style.hyperlinks = links.links(session, on: .standardOutput, tree: tree) }
    return HistoryPage(session.clock, style)
  }

  /// Returns the answer about a report, and its source locations.
  private func report(
    _ report: StoredReport, _ session: Session, _ tree: SourceTree?, _ scrubber: OutputScrubber?
  ) throws -> (text: String, locations: [SourceLocation]) {
    let page = page(session, tree)
    let rules = session.settings.historyRules.signatures
    let trace = SignatureTrace(report.record.signatureInput, rules: rules)
    let locations = IssueAnswer.locations(of: [report], trace)
    switch format {
    case .text: return (page.report(report), locations)
    case .markdown:
      let ticket = TicketPage(page, redact: { try scrubber?.finished($0) ?? $0 })
      return (try ticket.report(report, trace), locations)
    case .json: return (HistoryDocument.json([report]), locations)
    }
  }

  /// Returns the answer about an issue, and its source locations.
  private func issue(
    _ issue: StoredIssue, _ store: HistoryStore, _ session: Session, _ tree: SourceTree?, _ scrubber: OutputScrubber?
  ) throws -> (text: String, locations: [SourceLocation]) {
    let story = try IssueAnswer.story(
      of: issue, store, session, withFacets: facets || format == .markdown, withTrend: format != .text, scrubber)
    let page = page(session, tree)
    let text =
      switch format {
      case .text: page.issue(story)
      case .markdown: try TicketPage(page, redact: { try scrubber?.finished($0) ?? $0 }).issue(story)
      case .json: facets ? HistoryDocument.json(issue, story.facets, story.associations) : HistoryDocument.json(story)
      }
    return (text, IssueAnswer.locations(of: story.reports, story.stack))
  }
}

extension HistoryFilter.State: ExpressibleByArgument {}
extension HistoryFilter.Order: ExpressibleByArgument {}
extension ListFormat: ExpressibleByArgument {}
