import Documents
package import History
package import Presentation
import Trends
import Vocabulary

/// A summary of a period as text, Markdown, HTML, JSON and a message of a chat.
package struct SummaryPage {
  private let style: PresentationStyle

  /// Creates a page.
  package init(_ style: PresentationStyle) { self.style = style }

  /// The number of days up to which each has a row.
  private static let maxDayRows = 14
  /// The number of columns of the longest bar.
  private static let barWidth = 30

  /// One line of a summary: a heading, how many issues, and the first of them.
  private struct Line {
    var title: String
    var count: Int
    var first: StoredIssue?
    /// The issues with their numbers; empty for the most frequent issue.
    var rows: [TrendReport.Row] = []
  }

  private func lines(_ summary: PeriodSummary) -> [Line] {
    let trends = [
      ("New", summary.new), ("Back", summary.back), ("Growing", summary.growing + summary.bursts),
      ("Fixed", summary.fixed),
    ].map { Line(title: $0, count: $1.count, first: $1.first?.issue, rows: $1) }
    let most = summary.top.first?.issue
    return trends + [Line(title: "Most frequent", count: most?.count ?? 0, first: most)]
  }

  /// The number of issues that a list shows below a line.
  private static let maxRows = 5

  /// Returns `2026-07-28 to 2026-08-03: 4 reports of 3 issues`.
  private func heading(_ summary: PeriodSummary) -> String {
    "\(summary.first.date) to \(summary.last.date): \(countText(summary.reports, "report")) of "
      + countText(summary.issues, "issue")
  }

  /// Returns the state of an issue or, if it is open, its trend.
  private static func state(_ issue: StoredIssue, in summary: PeriodSummary) -> String {
    if issue.regressedIn != nil { return "regressed" }
    guard issue.state == "open" else { return issue.state }
    if issue.isNew { return "new" }
    let trends = [("back", summary.back), ("growing", summary.growing), ("burst", summary.bursts)]
    return trends.first { $0.1.contains { $0.issue.id == issue.id } }?.0 ?? ""
  }

  /// Returns what is known about an issue of a section: its numbers, and the builds or times that the section is about.
  private static func statement(_ row: TrendReport.Row, _ summary: PeriodSummary) -> String {
    let context = TrendSection.Context(compared: summary.compared) { $0.date }
    return TrendSection.section(of: row, summary.now)?.statement?(row, context) ?? ""
  }

  // MARK: Text

  /// Returns the summary for a terminal: five lines, the most frequent issues, and the reports by day.
  package func text(_ summary: PeriodSummary) -> String {
    var renderer = TextRenderer(style)
    renderer.line(StyledText(heading(summary), .bold))
    renderer.blank()
    write(summary, &renderer)
    return renderer.text
  }

  /// Returns the summary as the body of a request to an incoming webhook of a chat.
  package func slack(_ summary: PeriodSummary) -> String {
    var renderer = TextRenderer(.chat)
    SummaryPage(.chat).write(summary, &renderer)
    return String(decoding: ChatText.page(headline: heading(summary), lines: renderer.text), as: UTF8.self) + "\n"
  }

  /// Writes everything below the heading.
  private func write(_ summary: PeriodSummary, _ renderer: inout TextRenderer) {
    let lines = lines(summary)
    let digits = lines.map { TrendWording.grouped($0.count).count }.max() ?? 1
    let ids = lines.compactMap { $0.first?.shortID.count }.max() ?? 0
    for line in lines {
      let lead = line.title.padded(to: 15) + TrendWording.grouped(line.count).padded(to: digits, onLeft: true) + "  "
      let title = line.first.map { style.shown($0.title) } ?? ""
      renderer.line(
        StyledText(lead), StyledText((line.first?.shortID ?? "").padded(to: line.first == nil ? 0 : ids + 2), .cyan),
        StyledText(title.cutMiddle(to: max(20, renderer.width - lead.count - ids - 2), ascii: style.ascii)))
    }
    guard !summary.top.isEmpty else { return }
    renderer.blank()
    var table = TextTable(["ISSUE", "REPORTS", "DEVICES", "STATE", "WHAT"], style)
    table.rightAligned = [1, 2]
    table.wide = 4
    for row in summary.top {
      table.add([
        row.issue.shortID, TrendWording.grouped(row.issue.count), row.devices.map(TrendWording.grouped) ?? "",
        Self.state(row.issue, in: summary), row.issue.title,
      ])
    }
    renderer.table(table)
    renderer.blank()
    renderer.table(chart(summary))
  }

  /// The reports by day; of a long period, of as many parts with equal numbers of days as have a row.
  private func chart(_ summary: PeriodSummary) -> TextTable {
    let counts = Sparkline.folded(summary.daily, to: Self.maxDayRows)
    let days = (summary.daily.count + max(counts.count, 1) - 1) / max(counts.count, 1)
    var table = TextTable([days > 1 ? "\(days) DAYS TO" : "DAY", "REPORTS", ""], style)
    table.rightAligned = [1]
    table.wide = 2
    let most = max(counts.max() ?? 0, 1)
    for (index, count) in counts.enumerated() {
      let day = Timestamp(day: summary.last.day - (counts.count - 1 - index) * days)
      let bar = count > 0 ? max(1, count * Self.barWidth / most) : 0
      table.add([day.date, TrendWording.grouped(count), String(repeating: style.ascii ? "#" : "█", count: bar)])
    }
    return table
  }

  // MARK: Markdown

  /// Returns the summary for a chat or a ticket.
  package func markdown(_ summary: PeriodSummary) -> String {
    var text = "### \(Markdown.text(heading(summary)))\n\n"
    for line in lines(summary) {
      text += "- \(line.title): \(TrendWording.grouped(line.count))"
      guard !line.rows.isEmpty else {
        if let issue = line.first { text += ", \(Markdown.code(issue.shortID)) \(Markdown.text(issue.title))" }
        text += "\n"
        continue
      }
      text += "\n"
      for row in line.rows.prefix(Self.maxRows) {
        text += "  - \(Markdown.code(row.issue.shortID)) \(Markdown.continued(row.issue.title)): "
        text += Markdown.continued(Self.statement(row, summary)) + "\n"
      }
      let rest = line.rows.count - Self.maxRows
      if rest > 0 { text += "  - and \(TrendWording.grouped(rest)) more\n" }
    }
    guard !summary.top.isEmpty else { return text }
    text += "\n| Issue | Reports | Devices | State | What |\n|---|---:|---:|---|---|\n"
    for row in summary.top {
      let cells = [
        Markdown.code(row.issue.shortID), TrendWording.grouped(row.issue.count),
        row.devices.map(TrendWording.grouped) ?? "", Self.state(row.issue, in: summary), Markdown.text(row.issue.title),
      ]
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    return text + "\nReports per day: \(Sparkline.text(Sparkline.folded(summary.daily, to: 31)))\n"
  }

  // MARK: HTML

  /// Returns the summary as one page, for a mail or a folder of results.
  package func html(_ summary: PeriodSummary) -> String {
    SummaryHTML.page(
      summary, heading: heading(summary),
      lines(summary).map { line in
        (
          line.title, line.count,
          line.rows.isEmpty
            ? line.first.map { [($0, "")] } ?? []
            : line.rows.prefix(Self.maxRows).map { ($0.issue, Self.statement($0, summary)) }
        )
      }, state: { Self.state($0, in: summary) })
  }

  // MARK: JSON

  /// Returns the summary as a `diagnose-summary/1` document.
  package func json(_ summary: PeriodSummary) -> String {
    var writer = JSONWriter(layout: .indented)
    writer.object { writer in
      writer.member("schema", "diagnose-summary/1")
      EncodedDocument.tool(&writer)
      writer.member("first", summary.first.date)
      writer.member("last", summary.last.date)
      writer.member("reports", summary.reports)
      writer.member("issues", summary.issues)
      writer.member("daily", numbers: summary.daily)
      for (name, rows) in [
        ("new", summary.new), ("back", summary.back), ("growing", summary.growing), ("bursts", summary.bursts),
        ("fixed", summary.fixed),
      ] {
        writer.name(name)
        writer.array(rows) { writer, row in
          writer.object(inline: true) { writer in
            IssueMember.write(row.issue, to: &writer)
            writer.member("recent", row.assessment.recent.events)
            writer.member("base", row.assessment.base.events)
          }
        }
      }
      writer.name("top")
      writer.array(summary.top) { writer, row in
        writer.object(inline: true) { writer in
          IssueMember.write(row.issue, to: &writer)
          writer.member("devices", row.devices)
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
