import ArgumentParser
import History
import Presentation
import Vocabulary
import HistoryPresentation

/// What has been seen.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show what has been seen.",
    subcommands: [
      HistoryList.self, HistoryShow.self, HistoryWhy.self, HistoryResolve.self, HistoryReopen.self, HistoryIgnore.self,
      HistoryNote.self, HistoryMerge.self, HistorySplit.self,
    ],
    defaultSubcommand: HistoryList.self)
}

/// The form of what the history answers.
enum HistoryFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// The form of a list.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json, csv }

/// Narrows lists of issues and reports.
struct FilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("From then on: 7d (days back), 12h, 2026-08-01, build:412.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Before then, in the same forms.", valueName: "time"))
  var until: String?

  @Option(help: ArgumentHelp("Only one app: process name or bundle identifier.", valueName: "app"))
  var app: String?

  @Option(help: ArgumentHelp("Only one known failure.", valueName: "id"))
  var pattern: String?

  @Option(help: ArgumentHelp("Only reports with this label; may be repeated.", valueName: "key=value"))
  var label: [LabelArgument] = []

  @Option(help: "Only issues in this state: \(HistoryFilter.State.allCases.map(\.rawValue).joined(separator: ", ")).")
  var state: HistoryFilter.State = .all

  @Option(help: ArgumentHelp("Rows at most; 0 is all.", valueName: "n"))
  var limit = 50

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit takes 0 or a number above it.") }
    for (name, text) in [("since", since), ("until", until)] {
      if let text, Self.time(text, now: Timestamp(seconds: 0)) == nil, !text.hasPrefix("build:") {
        throw ValidationError("--\(name) takes 7d, 12h, 2026-08-01, a time as 2026-08-01T12:00:00Z, or build:412.")
      }
    }
  }

  func filter(_ store: HistoryStore, _ session: Session) throws -> HistoryFilter {
    var filter = HistoryFilter()
    filter.since = try since.map { try time($0, store, session) }
    filter.until = try until.map { try time($0, store, session) }
    filter.app = app
    filter.pattern = pattern
    filter.labels = LabelArgument.dictionary(label)
    filter.state = state
    filter.limit = limit
    return filter
  }

  private func time(_ text: String, _ store: HistoryStore, _ session: Session) throws -> Timestamp {
    if let time = Self.time(text, now: session.now) { return time }
    let build = String(text.dropFirst("build:".count))
    guard let time = try store.firstTime(ofBuild: build) else {
      throw CommandFault(.nothingDone, "no report of build \(Terminal.quotedFileName(build)) is in the history")
    }
    return time
  }

  static func time(_ text: String, now: Timestamp) -> Timestamp? {
    if let time = Timestamp(rfc3339: text) { return time }
    guard text.last.map({ "smhd".contains($0) }) == true, let span = DurationArgument(argument: text) else {
      return nil
    }
    return Timestamp(seconds: now.seconds - Int(span.seconds))
  }
}

