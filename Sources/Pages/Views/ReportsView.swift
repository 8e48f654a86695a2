internal import Documents
internal import History

/// The view of a page of the list of an issue's reports.
struct ReportsView {
  private let page: ReportsPage
  private let context: PageContext

  init(_ page: ReportsPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    html.element("p", [.class("crumbs")]) {
      context.link(to: .issues(page: 1), in: &$0) { $0.words("Issues") }
      context.link(to: .issue(key: page.issue.id), in: &$0) { $0.text(page.issue.shortID, limit: 64) }
      $0.element("span") { $0.words("Reports") }
    }
    html.element("div", [.class("head")]) {
      $0.element("h1") { $0.text("Reports of " + page.issue.shortID, limit: 100) }
      $0.element("p", [.class("name")]) {
        context.link(to: .issue(key: page.issue.id), in: &$0) { $0.text(page.issue.title, limit: 1_000) }
      }
      $0.element("p", [.class("sub")]) {
        $0.text(Figures.counted(page.total, "stored report", "stored reports") + ", latest first")
        if page.pageCount > 1 { $0.text("; page \(page.page) of \(page.pageCount)") }
      }
    }
    ReportTable(label: "Reports", rows: page.rows, context: context).write(to: &html)
    PageLinks(label: "Pages of reports", page: page.page, pageCount: page.pageCount, context: context) {
      .reports(of: page.issue.id, page: $0)
    }.write(to: &html)
    if let last = lastFile {
      html.element("p", [.class("more soft")]) {
        $0.text("These files list the latest \(Figures.grouped(last * ReportsPage.size)) reports. ")
        $0.element("code") { $0.words("diagnose serve") }
        $0.words(" lists all.")
      }
    }
  }

  /// The number of the last page that has a file, if later pages have none.
  private var lastFile: Int? {
    func exists(_ number: Int) -> Bool {
      PagePath.reports(of: page.issue.id, page: number).map { context.exists($0) } ?? false
    }
    guard page.page < page.pageCount, !exists(page.page + 1) else { return nil }
    return page.page
  }
}

/// A table of reports.
struct ReportTable {
  let label: String
  let rows: [IssuePage.ReportRow]
  let context: PageContext

  func write(to html: inout HTML) {
    let fields = ShownField.shown(in: .pageTable)
    let columns =
      [Column("Report", "link"), Column("When", "when")]
      + fields.map { Column($0.title, Self.styles[$0.name] ?? "plain") }
    html.cards(label, "reports", columns, rows) { cell, row, index in
      switch index {
      case 0: context.link(to: .report(id: row.id), in: &cell) { $0.text(row.shortID, limit: 64) }
      case 1: cell.time(row.at)
      default:
        let field = fields.dropFirst(index - 2).first
        cell.text(field.flatMap { row.values[$0.name] } ?? "", limit: 120)
      }
    }
  }

  /// The CSS classes of fields with a position of their own in a card.
  private static let styles: [String: StaticString] = ["appName": "app", "appBuild": "build"]
}
