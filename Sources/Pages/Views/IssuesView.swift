internal import History

/// The view of the list of issues.
struct IssuesView {
  private let page: IssuesPage
  private let context: PageContext

  init(_ page: IssuesPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    html.element("div", [.class("head")]) {
      $0.element("h1") { $0.words("Issues") }
      $0.element("p", [.class("sub")]) {
        $0.text(Figures.counted(page.total, "issue", "issues") + ", ")
        $0.text(page.order, limit: 100)
        if page.pageCount > 1 { $0.text("; page \(page.page) of \(page.pageCount)") }
      }
    }
    guard !page.rows.isEmpty else {
      return html.element("p", [.class("empty")]) { $0.words("No issues yet.") }
    }
    IssueTable(label: "Issues", rows: page.rows, context: context, isWide: true).write(to: &html)
    if page.pageCount > 1 { html.element("nav", [.class("pages"), .text(.label, "Pages of issues")]) { pages(&$0) } }
  }

  /// Writes links to the first and last page and to two pages on each side of this one. Thousands of links would be longer
  /// than the table.
  private func pages(_ html: inout HTML) {
    // A page has at least one issue, so a larger number of pages is invalid.
    let last = min(page.pageCount, 1 << 40)
    let current = min(max(1, page.page), last)
    let near = (max(1, current - 2)...min(last, current + 2))
    let shown = (near.contains(1) ? [] : [1]) + Array(near) + (near.contains(last) ? [] : [last])
    var before = 0
    for number in shown {
      if number > before + 1 { html.element("span", [.literal("aria-hidden", "true")]) { $0.words("…") } }
      let current: [Attribute] = number == page.page ? [.literal("aria-current", "page")] : []
      context.link(to: .issues(page: number), current, in: &html) { $0.number(number) }
      before = number
    }
  }
}

/// The view of the page of unrecognized reports.
struct UnrecognizedView {
  private let page: UnrecognizedPage
  private let context: PageContext

  init(_ page: UnrecognizedPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    html.element("div", [.class("head")]) {
      $0.element("h1") { $0.words("Unrecognized") }
      $0.element("p", [.class("sub")]) { $0.words("Reports in which no known failure was recognized.") }
    }
    if page.rows.isEmpty && page.weeks.allSatisfy({ $0.unrecognized <= 0 }) {
      html.element("p", [.class("empty")]) { $0.words("All reports were recognized.") }
    }
    if !page.weeks.isEmpty {
      html.element("section") {
        $0.element("h2") { $0.words("Per week") }
        WeekBars(weeks: page.weeks).write(to: &$0)
      }
    }
    if !page.rows.isEmpty {
      html.element("section") {
        $0.element("h2") {
          $0.words("Issues")
          $0.element("span", [.class("n")]) { $0.number(Figures.sum([page.rows.count, page.others])) }
        }
        $0.element("p", [.class("sub")]) {
          $0.words("Grouped by stack, most frequent first. You can write patterns for them; test a pattern with ")
          $0.element("code") { $0.words("diagnose patterns test") }
          $0.words(".")
        }
        IssueTable(label: "Unrecognized issues", rows: page.rows, context: context, isWide: true).write(to: &$0)
        if page.others > 0 {
          $0.element("p", [.class("more soft")]) {
            $0.text(Figures.counted(page.others, "more issue", "more issues") + " with fewer reports")
          }
        }
      }
    }
  }
}
