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

extension Evidence {
  /// The last error that was printed before the message of a signal, by the same command: captures `lastError`. It is what happened
  /// before, and need not be the cause.
  static func errorBefore(_ signal: String) -> Evidence {
    .custom(
      CustomEvidence(
        "the error that was printed last before the message that \(signal) ended a process",
        reason: "It searches the lines above another one.", explanations: [errorBeforeStatement]
      ) { context in
        guard let printed = context.printedSignals.first(where: { $0.signal == signal }), !printed.isMention,
          let number = printed.message.line, number > 1
        else { return nil }
        for line in context.quotations.lines(max(1, number - maxLinesBetween)...(number - 1)).reversed() {
          if beginsCommand(line.text) || SignalMessage.find(in: MatchableText(line.text).lowered) != nil { return nil }
          guard let error = AnnouncedError.text(in: MatchableText(line.text), isLast: true) else { continue }
          return context.match(
            line: line.number, member: "", statement: errorBeforeStatement,
            captures: ["lastError": AnalysisContext.quoted(error)])
        }
        return nil
      })
  }

  private static let errorBeforeStatement = "This is the last error before the message of the signal."
  /// The maximum number of lines between the error and the signal.
  private static let maxLinesBetween = 12

  /// Returns whether a line is a command at the prompt of a shell: what is above it was printed by another one.
  private static func beginsCommand(_ line: String) -> Bool {
    ["$ ", "% ", "> ", "❯ ", "# "].contains { line.hasPrefix($0) }
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
