package import History
import HistoryPresentation
import Presentation
package import Vocabulary
import Workflow

/// A change of an issue by the user, with the checks that commands and pages share.
package struct IssueChange: Sendable {
  /// What changes.
  package enum Action: Sendable, Equatable {
    /// The issue is fixed. A build is checked; with `isForced`, what contradicts it is only stated.
    case resolve(build: String?, isForced: Bool)
    case reopen
    /// The issue is not shown in trends, until a time or without an end.
    case ignore(until: Timestamp?)
    case note
    /// The issue is merged into the issue with this ID.
    case merge(into: String)
    /// The latest change that is not undone is taken back.
    case undo
  }

  /// Why a change was not made.
  package struct Refusal: Error, Equatable, Sendable {
    /// What was wrong; escaped.
    package var message: String
    /// What to do; escaped. `nil` if nothing helps, or only to force the change.
    package var hint: String?
    /// When the change can be forced, as the beginning of a sentence that ends with how; `nil` if it cannot be.
    package var forcing: String?
  }

  /// A change that was made.
  package struct Outcome: Sendable {
    /// The issue after the change.
    package var issue: StoredIssue
    /// What the history knows about the change, in one line, escaped; `nil` for nothing.
    package var finding: String?
    /// The event that was recorded.
    package var event: IssueEvent
  }

  /// What changes.
  package var action: Action
  /// A note that is stored with the change; empty for none.
  package var note: String

  /// Creates a change, which nothing has checked yet.
  package init(_ action: Action, note: String = "") { (self.action, self.note) = (action, note) }

  /// Makes the change and records it, so that it can be undone.
  ///
  /// - Throws: `Refusal` if it does not fit the issue, and `CommandFault` if an ID is unknown or ambiguous.
  package func apply(
    to issue: StoredIssue, in store: HistoryStore, at now: Timestamp, by author: String
  ) throws -> Outcome {
    var finding: String?
    var event = IssueEvent(issue: issue.id, at: now, what: .note, by: author, note: note)
    switch action {
    case .resolve(let build, let isForced):
      (event.what, event.value) = (.resolve, build ?? "")
      finding = try build.map { try evidence(of: $0, issue, store, isForced) }
    case .reopen: event.what = .reopen
    case .ignore(let until):
      if let until, until <= now {
        throw Refusal(
          message: "\(until.date) is not in the future, so that the issue would not be ignored",
          hint: "Name a later day, or none.")
      }
      (event.what, event.value) = (.ignore, until?.rfc3339 ?? "")
    case .note: break
    case .merge(let other):
      let target = try IssueAnswer.issue(other, store)
      guard target.id != issue.id else {
        throw Refusal(message: "\(issue.shortID) and \(target.shortID) are already the same issue")
      }
      (event.what, event.value) = (.merge, target.id)
    case .undo:
      guard let latest = IssueEvent.latestChange(try store.events(of: issue)) else {
        throw Refusal(message: "\(issue.shortID) has no change that can be undone")
      }
      event = latest.undo(at: now, by: author)
      finding = "\(latest.words.headlineInMessage), \(latest.at.rfc3339)"
    }
    guard let after = try store.add(event) else { throw CommandFault(.nothingDone, "the issue no longer exists") }
    return Outcome(issue: after, finding: finding, event: event)
  }

  /// Returns what the history knows about the build of a fix. Throws if it contradicts the fix, unless that is accepted.
  private func evidence(
    of build: String, _ issue: StoredIssue, _ store: HistoryStore, _ isForced: Bool
  ) throws -> String {
    let evidence = try store.fixEvidence(in: build, of: issue)
    let shown = build.headlineInMessage
    if let first = evidence.later.first?.build, let last = evidence.later.last?.build {
      let builds =
        first == last
        ? "build \(first.headlineInMessage)" : "builds \(first.headlineInMessage) to \(last.headlineInMessage)"
      let reports =
        "\(countText(evidence.laterReports, "report")) of \(builds) \(evidence.laterReports == 1 ? "is" : "are") already recorded"
      if isForced { return reports }
      throw Refusal(
        message: "\(issue.shortID) is not fixed in \(shown): \(reports)",
        forcing: "Name a later build, or record the fix nevertheless")
    }
    if evidence.isKnown { return "no report of this issue from build \(shown) or a later one is recorded" }
    if isForced { return "build \(shown) is not known yet" }
    let known = evidence.latestBuilds.map(\.headlineInMessage).joined(separator: ", ")
    throw Refusal(
      message: "build \(shown) of this app is unknown",
      hint: known.isEmpty ? "No report of the issue names a build." : "Latest builds: \(known).",
      forcing: "For a build that is not known yet")
  }
}
