internal import History
internal import Vocabulary

/// The view of a list of issues.
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
      $0.element("p", [.class("sub")]) { description(&$0) }
    }
    if context.isLive { IssueForm(page, context).write(to: &html) } else { IssueLists(page, context).write(to: &html) }
    guard !page.rows.isEmpty else {
      return html.element("p", [.class("empty")]) { empty in
        if page.query.isComplete { return empty.words("No issues yet.") }
        empty.words("No issues match. ")
        context.link(to: .issues(page: 1), in: &empty) { $0.words("All issues") }
      }
    }
    IssueTableView(label: "Issues", rows: page.rows, context: context, isWide: true).write(to: &html)
    PageLinks(label: "Pages of issues", page: page.query.page, pageCount: page.pageCount, context: context) { number in
      var query = page.query
      query.page = number
      return .issues(query)
    }.write(to: &html)
    if !context.isLive, page.pageCount > 1, !page.query.isComplete {
      html.element("p", [.class("more soft")]) {
        $0.text("The first \(Figures.grouped(page.rows.count)). ")
        $0.element("code") { $0.words("diagnose serve") }
        $0.words(" shows all of them.")
      }
    }
  }

  private func description(_ html: inout HTML) {
    let query = page.query
    html.text(Figures.counted(page.total, "issue", "issues"))
    if !query.words.isEmpty {
      html.words(" with ")
      html.text(query.words.map { "“" + $0 + "”" }.joined(separator: " and "), limit: 400)
    }
    if query.state != .all { html.text(", " + query.state.title.description.lowercased()) }
    if let trend = query.trend { html.text(", " + trend.title.lowercased()) }
    if let pattern = query.pattern {
      html.text(pattern == IssueQuery.noPattern ? ", not recognized" : ", " + pattern, limit: 100)
    }
    if let app = query.app { html.text(", " + app, limit: 200) }
    if let build = query.build { html.text(", build " + build, limit: 200) }
    if let since = query.since { html.text(", since " + since.date) }
    if let until = query.until { html.text(", until " + until.date) }
    html.words(", ")
    html.words(query.order.words)
    if page.pageCount > 1 { html.text("; page \(query.page) of \(page.pageCount)") }
  }
}

/// Links to the pages of a list: the first and the last one, and two on each side of this one. Thousands of links would be
/// longer than the list. Links to pages that do not exist are omitted.
struct PageLinks {
  let label: String
  let page: Int
  let pageCount: Int
  let context: PageContext
  let target: (Int) -> PagePath?

  func write(to html: inout HTML) {
    // A page has at least one row, so a larger number of pages is invalid.
    let last = min(pageCount, 1 << 40)
    guard last > 1 else { return }
    let current = min(max(1, page), last)
    let near = (max(1, current - 2)...min(last, current + 2))
    let shown = (near.contains(1) ? [] : [1]) + Array(near) + (near.contains(last) ? [] : [last])
    let links = shown.compactMap { number in
      target(number).flatMap { context.exists($0) ? (number: number, path: $0) : nil }
    }
    guard links.count > 1 else { return }
    html.element("nav", [.class("pages"), .text(.label, label)]) {
      var before = 0
      for link in links {
        if link.number > before + 1 { $0.element("span", [.literal("aria-hidden", "true")]) { $0.words("…") } }
        let current: [Attribute] = link.number == page ? [.literal("aria-current", "page")] : []
        context.link(to: link.path, current, in: &$0) { $0.number(link.number) }
        before = link.number
      }
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
        IssueTableView(label: "Unrecognized issues", rows: page.rows, context: context, isWide: true).write(to: &$0)
        if page.others > 0 {
          $0.element("p", [.class("more")]) {
            context.link(to: IssueQuery(pattern: IssueQuery.noPattern).map(PagePath.issues), in: &$0) {
              $0.text(Figures.counted(page.others, "more issue", "more issues") + " with fewer reports")
            }
          }
        }
      }
    }
  }
}