/// Issues, reports, or problems, one on a line.
struct HistoryList: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the failures seen, or single reports.")

  @OptionGroup var history: HistoryOptions
  @OptionGroup var filters: FilterOptions

  @Option(help: "Order: \(HistoryFilter.Order.allCases.map(\.rawValue).joined(separator: ", ")).")
  var sort: HistoryFilter.Order = .last

  @Option(
    help: ArgumentHelp(
      "Count reports by: \(Facet.catalog.map(\.id).joined(separator: ", ")). With --since and --until.",
      valueName: "what"))
  var by: Facet?

  @Flag(help: "List single reports.")
  var reports = false

  @Flag(help: "List inputs that were not stored, and why.")
  var problems = false

  @Option(name: [.short, .long], help: "Form of the list.")
  var format: ListFormat = .text

  @OptionGroup var style: StyleOptions
  @OptionGroup var configuration: ConfigurationOptions

  /// Days that the column of bars shows.
  private static let days = 30

  func validate() throws {
    if reports, problems { throw ValidationError("--reports and --problems exclude each other.") }
    guard by != nil else { return }
    if reports || problems { throw ValidationError("--by goes with neither --reports nor --problems.") }
    if filters.app != nil || filters.pattern != nil || !filters.label.isEmpty || filters.state != .all {
      throw ValidationError("--by goes with --since and --until alone.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    let page = HistoryPage(session.clock, style.style(session))
    let text: String
    do {
      // Nothing is written while the database is read: a slow reader must not hold it.
      if let by {
        let filter = try filters.filter(store, session)
        // Whole days are counted; the day in which the period ends is one of them.
        let last = filter.until.map { Timestamp(seconds: $0.seconds - 1) } ?? session.now
        let counts = try store.counts(by: by, from: filter.since ?? Timestamp(seconds: 0), to: last)
        let table = FacetTable(facet: by, rows: counts, total: counts.reduce(0) { $0 + $1.count })
        text =
          switch format {
          case .json: HistoryDocument.json(table)
          case .csv: HistoryTable.csv(table)
          case .text: page.counts(table, limit: filters.limit)
          }
      } else if problems {
        let list = try store.problems(limit: filters.limit)
        text =
          switch format {
          case .json: HistoryDocument.json(list)
          case .csv: HistoryTable.csv(list)
          case .text: page.problems(list)
          }
      } else if reports {
        let filter = try filters.filter(store, session)
        switch format {
        case .json: text = try HistoryDocument.write(store, filter) { try StandardStreams.output($0) }
        case .csv: text = try HistoryTable.write(store, filter) { try StandardStreams.output($0) }
        case .text: text = page.reports(try store.reports(filter))
        }
      } else {
        let list = try store.issues(try filters.filter(store, session), sortedBy: sort)
        let first = Timestamp(seconds: session.now.seconds - (Self.days - 1) * 86_400)
        let daily = try store.dailyOfIssues(from: first, to: session.now)
        text =
          switch format {
          case .json: HistoryDocument.json(list, daily)
          case .csv: HistoryTable.csv(list)
          case .text: page.issues(list, daily, days: Self.days)
          }
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(text)
    return .done
  }
}

/// One issue or report.
struct HistoryShow: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an issue or a report.")

  @Argument(help: ArgumentHelp("Its id, or enough of it to name one thing.", valueName: "id"))
  var id: String

  @Flag(help: "Of an issue: what its reports have in common, beside how common that is.")
  var facets = false

  @Flag(help: "Show no names of people, homes, hosts, addresses and tokens: stand-ins, the same for the same.")
  var scrub = false

  @OptionGroup var history: HistoryOptions

  @Option(name: [.short, .long], help: "Form of the answer.")
  var format: HistoryFormat = .text

  @OptionGroup var style: StyleOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    let page = HistoryPage(session.clock, style.style(session))
    let text: String
    do {
      let matches = try store.matches(id)
      guard let match = matches.first else {
        throw CommandFault(
          .nothingDone, "nothing in the history is called \(Terminal.quotedFileName(id))",
          hint: "List what is there: diagnose history")
      }
      if matches.count > 1 {
        Console.complain("\(Terminal.quotedFileName(id)) may be one of several:")
        Console.write(page.candidates(matches))
        return .nothingDone
      }
      switch match {
      case .report(let report): text = format == .json ? HistoryDocument.json([report]) : page.report(report)
      case .issue(let issue):
        text = try self.issue(issue, store, page, session)
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(scrub ? try OutputScrubber(session).finished(text) : text)
    return .done
  }

  private func issue(_ issue: StoredIssue, _ store: HistoryStore, _ page: HistoryPage, _ session: Session) throws
    -> String
  {
    var filter = HistoryFilter()
    filter.limit = 10
    let reports = try store.reports(filter, of: issue)
    let tables = facets ? try store.facets(of: issue) : []
    if format == .json, !facets { return HistoryDocument.json(reports) }
    if format == .json { return HistoryDocument.json(issue, tables) }
    let first = Timestamp(seconds: session.now.seconds - 29 * 86_400)
    return page.issue(
      IssueStory(
        issue: issue, spread: try store.spread(of: issue), reports: reports, events: try store.events(of: issue),
        relations: try store.relations(of: issue), daily: try store.daily(of: issue, from: first, to: session.now),
        facets: tables))
  }
}

extension HistoryFilter.State: ExpressibleByArgument {}
extension HistoryFilter.Order: ExpressibleByArgument {}
