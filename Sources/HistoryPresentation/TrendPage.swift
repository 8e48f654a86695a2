import CrashReports
import Diagnosis
import Documents
package import History
package import Presentation
import Signatures
import Trends
import Vocabulary

/// Trends as text.
package struct TrendPage {
  private let clock: LocalClock
  private let style: PresentationStyle
  private let limit: Int

  /// Creates a page.
  ///
  /// - Parameter limit: The maximum number of rows per heading; 0 shows all.
  package init(_ clock: LocalClock, _ style: PresentationStyle, limit: Int) {
    self.clock = clock
    self.style = style
    self.limit = limit
  }

  /// Returns the nonempty sections that have a statement for each issue.
  ///
  /// - Parameter all: Whether sections of little importance are shown; otherwise only the numbers of their issues.
  package func text(_ report: TrendReport, all: Bool = false) -> String {
    let clock = clock
    let context = TrendSection.Context(compared: report.compared) { clock.dateAndTime($0) }
    var renderer = TextRenderer(style)
    let sections = report.sections.filter { $0.section.statement != nil && (all || !$0.section.isMinor) }
    let ids = sections.flatMap { shown($0.rows) }.map(\.issue.shortID.count).max() ?? 0
    for section in sections {
      guard let statement = section.section.statement else { continue }
      for row in shown(section.rows) {
        let lead = [
          StyledText(row.issue.shortID.padded(to: ids) + "  ", .cyan),
          StyledText((section.section.title + ":").padded(to: 11), section.section.isCondition ? .yellow : .dim),
        ]
        self.statement(statement(row, context) + Self.state(row.issue, in: section.section), lead, &renderer)
        let bars = Sparkline.text(Sparkline.folded(row.daily, to: 12), ascii: style.ascii)
        let what = style.shown(row.issue.title).cutMiddle(
          to: max(20, style.width - ids - 4 - bars.count), ascii: style.ascii)
        renderer.line(StyledText(String(repeating: " ", count: ids + 2) + bars + "  "), StyledText(what, .bold))
      }
      more(section.rows.count, &renderer)
    }
    if report.sections.allSatisfy(\.rows.isEmpty) {
      return "No recorded failure matches. To list all: diagnose history\n"
    }
    if renderer.text.isEmpty { renderer.line("No new, growing, regressed or fixed issues.") }
    let minor = report.sections.filter { $0.section.isMinor && !$0.rows.isEmpty }
    if !all, !minor.isEmpty {
      let counts = minor.map { "\($0.rows.count) \($0.section.title.lowercased())" }.joined(separator: ", ")
      renderer.line("Not shown: \(counts) (--all)")
    }
    return renderer.text
  }

  /// Returns the nonempty sections that have a statement for each issue as Markdown, for a chat or a ticket. Times are UTC.
  package func markdown(_ report: TrendReport, all: Bool = false) -> String {
    let context = TrendSection.Context(compared: report.compared) { $0.date }
    var text = ""
    for section in report.sections where !section.rows.isEmpty && (all || !section.section.isMinor) {
      guard let statement = section.section.statement else { continue }
      text +=
        (text.isEmpty ? "" : "\n") + "### \(section.section.title) (\(TrendWording.grouped(section.rows.count)))\n\n"
      for row in shown(section.rows) {
        text += "- \(Markdown.code(row.issue.shortID)) \(Markdown.continued(row.issue.title)): "
        text += Markdown.continued(statement(row, context) + Self.state(row.issue, in: section.section)) + "\n"
      }
      if limit > 0, section.rows.count > limit { text += "- and \(section.rows.count - limit) more\n" }
    }
    return text.isEmpty ? "No new, growing, regressed or fixed issues.\n" : text
  }

  /// Returns `; resolved in 530` for a resolved issue, unless the section states it.
  private static func state(_ issue: StoredIssue, in section: TrendSection) -> String {
    guard issue.state == "resolved", section != .fixed else { return "" }
    return "; resolved" + (issue.resolvedIn.map { $0.isEmpty ? "" : " in \($0)" } ?? "")
  }

  /// Adds a statement after `lead`. Its clauses are not broken if they fit into a line, so that they can be searched.
  private func statement(_ text: String, _ lead: [StyledText], _ renderer: inout TextRenderer) {
    let indent = renderer.columns(lead)
    let room = max(30, style.width - indent - 2)
    var lines: [String] = []
    for clause in text.split(separator: "; ").map(String.init) {
      if let last = lines.last, last.count + clause.count + 2 <= room {
        lines[lines.count - 1] = last + "; " + clause
      } else {
        lines.append(clause)
      }
    }
    for (index, line) in lines.enumerated() {
      let margin = index == 0 ? lead : [StyledText(String(repeating: " ", count: indent))]
      renderer.paragraph(
        line + (index < lines.count - 1 ? ";" : ""), lead: margin, indent: indent)
    }
  }

  /// Returns the values of a facet, compared with each other.
  package func facet(_ facet: Facet, _ rows: [FacetTrend]) -> String {
    guard !rows.isEmpty else { return "No reports in these days.\n" }
    let hasRuns = rows.contains { $0.assessment.unit == .runs }
    let hasShares = rows.contains { $0.assessment.unit == .reports }
    var columns = [facet.title.uppercased(), "RECENT", "BEFORE"]
    if hasRuns { columns += ["RUNS", "OF 1,000"] }
    if hasShares { columns = [columns[0], "RECENT", "SHARE", "BEFORE", "SHARE"] }
    var table = TextTable(columns + ["TREND"], style)
    table.wide = columns.count
    table.rightAligned = Set(1..<columns.count)
    let sorted = rows.sorted {
      ($1.assessment.recent.events, $0.assessment.key) < ($0.assessment.recent.events, $1.assessment.key)
    }
    for trend in shown(sorted) {
      let row = trend.assessment
      var cells = [row.key.isEmpty ? "not stated" : row.key, String(row.recent.events)]
      if hasShares { cells.append(Self.share(row.recent, row.unit)) }
      cells.append(String(row.base.events))
      if hasShares { cells.append(Self.share(row.base, row.unit)) }
      table.add(cells + (hasRuns ? Self.runs(row) : []) + [Self.words(trend)])
    }
    var renderer = TextRenderer(style)
    renderer.table(table)
    more(sorted.count, &renderer)
    return renderer.text
  }

  private static func share(_ rate: Rate, _ unit: ExposureUnit) -> String {
    unit == .reports ? HistoryPage.share(rate.events, Int(rate.exposure)) : ""
  }

  private static func words(_ trend: FacetTrend) -> String {
    let row = trend.assessment
    if let predecessor = trend.predecessor { return words(predecessor) }
    if row.unit == .runs, row.base.exposure == 0 || row.recent.exposure == 0 {
      return row.recent.exposure > 0 ? "new: no earlier runs" : "no recent runs"
    }
    // A value without earlier reports, such as a new build, has nothing that could have grown.
    if row.verdict == .growing, row.base.events == 0 { return "New in this period" + words(trend.driver) }
    switch row.verdict {
    case .tooFew: return "too few"
    case .steady: return TrendWording.ratio(row.comparison)
    default:
      return TrendSection.section(of: row.verdict).title + ": " + TrendWording.ratio(row.comparison)
        + words(trend.driver)
    }
  }

  /// Returns `; 86 % of the rise is issue 7417`.
  private static func words(_ driver: FacetTrend.Driver?) -> String {
    guard let driver else { return "" }
    return "; \(Int((100 * driver.share).rounded())) % of the rise is issue \(driver.issue.shortID)"
  }

  /// Returns `new build: 5.6 per 1,000 runs, 2.3 times build 550 in its first 6 days (95% CI 1.8–3.0)`.
  private static func words(_ predecessor: FacetTrend.Predecessor) -> String {
    let factor = predecessor.unit == .runs ? 1000.0 : 1
    let unit = predecessor.unit == .runs ? "1,000 runs" : "device with a report"
    let rate = TrendWording.brief(factor * Double(predecessor.own.events) / predecessor.own.exposure)
    let days = predecessor.days == 1 ? "day" : "\(predecessor.days) days"
    let start = "new build: \(rate) per \(unit), "
    if let comparison = predecessor.comparison {
      return start + TrendWording.ratio(comparison) + " build \(predecessor.phrase) in its first \(days)"
    }
    guard let ratio = predecessor.ratio else {
      return start + "build \(predecessor.phrase) had no report in its first \(days)"
    }
    return start + "\(TrendWording.brief(ratio)) times build \(predecessor.phrase) in its first \(days)"
  }

  /// Returns the runs of both periods, and the number of reports per thousand runs.
  private static func runs(_ row: TrendAssessment) -> [String] {
    guard row.unit == .runs else { return ["", ""] }
    let runs = row.recent.exposure + row.base.exposure
    guard runs > 0 else { return ["0", ""] }
    return [TrendWording.whole(runs), TrendWording.brief(1000 * Double(row.recent.events + row.base.events) / runs)]
  }

  /// Returns the number of an issue's reports for each value of a facet, and the issue's trend.
  package func issue(_ issue: StoredIssue, _ facet: Facet, _ counts: [FacetCount], _ trend: TrendReport.Row?) -> String
  {
    var renderer = TextRenderer(style)
    renderer.line("\(issue.shortID)  \(issue.title)")
    if let assessment = trend?.assessment {
      renderer.line("  \(TrendSection.section(of: assessment.verdict).title): \(TrendWording.sentence(assessment))")
    }
    renderer.blank()
    let maximum = counts.map(\.count).max() ?? 0
    var table = TextTable(["  " + facet.title.uppercased(), "N", ""], style)
    table.rightAligned = [1]
    table.wide = 2
    let named = Array(zip(FacetCount.names(counts), counts))
    for (name, row) in facet.isSeries && limit > 0 ? Array(named.suffix(max(limit, 28))) : shown(named) {
      let bar = maximum == 0 ? 0 : max(row.count > 0 ? 1 : 0, row.count * 30 / maximum)
      table.add([
        "  " + (name ?? "not stated"), String(row.count), String(repeating: style.ascii ? "#" : "█", count: bar),
      ])
    }
    renderer.table(table)
    return renderer.text
  }

  /// Returns the number of unrecognized reports in each week.
  package func unrecognized(_ weeks: [UnrecognizedWeek]) -> String {
    var table = TextTable(["WEEK FROM", "REPORTS", "UNRECOGNIZED", ""], style)
    table.rightAligned = [1, 2]
    table.wide = 3
    for week in weeks {
      let share = week.reports > 0 ? week.unrecognized * 100 / week.reports : 0
      table.add([
        week.monday.date, String(week.reports), String(week.unrecognized), week.reports > 0 ? "\(share) %" : "",
      ])
    }
    return table.text
  }

  private func shown<Row>(_ rows: [Row]) -> [Row] { limit > 0 ? Array(rows.prefix(limit)) : rows }

  private func more(_ count: Int, _ renderer: inout TextRenderer) {
    guard limit > 0, count > limit else { return }
    renderer.line("  and \(count - limit) more (--limit 0)")
  }
}
