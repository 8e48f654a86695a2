internal import History
import Vocabulary

/// The view of the first page.
struct OverviewView {
  private let page: OverviewPage
  private let context: PageContext

  init(_ page: OverviewPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    html.element("div", [.class("head")]) {
      $0.element("h1") { $0.words("Overview") }
      $0.element("p", [.class("sub")]) { $0.text(page.totals.period, limit: 100) }
    }
    if page.totals.reports <= 0 { return empty(&html) }
    totals(&html)
    html.element("section") {
      $0.element("h2") { $0.words("Reports per day") }
      DayBars("Reports per day", page.days).write(to: &$0)
    }
    html.element("div", [.class("split")]) {
      $0.element("div") { column in
        top(&column)
        for section in TrendSection.catalog {
          if let words = section.page { self.section(section, words, &column) }
        }
      }
      $0.element("aside") {
        patterns(&$0)
        weeks(&$0)
      }
    }
  }

  private func empty(_ html: inout HTML) {
    html.element("div", [.class("empty")]) {
      $0.element("p") { $0.words("No reports yet.") }
      $0.element("p") {
        $0.element("code") { $0.words("diagnose ingest <path>") }
        $0.words(" records existing reports, ")
        $0.element("code") { $0.words("diagnose watch") }
        $0.words(" records new ones.")
      }
    }
  }

  private func totals(_ html: inout HTML) {
    let totals = page.totals
    html.element("dl", [.class("totals")]) {
      $0.fact("Reports") { $0.number(totals.reports) }
      $0.fact("Issues") { $0.number(totals.issues) }
      $0.fact("Apps") { $0.number(totals.apps) }
      $0.fact("Recognized") {
        let recognized = max(0, totals.reports) - min(max(0, totals.unrecognized), max(0, totals.reports))
        $0.text(Figures.percentage(recognized, of: totals.reports))
        $0.element("small") {
          context.link(to: .unrecognized, in: &$0) { $0.text(Figures.grouped(totals.unrecognized) + " unrecognized") }
        }
      }
    }
  }

  private func top(_ html: inout HTML) {
    guard !page.top.isEmpty else { return }
    html.element("section", [.class("kind")]) {
      $0.element("h2") { $0.words("Top this week") }
      $0.element("p", [.class("sub")]) { $0.words("Most reports in the last 7 days, today included.") }
      IssueTableView(label: "Top this week", rows: page.top, context: context).write(to: &$0)
      $0.element("p", [.class("more")]) {
        context.link(to: .issues(IssueQuery(order: .count)), in: &$0) { $0.words("All issues by number of reports") }
      }
    }
  }

  private func section(_ section: TrendSection, _ words: TrendSection.PageWords, _ html: inout HTML) {
    let sections = page.sections.filter { $0.section == section }
    // Remove the mark that repeats the heading.
    let rows = sections.flatMap(\.rows).map { row in
      var row = row
      row.marks.removeAll { $0.section == section && $0.note == nil }
      return row
    }
    let others = Figures.sum(sections.map(\.others))
    guard !rows.isEmpty else {
      html.element("p", [.class("none")]) {
        $0.element("b") { $0.text(section.title) }
        $0.words("no issues")
      }
      return
    }
    let count = Figures.sum([rows.count, others])
    func heading(_ html: inout HTML) {
      html.element("h2") {
        $0.text(section.title)
        $0.element("span", [.class("n")]) { $0.number(count) }
      }
    }
    func content(_ html: inout HTML) {
      html.element("p", [.class("sub")]) { $0.text(words.meaning) }
      IssueTableView(label: section.title, rows: rows, context: context).write(to: &html)
      guard others > 0 else { return }
      html.element("p", [.class("more")]) {
        context.link(to: .issues(IssueQuery(trend: section)), in: &$0) {
          $0.text("\(Figures.counted(others, "more issue", "more issues")) of this kind")
        }
      }
    }
    html.element("section", [.class(words.tone.sectionStyle)]) { part in
      if words.isFolded {
        return part.element("details", [.class("fold")]) {
          $0.element("summary") { heading(&$0) }
          content(&$0)
        }
      }
      heading(&part)
      content(&part)
    }
  }

  private func patterns(_ html: inout HTML) {
    guard !page.patterns.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Most frequent patterns") }
      CountBars(
        label: "Reports per pattern", nameTitle: "Pattern", style: "counts named",
        lines: page.patterns.map { pattern in
          CountBars.Line(count: pattern.count) {
            context.link(to: IssueQuery(pattern: pattern.pattern).map(PagePath.issues), in: &$0) {
              $0.text(pattern.title, limit: 200)
            }
            $0.element("span", [.class("id")]) { $0.text(pattern.pattern, limit: 100) }
          }
        }
      ).write(to: &$0)
    }
  }

  private func weeks(_ html: inout HTML) {
    guard !page.weeks.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Unrecognized per week") }
      WeekBars(weeks: page.weeks).write(to: &$0)
      $0.element("p", [.class("more")]) {
        context.link(to: .unrecognized, in: &$0) { $0.words("Unrecognized reports") }
      }
    }
  }
}
