package import History
package import HistoryPresentation
import Signatures
import Vocabulary
package import Workflow

/// What commands and tools show of an issue of the history.
package enum IssueAnswer {
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
    guard !matches.isEmpty else {
      throw CommandFault(
        .nothingDone, "no issue or report with the ID \(Terminal.quotedFileName(id))",
        hint: "To list issues: diagnose history")
    }
    throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(id)) is ambiguous: enter more digits")
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
  package static func story(
    of issue: StoredIssue, _ store: HistoryStore, _ session: Session, withFacets: Bool = false,
    _ scrubber: OutputScrubber? = nil
  ) throws -> IssueStory {
    let reports = try latestReports(of: issue, store)
    var issue = issue
    issue.devices = try store.devices(of: [issue])[issue.id]
    let first = Timestamp(seconds: session.now.seconds - 29 * 86_400)
    var events = try store.events(of: issue)
    if let scrubber { for index in events.indices { events[index].by = scrubber.author(events[index].by) } }
    return IssueStory(
      issue: issue, spread: try store.spread(of: issue), reports: reports, events: events,
      relations: try store.relations(of: issue), daily: try store.daily(of: issue, from: first, to: session.now),
      values: try [Facet.build, .os, .device].map { ($0, try store.counts(of: issue, by: $0)) },
      facets: withFacets ? try store.facets(of: issue) : [],
      associations: try store.associations(of: [issue])[issue.id] ?? [],
      stack: reports.first.map {
        SignatureTrace($0.record.signatureInput, rules: session.historyRules.signatures)
      })
  }
}
