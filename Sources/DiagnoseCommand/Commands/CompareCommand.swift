import Answers
import ArgumentParser
import Foundation
import History
import HistoryPresentation
import Presentation
import Trends
import Vocabulary
import Workflow

/// Compares two builds, or two other parts of the history.
struct CompareCommand: Subcommand {
  /// The format of the comparison.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, markdown, slack, json }

  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare the failures of two builds.",
    discussion: """
      Reads the history and writes which issues are new, gone, worse or better in the second build, with the ratio of \
      the rates and its 95% confidence interval. Rates refer to runs if they are recorded (database runs), else to \
      devices, else to all reports. The test corrects for the number of issues; issues with fewer than 5 reports are \
      only counted.

      --fail-on first-seen refers to issues that no earlier build of the app has, with any number of reports; new and worse, \
      to differences that are more than chance; no-runs, to a comparison of shares, because the runs of a build are not known.

      With --by day or week, days are those of UTC, and a week is the seven days from the date. Filters by pattern, queue, view and document select issues, not what \
      their rates refer to.

      Exit status: 0 when done; 1 if a --fail-on condition is met; 64 if no report has the value of a side or filter, \
      the sides cannot be compared, or with --fail-on one of them has no reports.

      Examples:
        diagnose compare 550 560 --app Courier
        diagnose compare 2026-07-27 2026-08-03 --by week --format markdown
      """)

  @Argument(
    help: ArgumentHelp("Compare with this build, or value of --by.", valueName: "before"),
    completion: ValueCompletion.values(of: .build))
  var before: String

  @Argument(
    help: ArgumentHelp("Show what changed in this build, or value of --by.", valueName: "after"),
    completion: ValueCompletion.values(of: .build))
  var after: String

  @Option(help: "Compare values of: \(ComparisonBasis.catalog.map(\.id).joined(separator: ", ")).")
  var by: ComparisonBasis = .build

  @OptionGroup(title: TermOptions.title) var filters: TermOptions

  @Option(help: ArgumentHelp("Show at most this many rows per heading; 0 shows all.", valueName: "n"))
  var limit = 10

  @Option(
    help: ArgumentHelp(
      "Exit with 1 on these issues: \(CompareCondition.allValueStrings.joined(separator: ", ")); repeatable.",
      valueName: "what"))
  var failOn: [CompareCondition] = []

  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(name: [.short, .long], help: "Select the format: text, markdown, slack or json.")
  var format: Format = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit \(limit) is negative. Use 0 or more.") }
    if let dimension = by.dimension, filters.used.contains("--" + dimension.id) {
      throw ValidationError("--\(dimension.id) cannot be used with --by \(by.id): both select the same property.")
    }
    for name in [before, after] where by.dimension != nil && name.isEmpty {
      throw ValidationError("A \(by.noun) to compare is empty.")
    }
    for name in [before, after] where by.days != nil && RelativeTime.time(name, .unset) == nil {
      throw ValidationError("'\(Terminal.escaped(name))' is not a day. Use 2026-08-01, yesterday or 7d.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.selection.open(session, access: .read)
    let text: String
    var status = ExitStatus.done
    do {
      let comparison = try comparison(store, session)
      if !failOn.isEmpty, let side = comparison.sideWithoutExposure {
        throw CommandFault(
          .wrongUse, "nothing was compared, because no report of \(Terminal.quotedFileName(side.name)) was counted")
      }
      if comparison.unit == .runs, let side = [comparison.before, comparison.after].first(where: { $0.reports == 0 }) {
        Console.writeMessage(
          "no report of \(Terminal.quotedFileName(side.name)) is recorded, only its runs: is the history complete?")
      }
      let page = ComparisonPage(comparison, limit: limit)
      text =
        switch format {
        case .text: page.text(style.style(session))
        case .markdown: page.markdown()
        case .slack: page.slack()
        case .json: ComparisonDocument.json(comparison)
        }
      if !failOn.isEmpty, let uncounted = page.uncounted { Console.writeMessage(uncounted) }
      let met = failOn.filter { $0.holds(in: comparison) }
      if !met.isEmpty {
        status = .conditionHolds
        Console.writeMessage("--fail-on \(met.map(\.name).joined(separator: ", ")): met")
      } else if failOn.contains(where: \.needsRates), let limit = page.limitOfShares {
        Console.writeMessage("only shares were compared", hint: limit)
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(text)
    return status
  }

  private func comparison(_ store: HistoryStore, _ session: Session) throws -> HistoryComparison {
    let terms = try filters.terms(knownIn: store)
    func side(_ text: String) -> AskedSide {
      // The history counts by days of UTC: the midnight of another zone may be on the day before.
      let clock = LocalClock(now: session.now) { _ in 0 }
      guard by.days != nil, let time = RelativeTime.time(text, clock) else { return .value(text) }
      return .period(time)
    }
    switch try store.compare(side(before), with: side(after), by: by, terms: terms, now: session.now) {
    case .success(let comparison): return comparison
    case .failure(let fault): throw CommandFault(fault, by)
    }
  }
}

/// A condition for which `compare` exits with status 1.
struct CompareCondition: ExpressibleByArgument {
  let name: String
  /// Whether a build in which everything is more frequent does not meet it without rates.
  let needsRates: Bool
  private let test: @Sendable (HistoryComparison) -> Bool

  private init(_ name: String, needsRates: Bool = false, _ test: @escaping @Sendable (HistoryComparison) -> Bool) {
    (self.name, self.needsRates, self.test) = (name, needsRates, test)
  }

  private static let catalog = [
    CompareCondition("worse", needsRates: true) { $0.count(.worse) > 0 || $0.changeOfAll == .worse },
    CompareCondition("new") { $0.count(.new) > 0 },
    CompareCondition("first-seen") { !$0.firstSeen.isEmpty },
    CompareCondition("no-runs") { $0.unit != .runs && $0.unit != .days },
  ]

  init?(argument: String) {
    guard let condition = Self.catalog.first(where: { $0.name == argument }) else { return nil }
    self = condition
  }

  /// Returns whether a comparison meets the condition.
  func holds(in comparison: HistoryComparison) -> Bool { test(comparison) }

  static var allValueStrings: [String] { catalog.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ComparisonBasis: ExpressibleByArgument {
  init?(argument: String) {
    guard let basis = Self.catalog.first(where: { $0.id == argument }) else { return nil }
    self = basis
  }

  var defaultValueDescription: String { id }
  static var allValueStrings: [String] { catalog.map(\.id) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension CommandFault {
  /// The fault of two sides that cannot be compared.
  fileprivate init(_ fault: ComparisonFault, _ basis: ComparisonBasis) {
    func list(_ values: [String]) -> String { values.prefix(5).map { Terminal.escaped($0) }.joined(separator: ", ") }
    switch fault {
    case .unknown(let unknown): self.init(unknown)
    case .same(let name):
      self.init(
        .wrongUse, "both sides are \(basis.noun) \(Terminal.quotedFileName(name))", hint: "Name two different ones.")
    case .overlap(let before, let after):
      self.init(
        .wrongUse,
        "\(Terminal.quotedFileName(before)) and \(Terminal.quotedFileName(after)) have reports in common",
        hint: "Name values of which neither includes the other.")
    case .severalApps(let apps):
      self.init(
        .wrongUse, "several apps have both: \(list(apps))", hint: "Select one: --app \(list(Array(apps.prefix(1))))")
    case .differentApps(let before, let after):
      self.init(
        .wrongUse, "the first is a \(basis.noun) of \(list(before)), the second of \(list(after))",
        hint:
          "Name two of one app. To list them: diagnose history list --by build --app \(list(Array(after.prefix(1))))")
    case .outside(let day, let recorded):
      self.init(
        .wrongUse, "the \(basis.noun) of \(day.date) is outside the history",
        hint: "The history has reports from \(recorded.lowerBound.date) on; today is \(recorded.upperBound.date).")
    case .empty:
      self.init(
        .wrongUse, "the history has no reports that can be compared",
        hint: "To record some: diagnose ingest. Is --database right?")
    }
  }
}
