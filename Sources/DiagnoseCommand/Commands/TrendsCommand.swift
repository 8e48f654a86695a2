import ArgumentParser
import History
import Presentation
import Vocabulary
import HistoryPresentation

/// What is new, growing, back, gone.
struct TrendsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "trends", abstract: "Show what is new, growing, back and gone.",
    discussion: """
      Compares the last 7 days with the 28 before (less where the history is shorter), all issues with each other, so \
      that nothing is called growing by chance. With --by another property than day or week its values are compared. \
      With an issue its reports are counted by that property.
      """)

  @Argument(help: ArgumentHelp("Only this issue.", valueName: "issue"))
  var issue: String?

  @Option(help: "By what: \(Facet.catalog.map(\.id).joined(separator: ", ")).")
  var by: Facet = .week

  @Option(help: ArgumentHelp("Only one app: process name or bundle identifier.", valueName: "app"))
  var app: String?

  @Option(help: ArgumentHelp("Only one known failure.", valueName: "id"))
  var pattern: String?

  @Flag(help: "Reports of issues that nothing known explains, by week.")
  var unrecognized = false

  @Option(help: ArgumentHelp("Rows under each heading at most; 0 is all.", valueName: "n"))
  var limit = 10

  @Option(help: ArgumentHelp("End with status 1 if there are any: new, regressed. May be repeated.", valueName: "what"))
  var failOn: [TrendCondition] = []

  @OptionGroup var history: HistoryOptions

  @Option(name: [.short, .long], help: "Form of the answer.")
  var format: HistoryFormat = .text

  @OptionGroup var style: StyleOptions
  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit takes 0 or a number above it.") }
    if issue != nil, unrecognized { throw ValidationError("--unrecognized is about all issues.") }
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

/// What makes `trends` end with status 1: a section that has issues.
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
