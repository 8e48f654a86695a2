import CrashReports
import Diagnosis
import Documents
package import History
package import Presentation
import Signatures
package import Trends
import Vocabulary

/// Trends for people.
package struct TrendPage {
  private let clock: LocalClock
  private let style: PresentationStyle
  private let limit: Int

  /// - Parameter limit: rows under each heading at most; 0 is all.
  package init(_ clock: LocalClock, _ style: PresentationStyle, limit: Int) {
    self.clock = clock
    self.style = style
    self.limit = limit
  }

  /// The sections that have a line for an issue, unless they are empty.
  package func text(_ report: TrendReport) -> String {
    let clock = clock
    let context = TrendSection.Context(compared: report.compared) { clock.dateAndTime($0) }
    var page = Page(style)
    for section in report.sections where !section.rows.isEmpty {
      guard let statement = section.section.statement else { continue }
      for (index, row) in shown(section.rows).enumerated() {
        let heading = index == 0 ? section.section.title : ""
        page.line(heading.padded(to: 10) + row.issue.shortID.padded(to: 6) + statement(row, context))
        let bars = Sparkline.text(Sparkline.folded(row.daily, to: 12), ascii: style.ascii)
        let title = style.shown(row.issue.title).cut(to: max(20, style.width - 18 - bars.count), ascii: style.ascii)
        page.line(String(repeating: " ", count: 16) + bars + "  " + title)
      }
      more(section.rows.count, &page)
    }
    return page.text.isEmpty ? "Nothing is new, growing, back or gone.\n" : page.text
  }

  /// The values of a facet, compared with each other.
  package func facet(_ facet: Facet, _ rows: [TrendAssessment]) -> String {
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
    var page = Page(style)
    page.table(table)
    more(sorted.count, &page)
    return page.text
  }

  private static func words(_ row: TrendAssessment) -> String {
    if row.unit == .runs, row.base.exposure == 0 || row.recent.exposure == 0 {
      return row.recent.exposure > 0 ? "did not run before" : "did not run lately"
    }
    switch row.verdict {
    case .tooFew: return "too few"
    case .steady: return TrendWording.ratio(row.comparison)
    default: return TrendSection.section(of: row.verdict).title + ": " + TrendWording.ratio(row.comparison)
    }
  }

  /// Runs of both periods, and how many of a thousand left a report.
  private static func runs(_ row: TrendAssessment) -> [String] {
    guard row.unit == .runs else { return ["", ""] }
    let runs = row.recent.exposure + row.base.exposure
    guard runs > 0 else { return ["0", ""] }
    return [TrendWording.whole(runs), TrendWording.brief(1000 * Double(row.recent.events + row.base.events) / runs)]
  }

  /// An issue's reports by a facet, and what its numbers say.
  package func issue(_ issue: StoredIssue, _ facet: Facet, _ counts: [FacetCount], _ trend: TrendReport.Row?) -> String
  {
    var page = Page(style)
    page.line("\(issue.shortID)  \(issue.title)")
    if let assessment = trend?.assessment {
      page.line("  \(TrendSection.section(of: assessment.verdict).title): \(TrendWording.sentence(assessment))")
    }
    page.blank()
    let most = counts.map(\.count).max() ?? 0
    var table = TextTable(["  " + facet.title.uppercased(), "N", ""], style)
    table.rightAligned = [1]
    table.wide = 2
    for row in facet.isSeries && limit > 0 ? Array(counts.suffix(max(limit, 28))) : shown(counts) {
      let bar = most == 0 ? 0 : max(row.count > 0 ? 1 : 0, row.count * 30 / most)
      table.add([
        "  " + (row.value ?? "not stated"), String(row.count), String(repeating: style.ascii ? "#" : "█", count: bar),
      ])
    }
    page.table(table)
    return page.text
  }

  /// How much was not recognized in each week.
  package func unrecognized(_ weeks: [UnrecognizedWeek]) -> String {
    var table = TextTable(["WEEK FROM", "REPORTS", "UNRECOGNISED", ""], style)
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

  private func more(_ count: Int, _ page: inout Page) {
    guard limit > 0, count > limit else { return }
    page.line(String(repeating: " ", count: 10) + "and \(count - limit) more (--limit 0)")
  }
}
