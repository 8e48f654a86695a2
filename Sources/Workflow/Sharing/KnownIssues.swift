import History
import Vocabulary

/// The issues of a shared history, for a machine that records without a copy: its own file knows only its own reports.
final class KnownIssues {
  private let summary: SummaryCopy
  private lazy var opened: Result<HistoryStore, any Error> = Result { try summary.open(.brief) }

  init(_ summary: SummaryCopy) { self.summary = summary }

  /// The opened summary; `nil` if the server is not available.
  var store: HistoryStore? { try? opened.get() }

  func close() { store?.close() }

  /// Returns the status of an issue according to both this machine and the summary. Without a summary, a status `new`
  /// would be a guess, and is `unavailable`.
  func completed(_ own: IssueStatus, now: Timestamp) -> IssueStatus {
    guard let key = own.issue, own.status == .new || own.status == .known || own.status == .regressed else {
      return own
    }
    let known: IssueStatus?
    do { known = try opened.get().issueStatus(withKey: key, now: now) } catch {
      var status = own
      if own.status == .new { status.status = .unavailable }
      return status
    }
    guard let known else { return own }
    var status = own
    if own.status == .new { status.status = .known }
    (status.issue, status.shortIssue) = (known.issue, known.shortIssue)
    status.count = max(own.count ?? 0, known.count ?? 0)
    status.firstSeen = [own.firstSeen, known.firstSeen].compactMap { $0 }.min()
    status.lastSeen = [own.lastSeen, known.lastSeen].compactMap { $0 }.max()
    status.previouslySeen = own.previouslySeen ?? known.lastSeen
    (status.firstBuild, status.lastBuild) = (known.firstBuild, known.lastBuild)
    (status.state, status.resolvedIn) = (known.state, known.resolvedIn)
    return status
  }
}
