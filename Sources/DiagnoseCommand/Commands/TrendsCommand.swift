import ArgumentParser
import History
import Presentation
import Trends
import Vocabulary

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

  @Option(help: "By what: \(Facet.allCases.map(\.rawValue).joined(separator: ", ")).")
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
    let page = TrendPage(session, style.style(session), limit: limit)
    var status = ExitStatus.done
    let text: String
    do {
      if let issue {
        let issue = try TriageOptions.issue(issue, store)
        let counts = try store.counts(of: issue, by: by)
        let trend = try store.trends(now: session.now).row(of: issue)
        text = format == .json ? TrendDocument.json(issue, by, counts) : page.issue(issue, by, counts, trend)
      } else if unrecognized {
        let weeks = try store.unrecognised(weeks: 12, now: session.now)
        text = format == .json ? TrendDocument.json(weeks) : page.unrecognised(weeks)
      } else if let basis = TrendBasis(by) {
        let report = try store.trends(now: session.now, basis: basis, app: app, pattern: pattern)
        text = format == .json ? TrendDocument.json(report) : page.text(report)
        if failOn.contains(where: { $0.holds(for: report) }) { status = .conditionHolds }
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

/// What makes `trends` end with status 1.
enum TrendCondition: String, ExpressibleByArgument, CaseIterable {
  case new, regressed

  func holds(for report: TrendReport) -> Bool {
    switch self {
    case .new: !report.new.isEmpty
    case .regressed: !report.regressed.isEmpty
    }
  }
}

extension Facet: ExpressibleByArgument {}

extension TrendBasis {
  /// `nil` for a property whose values are compared instead of periods.
  init?(_ facet: Facet) {
    switch facet {
    case .day: self = .day
    case .week: self = .week
    case .build, .os, .device, .process, .pattern, .machine: return nil
    }
  }
}

extension TrendReport {
  func row(of issue: StoredIssue) -> Row? {
    [new, regressed, growing, watch, tooFew, gone, falling, steady].lazy.flatMap { $0 }.first {
      $0.issue.id == issue.id
    }
  }
}

/// Trends for people.
struct TrendPage {
  private let session: Session
  private let style: PresentationStyle
  private let limit: Int

  init(_ session: Session, _ style: PresentationStyle, limit: Int) {
    self.session = session
    self.style = style
    self.limit = limit
  }

  func text(_ report: TrendReport) -> String {
    var text = section("New", report.new) {
      "first seen " + session.local($0.issue.firstSeen, withDate: true) + build($0)
    }
    text += section("Regressed", report.regressed) { row in
      let fix = row.issue.resolvedIn.map { $0.isEmpty ? "" : "fixed in \($0), " } ?? ""
      return fix + "back" + (row.issue.regressedIn.map { $0.isEmpty ? "" : " in \($0)" } ?? "")
    }
    text += section("Back", report.back) { $0.back.map(TrendWording.back) ?? "" }
    text += section("Growing", report.growing) { TrendWording.sentence($0.assessment) }
    text += section("Watch", report.watch) { row in
      TrendWording.sentence(row.assessment) + "; not called with \(report.compared) issues compared"
    }
    text += section("Too few", report.tooFew) { TrendWording.sentence($0.assessment) }
    text += section("Gone", report.gone) { row in
      if let runs = row.assessment.runsSinceLast, runs > 0 { return TrendWording.gone(runs: runs) }
      if let builds = row.buildsSinceLast, builds >= buildsUntilGone { return "none in \(builds) builds that ran" }
      return "none since " + session.local(row.issue.lastSeen, withDate: true)
    }
    if text.isEmpty { return "Nothing is new, growing, back or gone.\n" }
    return text
  }

  func facet(_ facet: Facet, _ rows: [TrendAssessment]) -> String {
    guard !rows.isEmpty else { return "Nothing was recorded in these days.\n" }
    let hasRuns = rows.contains { $0.unit == .runs }
    var table = TextTable(
      [facet.title.uppercased(), "RECENT", "BEFORE"] + (hasRuns ? ["RUNS", "OF 1,000"] : [])
        + ["WHAT THE NUMBERS SAY"], style)
    table.wide = hasRuns ? 5 : 3
    table.rightAligned = hasRuns ? [1, 2, 3, 4] : [1, 2]
    let sorted = rows.sorted { ($1.recent.events, $0.key) < ($0.recent.events, $1.key) }
    for row in shown(sorted) {
      let counts = [row.key.isEmpty ? "not stated" : row.key, String(row.recent.events), String(row.base.events)]
      table.add(counts + (hasRuns ? Self.runs(row) : []) + [Self.words(row)])
    }
    return table.text + more(sorted.count)
  }

  private static func words(_ row: TrendAssessment) -> String {
    if row.unit == .runs, row.base.exposure == 0 || row.recent.exposure == 0 {
      return row.recent.exposure > 0 ? "did not run before" : "did not run lately"
    }
    switch row.verdict {
    case .tooFew: return "too few"
    case .steady: return TrendWording.ratio(row.comparison)
    default: return word(row.verdict) + ": " + TrendWording.ratio(row.comparison)
    }
  }

  /// Runs of both periods, and how many of a thousand left a report.
  private static func runs(_ row: TrendAssessment) -> [String] {
    guard row.unit == .runs else { return ["", ""] }
    let runs = row.recent.exposure + row.base.exposure
    guard runs > 0 else { return ["0", ""] }
    return [TrendWording.whole(runs), TrendWording.brief(1000 * Double(row.recent.events + row.base.events) / runs)]
  }

  func issue(_ issue: StoredIssue, _ facet: Facet, _ counts: [FacetCount], _ trend: TrendReport.Row?) -> String {
    var text = "\(issue.shortID)  \(Terminal.escaped(issue.title))\n"
    if let trend {
      text += "  \(Self.word(trend.assessment.verdict)): \(TrendWording.sentence(trend.assessment))\n"
    }
    let most = counts.map(\.count).max() ?? 0
    var table = TextTable(["  " + facet.title.uppercased(), "N", ""], style)
    table.rightAligned = [1]
    table.wide = 2
    let isSeries = facet == .day || facet == .week || facet == .build
    let rows = isSeries && limit > 0 ? Array(counts.suffix(max(limit, 28))) : shown(counts)
    for row in rows {
      let bar = most == 0 ? 0 : max(row.count > 0 ? 1 : 0, row.count * 30 / most)
      table.add([
        "  " + (row.value ?? "not stated"), String(row.count), String(repeating: style.ascii ? "#" : "█", count: bar),
      ])
    }
    return text + "\n" + table.text
  }

  func unrecognised(_ weeks: [UnrecognisedWeek]) -> String {
    var table = TextTable(["WEEK FROM", "REPORTS", "UNRECOGNISED", ""], style)
    table.rightAligned = [1, 2]
    table.wide = 3
    for week in weeks {
      let share = week.reports > 0 ? week.unrecognised * 100 / week.reports : 0
      table.add([
        week.monday.date, String(week.reports), String(week.unrecognised), week.reports > 0 ? "\(share) %" : "",
      ])
    }
    return table.text
  }

  static func word(_ verdict: TrendVerdict) -> String {
    switch verdict {
    case .growing: "Growing"
    case .watch: "Watch"
    case .falling: "Falling"
    case .steady: "Steady"
    case .tooFew: "Too few"
    case .gone: "Gone"
    }
  }

  private func section(_ heading: String, _ rows: [TrendReport.Row], _ words: (TrendReport.Row) -> String) -> String {
    guard !rows.isEmpty else { return "" }
    var text = ""
    for (index, row) in shown(rows).enumerated() {
      let bars = Sparkline.text(Sparkline.folded(row.daily, to: 12), ascii: style.ascii)
      let title = Terminal.escaped(row.issue.title).cut(to: max(20, style.width - 18 - bars.count), style)
      text += (index == 0 ? heading : "").padded(to: 10)
      text += row.issue.shortID.padded(to: 6) + Terminal.escaped(words(row)) + "\n"
      text += String(repeating: " ", count: 16) + bars + "  " + title + "\n"
    }
    return text + more(rows.count)
  }

  private func build(_ row: TrendReport.Row) -> String { row.issue.firstBuild.map { ", build \($0)" } ?? "" }

  private func shown<Row>(_ rows: [Row]) -> [Row] { limit > 0 ? Array(rows.prefix(limit)) : rows }

  private func more(_ count: Int) -> String {
    limit > 0 && count > limit ? String(repeating: " ", count: 10) + "and \(count - limit) more (--limit 0)\n" : ""
  }
}

/// Trends for programs (`diagnose-history/1`).
enum TrendDocument {
  static func json(_ report: TrendReport) -> String {
    let sections: [(String, [TrendReport.Row])] = [
      ("new", report.new), ("regressed", report.regressed), ("back", report.back), ("growing", report.growing),
      ("watch", report.watch), ("tooFew", report.tooFew), ("gone", report.gone), ("falling", report.falling),
      ("steady", report.steady),
    ]
    return JSONText.document(
      "diagnose-history/1", "trends",
      sections.flatMap { name, rows in
        rows.map { row in
          "    "
            + JSONText.object(
              [("trend", .text(name))] + HistoryDocument.members(row.issue) + members(row.assessment) + [
                ("daily", .numbers(row.daily)), ("buildsSinceLast", .number(row.buildsSinceLast)),
                ("runsSinceLast", .number(row.assessment.runsSinceLast)),
                ("backAfterBuilds", .number(row.back?.absent)), ("compared", .number(report.compared)),
              ])
        }
      })
  }

  static func json(_ facet: Facet, _ rows: [TrendAssessment]) -> String {
    JSONText.document(
      "diagnose-history/1", "trends",
      rows.map { row in
        "    "
          + JSONText.object(
            [
              ("facet", .text(facet.rawValue)), ("value", .text(row.key.isEmpty ? nil : row.key)),
              ("trend", .text(row.verdict.rawValue)),
            ] + members(row))
      })
  }

  static func json(_ issue: StoredIssue, _ facet: Facet, _ counts: [FacetCount]) -> String {
    JSONText.document(
      "diagnose-history/1", "counts",
      counts.map {
        "    "
          + JSONText.object([
            ("issue", .text(issue.id)), ("facet", .text(facet.rawValue)), ("value", .text($0.value)),
            ("count", .number($0.count)),
          ])
      })
  }

  static func json(_ weeks: [UnrecognisedWeek]) -> String {
    JSONText.document(
      "diagnose-history/1", "unrecognised",
      weeks.map {
        "    "
          + JSONText.object([
            ("week", .text($0.monday.date)), ("reports", .number($0.reports)),
            ("unrecognised", .number($0.unrecognised)),
          ])
      })
  }

  private static func members(_ trend: TrendAssessment) -> [(String, JSONText.Value)] {
    let comparison = trend.comparison
    return [
      ("recent", .number(trend.recent.events)), ("recentExposure", .decimal(trend.recent.exposure)),
      ("base", .number(trend.base.events)), ("baseExposure", .decimal(trend.base.exposure)),
      ("exposureUnit", .text(trend.unit.rawValue)),
      ("ratio", .decimal(comparison.ratio)), ("low", .decimal(comparison.low)), ("high", .decimal(comparison.high)),
      ("p", .decimal(comparison.pValue)), ("inBursts", .flag(trend.isBursty)),
    ]
  }
}
