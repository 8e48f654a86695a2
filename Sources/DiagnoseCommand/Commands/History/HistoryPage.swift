import CrashReports
import Diagnosis
import History
import Presentation
import Signatures
import Trends
import Vocabulary

/// What the history answers, for people.
struct HistoryPage {
  private let session: Session
  private let style: PresentationStyle

  init(_ session: Session, _ style: PresentationStyle) {
    self.session = session
    self.style = style
  }

  /// - Parameter daily: reports of each of the last `days` days, by the issue's key.
  func issues(_ issues: [StoredIssue], _ daily: [String: [Int]], days: Int) -> String {
    guard !issues.isEmpty else { return "Nothing is recorded yet, or nothing that the filters let through.\n" }
    var table = TextTable(["ISSUE", "WHAT", "WHERE", "N", "LAST", "BUILDS", "\(days) DAYS"], style)
    table.wide = 1
    table.rightAligned = [3]
    for issue in issues {
      let bars = Sparkline.text(
        Sparkline.folded(daily[issue.id] ?? [Int](repeating: 0, count: days), to: 10), ascii: style.ascii)
      table.add([
        issue.shortID, issue.title, issue.place ?? "", String(issue.count), age(issue.lastSeen), builds(issue),
        [bars, stateWord(issue)].filter { !$0.isEmpty }.joined(separator: " "),
      ])
    }
    return table.text
  }

  /// `fixed 405`, `back in 412`, `ignored`, `new`: what is worth a word.
  private func stateWord(_ issue: StoredIssue) -> String {
    if let build = issue.regressedIn { return build.isEmpty ? "regressed" : "regressed in \(build)" }
    switch issue.state {
    case "resolved": return issue.resolvedIn.map { $0.isEmpty ? "fixed" : "fixed \($0)" } ?? "fixed"
    case "ignored": return "ignored"
    default: return session.now.seconds - issue.firstSeen.seconds < 7 * 86_400 ? "new" : ""
    }
  }

  func reports(_ reports: [StoredReport]) -> String {
    guard !reports.isEmpty else { return "Nothing is recorded yet, or nothing that the filters let through.\n" }
    var table = TextTable(["REPORT", "TIME", "APP", "WHAT", "ISSUE"], style)
    table.wide = 3
    for report in reports {
      var what = report.headline
      if report.standing.variantOf != nil { what += " (variant)" }
      if report.isDamaged { what += " (damaged)" }
      table.add([
        report.standing.shortReport ?? "", session.local(report.time, withDate: true), app(report), what,
        report.standing.shortIssue ?? "",
      ])
    }
    return table.text
  }

  func problems(_ problems: [HistoryProblem]) -> String {
    guard !problems.isEmpty else { return "Every input was stored.\n" }
    return problems.map { problem in
      let times = problem.attempts > 1 ? " (\(problem.attempts) times)" : ""
      return Terminal.quotedFileName(problem.path) + "\n  " + session.local(problem.at, withDate: true) + times + "  "
        + Terminal.escaped(problem.message) + "\n"
    }.joined()
  }

  func issue(_ story: IssueStory) -> String {
    let issue = story.issue
    var text = "\(issue.shortID)  \(Terminal.escaped(issue.title))\n"
    text += "  " + Terminal.escaped(issue.pattern ?? "not recognised")
    if let place = issue.place, !place.isEmpty { text += "  at " + Terminal.escaped(place) }
    text += "\n"
    text += "  first  " + session.local(issue.firstSeen, withDate: true) + build(issue.firstBuild) + "\n"
    text += "  last   " + session.local(issue.lastSeen, withDate: true) + build(issue.lastBuild) + "\n"
    let spread = story.spread
    var sums = [Self.counted(issue.count, "report")]
    if spread.variants > 0 { sums.append(Self.counted(spread.variants, "variant")) }
    if spread.machines > 0 { sums.append(Self.counted(spread.machines, "machine")) }
    if spread.devices > 0 { sums.append(Self.counted(spread.devices, "model")) }
    if spread.systems > 0 { sums.append(Self.counted(spread.systems, "system")) }
    text += "  " + sums.joined(separator: ", ") + "\n"
    text += "  30 days  " + Sparkline.text(story.daily, ascii: style.ascii) + "\n"
    text +=
      "  key    v\(Signature.currentVersion) \(Terminal.escaped(issue.kind))  \(Terminal.escaped(issue.signature))"
    text += "  \(issue.id)\n"
    let state = stateWord(issue)
    if issue.state != "open" || issue.regressedAt != nil { text += "  state  " + Terminal.escaped(state) + "\n" }
    if let note = issue.note { text += "  note   " + Terminal.escaped(note) + "\n" }
    for part in story.relations.parts {
      text += "  with   \(part.key)  \(Terminal.escaped(part.kind))  \(Self.counted(part.count, "report")): "
      text += Self.reason(part.reason) + "\n"
    }
    if !story.relations.related.isEmpty {
      let ids = story.relations.related.prefix(5).map { "\($0.shortID) (\($0.kind))" }.joined(separator: ", ")
      text += "  see    \(Terminal.escaped(ids)): the same function is blamed\n"
    }
    for event in story.events { text += "  " + self.event(event) + "\n" }
    for table in story.facets { text += "\n" + facet(table) }
    return text + "\n" + reports(story.reports)
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
    var text = session.local(event.at, withDate: true) + "  " + Terminal.escaped(event.words)
    if !event.by.isEmpty { text += " by " + Terminal.escaped(event.by) }
    if !event.note.isEmpty { text += ": " + Terminal.escaped(event.note) }
    return text
  }

