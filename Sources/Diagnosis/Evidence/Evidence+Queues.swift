import CrashReports

extension Evidence {
  /// The crashed thread served this queue. Cites the heading of the thread.
  static func onQueue(_ name: String) -> Evidence {
    .custom(
      CustomEvidence(
        "the crashed thread on the queue \(name)", reason: "Fields do not contain the name of a thread's queue.",
        explanations: [queueStatement]
      ) { context in
        guard let thread = context.report.crashedThread, thread.queue == name else { return nil }
        return context.match(
          line: thread.line, member: "queue: \(name)", statement: queueStatement, captures: ["queueName": name])
      })
  }

  private static let queueStatement = "The crashed thread serves the queue {queueName}."
}
