import CrashReports
import Diagnosis
package import History
package import HistoryPresentation
import Presentation
package import Signatures
package import Vocabulary
package import Workflow

/// What commands and tools show of an issue of the history.
package enum IssueAnswer {
  /// Returns the issue or report with an ID. Throws if there is none, or several.
  package static func match(_ id: String, _ store: HistoryStore) throws -> HistoryStore.Match {
    let matches = try store.matches(id)
    if matches.count > 1 { throw ambiguous(id, matches.map(Self.name)) }
    guard let match = matches.first else { throw unknown(id) }
    return match
  }

  /// Returns the issue with an ID, or the issue of the report with that ID.
  package static func issue(_ id: String, _ store: HistoryStore) throws -> StoredIssue {
    let matches = try store.matches(id)
    if matches.count == 1 {
      switch matches[0] {
      case .issue(let issue): return issue
      case .report(let report):
        if let key = report.issueStatus.issue, let issue = try store.issue(key) { return issue }
      }
    }
    let issues = matches.compactMap { match in if case .issue(let issue) = match { issue } else { nil } }
    if issues.count == 1 { return issues[0] }
    if matches.isEmpty { throw unknown(id) }
    throw ambiguous(id, matches.map(Self.name))
  }

  private static func unknown(_ id: String) -> CommandFault {
    CommandFault(
      .nothingDone, "no issue or report with the ID \(Terminal.quotedFileName(id))",
      hint: "To list issues: diagnose history")
  }

  /// The maximum number of issues and reports that the fault about an ambiguous ID lists.
  private static let listed = 4

  /// The fault for an ID with which several issues or reports begin.
  ///
  /// - Parameter names: What begins with it: IDs with a description.
  package static func ambiguous(_ id: String, _ names: [String]) -> CommandFault {
    let rest = names.count > listed ? ", …" : ""
    return CommandFault(
      .nothingDone, "\(Terminal.quotedFileName(id)) is ambiguous: enter more digits",
      hint: names.isEmpty ? nil : "It can be: " + names.prefix(listed).joined(separator: ", ") + rest)
  }

  private static func name(_ match: HistoryStore.Match) -> String {
    switch match {
    case .issue(let issue): "issue \(issue.shortID) (\(issue.title.headlineInMessage.cut(to: 50, ascii: false)))"
    case .report(let report):
      "report \(report.issueStatus.shortReport ?? "") "
        + "(\(report.headline.headlineInMessage.cut(to: 50, ascii: false)))"
    }
  }

  /// Returns the report with an ID, or the latest report of the issue with that ID.
  package static func report(_ id: String, _ store: HistoryStore) throws -> StoredReport {
    let matches = try store.matches(id)
    if matches.count == 1, case .report(let report) = matches[0] { return report }
    let issue = try Self.issue(id, store)
    var filter = HistoryFilter()
    filter.limit = 1
    guard let report = try store.reports(filter, of: issue).first else {
      throw CommandFault(.nothingDone, "the reports of issue \(issue.shortID) were pruned")
    }
    return report
  }

  /// Returns the reports of an issue that its page lists, the latest first.
  package static func latestReports(of issue: StoredIssue, _ store: HistoryStore) throws -> [StoredReport] {
    var filter = HistoryFilter()
    filter.limit = 10
    return try store.reports(filter, of: issue)
  }

  /// Returns what the page of an issue shows.
  ///
  /// - Parameters:
  ///   - withFacets: Whether the story has what the reports of the issue have in common.
  ///   - withTrend: Whether the story has the trend of the issue, for which all issues are compared.
  package static func story(
    of issue: StoredIssue, _ store: HistoryStore, _ session: Session, withFacets: Bool = false,
    withTrend: Bool = false, _ scrubber: OutputScrubber? = nil
  ) throws -> IssueStory {
    let reports = try latestReports(of: issue, store)
    let named = try bestNamed(reports, of: issue, store)
    var issue = issue
    issue.devices = try store.devices(of: [issue])[issue.id]
    let first = Timestamp(seconds: session.now.seconds - 29 * 86_400)
    var events = try store.events(of: issue)
    if let scrubber { for index in events.indices { events[index].by = scrubber.author(events[index].by) } }
    var story = IssueStory(
      issue: issue, spread: try store.spread(of: issue), reports: reports, events: events,
      relations: try store.relations(of: issue), daily: try store.daily(of: issue, from: first, to: session.now),
      values: try [Facet.build, .os, .device].map { ($0, try store.counts(of: issue, by: $0)) },
      facets: withFacets ? try store.facets(of: issue) : [],
      associations: try store.associations(of: [issue])[issue.id] ?? [],
      stack: named.map { SignatureTrace($0.record.signatureInput, rules: session.historyRules.signatures) })
    if named?.digest != reports.first?.digest { story.stackReport = named?.issueStatus.shortReport }
    if withTrend { story.trend = try store.trends(now: session.now, shortIDs: 0).section(of: issue) }
    return story
  }

  /// Returns the source locations of the best findings of reports, then those of the app's frames of a stack.
  package static func locations(of reports: [StoredReport], _ stack: SignatureTrace?) -> [SourceLocation] {
    let blames = reports.compactMap { $0.findings.first?.blame }
    let named = blames.compactMap { blame in blame.file.map { SourceLocation(file: $0, line: blame.line) } }
    let frames = (stack?.frames ?? []).filter { $0.role == .app }
    return named + frames.compactMap { frame in frame.sourceFile.map { SourceLocation(file: $0, line: frame.line) } }
  }

  /// Returns the report whose stack shows most: the one with most named frames, of equal ones the latest; `nil` without
  /// reports.
  ///
  /// - Parameter latest: The latest reports, the latest first.
  package static func bestNamed(
    _ latest: [StoredReport], of issue: StoredIssue, _ store: HistoryStore
  ) throws -> StoredReport? {
    guard let best = try store.bestNamedReport(of: issue), let first = latest.first else { return latest.first }
    return best.record.namedFrames > first.record.namedFrames ? best : first
  }
}
