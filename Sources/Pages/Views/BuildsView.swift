internal import History

/// The view of the page of builds: for each app, a summary of each build, and a table of issues by builds.
struct BuildsView {
  private let page: BuildsPage
  private let context: PageContext

  init(_ page: BuildsPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    html.element("div", [.class("head")]) {
      $0.element("h1") { $0.words("Builds") }
      $0.element("p", [.class("sub")]) {
        $0.words("Newest build first. In build order, not by date, because reports of old builds arrive late.")
      }
    }
    let apps = page.apps.filter { !$0.builds.isEmpty }
    if apps.isEmpty {
      html.element("p", [.class("empty")]) { $0.words("No report states its build.") }
    }
    for app in apps {
      html.element("section") {
        $0.element("h2") {
          $0.text(app.app, limit: 200)
          $0.element("span", [.class("n")]) { $0.text(Figures.counted(app.builds.count, "build", "builds")) }
        }
        summary(app, &$0)
        matrix(app, &$0)
      }
    }
  }

  private func summary(_ app: BuildMatrix, _ html: inout HTML) {
    html.element("p", [.class("legend")]) {
      for (style, words) in [
        ("key new", "issues first seen in the build"), ("key known", "issues seen before"),
        ("key warm", "unrecognized"),
      ]
        as [(StaticString, StaticString)]
      {
        $0.element("span", [.class(style)]) { $0.words(words) }
      }
    }
    html.element("table", [.class("counts stacked"), .text(.label, "Reports per build, newest first")]) {
      $0.element("thead") {
        $0.element("tr") {
          $0.element("th", [.literal("scope", "col")]) { $0.words("Build") }
          $0.element("td")
          for title in ["New", "Seen before", "Unrec.", "All"] as [StaticString] {
            $0.element("th", [.literal("scope", "col"), .class("num")]) { $0.words(title) }
          }
        }
      }
      let maximum = app.builds.map(total).max() ?? 0
      $0.element("tbody") { body in
        for build in app.builds.reversed() {
          body.element("tr") {
            $0.element("th", [.literal("scope", "row")]) { cell in
              // Lists of a build are only served.
              context.link(to: list(of: build, app), in: &cell) { name(build, &$0) }
            }
            $0.element("td", [.class("bar-cell")]) {
              ShareBar(
                parts: [(build.new, "new"), (build.known, "a"), (build.unrecognized, "warm")], of: maximum
              ).write(to: &$0)
            }
            for count in [build.new, build.known, build.unrecognized] {
              $0.element("td", [.class("num soft")]) { $0.count(count) }
            }
            $0.element("td", [.class("num")]) { $0.number(total(build)) }
          }
        }
      }
    }
  }

  private func name(_ build: BuildMatrix.Build, _ html: inout HTML) {
    html.text(build.build, limit: 60)
    if let version = build.version { html.element("span", [.class("id")]) { $0.text(version, limit: 60) } }
  }

  /// Returns the list of the issues of a build, most frequent first; `nil` if its name is too long for an address.
  private func list(of build: BuildMatrix.Build, _ app: BuildMatrix) -> PagePath? {
    guard max(build.build.utf8.count, app.app.utf8.count) <= IssueQuery.textLimit else { return nil }
    var query = IssueQuery(order: .count)
    (query.build, query.app) = (build.build, app.app)
    return .issues(query)
  }

  private func total(_ build: BuildMatrix.Build) -> Int { Figures.sum([build.new, build.known, build.unrecognized]) }

  private func matrix(_ app: BuildMatrix, _ html: inout HTML) {
    guard !app.rows.isEmpty else { return }
    let maximum = app.rows.flatMap { $0.counts.prefix(app.builds.count) }.max() ?? 0
    html.element("h3") { $0.words("Issues by build") }
    html.scrolling("Issues by build of \(app.app), newest build first") {
      $0.element("table", [.class("matrix")]) {
        $0.element("thead") {
          $0.element("tr") {
            $0.element("th", [.literal("scope", "col")]) { $0.words("Issue") }
            // The newest first, as above: on a narrow screen only the first columns are visible.
            for build in app.builds.reversed() {
              $0.element("th", [.literal("scope", "col"), .class("num")]) { name(build, &$0) }
            }
          }
        }
        $0.element("tbody") { body in
          for row in app.rows { matrixRow(row, app, maximum, &body) }
        }
      }
    }
    if app.others > 0 {
      html.element("p", [.class("more soft")]) {
        $0.text(Figures.counted(app.others, "more issue", "more issues") + " in these builds")
      }
    }
  }

  private func matrixRow(_ row: BuildMatrix.Row, _ app: BuildMatrix, _ maximum: Int, _ html: inout HTML) {
    html.element("tr") {
      $0.element("th", [.literal("scope", "row")]) {
        $0.element("p", [.class("name")]) {
          context.link(to: .issue(key: row.issue.id), in: &$0) { $0.text(row.issue.title, limit: 160) }
          $0.marks(page.marks[row.issue.id] ?? [])
        }
        $0.element("p", [.class("meta")]) {
          $0.element("code") { $0.text(row.issue.shortID, limit: 64) }
          if let location = row.issue.location { $0.element("code") { $0.text(location, limit: 120) } }
        }
      }
      for index in app.builds.indices.reversed() {
        let count = index < row.counts.count ? row.counts[index] : 0
        $0.element("td", [.class(Heat.style(of: count, maximum: maximum))]) { $0.count(count) }
      }
    }
  }
}

/// The color of a cell in five steps of its share of the largest number. Each step is about a third of the next, so that
/// both 3 and 300 are visible.
enum Heat {
  static func style(of count: Int, maximum: Int) -> StaticString {
    guard count > 0 else { return "num h0" }
    switch Figures.share(count, of: maximum) {
    case ..<0.02: return "num h1"
    case ..<0.07: return "num h2"
    case ..<0.2: return "num h3"
    case ..<0.6: return "num h4"
    default: return "num h5"
    }
  }
}

extension HTML {
  /// Adds a number, or a dot for 0.
  mutating func count(_ count: Int) {
    if count > 0 { number(count) } else { words("·") }
  }
}
