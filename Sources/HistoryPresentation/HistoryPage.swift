import CrashReports
import Diagnosis
import Documents
package import History
package import Presentation
import Signatures
import Trends
import Vocabulary

/// What the history answers, for people.
package struct HistoryPage {
  private let clock: LocalClock
  private let style: PresentationStyle

  /// Creates a page that shows times by `clock`.
  package init(_ clock: LocalClock, _ style: PresentationStyle) {
    self.clock = clock
    self.style = style
  }

  private static let nothing = "Nothing is recorded yet, or nothing that the filters let through.\n"

  /// Issues, one on a line.
  ///
  /// - Parameter daily: reports of each of the last `days` days, by the issue's key.
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

  /// `fixed 405`, `regressed in 412`, `ignored`, `new`: what is worth a word.
  private func stateWord(_ issue: StoredIssue) -> String {
    if let build = issue.regressedIn { return build.isEmpty ? "regressed" : "regressed in \(build)" }
    switch issue.state {
    case "resolved": return issue.resolvedIn.map { $0.isEmpty ? "fixed" : "fixed \($0)" } ?? "fixed"
    case "ignored": return "ignored"
    default: return clock.now.seconds - issue.firstSeen.seconds < 7 * 86_400 ? "new" : ""
    }
  }

  /// Reports, one on a line.
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

  /// Inputs that were not stored.
  package func problems(_ problems: [HistoryProblem]) -> String {
    guard !problems.isEmpty else { return "Every input was stored.\n" }
    var page = Page(style)
    for problem in problems {
      let times = problem.attempts > 1 ? " (\(problem.attempts) times)" : ""
      page.line(Terminal.quotedFileName(problem.path))
      page.line("  " + clock.dateAndTime(problem.at) + times + "  " + problem.message)
    }
    return page.text
  }

  /// All of an issue.
  package func issue(_ story: IssueStory) -> String {
    let issue = story.issue
    var page = Page(style)
    page.line("\(issue.shortID)  \(issue.title)")
    let location = issue.location.map { $0.isEmpty ? "" : "  at " + $0 } ?? ""
    page.line("  " + (issue.pattern ?? "not recognised") + location)
    page.line("  first  " + clock.dateAndTime(issue.firstSeen) + Self.build(issue.firstBuild))
    page.line("  last   " + clock.dateAndTime(issue.lastSeen) + Self.build(issue.lastBuild))
    page.line("  " + Self.sums(story).joined(separator: ", "))
    page.line("  30 days  " + Sparkline.text(story.daily, ascii: style.ascii))
    page.line("  key    v\(Signature.currentVersion) \(issue.kind)  \(issue.signature)  \(issue.id)")
    if issue.state != "open" || issue.regressedAt != nil { page.line("  state  " + stateWord(issue)) }
    if let note = issue.note { page.line("  note   " + note) }
    for part in story.relations.parts {
      page.line(
        "  with   \(part.key)  \(part.kind)  \(Self.counted(part.count, "report")): \(Self.reason(part.reason))")
    }
    if !story.relations.related.isEmpty {
      let ids = story.relations.related.prefix(5).map { "\($0.shortID) (\($0.kind))" }.joined(separator: ", ")
      page.line("  see    \(ids): the same function is blamed")
    }
    for event in story.events { page.line("  " + self.event(event)) }
    for facet in story.facets {
      page.blank()
      summary(facet, &page)
    }
    page.blank()
    return page.text + reports(story.reports)
  }

  private static func sums(_ story: IssueStory) -> [String] {
    let spread = story.spread
    let others = [
      (spread.variants, "variant"), (spread.machines, "machine"), (spread.devices, "model"), (spread.systems, "system"),
    ]
    return [counted(story.issue.count, "report")] + others.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
  }

  /// Why an issue is a part of another.
  private static func reason(_ reason: String) -> String {
    switch reason {
    case "symbols": "the same reports, read without symbols"
    case "incident": "the same crash, read in another form"
    case "detail": "the same frames, told with less detail"
    default: "merged by you"
    }
  }

  private func event(_ event: IssueEvent) -> String {
    var text = clock.dateAndTime(event.at) + "  " + event.words
    if !event.by.isEmpty { text += " by " + event.by }
    if !event.note.isEmpty { text += ": " + event.note }
    return text
  }

  private func summary(_ facet: FacetTable, _ page: inout Page) {
    var table = TextTable(["  " + facet.facet.title.uppercased(), "N", "SHARE", "OF ALL REPORTS"], style)
    table.rightAligned = [1, 2, 3]
    for row in facet.rows.prefix(12) {
      let ofAll = row.ofAll.flatMap { count in facet.totalOfAll.map { Self.share(count, $0) } }
      table.add([
        "  " + (row.value ?? "not stated"), String(row.count), Self.share(row.count, facet.total), ofAll ?? "",
      ])
    }
    page.table(table)
    let rest = facet.rows.count - 12
    if rest > 0 { page.line("    and \(rest) more") }
  }

  /// Reports by a facet, and the share of each value.
  package func counts(_ facet: FacetTable, limit: Int) -> String {
    guard !facet.rows.isEmpty else { return "No reports.\n" }
    var table = TextTable([facet.facet.title.uppercased(), "N", "SHARE"], style)
    table.rightAligned = [1, 2]
    let shown = limit > 0 ? facet.rows.prefix(limit) : facet.rows[...]
    for row in shown { table.add([row.value ?? "not stated", String(row.count), Self.share(row.count, facet.total)]) }
    let rest = facet.rows.count - shown.count
    return table.text + (rest > 0 ? "and \(rest) more: --limit 0\n" : "")
  }

  /// Per cent, rounded; small shares are not made to look like none.
  private static func share(_ part: Int, _ whole: Int) -> String {
    guard whole > 0 else { return "" }
    let percent = Double(part) * 100 / Double(whole)
    if part > 0, percent < 1 { return "< 1 %" }
    if part < whole, percent > 99 { return "> 99 %" }
    return "\(Int(percent.rounded())) %"
  }

  /// All that is kept of a report.
  package func report(_ report: StoredReport) -> String {
    let read = report.assessment.report
    var page = Page(style)
    page.line("\(report.issueStatus.shortReport ?? "")  \(report.headline)")
    func line(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      page.line("  " + name.padded(to: 9) + value)
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
    line("issue", "\(report.issueStatus.shortIssue ?? "") (\(Self.counted(report.issueStatus.count ?? 0, "report")))")
    line("variant", report.issueStatus.variantOf.map { "of report \($0); not counted again" })
    if report.isDamaged { line("damaged", "parts of it could not be read") }
    line("incident", read.incident)
    line("labels", report.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))
    line("file", report.path)
    line("digest", report.digest.description)
    return page.text
  }

  /// What an ambiguous id may mean.
  package func candidates(_ matches: [HistoryStore.Match]) -> String {
    var page = Page(style)
    for match in matches {
      switch match {
      case .issue(let issue): page.line("  issue   \(issue.shortID.padded(to: 12))  \(issue.title)")
      case .report(let report):
        page.line("  report  \((report.issueStatus.shortReport ?? "").padded(to: 12))  \(report.headline)")
      }
    }
    return page.text
  }

  private static func build(_ build: String?) -> String { build.map { "  build " + $0 } ?? "" }

  private static func builds(_ issue: StoredIssue) -> String {
    guard let first = issue.firstBuild ?? issue.lastBuild else { return "" }
    let last = issue.lastBuild ?? first
    return first == last ? first : first + "–" + last
  }

  /// `1 report`, `2 reports`.
  package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// `5 min`, `2 h`, `6 d`: how long ago.
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

/// All that is shown of an issue.
package struct IssueStory {
  /// The issue, with the sums of all its reports.
  package var issue: StoredIssue
  /// How many variants, systems, devices and machines its reports have.
  package var spread: IssueSpread
  /// Its latest reports, latest first.
  package var reports: [StoredReport]
  /// Changes of its state, as `HistoryStore.events(of:)` lists them.
  package var events: [IssueEvent]
  /// Its parts and the issues that blame the same function.
  package var relations: IssueRelations
  /// Reports of each of the last 30 days.
  package var daily: [Int]
  /// Empty unless asked for.
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
