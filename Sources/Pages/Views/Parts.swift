internal import History
import Vocabulary

/// Elements that several pages use.
extension HTML {
  mutating func time(_ time: Timestamp) {
    element("time", [.time(time), .class("nowrap")]) { $0.text(time.minuteText) }
  }

  mutating func day(_ day: Timestamp) {
    element("time", [.day(day), .class("nowrap")]) { $0.text(day.dayText) }
  }

  /// Adds the marks of an issue, each with its color and note.
  mutating func marks(_ marks: [IssueMark]) {
    for mark in marks {
      markup(" ")
      element("span", [.class(mark.tone.markStyle)]) {
        $0.text(mark.word)
        if let note = mark.note {
          $0.words(" ")
          $0.text(note, limit: 100)
        }
      }
    }
  }

  /// Adds a name and a value to a list of facts.
  mutating func fact(_ name: StaticString, _ content: (inout HTML) -> Void) {
    element("div") {
      $0.element("dt") { $0.words(name) }
      $0.element("dd", [], content)
    }
  }

  /// Adds a range of builds: `398–412`, `412` or nothing.
  mutating func builds(_ first: String?, _ last: String?) {
    guard let start = first ?? last else { return }
    text(start, limit: 60)
    if let last, last != start {
      words("–")
      text(last, limit: 60)
    }
  }

  private mutating func markup(_ blank: StaticString) { literal(blank) }
}

extension TrendSection.Tone {
  /// The CSS classes of a section on the first page.
  var sectionStyle: StaticString {
    switch self {
    case .plain: "kind"
    case .new: "kind new"
    case .good: "kind good"
    case .warm: "kind warm"
    case .bad: "kind bad"
    }
  }

  /// The CSS classes of a mark beside the title of an issue.
  var markStyle: StaticString {
    switch self {
    case .plain: "mark"
    case .new: "mark new"
    case .good: "mark good"
    case .warm: "mark warm"
    case .bad: "mark bad"
    }
  }
}

/// A column of a table that becomes cards on a narrow screen.
struct Column {
  let title: StaticString
  /// The CSS class of its cells, which determines their position in a card and their alignment.
  let style: StaticString

  init(_ title: StaticString, _ style: StaticString = "plain") {
    self.title = title
    self.style = style
  }
}

extension HTML {
  /// Adds a table whose rows become cards on a narrow screen. The ARIA roles are explicit, because changing `display`
  /// removes the implicit ones.
  mutating func cards<Row>(
    _ label: String, _ style: StaticString, _ columns: [Column], _ rows: [Row],
    rowStyle: (Row) -> StaticString? = { _ in nil }, cell: (inout HTML, Row, Int) -> Void
  ) {
    element("table", [.class(style), .literal("role", "table"), .text(.label, label)]) { table in
      table.element("thead", [.literal("role", "rowgroup")]) {
        $0.element("tr", [.literal("role", "row")]) { head in
          for column in columns {
            head.element(
              "th", [.literal("role", "columnheader"), .literal("scope", "col"), .class(column.style)]
            ) { $0.words(column.title) }
          }
        }
      }
      table.element("tbody", [.literal("role", "rowgroup")]) { body in
        for row in rows {
          let style = rowStyle(row).map { [Attribute.class($0)] } ?? []
          body.element("tr", [.literal("role", "row")] + style) { line in
            for (index, column) in columns.enumerated() {
              line.element(
                "td",
                [.literal("role", "cell"), .class(column.style), .text(.dataLabel, column.title.description)]
              ) { cell(&$0, row, index) }
            }
          }
        }
      }
    }
  }

  /// Adds a region that scrolls horizontally, also with the keyboard.
  mutating func scrolling(_ label: String, _ content: (inout HTML) -> Void) {
    element(
      "div",
      [.class("scroll"), .literal("role", "region"), .literal("tabindex", "0"), .text(.label, label)], content)
  }
}
