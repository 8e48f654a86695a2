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
  let clock: LocalClock
  let style: PresentationStyle

  /// Creates a page that shows times in the zone of `clock`.
  package init(_ clock: LocalClock, _ style: PresentationStyle) {
    self.clock = clock
    self.style = style
  }

  /// Returns what an empty list says.
  package func nothing(isHistoryEmpty: Bool) -> String {
    isHistoryEmpty
      ? "The history is empty. To record reports: diagnose ingest FOLDER\n"
      : "No recorded failure matches. To list all: diagnose history\n"
  }

  /// Returns the line below a list that is not complete.
  package func footer(_ shown: Int, of count: Int) -> String {
    "\(TrendWording.grouped(shown)) of \(TrendWording.grouped(count)) (--limit 0 for all)\n"
  }

  /// Returns issues, two lines each: what happened, and below it how often, when, in which builds and where.
  ///
  /// - Parameter daily: The number of reports on each of the last `days` days, by the issue's key.
  package func issues(_ issues: [StoredIssue], _ daily: [String: [Int]], days: Int) -> String {
    var renderer = TextRenderer(style)
    let indent = (issues.map(\.shortID.utf8.count).max() ?? 0) + 2
    for issue in issues {
      let bars = Sparkline.text(
        Sparkline.folded(daily[issue.id] ?? [Int](repeating: 0, count: days), to: 10), ascii: style.ascii)
      let state = state(issue)
      let title = style.shown(issue.title)
      let room = renderer.width - indent - 2 - (state.map { DisplayWidth.of($0.text) + 2 } ?? 0)
      renderer.line(
        [
          StyledText(issue.shortID.padded(to: indent), .cyan),
          StyledText(title.cutMiddle(to: max(room, 16), ascii: style.ascii), .bold),
        ], right: state.map { StyledText($0.text, $0.style) })
      var facts = [countText(issue.count, "report")]
      if let devices = issue.devices { facts.append(countText(devices, "device")) }
      facts.append(age(issue.lastSeen))
      let builds = Self.builds(issue)
      if !builds.isEmpty { facts.append((builds.contains("–") ? "builds " : "build ") + builds) }
      if let location = issue.location, !location.isEmpty, !issue.title.contains(location) { facts.append(location) }
      let line = style.shown(facts.joined(separator: " · "))
      let rest = renderer.width - indent - 4 - DisplayWidth.of(bars)
      renderer.line(
        [
          StyledText(String(repeating: " ", count: indent)),
          StyledText(line.cutMiddle(to: max(rest, 16), ascii: style.ascii)),
        ],
        right: StyledText(bars))
    }
    return renderer.text
  }

  /// Returns the state of an issue with its style, if it is notable.
  func state(_ issue: StoredIssue) -> (text: String, style: TextStyle)? {
    let words = style.shown(stateWord(issue))
    guard !words.isEmpty else { return nil }
    return (words, issue.regressedIn != nil ? .red : issue.isNew && issue.state == "open" ? .yellow : .dim)
  }

  /// Returns the state of an issue if it is notable: `resolved in 405`, `regressed in 412`, `ignored`, `new`.
  private func stateWord(_ issue: StoredIssue) -> String {
    if let build = issue.regressedIn { return build.isEmpty ? "regressed" : "regressed in \(build)" }
    switch issue.state {
    case "resolved": return issue.resolvedIn.map { $0.isEmpty ? "resolved" : "resolved in \($0)" } ?? "resolved"
    case "ignored": return "ignored"
    default: return issue.isNew ? "new" : ""
    }
  }

  /// Returns reports, two lines each: what happened and the issue, and below it when and in which app.
  package func reports(_ reports: [StoredReport]) -> String {
    var renderer = TextRenderer(style)
    let indent = (reports.compactMap { $0.issueStatus.shortReport?.utf8.count }.max() ?? 0) + 2
    for report in reports {
      let issue = report.issueStatus.shortIssue.map { "issue " + $0 } ?? ""
      let room = renderer.width - indent - issue.utf8.count - 4
      renderer.line(
        [
          StyledText((report.issueStatus.shortReport ?? "").padded(to: indent), .cyan),
          StyledText(style.shown(report.headline).cutMiddle(to: max(room, 16), ascii: style.ascii), .bold),
        ], right: StyledText(issue, .dim))
      var facts = [clock.dateAndTime(report.time)] + ShownReport(report.presented).values(in: .list).map(\.text)
      if report.issueStatus.variantOf != nil { facts.append("variant") }
      if report.isDamaged { facts.append("damaged") }
      let line = style.shown(facts.filter { !$0.isEmpty }.joined(separator: " · "))
      renderer.line(
        StyledText(String(repeating: " ", count: indent)),
        StyledText(line.cutMiddle(to: renderer.width - indent, ascii: style.ascii)))
    }
    return renderer.text
  }

  /// Returns the inputs that were not recorded.
  package func problems(_ problems: [HistoryProblem]) -> String {
    guard !problems.isEmpty else { return "No problems: all inputs were recorded.\n" }
    var renderer = TextRenderer(style)
    for problem in problems {
      let times = problem.attempts > 1 ? " (\(problem.attempts) times)" : ""
      renderer.line(Terminal.quotedFileName(problem.path))
      renderer.line("  " + clock.dateAndTime(problem.at) + times + "  " + problem.message)
    }
    return renderer.text
  }

  /// Returns why an issue was merged into another.
  static func reason(_ reason: String) -> String {
    switch reason {
    case "symbols": "same reports, read without symbols"
    case "incident": "same crash, read in another format"
    case "detail": "same frames, in less detail"
    default: "merged manually"
    }
  }

  func event(_ event: IssueEvent) -> String {
    var text = clock.dateAndTime(event.at) + "  " + event.words
    if !event.by.isEmpty { text += " by " + event.by }
    if !event.note.isEmpty { text += ": " + event.note }
    return text
  }

  func summary(_ facet: FacetTable, _ renderer: inout TextRenderer) {
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
  /// - Parameters:
  ///   - areSelected: Whether only the reports of a period, or with some properties, are counted.
  ///   - isHistoryEmpty: Whether the history has no report at all.
  package func counts(_ facet: FacetTable, limit: Int, areSelected: Bool, isHistoryEmpty: Bool) -> String {
    guard !facet.rows.isEmpty else {
      guard facet.facet.isLabel, !isHistoryEmpty else { return nothing(isHistoryEmpty: isHistoryEmpty) }
      let subject = areSelected ? "None of the selected reports" : "No report"
      return "\(subject) has the label \(facet.facet.id).\n"
    }
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
  static func share(_ part: Int, _ total: Int) -> String {
    guard total > 0 else { return "" }
    let percent = Double(part) * 100 / Double(total)
    if part > 0, percent < 1 { return "< 1 %" }
    if part < total, percent > 99 { return "> 99 %" }
    return "\(Int(percent.rounded())) %"
  }

  private static func builds(_ issue: StoredIssue) -> String {
    guard let first = issue.firstBuild ?? issue.lastBuild else { return "" }
    let last = issue.lastBuild ?? first
    return first == last ? first : first + "–" + last
  }

  /// Returns the age of a time: `5 min ago`, `2 h ago`, `6 d ago`.
  private func age(_ time: Timestamp) -> String {
    let seconds = clock.now.seconds - time.seconds
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return "\(seconds / 60) min ago"
    case ..<172_800: return "\(seconds / 3600) h ago"
    default: return "\(seconds / 86_400) d ago"
    }
  }
}
