internal import Vocabulary

extension IssueEvent {
  /// A description of the event for the user; not escaped.
  package var words: String {
    switch what {
    case .resolve: value.isEmpty ? "resolved" : "resolved in \(value)"
    case .reopen: "reopened"
    case .ignore: value.isEmpty ? "ignored" : "ignored until \(value)"
    case .note: "note"
    case .merge: "merged into \(value)"
    case .split: "split off"
    case .undo: undone.map { "undone: \($0.what.rawValue) of \($0.at.rfc3339)" } ?? "undone"
    case .regressed: value.isEmpty ? "regressed" : "regressed in \(value)"
    }
  }
}
