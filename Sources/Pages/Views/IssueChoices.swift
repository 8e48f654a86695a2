internal import History
internal import Vocabulary

/// The form of a served list of issues: search, filters and order. It needs no script; the server reads its values from
/// the address.
struct IssueForm {
  private let page: IssuesPage
  private let context: PageContext

  init(_ page: IssuesPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    html.element(
      "form",
      [
        .class("filters"), .literal("method", "get"), .action(.issues(page: 1), from: context.path),
        .literal("role", "search"), .text(.label, "Issues"),
      ]
    ) { form in
      form.element("label", [.class("wide")]) {
        $0.element("span") { $0.words("Words") }
        $0.void(
          "input",
          [
            .literal("type", "search"), .literal("name", "q"), .literal("autocomplete", "off"),
            .number("maxlength", IssueQuery.textLimit), .text(.value, page.query.words.joined(separator: " ")),
          ])
      }
      let query = page.query
      select("State", "state", &form) { select in
        select.option("", HistoryFilter.State.all.title, isSelected: query.state == .all)
        for state in IssueQuery.states {
          select.option(state.rawValue, state.title, isSelected: query.state == state)
        }
      }
      select("Trend", "trend", &form) { select in
        select.option("", "Any trend", isSelected: query.trend == nil)
        for trend in IssueQuery.trends {
          select.option(IssueQuery.name(of: trend), trend.title, isSelected: query.trend == trend)
        }
      }
      select("Pattern", "pattern", &form) { patterns(&$0) }
      if page.apps.count > 1 || query.app != nil { select("App", "app", &form) { apps(&$0) } }
      let length = Attribute.number("maxlength", IssueQuery.textLimit)
      input("Build", [.literal("type", "search"), .literal("name", "build"), length], query.build, &form)
      input("Since", [.literal("type", "date"), .literal("name", "since")], query.since?.date, &form)
      input("Until", [.literal("type", "date"), .literal("name", "until")], query.until?.date, &form)
      select("Order", "sort", &form) { select in
        for order in HistoryFilter.Order.allCases {
          select.option(order.rawValue, order.title, isSelected: query.order == order)
        }
      }
      form.element("button", [.literal("type", "submit")]) { $0.words("Show") }
      if query.firstPage != IssueQuery() {
        context.link(to: .issues(page: 1), in: &form) { $0.words("All issues") }
      }
    }
  }

  private func input(_ title: StaticString, _ attributes: [Attribute], _ value: String?, _ html: inout HTML) {
    html.element("label") {
      $0.element("span") { $0.words(title) }
      $0.void(
        "input",
        attributes + [
          .literal("autocomplete", "off"), .text(.value, value ?? ""),
        ])
    }
  }

  private func select(
    _ title: StaticString, _ name: StaticString, _ html: inout HTML, _ options: (inout HTML) -> Void
  ) {
    html.element("label") {
      $0.element("span") { $0.words(title) }
      $0.element("select", [.literal("name", name)], options)
    }
  }

  private func patterns(_ html: inout HTML) {
    let selected = page.query.pattern
    html.option("", "Any pattern", isSelected: selected == nil)
    html.option(IssueQuery.noPattern, "Not recognized", isSelected: selected == IssueQuery.noPattern)
    var ids = page.patterns.map(\.pattern).filter { IssueQuery(pattern: $0) != nil }
    if let selected, selected != IssueQuery.noPattern, !ids.contains(selected) { ids.append(selected) }
    for id in ids.sorted() { html.option(id, id, isSelected: id == selected) }
  }

  private func apps(_ html: inout HTML) {
    let selected = page.query.app
    html.option("", "Any app", isSelected: selected == nil)
    var apps = page.apps
    if let selected, !apps.contains(selected) { apps.append(selected) }
    for app in apps { html.option(app, app, isSelected: app == selected) }
  }
}

extension HTML {
  fileprivate mutating func option(_ value: String, _ text: String, isSelected: Bool) {
    element("option", [.text(.value, value)] + (isSelected ? [.literal("selected", "selected")] : [])) {
      $0.text(text, limit: 100)
    }
  }

  fileprivate mutating func option(_ value: String, _ words: StaticString, isSelected: Bool) {
    option(value, words.description, isSelected: isSelected)
  }
}

/// The links between the lists of issues in files: by order, state, trend and pattern.
struct IssueLists {
  private let page: IssuesPage
  private let context: PageContext

  init(_ page: IssuesPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    html.element("nav", [.class("lists"), .text(.label, "Lists of issues")]) {
      row("Order", HistoryFilter.Order.allCases.map { ($0.title.description, IssueQuery(order: $0)) }, &$0)
      row("State", IssueQuery.states.map { ($0.title.description, IssueQuery(state: $0)) }, &$0)
      row("Trend", IssueQuery.trends.map { ($0.title, IssueQuery(trend: $0)) }, &$0)
      let patterns = page.patterns.filter { IssueQuery(pattern: $0.pattern).map { exists($0) } ?? false }
      if !patterns.isEmpty {
        $0.element("details") { details in
          details.element("summary") { $0.text(Figures.counted(patterns.count, "pattern", "patterns")) }
          details.element("ul") { list in
            for pattern in patterns {
              list.element("li") {
                context.link(to: IssueQuery(pattern: pattern.pattern).map(PagePath.issues), in: &$0) {
                  $0.text(pattern.pattern, limit: 100)
                }
              }
            }
          }
        }
      }
    }
  }

  private func exists(_ query: IssueQuery) -> Bool { context.exists(.issues(query)) }

  private func row(_ title: StaticString, _ lists: [(title: String, query: IssueQuery)], _ html: inout HTML) {
    html.element("p") {
      $0.element("b") { $0.words(title) }
      for list in lists where exists(list.query) {
        let current: [Attribute] = list.query == page.query ? [.literal("aria-current", "page")] : []
        context.link(to: .issues(list.query), current, in: &$0) { $0.text(list.title) }
      }
    }
  }
}
