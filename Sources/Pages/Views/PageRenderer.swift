internal import History
import Vocabulary

/// Renders pages as HTML. Pages contain no scripts, and load nothing but the stylesheet of their site.
package struct PageRenderer: Sendable {
  /// The destination of the pages, which determines links and where the stylesheet is.
  package enum Mode: Sendable, Equatable {
    /// Files with one stylesheet. A link to a page that is not in the set becomes plain text; `nil` if all pages exist.
    case files(Set<PagePath>?)
    /// A server. A page contains its stylesheet, so that it is complete with one request.
    case live
    /// A page without links, which contains its stylesheet.
    case single
  }

  let mode: Mode
  /// Which reports the pages count, in words; `nil` for all.
  let selection: String?
  /// The tokens of forms that change the history; `nil` for pages without such forms.
  let tokens: FormTokens?

  /// Creates a renderer for pages of one mode.
  package init(_ mode: Mode, selection: String? = nil, tokens: FormTokens? = nil) {
    self.mode = mode
    self.selection = selection
    self.tokens = tokens
  }

  /// Returns the HTML of the first page.
  package func page(_ page: OverviewPage) -> HTML {
    let context = PageContext(path: .overview, mode: mode)
    return shell(context, title: "Overview", at: page.generatedAt) { OverviewView(page, context).write(to: &$0) }
  }

  /// Returns the HTML of a page of the list of issues.
  package func page(_ page: IssuesPage) -> HTML {
    let context = PageContext(path: .issues(page.query), mode: mode)
    return shell(context, title: "Issues", at: page.generatedAt) { IssuesView(page, context).write(to: &$0) }
  }

  /// Returns the HTML of the page of an issue. `path` is the address of the page.
  package func page(_ page: IssuePage, at path: PagePath) -> HTML {
    let context = PageContext(path: path, mode: mode, tokens: page.editing == nil ? nil : tokens)
    return shell(context, title: page.issue.title, at: page.generatedAt) { IssueView(page, context).write(to: &$0) }
  }

  /// Returns the HTML of a page of the list of an issue's reports. `path` is the address of the page.
  package func page(_ page: ReportsPage, at path: PagePath) -> HTML {
    let context = PageContext(path: path, mode: mode)
    return shell(context, title: "Reports of " + page.issue.shortID, at: page.generatedAt) {
      ReportsView(page, context).write(to: &$0)
    }
  }

  /// Returns the HTML of the page of builds.
  package func page(_ page: BuildsPage) -> HTML {
    let context = PageContext(path: .builds, mode: mode)
    return shell(context, title: "Builds", at: page.generatedAt) { BuildsView(page, context).write(to: &$0) }
  }

  /// Returns the HTML of the page of a report. `path` is the address of the page.
  package func page(_ page: ReportPage, at path: PagePath) -> HTML {
    let context = PageContext(path: path, mode: mode)
    return shell(context, title: page.title, at: page.generatedAt) { ReportView(page, context).write(to: &$0) }
  }

  /// Returns the HTML of the page of unrecognized reports.
  package func page(_ page: UnrecognizedPage) -> HTML {
    let context = PageContext(path: .unrecognized, mode: mode)
    return shell(context, title: "Unrecognized", at: page.generatedAt) {
      UnrecognizedView(page, context).write(to: &$0)
    }
  }

  private func shell(
    _ context: PageContext, title: String, at time: Timestamp, _ content: (inout HTML) -> Void
  ) -> HTML {
    var html = HTML()
    var shell = PageShell(context: context, title: title, time: time, selection: selection)
    shell.isChangeable = context.tokens != nil
    shell.write(to: &html, content)
    return html
  }
}

/// The page being rendered, and the pages to which it can link.
struct PageContext {
  let path: PagePath
  let mode: PageRenderer.Mode
  /// The tokens of the page's forms that change the history; `nil` for a page without such forms.
  var tokens: FormTokens?

  /// Writes `content` as a link, or as plain text if the page does not exist.
  func link(
    to target: PagePath?, _ attributes: [Attribute] = [], in html: inout HTML, _ content: (inout HTML) -> Void
  ) {
    guard let target, exists(target) else { return html.element("span", attributes, content) }
    html.element("a", [.link(to: target, from: path, isLive: isLive)] + attributes, content)
  }

  func exists(_ target: PagePath) -> Bool {
    switch mode {
    case .files(let existing): target.hasFile && existing?.contains(target) ?? true
    case .live: true
    case .single: false
    }
  }

  /// Whether a server shows the page.
  var isLive: Bool { mode == .live }
}
