import History
import Trends
import Vocabulary

/// A summary as one self-contained HTML page, without scripts and external resources.
enum SummaryHTML {
  /// One line of the summary: its heading, the number of issues, and the first of them with what is known about their numbers.
  typealias Line = (title: String, count: Int, first: [(issue: StoredIssue, statement: String)])

  /// Returns the page.
  static func page(_ summary: PeriodSummary, heading: String, _ lines: [Line], state: (StoredIssue) -> String) -> String
  {
    var text = header + "<h1>\(escaped(heading))</h1>\n<table class=\"lines\">\n<tbody>\n"
    for line in lines {
      text +=
        "<tr><th scope=\"row\">\(escaped(line.title))</th><td class=\"n\">\(TrendWording.grouped(line.count))</td><td>"
      text +=
        line.first.map { issue, statement in
          "<code>\(escaped(issue.shortID))</code> \(escaped(issue.title))"
            + (statement.isEmpty ? "" : "<br><small>\(escaped(statement))</small>")
        }.joined(separator: "<br>") + "</td></tr>\n"
    }
    text += "</tbody>\n</table>\n"
    if !summary.top.isEmpty { text += issues(summary, state) + days(summary) }
    return text + "</main>\n</body>\n</html>\n"
  }

  private static func issues(_ summary: PeriodSummary, _ state: (StoredIssue) -> String) -> String {
    var text = "<h2>Most frequent issues</h2>\n<table>\n<thead><tr>"
    for title in ["Issue", "Reports", "Devices", "State", "What"] { text += "<th scope=\"col\">\(title)</th>" }
    text += "</tr></thead>\n<tbody>\n"
    for row in summary.top {
      text += "<tr><td><code>\(escaped(row.issue.shortID))</code></td>"
      text += "<td class=\"n\">\(TrendWording.grouped(row.issue.count))</td>"
      text += "<td class=\"n\">\(row.devices.map(TrendWording.grouped) ?? "")</td>"
      text += "<td>\(escaped(state(row.issue)))</td><td>\(escaped(row.issue.title))</td></tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }

  /// The maximum number of rows of days.
  private static let maxRows = 31

  private static func days(_ summary: PeriodSummary) -> String {
    let counts = Sparkline.folded(summary.daily, to: maxRows)
    let length = (summary.daily.count + max(counts.count, 1) - 1) / max(counts.count, 1)
    let most = max(counts.max() ?? 0, 1)
    var text =
      "<h2>Reports</h2>\n<table>\n<thead><tr><th scope=\"col\">\(length > 1 ? "\(length) days to" : "Day")</th>"
    text += "<th scope=\"col\">Reports</th><td></td></tr></thead>\n<tbody>\n"
    for (index, count) in counts.enumerated() {
      let day = Timestamp(day: summary.last.day - (counts.count - 1 - index) * length)
      text +=
        "<tr><th scope=\"row\">\(day.date)</th><td class=\"n\">\(TrendWording.grouped(count))</td><td class=\"bar\">"
      text += "<meter min=\"0\" max=\"\(most)\" value=\"\(max(0, count))\" aria-hidden=\"true\"></meter></td></tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }

  private static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  private static let header = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>Crash summary · diagnose</title>
    <style>
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
    h1 { font-size: 1.4rem; }
    h2 { font-size: 1.1rem; margin-top: 2rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
    thead th { font-weight: 500; border-bottom: 1px solid; }
    tbody th { font-weight: 500; white-space: nowrap; width: 1%; }
    .n { text-align: right; width: 1%; font-variant-numeric: tabular-nums; }
    .bar { width: 60%; }
    meter { width: 100%; }
    code { white-space: nowrap; }
    </style>
    </head>
    <body>
    <main>

    """
}
