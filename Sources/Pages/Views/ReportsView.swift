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
    let columns = [
      Column("Report", "link"), Column("When", "when"), Column("App", "app"), Column("Build", "build"),
      Column("System"), Column("Device"), Column("Machine"),
    ]
    html.cards(label, "reports", columns, rows) { cell, row, index in
      switch index {
      case 0: context.link(to: .report(id: row.id), in: &cell) { $0.text(row.shortID, limit: 64) }
      case 1: cell.time(row.at)
      default:
        let text = [row.app, row.build, row.system, row.device, row.machine][max(0, min(index - 2, 4))]
        cell.text(text ?? "", limit: 120)
      }
    }
  }
}
