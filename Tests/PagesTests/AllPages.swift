import MadePages
import Pages

/// Every page of a generated history, by name.
struct AllPages {
  var pages: [(name: String, html: String)] = []

  init(_ history: MadeHistory, _ mode: PageRenderer.Mode = .files(nil)) {
    let renderer = PageRenderer(mode)
    func add(_ name: String, _ html: HTML) { pages.append((name, String(decoding: html.bytes, as: UTF8.self))) }
    add("overview", renderer.page(history.overview()))
    add("issues", renderer.page(history.issues(IssueQuery())))
    add("builds", renderer.page(history.builds()))
    add("unrecognized", renderer.page(history.unrecognized()))
    let links = history.links()
    for key in links.issues.prefix(14) {
      if let path = PagePath.issue(key: key), let issue = history.issue(key) {
        add("issue", renderer.page(issue, at: path))
      }
      if let path = PagePath.reports(of: key, page: 1), let reports = history.reports(of: key, page: 1) {
        add("reports", renderer.page(reports, at: path))
      }
    }
    for id in links.reports.prefix(42) {
      if let path = PagePath.report(id: id), let report = history.report(id) {
        add("report", renderer.page(report, at: path))
      }
    }
  }
}
