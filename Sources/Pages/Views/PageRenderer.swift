internal import History
import Vocabulary

/// Turns the content of pages into HTML. No page holds a script or loads anything.
package struct PageRenderer: Sendable {
  /// What the pages are written for; decides links and reloading.
  package enum Mode: Sendable, Equatable {
    /// Pages that are files. A link to a page that is not among them becomes plain text; `nil`: all are there.
    case files(Set<PagePath>?)
    /// Pages from a server; those that change ask for themselves again while they refresh.
    case live(isRefreshing: Bool)
  }

  /// Seconds after which a live page asks for itself again.
  package static let refreshInterval = 15

  let mode: Mode

  /// Creates a renderer for pages of one mode.
  package init(_ mode: Mode) { self.mode = mode }

  /// The HTML of the first page.
  package func page(_ page: OverviewPage) -> HTML {
    let context = PageContext(path: .overview, mode: mode)
    return shell(context, title: page.title, at: page.generatedAt) { OverviewView(page, context).write(to: &$0) }
  }

  /// The HTML of one page of the list of issues.
  package func page(_ page: IssuesPage) -> HTML {
    let context = PageContext(path: .issues(page: page.page), mode: mode)
    return shell(context, title: "Issues", at: page.generatedAt) { IssuesView(page, context).write(to: &$0) }
  }

  /// `path` is the page's own address.
  package func page(_ page: IssuePage, at path: PagePath) -> HTML {
    let context = PageContext(path: path, mode: mode)
    return shell(context, title: page.issue.title, at: page.generatedAt) { IssueView(page, context).write(to: &$0) }
  }

  /// The HTML of the page of builds.
  package func page(_ page: BuildsPage) -> HTML {
    let context = PageContext(path: .builds, mode: mode)
    return shell(context, title: "Builds", at: page.generatedAt) { BuildsView(page, context).write(to: &$0) }
  }

  /// `path` is the page's own address.
  package func page(_ page: ReportPage, at path: PagePath) -> HTML {
    let context = PageContext(path: path, mode: mode)
    return shell(context, title: page.title, at: page.generatedAt) { ReportView(page, context).write(to: &$0) }
  }

  /// The HTML of the page of reports in which no pattern matched.
  package func page(_ page: UnrecognizedPage) -> HTML {
    let context = PageContext(path: .unrecognized, mode: mode)
    return shell(context, title: "Unrecognised", at: page.generatedAt) {
      UnrecognizedView(page, context).write(to: &$0)
    }
  }

  private func shell(
    _ context: PageContext, title: String, at time: Timestamp, _ content: (inout HTML) -> Void
  ) -> HTML {
    var html = HTML()
    PageShell(context: context, title: title, time: time).write(to: &html, content)
    return html
  }
}

/// Which page is being written, and what may be linked from it.
struct PageContext {
  let path: PagePath
  let mode: PageRenderer.Mode

  /// Writes `content` as a link, or plain where the page does not exist.
  func link(
    to target: PagePath?, _ attributes: [Attribute] = [], in html: inout HTML, _ content: (inout HTML) -> Void
  ) {
    guard let target, exists(target) else { return html.element("span", attributes, content) }
    html.element("a", [.link(to: target, from: path)] + attributes, content)
  }

  func exists(_ target: PagePath) -> Bool {
    if case .files(let known?) = mode { return known.contains(target) }
    return true
  }
}
