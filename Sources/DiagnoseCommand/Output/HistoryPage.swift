import CrashReports
import Diagnosis
import History
import Presentation
import Vocabulary

/// What the history answers, for people.
struct HistoryPage {
  private let session: Session
  private let style: PresentationStyle

  init(_ session: Session, _ style: PresentationStyle) {
    self.session = session
    self.style = style
  }

  func issues(_ issues: [StoredIssue]) -> String {
    guard !issues.isEmpty else { return "Nothing is recorded yet, or nothing that the filters let through.\n" }
    var table = TextTable(["ISSUE", "WHAT", "WHERE", "N", "LAST", "BUILDS"], style)
    table.wide = 1
    table.rightAligned = [3]
    for issue in issues {
      table.add([
        issue.shortID, issue.title, issue.place ?? "", String(issue.count), age(issue.lastSeen), builds(issue),
      ])
    }
    return table.text
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

  func issue(_ issue: StoredIssue, _ spread: IssueSpread, _ reports: [StoredReport]) -> String {
    var text = "\(issue.shortID)  \(Terminal.escaped(issue.title))\n"
    text += "  " + Terminal.escaped(issue.pattern ?? "not recognised")
    if let place = issue.place, !place.isEmpty { text += "  at " + Terminal.escaped(place) }
    text += "\n"
    text += "  first  " + session.local(issue.firstSeen, withDate: true) + build(issue.firstBuild) + "\n"
    text += "  last   " + session.local(issue.lastSeen, withDate: true) + build(issue.lastBuild) + "\n"
    var sums = [Self.counted(issue.count, "report")]
    if spread.variants > 0 { sums.append(Self.counted(spread.variants, "variant")) }
    if spread.machines > 0 { sums.append(Self.counted(spread.machines, "machine")) }
    if spread.devices > 0 { sums.append(Self.counted(spread.devices, "model")) }
    if spread.systems > 0 { sums.append(Self.counted(spread.systems, "system")) }
    text += "  " + sums.joined(separator: ", ") + "\n\n"
    return text + self.reports(reports)
  }

  func report(_ report: StoredReport) -> String {
    var text = "\(report.standing.shortReport ?? "")  \(Terminal.escaped(report.headline))\n"
    func line(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      text += "  " + name.padded(to: 9) + Terminal.escaped(value) + "\n"
    }
    for finding in report.assessment.findings {
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
