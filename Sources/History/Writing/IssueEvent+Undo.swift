package import Vocabulary

/// Undoing changes: an event is never removed, because copies of the history on other machines have it, too. A further event
/// names it, and states are computed from the others.
extension IssueEvent {
  /// What identifies the event among those of its issue: kind and time, such as `resolve 1764288000`. Events of one
  /// issue have different times, unless two machines recorded them in the same second; then both are meant.
  package var mark: String { "\(what.rawValue) \(at.seconds)" }

  /// The kind and the time of the event that this one takes back; `nil` for other events and for a malformed value.
  package var undone: (what: What, at: Timestamp)? {
    guard what == .undo else { return nil }
    let words = value.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let what = What(rawValue: String(words[0])), what.canBeUndone,
      let seconds = Int(words[1]), String(seconds) == words[1], Self.times.contains(seconds)
    else { return nil }
    return (what, Timestamp(seconds: seconds))
  }

  /// The times of events: until the year 9999, as dates are written.
  private static let times = 0..<253_402_300_800

  /// Whether the event merges an issue or separates it, or takes such an event back.
  var affectsMerging: Bool {
    let concerned = undone?.what ?? what
    return concerned == .merge || concerned == .split
  }

  /// Returns the events that are not undone, in the same order. An event takes back only events of its own key.
  package static func effective(_ events: [IssueEvent]) -> [IssueEvent] {
    let undone = events.lazy.filter { $0.what == .undo }.map { $0.issue + " " + $0.value }
    guard !undone.isEmpty else { return events }
    let marks = Set(undone)
    return events.filter { !$0.what.canBeUndone || !marks.contains($0.issue + " " + $0.mark) }
  }

  /// Returns the latest change that is not undone; `nil` if there is none.
  ///
  /// - Parameter events: The events of an issue, oldest first.
  package static func latestChange(_ events: [IssueEvent]) -> IssueEvent? {
    effective(events).last { $0.what.canBeUndone }
  }

  /// Creates the event that takes this one back.
  package func undo(at now: Timestamp, by author: String) -> IssueEvent {
    IssueEvent(issue: issue, at: now, what: .undo, value: mark, by: author)
  }
}

extension IssueEvent.What {
  /// Whether the user can take an event of this kind back.
  var canBeUndone: Bool {
    switch self {
    case .resolve, .reopen, .ignore, .note, .merge, .split: true
    case .undo, .regressed: false
    }
  }
}
