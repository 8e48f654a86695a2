import Vocabulary

/// A row of small bars for the reports per day, in a cell of a table.
///
/// The title contains the numbers; the page of the issue has them as a table.
struct SparklineChart {
  let counts: [Int]

  /// The maximum number of days. The bars of more days would be thinner than a pixel.
  private static let limit = 60
  private static let height = 18.0

  init(_ counts: [Int]) { self.counts = Array(counts.suffix(Self.limit)) }

  func write(to html: inout HTML) {
    guard !counts.isEmpty else { return }
    let maximum = max(1, counts.max() ?? 1)
    html.element(
      "svg",
      [
        .class("spark"), .literal("role", "img"), .text(.label, label),
        .viewBox(width: Double(counts.count * 3), height: Self.height), .literal("preserveAspectRatio", "none"),
      ]
    ) {
      $0.element("title") { $0.text(label) }
      // Two paths instead of one element for each day, because a page may have five hundred sparklines.
      var bars: [Attribute.Bar] = []
      var gaps: [Attribute.Bar] = []
      for (index, count) in counts.enumerated() {
        // A day without reports has a thin line, which shows that the day was counted.
        let height = count > 0 ? max(2, Double(count) / Double(maximum) * Self.height) : 0.75
        let bar = Attribute.Bar(x: Double(index * 3), y: Self.height - height, width: 2, height: height)
        if count > 0 { bars.append(bar) } else { gaps.append(bar) }
      }
      if !gaps.isEmpty { $0.element("path", [.class("none"), .path(gaps)]) }
      if !bars.isEmpty { $0.element("path", [.path(bars)]) }
    }
  }

  private var label: String {
    "Reports on each of \(Figures.counted(counts.count, "day", "days")), oldest first: "
      + counts.map(Figures.grouped).joined(separator: " ")
  }
}

/// A bar for a share of a total, next to the number.
struct ShareBar {
  /// The parts as shares of the axis, with their CSS classes.
  let parts: [(share: Double, style: StaticString)]

  init(_ count: Int, of maximum: Int) { parts = [(Figures.share(count, of: maximum), "a")] }

  init(parts: [(count: Int, style: StaticString)], of maximum: Int) {
    self.parts = parts.map { (Figures.share($0.count, of: maximum), $0.style) }
  }

  /// Writes the bar. Screen readers skip it, because the number is in the same row.
  func write(to html: inout HTML) {
    html.element(
      "svg",
      [
        .class("share"), .literal("viewBox", "0 0 100 10"), .literal("preserveAspectRatio", "none"),
        .literal("aria-hidden", "true"),
      ]
    ) {
      var x = 0.0
      for part in parts where part.share > 0 {
        let width = min(max(part.share * 100, 0.6), 100 - x)
        guard width > 0 else { break }
        $0.element(
          "rect",
          [.class(part.style), .number("x", x), .number("width", width), .literal("height", "10")])
        x += width
      }
    }
  }
}

extension Attribute {
  struct Bar {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// Returns the attribute `d` of a `path` that draws bars.
  static func path(_ bars: [Bar]) -> Attribute {
    let moves = bars.map { bar in
      let (x, y, width) = (Figures.coordinate(bar.x), Figures.coordinate(bar.y), Figures.coordinate(bar.width))
      return "M\(x) \(y)h\(width)v\(Figures.coordinate(bar.height))h-\(width)z"
    }
    return .drawing(moves.joined())
  }

  static func viewBox(width: Double, height: Double) -> Attribute {
    .numbers("viewBox", [0, 0, width, height])
  }
}
