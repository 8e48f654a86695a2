import CrashReports

extension Evidence {
  /// A message of a shell, a build tool, a debugger or launchd that a signal ended a process.
  ///
  /// - Parameters:
  ///   - signal: The name, such as `SIGABRT`.
  ///   - statement: What the message proves.
  static func printedSignal(_ signal: String, statement: String) -> Evidence {
    .custom(
      CustomEvidence(
        "a message that \(signal) ended a process",
        reason: "The number, the name and the words of the signal have one meaning.", explanations: [statement]
      ) { context in
        guard let printed = context.printedSignals.first(where: { $0.signal == signal }) else { return nil }
        var match = context.match(line: printed.message.line, member: printed.message.text, statement: statement)
        match.isMention = printed.isMention
        return match
      })
  }
}

extension AnalysisContext {
  /// A signal, and the message that states it.
  struct PrintedSignal {
    let signal: String
    let message: ReportMessage
    let isMention: Bool
  }

  /// The maximum number of messages that are searched.
  private static let maxSearched = 1024

  /// Returns the signals that messages of the console state; those that are only mentioned are the last ones.
  func signalsInTexts() -> [PrintedSignal] {
    var found: [PrintedSignal] = []
    for text in texts.prefix(Self.maxSearched) where text.message.origin == .console {
      guard let occurrence = SignalMessage.find(in: text.matchable.lowered) else { continue }
      found.append(
        PrintedSignal(
          signal: occurrence.signal, message: text.message,
          isMention: isMention(text, at: occurrence.start, isKeyword: true)))
    }
    return found.filter { !$0.isMention } + found.filter(\.isMention)
  }
}
