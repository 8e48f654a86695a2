import CrashReports
import Diagnosis
import Documents
package import History
package import Presentation
import Signatures
import Trends
import Vocabulary

/// Answers of the history as text.
package struct HistoryPage {
  private let clock: LocalClock
  private let style: PresentationStyle

  /// Creates a page that shows times in the zone of `clock`.
  package init(_ clock: LocalClock, _ style: PresentationStyle) {
    self.clock = clock
    self.style = style
  }

  private static let nothing = "No issues or reports match, or the history is empty.\n"

  /// Returns issues, one per line.
  ///
  /// - Parameter daily: The number of reports on each of the last `days` days, by the issue's key.
  package func issues(_ issues: [StoredIssue], _ daily: [String: [Int]], days: Int) -> String {
    guard !issues.isEmpty else { return Self.nothing }
    var table = TextTable(["ISSUE", "WHAT", "WHERE", "N", "LAST", "BUILDS", "\(days) DAYS"], style)
    table.wide = 1
    table.rightAligned = [3]
    for issue in issues {
      let bars = Sparkline.text(
        Sparkline.folded(daily[issue.id] ?? [Int](repeating: 0, count: days), to: 10), ascii: style.ascii)
      table.add([
        issue.shortID, issue.title, issue.location ?? "", String(issue.count), age(issue.lastSeen), Self.builds(issue),
        [bars, stateWord(issue)].filter { !$0.isEmpty }.joined(separator: " "),
      ])
    }
    return table.text
  }

  /// Returns the state of an issue if it is notable: `fixed 405`, `regressed in 412`, `ignored`, `new`.
  private func stateWord(_ issue: StoredIssue) -> String {
    if let build = issue.regressedIn { return build.isEmpty ? "regressed" : "regressed in \(build)" }
    switch issue.state {
    case "resolved": return issue.resolvedIn.map { $0.isEmpty ? "fixed" : "fixed \($0)" } ?? "fixed"
    case "ignored": return "ignored"
    default: return issue.isNew ? "new" : ""
    }
  }

  /// Returns reports, one per line.
  package func reports(_ reports: [StoredReport]) -> String {
    guard !reports.isEmpty else { return Self.nothing }
    var table = TextTable(["REPORT", "TIME", "APP", "WHAT", "ISSUE"], style)
    table.wide = 3
    for report in reports {
      var what = report.headline
      if report.issueStatus.variantOf != nil { what += " (variant)" }
      if report.isDamaged { what += " (damaged)" }
      table.add([
        report.issueStatus.shortReport ?? "", clock.dateAndTime(report.time), report.assessment.report.appText, what,
        report.issueStatus.shortIssue ?? "",
      ])
    }
    return table.text
  }

  /// Returns the inputs that were not recorded.
  package func problems(_ problems: [HistoryProblem]) -> String {
    guard !problems.isEmpty else { return "All inputs were recorded.\n" }
    var renderer = TextRenderer(style)
    for problem in problems {
      let times = problem.attempts > 1 ? " (\(problem.attempts) times)" : ""
      renderer.line(Terminal.quotedFileName(problem.path))
      renderer.line("  " + clock.dateAndTime(problem.at) + times + "  " + problem.message)
    }
    return renderer.text
  }

  /// Returns everything about an issue.
  package func issue(_ story: IssueStory) -> String {
    let issue = story.issue
    var renderer = TextRenderer(style)
    renderer.line("\(issue.shortID)  \(issue.title)")
    let location = issue.location.map { $0.isEmpty ? "" : "  at " + $0 } ?? ""
    renderer.line("  " + (issue.pattern ?? "not recognized") + location)
    renderer.line("  first  " + clock.dateAndTime(issue.firstSeen))
    renderer.line("  last   " + clock.dateAndTime(issue.lastSeen))
    // Builds are ordered by number, not by time: the earliest report may be of a later build.
    let builds = Self.builds(issue)
    if !builds.isEmpty { renderer.line("  builds " + builds) }
    renderer.line("  " + Self.sums(story).joined(separator: ", "))
    renderer.line("  30 days  " + Sparkline.text(story.daily, ascii: style.ascii))
    renderer.line("  key    v\(Signature.currentVersion) \(issue.kind)  \(issue.signature)  \(issue.id)")
    if issue.state != "open" || issue.regressedAt != nil { renderer.line("  state  " + stateWord(issue)) }
    if let note = issue.note { renderer.line("  note   " + note) }
    for merged in story.relations.parts {
      renderer.line(
        "  with   \(merged.key)  \(merged.kind)  \(countText(merged.count, "report")): \(Self.reason(merged.reason))")
    }
    if !story.relations.related.isEmpty {
      let ids = story.relations.related.prefix(5).map { "\($0.shortID) (\($0.kind))" }.joined(separator: ", ")
      renderer.line("  see    \(ids): same blamed function")
    }
    for event in story.events { renderer.line("  " + self.event(event)) }
    for facet in story.facets {
      renderer.blank()
      summary(facet, &renderer)
    }
    renderer.blank()
    return renderer.text + reports(story.reports)
  }

  private static func sums(_ story: IssueStory) -> [String] {
    let spread = story.spread
    let others = [
      (spread.variants, "variant"), (spread.machines, "machine"), (spread.devices, "model"), (spread.systems, "system"),
    ]
    return [countText(story.issue.count, "report")] + others.filter { $0.0 > 0 }.map { countText($0.0, $0.1) }
  }

  /// Returns why an issue was merged into another.
  private static func reason(_ reason: String) -> String {
    switch reason {
    case "symbols": "same reports, read without symbols"
    case "incident": "same crash, read in another format"
    case "detail": "same frames, in less detail"
    default: "merged manually"
    }
  }

  private func event(_ event: IssueEvent) -> String {
    var text = clock.dateAndTime(event.at) + "  " + event.words
    if !event.by.isEmpty { text += " by " + event.by }
    if !event.note.isEmpty { text += ": " + event.note }
    return text
  }

  private func summary(_ facet: FacetTable, _ renderer: inout TextRenderer) {
    var table = TextTable(["  " + facet.facet.title.uppercased(), "N", "SHARE", "OF ALL REPORTS"], style)
    table.rightAligned = [1, 2, 3]
    for (name, row) in zip(FacetCount.names(facet.rows), facet.rows).prefix(12) {
      let ofAll = row.ofAll.flatMap { count in facet.totalOfAll.map { Self.share(count, $0) } }
      table.add([
        "  " + (name ?? "not stated"), String(row.count), Self.share(row.count, facet.total), ofAll ?? "",
      ])
    }
    renderer.table(table)
    let rest = facet.rows.count - 12
    if rest > 0 { renderer.line("    and \(rest) more") }
  }

  /// Returns the number of reports for each value of a facet, and its share.
  package func counts(_ facet: FacetTable, limit: Int) -> String {
    guard !facet.rows.isEmpty else { return "No reports.\n" }
    var table = TextTable([facet.facet.title.uppercased(), "N", "SHARE"], style)
    table.rightAligned = [1, 2]
    let shown = limit > 0 ? facet.rows.prefix(limit) : facet.rows[...]
    for (name, row) in zip(FacetCount.names(facet.rows), shown) {
      table.add([name ?? "not stated", String(row.count), Self.share(row.count, facet.total)])
    }
    let rest = facet.rows.count - shown.count
    return table.text + (rest > 0 ? "and \(rest) more: --limit 0\n" : "")
  }

  /// Returns a rounded percentage. A share that is not zero is never shown as 0 %, nor an incomplete one as 100 %.
  private static func share(_ part: Int, _ total: Int) -> String {
    guard total > 0 else { return "" }
    let percent = Double(part) * 100 / Double(total)
    if part > 0, percent < 1 { return "< 1 %" }
    if part < total, percent > 99 { return "> 99 %" }
    return "\(Int(percent.rounded())) %"
  }

  /// Returns everything that is stored of a report.
  package func report(_ report: StoredReport) -> String {
    let read = report.assessment.report
    var renderer = TextRenderer(style)
    renderer.line("\(report.issueStatus.shortReport ?? "")  \(report.headline)")
    func line(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      renderer.line("  " + name.padded(to: 9) + value)
    }
    for finding in report.findings {
      line("pattern", "\(finding.pattern) (\(finding.confidence.rawValue), cause \(finding.certaintyOfCause.rawValue))")
      if let blame = finding.blame {
        line(
          "at",
          [blame.function, blame.file.map { $0 + (blame.line.map { ":\($0)" } ?? "") }].compactMap { $0 }.joined(
            separator: "  "))
      }
      line("do this", finding.remedy.first)
    }
    line("app", read.appText)
    line("system", [read.host.os, read.host.device].compactMap { $0 }.joined(separator: ", "))
    line("crashed", read.times?.crashed?.asWritten)
    line("recorded", clock.dateAndTime(report.seenAt))
    line("issue", "\(report.issueStatus.shortIssue ?? "") (\(countText(report.issueStatus.count ?? 0, "report")))")
    line("variant", report.issueStatus.variantOf.map { "of report \($0); not counted again" })
    if report.isDamaged { line("damaged", "parts of the report could not be read") }
    line("incident", read.incident)
    line("labels", report.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))
    line("file", report.path)
    line("digest", report.digest.description)
    return renderer.text
  }

  /// Returns the issues and reports that an ambiguous ID may refer to.
  package func candidates(_ matches: [HistoryStore.Match]) -> String {
    var renderer = TextRenderer(style)
    for match in matches {
      switch match {
      case .issue(let issue): renderer.line("  issue   \(issue.shortID.padded(to: 12))  \(issue.title)")
      case .report(let report):
        renderer.line("  report  \((report.issueStatus.shortReport ?? "").padded(to: 12))  \(report.headline)")
      }
    }
    return renderer.text
  }

  private static func builds(_ issue: StoredIssue) -> String {
    guard let first = issue.firstBuild ?? issue.lastBuild else { return "" }
    let last = issue.lastBuild ?? first
    return first == last ? first : first + "–" + last
  }

  /// Returns the age of a time: `5 min`, `2 h`, `6 d`.
  private func age(_ time: Timestamp) -> String {
    let seconds = clock.now.seconds - time.seconds
    switch seconds {
    case ..<60: return "now"
    case ..<3600: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}

/// The contents of the page of an issue.
package struct IssueStory {
  /// The issue, with the totals of all its reports.
  package var issue: StoredIssue
  /// The number of variants, systems, devices and machines of its reports.
  package var spread: IssueSpread
  /// Its latest reports, the latest first.
  package var reports: [StoredReport]
  /// The changes of its state, as `HistoryStore.events(of:)` lists them.
  package var events: [IssueEvent]
  /// The issues merged into it, and the issues that blame the same function.
  package var relations: IssueRelations
  /// The number of reports on each of the last 30 days.
  package var daily: [Int]
  /// The values that its reports have in common; empty unless requested.
  package var facets: [FacetTable]

  /// Creates a story from its parts.
  package init(
    issue: StoredIssue, spread: IssueSpread, reports: [StoredReport], events: [IssueEvent], relations: IssueRelations,
    daily: [Int], facets: [FacetTable]
  ) {
    self.issue = issue
    self.spread = spread
    self.reports = reports
    self.events = events
    self.relations = relations
    self.daily = daily
    self.facets = facets
  }
}
