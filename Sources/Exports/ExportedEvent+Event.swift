package import History
internal import Vocabulary

extension ExportedEvent {
  /// Creates the exported form of an event.
  package init(_ event: IssueEvent) {
    self.init(
      issue: event.issue, at: event.at, what: event.what.rawValue, by: event.by.isEmpty ? nil : event.by,
      note: event.note.isEmpty ? nil : event.note,
      build: event.what == .merge || event.what == .undo || event.value.isEmpty ? nil : event.value,
      other: event.what == .merge ? event.value : nil, lastBuild: event.lastBuild.isEmpty ? nil : event.lastBuild,
      undoes: event.what == .undo ? event.value : nil)
  }
}

extension IssueEvent {
  /// Creates an event from its exported form; `nil` if this version does not know the kind of event.
  package init?(_ event: ExportedEvent) {
    guard let what = What(rawValue: event.what) else { return nil }
    self.init(
      issue: event.issue, at: event.at, what: what, value: event.other ?? event.undoes ?? event.build ?? "",
      by: event.by ?? "",
      note: event.note ?? "", lastBuild: event.lastBuild ?? "")
  }
}
