internal import History
import Vocabulary

/// A bar chart of reports per day, with the numbers as a table that can be opened.
struct DayBars {
  let title: StaticString
  private let first: Timestamp
  private let counts: [Int]
  /// The builds that were first seen on these days, with the positions of the days.
  private let releases: [(index: Int, release: Release)]

  /// The maximum number of marked builds: the latest ones.
  static let maxReleases = 12
  /// The maximum number of days: a year with a leap day.
  static let limit = 366
  private static let height = 100.0

  init(_ title: StaticString, _ days: DailyCounts) {
    self.title = title
    counts = Array(days.counts.suffix(Self.limit))
    first = days.first.adding(days: days.counts.count - counts.count)
    let (start, length) = (first.day, counts.count)
    releases = days.releases.compactMap { release in
      let index = release.day.day - start
      return (0..<length).contains(index) ? (index, release) : nil
    }.suffix(Self.maxReleases)
  }

  func write(to html: inout HTML) {
    guard !counts.isEmpty else { return }
    let end = Figures.axisEnd(counts.max() ?? 0)
    html.element("figure", [.class("chart")]) {
      $0.element("div", [.class("plot")]) {
        $0.element("div", [.class("axis"), .literal("aria-hidden", "true")]) {
          $0.element("span") { $0.number(end) }
          if end.isMultiple(of: 2) { $0.element("span") { $0.number(end / 2) } }
          $0.element("span") { $0.number(0) }
        }
        bars(&$0, end)
      }
      $0.element("div", [.class("ends"), .literal("aria-hidden", "true")]) {
        $0.element("span") { $0.text(day(0).shortDayText) }
        if counts.count > 20 { $0.element("span") { $0.text(day(counts.count / 2).shortDayText) } }
        if counts.count > 1 { $0.element("span") { $0.text(day(counts.count - 1).shortDayText) } }
      }
      builds(&$0)
      $0.element("details") {
        $0.element("summary") { $0.words("Numbers as a table") }
        table(&$0)
      }
    }
  }

  /// Writes which builds the marks in the chart are.
  private func builds(_ html: inout HTML) {
    guard !releases.isEmpty else { return }
    let hasApps = Set(releases.map(\.release.app)).count > 1
    html.element("p", [.class("releases")]) { line in
      line.element("b") { $0.words("First report of") }
      for (index, release) in releases {
        line.element("span") {
          $0.text(release.name, limit: 60)
          if hasApps {
            $0.words(" of ")
            $0.text(release.app, limit: 60)
          }
          $0.words(" ")
          $0.element("time", [.day(day(index))]) { $0.text(day(index).shortDayText) }
        }
      }
    }
  }

  /// Writes a line at the beginning of each day on which a build was first seen.
  private func marks(_ html: inout HTML, _ step: Double) {
    for index in Set(releases.map(\.index)).sorted() {
      let names = releases.filter { $0.index == index }.map(\.release.name).joined(separator: ", ")
      html.element(
        "line",
        [
          .class("release"), .number("x1", Double(index) * step), .number("x2", Double(index) * step),
          .literal("y1", "0"), .number("y2", Self.height),
        ]
      ) {
        $0.element("title") { $0.text("First report of \(names), \(day(index).dayText)", limit: 200) }
      }
    }
  }

  private func bars(_ html: inout HTML, _ end: Int) {
    let step = 10.0
    let sum = Figures.counted(Figures.sum(counts), "report", "reports")
    let label =
      "\(title.description), \(day(0).dayText) to \(day(counts.count - 1).dayText): \(sum), "
      + "maximum per day \(Figures.grouped(counts.max() ?? 0))"
    html.element(
      "svg",
      [
        .class("bars"), .literal("role", "img"), .text(.label, label),
        .viewBox(width: Double(counts.count) * step, height: Self.height), .literal("preserveAspectRatio", "none"),
      ]
    ) {
      $0.element("title") { $0.text(label) }
      for line in end.isMultiple(of: 2) ? [0.0, 0.5, 1] : [0.0, 1] {
        $0.element(
          "line",
          [
            .literal("x1", "0"), .number("x2", Double(counts.count) * step), .number("y1", line * Self.height),
            .number("y2", line * Self.height),
          ])
      }
      marks(&$0, step)
      for (index, count) in counts.enumerated() where count > 0 {
        let height = max(1, Figures.share(count, of: end) * Self.height)
        $0.element(
          "rect",
          [
            .number("x", Double(index) * step + 1), .number("y", Self.height - height), .number("width", step - 2),
            .number("height", height),
          ]
        ) {
          $0.element("title") { $0.text("\(day(index).dayText): \(Figures.grouped(count))") }
        }
      }
    }
  }

  private func table(_ html: inout HTML) {
    html.element("table", [.class("numbers")]) {
      $0.element("thead") {
        $0.element("tr") {
          $0.element("th", [.literal("scope", "col")]) { $0.words("Day") }
          $0.element("th", [.literal("scope", "col"), .class("num")]) { $0.words("Reports") }
        }
      }
      $0.element("tbody") {
        for index in counts.indices.reversed() {
          $0.element("tr") {
            $0.element("td") { $0.day(day(index)) }
            $0.element("td", [.class("num")]) { $0.number(counts[index]) }
          }
        }
      }
    }
  }

  private func day(_ index: Int) -> Timestamp { first.adding(days: index) }
}
