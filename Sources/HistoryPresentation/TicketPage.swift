import Diagnosis
import Documents
package import History
import Presentation
package import Signatures
import Trends
import Vocabulary

/// An issue or a report as Markdown, for a ticket: what happened and what to do, how often and where, the stack, what the
/// reports have in common, and how to show them all. Times are UTC, because a ticket has readers in several zones.
package struct TicketPage {
  /// Returns a text of the history as the ticket shows it. Texts are redacted before they are escaped, because Markdown
  /// splits words with backslashes.
  package typealias Redact = (String) throws -> String

  /// The maximum size in bytes. GitHub rejects issues of more than 65,536 characters.
  private static let maxSize = 64_000
  /// The maximum number of columns of one text.
  private static let maxText = 2_000
  /// The maximum number of rows of a table, and of entries of a list.
  private static let maxRows = 8

  private let page: HistoryPage
  private let redact: Redact

  /// Creates a page.
  ///
  /// - Parameter redact: Redacts a text.
  package init(_ page: HistoryPage, redact: @escaping Redact = { $0 }) {
    self.page = page
    self.redact = redact
  }

  /// Returns the ticket of an issue. Sections that exceed its size are omitted.
  package func issue(_ story: IssueStory) throws -> String {
    let finding = story.reports.lazy.compactMap(\.findings.first).first
    return finished([
      "### \(try words(story.issue.title))\n\n" + (try facts(story, finding)), try advice(finding),
      try stack(story.stack, of: story.stackReport), try unusual(story.associations), try common(story.facets),
      try related(story), try events(story),
      try reports(story),
    ])
  }

  /// Returns the ticket of a report.
  ///
  /// - Parameter trace: The stack of the report.
  package func report(_ report: StoredReport, _ trace: SignatureTrace) throws -> String {
    let finding = report.findings.first
    var facts = List()
    facts.add("Where", try finding?.blame.map(HistoryPage.place).map(code))
    facts.add("What", try finding.map(HistoryPage.pattern).map(words))
    facts.add("Do this", try finding?.remedy.first.map(words))
    for (field, text) in ShownReport(report.presented).values(in: .details) {
      facts.add("\(field.title)", try words(text))
    }
    facts.add("Time", Self.time(report.time))
    facts.add("Issue", report.issueStatus.shortIssue.map { Markdown.code($0) })
    facts.add("Report", report.issueStatus.shortReport.map { Markdown.code($0) })
    return finished([
      "### \(try words(report.headline))\n\n" + facts.text, try advice(finding),
      try stack(trace, of: report.issueStatus.shortReport),
    ])
  }

  private func finished(_ sections: [String]) -> String {
    var text = ""
    for section in sections where !section.isEmpty && text.utf8.count + section.utf8.count < Self.maxSize {
      text += (text.isEmpty ? "" : "\n") + section
    }
    return WorkflowCommands.defused(WorkflowCommands.withoutMarks(text))
  }

  // MARK: Texts

  private func limited(_ text: String) throws -> String { try redact(text).cut(to: Self.maxText, ascii: false) }

  /// Returns a text that does not begin a line.
  private func words(_ text: String) throws -> String { Markdown.continued(try limited(text)) }

  private func code(_ text: String) throws -> String { Markdown.code(try limited(text)) }

  private static func time(_ time: Timestamp) -> String {
    let text = time.rfc3339
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " UTC"
  }

  /// A list of values with their names.
  private struct List {
    private(set) var text = ""

    /// Adds a value that is Markdown; nothing for an empty one.
    mutating func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { text += "- \(name): \(value)\n" }
    }
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

  // MARK: Sections

  private func facts(_ story: IssueStory, _ finding: FindingText?) throws -> String {
    let issue = story.issue
    var facts = List()
    facts.add("Issue", Markdown.code(issue.shortID) + ", " + (try words(Self.state(issue))))
    facts.add("Where", try finding?.blame.map(HistoryPage.place).map(code) ?? issue.location.map(words))
    facts.add("What", try words(finding.map(HistoryPage.pattern) ?? issue.pattern ?? "not recognized"))
    facts.add("Do this", try finding?.remedy.first.map(words))
    facts.add("Reports", page.sums(story))
    facts.add("Trend", try story.trend.map { try words($0.title) })
    facts.add("First", try Self.time(issue.firstSeen) + build(issue.firstBuild))
    facts.add("Last", try Self.time(issue.lastSeen) + build(issue.lastBuild))
    for (facet, counts) in story.values { facts.add(facet.title, try words(HistoryPage.values(counts))) }
    facts.add("Note", try issue.note.map(words))
    facts.add("Key", try code("v\(Signature.currentVersion) \(issue.kind) \(issue.id)"))
    return facts.text
  }

  private func build(_ name: String?) throws -> String { try name.map { ", build " + (try words($0)) } ?? "" }

  /// Returns the state in words: `open`, `resolved in 405`, `regressed in 412`.
  private static func state(_ issue: StoredIssue) -> String {
    if let build = issue.regressedIn { return build.isEmpty ? "regressed" : "regressed in \(build)" }
    if issue.state == "resolved", let build = issue.resolvedIn, !build.isEmpty { return "resolved in \(build)" }
    if issue.state == "ignored", let end = issue.ignoredUntil { return "ignored until \(end.date)" }
    return issue.state
  }

  private func advice(_ finding: FindingText?) throws -> String {
    guard let finding, !finding.cause.isEmpty || !finding.remedy.isEmpty else { return "" }
    var text = "#### What to do\n\n"
    if !finding.cause.isEmpty { text += Markdown.text(try limited(finding.cause)) + "\n" }
    if !finding.cause.isEmpty, !finding.remedy.isEmpty { text += "\n" }
    for (index, step) in finding.remedy.prefix(Self.maxRows).enumerated() {
      text += "\(index + 1). \(try words(step))\n"
    }
    return text
  }

  private func stack(_ trace: SignatureTrace?, of report: String?) throws -> String {
    guard let trace, !trace.frames.isEmpty else { return "" }
    var style = page.style
    (style.color, style.verbose, style.width, style.hyperlinks) = (false, false, style.documentWidth, nil)
    var renderer = TextRenderer(style)
    HistoryPage(page.clock, style).stack(trace, of: report).write(to: &renderer)
    return "#### Stack\n\n" + Markdown.block(try redact(renderer.text), language: "text")
  }

  private func unusual(_ associations: [Association]) throws -> String {
    guard !associations.isEmpty else { return "" }
    return "#### What is unlike other issues\n\n"
      + (try associations.prefix(Self.maxRows).map { "- \(try words($0.sentence))\n" }.joined())
  }

  private func common(_ facets: [FacetTable]) throws -> String {
    guard !facets.isEmpty else { return "" }
    var text = "#### What the reports have in common\n"
    for facet in facets {
      text += "\n" + Self.row([facet.facet.title, "Reports", "Share", "Of all reports"]) + "|---|---:|---:|---:|\n"
      for (name, row) in zip(FacetCount.names(facet.rows), facet.rows).prefix(Self.maxRows) {
        let ofAll = row.ofAll.flatMap { count in facet.totalOfAll.map { HistoryPage.share(count, $0) } }
        text += Self.row([
          try words(name ?? "not stated"), TrendWording.grouped(row.count),
          Markdown.continued(HistoryPage.share(row.count, facet.total)), Markdown.continued(ofAll ?? ""),
        ])
      }
      let rest = facet.rows.count - Self.maxRows
      if rest > 0 { text += "\nand \(TrendWording.grouped(rest)) more\n" }
    }
    return text
  }

  private func related(_ story: IssueStory) throws -> String {
    let (parts, others) = (story.relations.parts, story.relations.related)
    guard !parts.isEmpty || !others.isEmpty else { return "" }
    var text = "#### Related issues\n\n"
    for part in parts.prefix(Self.maxRows) {
      text +=
        "- \(Markdown.code(part.key)), merged into this issue: \(countText(part.count, "report")), "
        + "\(HistoryPage.reason(part.reason))\n"
    }
    for other in others.prefix(Self.maxRows) {
      text +=
        "- \(Markdown.code(other.shortID)) \(try words(other.title)): "
        + "\(countText(other.count, "report")), blames the same function\n"
    }
    let rest = max(0, parts.count - Self.maxRows) + max(0, others.count - Self.maxRows)
    return rest > 0 ? text + "- and \(TrendWording.grouped(rest)) more\n" : text
  }

  private func events(_ story: IssueStory) throws -> String {
    guard !story.events.isEmpty else { return "" }
    var text = "#### Events\n\n"
    for event in story.events.suffix(Self.maxRows) {
      var what = event.words
      // Authors are redacted before, with the placeholders of the history.
      if !event.by.isEmpty { what += " by " + event.by }
      if !event.note.isEmpty { what += ": " + event.note }
      text += "- \(Self.time(event.at)) \(try words(what))\n"
    }
    return text
  }

  private func reports(_ story: IssueStory) throws -> String {
    guard !story.reports.isEmpty else { return "" }
    let fields = ShownField.shown(in: .table)
    var text = "#### Reports\n\n" + Self.row(["Report", "Time"] + fields.map { "\($0.title)" })
    text += "|---|---|" + fields.map { _ in "---|" }.joined() + "\n"
    for report in story.reports {
      let shown = ShownReport(report.presented)
      text += Self.row(
        [Markdown.code(report.issueStatus.shortReport ?? ""), Self.time(report.time)]
          + (try fields.map { try words($0.text(shown) ?? "") }))
    }
    let all = story.issue.count + story.spread.variants
    let rest = all - story.reports.count
    // The list has a limit of its own.
    return text + (rest > 0 ? "\n\(TrendWording.grouped(rest)) earlier. All: " : "\nIn the terminal: ")
      + "`diagnose history list --reports --issue \(story.issue.shortID)\(rest > 0 ? " --limit 0" : "")`\n"
  }
}
