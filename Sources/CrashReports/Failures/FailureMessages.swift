import Bytes

/// Messages that state only that Interface Builder's agent ended.
enum AgentEnd {
  private static let phrases: [StaticString] = [
    "agent crashed", "tool crashed", "threw an exception", "raised an exception",
  ]
  /// The maximum length of such a message in bytes; longer ones have a reason.
  private static let maxLength = 72

  static func isOnlyStatement(_ cause: String) -> Bool {
    guard cause.utf8.count <= maxLength else { return false }
    let lowered = cause.lowercased()
    return phrases.contains { lowered.containsBytes($0) }
  }
}

extension PreviewMessage {
  /// Whether the message reports a failure; false for lines that narrate what Xcode does.
  package var statesFailure: Bool { action != .other || severity != nil }
}

extension DocumentMessage {
  /// The last line of the message in the input, from 1, inclusive.
  package var lastLine: Int { line + text.utf8.count { $0 == 0x0a } }
  /// Whether the message states only that a command or tool failed.
  package var isSymptom: Bool { DocumentPhrases.isSymptom(text) }
  /// Whether the message names neither a document nor a tool, as sentences do that quote it.
  package var isBare: Bool { document == nil && tool == nil }
  /// Whether the message is an error; a message without severity is one.
  package var isError: Bool { severity == .error || severity == nil }
}
