internal import History
import Vocabulary

/// The parts common to all pages: the head and the navigation bar.
struct PageShell {
  let context: PageContext
  let title: String
  let time: Timestamp?
  /// Which reports the pages count, in words; `nil` for all.
  var selection: String?
  /// Whether the page has forms whose requests must state their origin.
  var isChangeable = false

  func write(to html: inout HTML, _ content: (inout HTML) -> Void) {
    html.literal("<!DOCTYPE html>\n")
    html.element("html", [.literal("lang", "en")]) {
      $0.element("head") { head(&$0) }
      $0.element("body") {
        $0.element("a", [.class("skip"), .link(toFragment: "content")]) { $0.words("Skip to the content") }
        $0.element("header", [.class("bar")]) { bar(&$0) }
        $0.element("main", [.literal("id", "content")]) {
          selected(&$0)
          content(&$0)
        }
      }
    }
  }

  /// States which reports are counted, so that a part is never taken for the whole.
  private func selected(_ html: inout HTML) {
    guard let selection else { return }
    html.element("p", [.class("none")]) {
      $0.element("b") { $0.text(selection, limit: 500) }
      $0.words("Overview and lists count only these reports; builds, issues and reports have pages about all reports.")
    }
  }

  private func head(_ html: inout HTML) {
    html.void("meta", [.literal("charset", "utf-8")])
    html.void("meta", [.literal("name", "viewport"), .literal("content", "width=device-width, initial-scale=1")])
    html.void("meta", [.literal("name", "color-scheme"), .literal("content", "light dark")])
    html.void("meta", [.literal("name", "referrer"), referrer])
    html.void("meta", [.literal("name", "robots"), .literal("content", "noindex")])
    if case .files = context.mode {
      html.void(
        "meta", [.literal("http-equiv", "Content-Security-Policy"), .contentPolicy])
    }
    // Without an icon, browsers request /favicon.ico.
    html.void("link", [.literal("rel", "icon"), .literal("href", "data:,")])
    html.element("title") {
      $0.text(title, limit: 200)
      $0.words(" · diagnose")
    }
    if case .files = context.mode {
      html.void("link", [.literal("rel", "stylesheet"), .styleSheet(from: context.path)])
    } else {
      html.element("style") { $0.literal(StyleSheet.text) }
    }
  }

  private var referrer: Attribute {
    isChangeable ? .literal("content", "same-origin") : .literal("content", "no-referrer")
  }

  private func bar(_ html: inout HTML) {
    context.link(to: .overview, [.class("brand")], in: &html) {
      $0.element("svg", [.class("logo"), .literal("viewBox", "0 0 16 16"), .literal("aria-hidden", "true")]) {
        for (x, y, height) in [(1, 9, 6), (6, 5, 10), (11, 1, 14)] {
          $0.element(
            "rect",
            [.number("x", x), .number("y", y), .literal("width", "4"), .number("height", height), .literal("rx", "1")])
        }
      }
      $0.words("diagnose")
    }
    html.element("nav", [.text(.label, "Pages")]) {
      for (target, words) in Self.pages {
        let current: [Attribute] = isCurrent(target) ? [.literal("aria-current", "page")] : []
        context.link(to: target, current, in: &$0) { $0.words(words) }
      }
    }
    html.element("p", [.class("stamp")]) { stamp(&$0) }
  }

  private static let pages: [(PagePath, StaticString)] = [
    (.overview, "Overview"), (.issues(page: 1), "Issues"), (.builds, "Builds"), (.unrecognized, "Unrecognized"),
  ]

  private func isCurrent(_ target: PagePath) -> Bool {
    switch (context.path, target) {
    case (.issues, .issues): true
    default: context.path == target
    }
  }

  /// Whether the page can change. Reports do not.
  private var isChanging: Bool {
    if case .report = context.path { return false }
    return true
  }

  private func stamp(_ html: inout HTML) {
    guard let time else { return }
    if context.isLive, isChanging {
      html.element("a", [.link(toSelf: context.path)]) { $0.words("Reload") }
    }
    html.element("time", [.time(time)]) { $0.text(time.minuteText + " UTC") }
  }
}

/// A page with a message, for example that the requested page does not exist.
struct MessagePage {
  let heading: StaticString
  let message: StaticString

  func html(_ context: PageContext) -> HTML {
    var html = HTML()
    PageShell(context: context, title: heading.description, time: nil).write(to: &html) {
      $0.element("h1") { $0.words(heading) }
      $0.element("p") { $0.words(message) }
    }
    return html
  }
}
