package import History
package import Presentation
import Trends
import Vocabulary

/// A comparison of two sides as text and as Markdown.
package struct ComparisonPage {
  private let words: ComparisonWords
  private let limit: Int

  /// Creates a page.
  ///
  /// - Parameter limit: The maximum number of rows per section; 0 shows all.
  package init(_ comparison: HistoryComparison, limit: Int) {
    words = ComparisonWords(comparison: comparison)
    self.limit = limit
  }

  private func shown(_ rows: [HistoryComparison.Row]) -> [HistoryComparison.Row] {
    limit > 0 ? Array(rows.prefix(limit)) : rows
  }

  /// Returns the line about the rows that are not shown; `nil` if all are.
  private func more(_ count: Int) -> String? {
    limit > 0 && count > limit ? "and \(TrendWording.grouped(count - limit)) more (--limit 0)" : nil
  }

  /// What the comparison does not show, for a message besides an exit status; `nil` if nothing.
  package var limitOfShares: String? { words.limitOfShares }

  /// The reports that were not compared because of their day; `nil` if all were.
  package var uncounted: String? { words.uncounted }

  /// Returns the comparison as text for a terminal.
  package func text(_ style: PresentationStyle) -> String {
    var renderer = TextRenderer(style)
    renderer.paragraph(style.shown(words.summary), lead: [], indent: 0)
    write(&renderer, style)
    return renderer.text
  }

  /// Returns the comparison as the body of a request to an incoming webhook of a chat.
  package func slack() -> String {
    let style = PresentationStyle.chat
    var renderer = TextRenderer(style)
    write(&renderer, style)
    return String(decoding: ChatText.page(headline: words.summary, lines: renderer.text), as: UTF8.self) + "\n"
  }

  /// Writes everything below the first sentence.
  private func write(_ renderer: inout TextRenderer, _ style: PresentationStyle) {
    if words.comparison.compared > 0 { renderer.paragraph(style.shown(words.sides), lead: [], indent: 0) }
    if let limit = words.limitOfShares { renderer.paragraph(style.shown(limit), lead: [], indent: 0) }
    for section in words.sections {
      let rows = section.rows
      renderer.blank()
      renderer.line(StyledText("\(style.shown(section.title)) (\(TrendWording.grouped(rows.count)))", .bold))
      let width = shown(rows).map(\.issue.shortID.count).max() ?? 0
      for row in shown(rows) {
        let title = style.shown(row.issue.title).cutMiddle(to: max(20, style.width - width - 2), ascii: style.ascii)
        renderer.line(StyledText(row.issue.shortID.padded(to: width) + "  ", .cyan), StyledText(title))
        let margin = String(repeating: " ", count: width + 2)
        let numbers = section.isTested ? words.numbers(row) : countText(row.reportsAfter, "report")
        for line in Self.lines(style.shown(numbers), width: style.width - margin.count) {
          renderer.paragraph(line, lead: [StyledText(margin)], indent: margin.count)
        }
      }
      if let more = more(rows.count) { renderer.line("  " + more) }
    }
    if !words.others.isEmpty {
      renderer.blank()
      renderer.paragraph(style.shown(words.others), lead: [], indent: 0)
    }
  }

  /// Returns the clauses of a sentence in one line if they fit, else one in each.
  private static func lines(_ sentence: String, width: Int) -> [String] {
    if sentence.count <= width { return [sentence] }
    let clauses = sentence.split(separator: "; ").map(String.init)
    return clauses.enumerated().map { $0.offset < clauses.count - 1 ? $0.element + ";" : $0.element }
  }

  /// Returns the comparison as Markdown, for pull requests and messages.
  package func markdown() -> String {
    var text = "**\(Markdown.continued(words.summary))**\n"
    if words.comparison.compared > 0 { text += "\n\(Markdown.text(words.sides))\n" }
    if let limit = words.limitOfShares { text += "\n\(Markdown.text(limit))\n" }
    for section in words.sections {
      let rows = section.rows
      text += "\n### \(Markdown.text(section.title)) (\(TrendWording.grouped(rows.count)))\n\n"
      for row in shown(rows) {
        text += "- `\(row.issue.shortID)` \(Markdown.continued(row.issue.title)): "
        text += Markdown.continued(section.isTested ? words.numbers(row) : countText(row.reportsAfter, "report")) + "\n"
      }
      if let more = more(rows.count) { text += "- \(more)\n" }
    }
    if !words.others.isEmpty { text += "\n\(Markdown.text(words.others))\n" }
    return text
  }
}
