extension CrashReport {
  /// What the report states if the event did not end the process, in the words of `details.action`; `nil` if it does not
  /// state that.
  ///
  /// The exception of such a report has the type of a fatal one, so that a type alone does not show that a process
  /// crashed.
  package var continuation: String? {
    guard let note = exception?.note?.lowercased() else { return nil }
    if note.contains("simulated") { return "none: simulated exception" }
    return note.contains("non-fatal") || note.contains("not a crash") ? "none: non-fatal condition" : nil
  }

  /// True if the event did not end the process: the report is a warning, and never a crash.
  package var processContinued: Bool { kind == .fault || continuation != nil }

  /// Completes a report after reading, by rules that hold for every format: an event that did not end its process is a
  /// fault, and a namespace that is written as a number gets its name.
  mutating func settle() {
    if let namespace = termination?.namespace { termination?.namespace = TerminationNamespaces.named(namespace) }
    guard let continuation else { return }
    if kind == .crash { kind = .fault }
    if detail(.action) == nil { add(.action, continuation) }
  }
}