  private func facet(_ facet: FacetTable) -> String {
    var table = TextTable(["  " + facet.facet.title.uppercased(), "N", "SHARE", "OF ALL REPORTS"], style)
    table.rightAligned = [1, 2, 3]
    for row in facet.rows.prefix(12) {
      let ofAll = row.ofAll.flatMap { count in facet.totalOfAll.map { Self.share(count, $0) } }
      table.add([
        "  " + (row.value ?? "not stated"), String(row.count), Self.share(row.count, facet.total), ofAll ?? "",
      ])
    }
    let rest = facet.rows.count - 12
    return table.text + (rest > 0 ? "    and \(rest) more\n" : "")
  }

  /// Reports by a facet, and the share of each value.
  func counts(_ facet: FacetTable, limit: Int) -> String {
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

  func report(_ report: StoredReport) -> String {
    var text = "\(report.standing.shortReport ?? "")  \(Terminal.escaped(report.headline))\n"
    func line(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      text += "  " + name.padded(to: 9) + Terminal.escaped(value) + "\n"
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
    line("app", app(report))
    line(
      "system",
      [report.assessment.report.host.os, report.assessment.report.host.device].compactMap { $0 }.joined(separator: ", ")
    )
    line("crashed", report.assessment.report.times?.crashed?.asWritten)
    line("recorded", session.local(report.seenAt, withDate: true))
    line("issue", "\(report.standing.shortIssue ?? "") (\(Self.counted(report.standing.count ?? 0, "report")))")
    line("variant", report.standing.variantOf.map { "of report \($0); not counted again" })
    if report.isDamaged { line("damaged", "parts of it could not be read") }
    line("incident", report.assessment.report.incident)
    line("labels", report.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))
    line("file", report.path)
    line("digest", report.digest.description)
    return text
  }

  /// What an ambiguous id may mean.
  func candidates(_ matches: [HistoryStore.Match]) -> String {
    matches.map { match in
      switch match {
      case .issue(let issue): "  issue   \(issue.shortID.padded(to: 12))  \(Terminal.escaped(issue.title))\n"
      case .report(let report):
        "  report  \((report.standing.shortReport ?? "").padded(to: 12))  \(Terminal.escaped(report.headline))\n"
      }
    }.joined()
  }

  private func app(_ report: StoredReport) -> String { report.assessment.report.appText }

  private func build(_ build: String?) -> String { build.map { "  build " + Terminal.escaped($0) } ?? "" }

  private func builds(_ issue: StoredIssue) -> String {
    guard let first = issue.firstBuild ?? issue.lastBuild else { return "" }
    let last = issue.lastBuild ?? first
    return first == last ? first : first + (style.ascii ? "-" : "–") + last
  }

  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// `5 min`, `2 h`, `6 d`: how long ago.
  private func age(_ time: Timestamp) -> String {
    let seconds = session.now.seconds - time.seconds
    switch seconds {
    case ..<60: return "now"
    case ..<3600: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}

/// All that is shown of an issue.
struct IssueStory {
  var issue: StoredIssue
  var spread: IssueSpread
  var reports: [StoredReport]
  var events: [IssueEvent]
  var relations: IssueRelations
  /// Reports of each of the last 30 days.
  var daily: [Int]
  /// Empty unless asked for.
  var facets: [FacetTable]
}

extension IssueEvent {
  /// What happened, for people; not escaped.
  var words: String {
    switch what {
    case .resolve: value.isEmpty ? "resolved" : "resolved in \(value)"
    case .reopen: "reopened"
    case .ignore: value.isEmpty ? "ignored" : "ignored until \(value)"
    case .note: "note"
    case .merge: "merged into \(value)"
    case .split: "split off"
    case .regressed: value.isEmpty ? "came back" : "came back in \(value)"
    }
  }
}
