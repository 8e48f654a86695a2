internal import History
import Vocabulary

/// A table of counts with a bar in each row.
struct CountBars {
  struct Line {
    var count: Int
    var name: (inout HTML) -> Void
  }

  let label: String
  let nameTitle: StaticString
  var style: StaticString = "counts"
  let lines: [Line]
  /// The total of which each row shows its share; `nil` to show no shares.
  var total: Int?

  func write(to html: inout HTML) {
    guard !lines.isEmpty else { return }
    let maximum = lines.map(\.count).max() ?? 0
    html.element("table", [.class(style), .text(.label, label)]) {
      $0.element("thead", [.class("quiet")]) {
        $0.element("tr") {
          $0.element("th", [.literal("scope", "col")]) { $0.words(nameTitle) }
          $0.element("td")
          $0.element("th", [.literal("scope", "col"), .class("num")]) { $0.words("Reports") }
          if total != nil { $0.element("th", [.literal("scope", "col"), .class("num")]) { $0.words("Share") } }
        }
      }
      $0.element("tbody") { body in
        for line in lines {
          body.element("tr") {
            $0.element("th", [.literal("scope", "row")], line.name)
            $0.element("td", [.class("bar-cell")]) {
              ShareBar(line.count, of: maximum).write(to: &$0)
            }
            $0.element("td", [.class("num")]) { $0.count(line.count) }
            if let total {
              $0.element("td", [.class("num soft")]) { $0.text(Figures.percentage(line.count, of: total)) }
            }
          }
        }
      }
    }
  }
}

/// The unrecognized reports of each week, with bars, and the number of all reports of the week.
struct WeekBars {
  let weeks: [UnrecognizedWeek]

  /// The maximum number of weeks: two years.
  private static let limit = 104

  func write(to html: inout HTML) {
    let shown = weeks.suffix(Self.limit)
    let maximum = shown.map(\.unrecognized).max() ?? 0
    html.element("table", [.class("counts weeks"), .text(.label, "Unrecognized reports per week")]) {
      $0.element("thead") {
        $0.element("tr") {
          $0.element("th", [.literal("scope", "col")]) { $0.words("Week of") }
          $0.element("td")
          $0.element("th", [.literal("scope", "col"), .class("num")]) { $0.words("Unrec.") }
          $0.element("th", [.literal("scope", "col"), .class("num")]) { $0.words("All") }
        }
      }
      $0.element("tbody") { body in
        for week in shown.reversed() {
          body.element("tr") {
            $0.element("th", [.literal("scope", "row")]) { $0.day(week.monday) }
            $0.element("td", [.class("bar-cell")]) {
              ShareBar(parts: [(max(0, week.unrecognized), "warm")], of: maximum).write(to: &$0)
            }
            $0.element("td", [.class("num")]) { $0.number(week.unrecognized) }
            $0.element("td", [.class("num soft")]) { $0.number(week.reports) }
          }
        }
      }
    }
  }
}
