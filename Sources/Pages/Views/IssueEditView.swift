internal import History
internal import Vocabulary

/// The forms of an issue's page that change its state. They need no script; each has a token of its own.
struct IssueEditView {
  private let page: IssuePage
  private let editing: IssuePage.Editing
  private let context: PageContext
  private let tokens: FormTokens

  /// Returns `nil` for a page whose issue cannot be changed.
  init?(_ page: IssuePage, _ context: PageContext) {
    guard let editing = page.editing, let tokens = context.tokens, context.isLive else { return nil }
    (self.page, self.editing, self.context, self.tokens) = (page, editing, context, tokens)
  }

  func write(to html: inout HTML) {
    html.element("section", [.class("change"), .literal("id", "change")]) {
      $0.element("h2") { $0.words("State") }
      $0.element("p") {
        $0.text(state, limit: 200)
        if let note = page.issue.note { $0.element("span", [.class("sub")]) { $0.text(" · " + note, limit: 400) } }
      }
      undo(&$0)
      $0.element("div", [.class("forms")]) { forms in
        if page.issue.state == "open" {
          form(.resolve, "Resolve", &forms) { resolve(&$0) }
          form(.ignore, "Ignore", &forms) {
            Self.field("Until (optional)", "until", [.literal("type", "date")], &$0)
            Self.note(in: &$0)
          }
        } else {
          form(.reopen, "Reopen", &forms) { Self.note(in: &$0) }
        }
        form(.note, "Add a note", &forms) { Self.note("Note", [.literal("required", "required")], in: &$0) }
        form(.merge, "Merge", &forms) {
          Self.field(
            "Into the issue with the ID", "other",
            [.literal("required", "required"), .literal("autocomplete", "off"), .number("maxlength", 64)], &$0)
        }
      }
    }
  }

  private var state: String {
    let issue = page.issue
    if issue.regressedAt != nil { return "Open: regressed after it was resolved" }
    switch issue.state {
    case "resolved": return issue.resolvedIn.map { $0.isEmpty ? "Resolved" : "Resolved in \($0)" } ?? "Resolved"
    case "ignored": return issue.ignoredUntil.map { "Ignored until \($0.date)" } ?? "Ignored"
    default: return "Open"
    }
  }

  private func undo(_ html: inout HTML) {
    guard let latest = editing.latest else { return }
    write(.undo, [.class("undo")], &html) {
      $0.element("span") {
        $0.text("Latest change: \(latest.what)", limit: 200)
        $0.words(", ")
        $0.time(latest.at)
      }
      $0.element("button", [.literal("type", "submit")]) { $0.words("Undo") }
    }
  }

  private func resolve(_ html: inout HTML) {
    html.element("label") {
      $0.element("span") { $0.words("First build with the fix (optional)") }
      $0.void(
        "input",
        [
          .literal("name", "build"), .literal("list", "builds-of-app"), .literal("autocomplete", "off"),
          .number("maxlength", IssueEdit.textLimit),
        ])
      $0.element("datalist", [.literal("id", "builds-of-app")]) {
        for build in editing.builds.prefix(20) { $0.element("option", [.text(.value, build)]) }
      }
    }
    Self.note(in: &html)
  }

  /// Writes a form that is opened with its heading, which works with the keyboard and without scripts.
  private func form(
    _ action: IssueEdit.Action, _ title: StaticString, _ html: inout HTML, _ fields: (inout HTML) -> Void
  ) {
    html.element("details") { details in
      details.element("summary") { $0.words(title) }
      write(action, [.class("filters")], &details) {
        fields(&$0)
        $0.element("button", [.literal("type", "submit")]) { $0.words(title) }
      }
    }
  }

  private func write(
    _ action: IssueEdit.Action, _ attributes: [Attribute], _ html: inout HTML, _ content: (inout HTML) -> Void
  ) {
    html.element(
      "form", attributes + [.literal("method", "post"), .action(context.path, from: context.path)]
    ) {
      Self.hidden("action", action.rawValue, &$0)
      Self.hidden("seen", editing.seen, &$0)
      Self.hidden("token", tokens.token(action, of: page.issue.id), &$0)
      content(&$0)
    }
  }

  static func hidden(_ name: StaticString, _ value: String, _ html: inout HTML) {
    html.void("input", [.literal("type", "hidden"), .literal("name", name), .text(.value, value)])
  }

  private static func note(
    _ title: StaticString = "Note (optional)", _ attributes: [Attribute] = [], in html: inout HTML
  ) {
    field(title, "note", attributes + [.literal("autocomplete", "off"), .number("maxlength", 1_000)], &html)
  }

  private static func field(
    _ title: StaticString, _ name: StaticString, _ attributes: [Attribute], _ html: inout HTML
  ) {
    html.element("label") {
      $0.element("span") { $0.words(title) }
      $0.void("input", [.literal("name", name)] + attributes)
    }
  }
}

/// The page after a change that was not made. If the change can be forced, it has a form that does so.
struct IssueRefusalPage {
  let edit: IssueEdit
  let message: String
  let hint: String?
  let canBeForced: Bool

  func html(_ context: PageContext) -> HTML {
    var html = HTML()
    var shell = PageShell(context: context, title: "Not changed", time: nil)
    shell.isChangeable = true
    shell.write(to: &html) { main in
      main.element("h1") { $0.words("Not changed") }
      main.element("p") { $0.text(message, limit: 1_000) }
      if let hint { main.element("p") { $0.text(hint, limit: 1_000) } }
      if canBeForced, let tokens = context.tokens { force(tokens, context, &main) }
      main.element("p") {
        context.link(to: .issue(key: edit.key), in: &$0) { $0.words("Back to the issue") }
      }
    }
    return html
  }

  private func force(_ tokens: FormTokens, _ context: PageContext, _ html: inout HTML) {
    html.element(
      "form", [.class("undo"), .literal("method", "post"), .action(context.path, from: context.path)]
    ) {
      for (name, value) in fields(tokens) { IssueEditView.hidden(name, value, &$0) }
      $0.element("button", [.literal("type", "submit")]) { $0.words("Record it nevertheless") }
    }
  }

  private func fields(_ tokens: FormTokens) -> [(StaticString, String)] {
    [
      ("action", edit.action.rawValue), ("seen", edit.seen), ("token", tokens.token(edit.action, of: edit.key)),
      ("build", edit.build ?? ""), ("note", edit.note), ("force", "1"),
    ]
  }
}
