import Bytes
import CrashReports
import Knowledge
import Vocabulary

extension Evidence {
  /// A method of a class of the user interface failed an assertion on a thread that is not the main thread. Captures
  /// `api`.
  static let interfaceAssertionOffMainThread = Evidence.custom(
    CustomEvidence(
      "an assertion of a class of the user interface, on another thread than the main thread",
      reason: "The raising method and the outermost frame of its stack decide.",
      needs: EvidenceNeeds(functions: ["-[NSAssertionHandler handleFailureIn*"].map { GlobSet.grams(of: $0) }),
      explanations: [assertionStatement, threadStatement]
    ) { context in context.assertionOffMainThread(assertion: assertionStatement, thread: threadStatement) })

  private static let assertionStatement = "An assertion of {api} failed."
  private static let threadStatement = "{function} starts a thread of the system's pool: it is not the main thread."
}

extension AnalysisContext {
  private static let lists = KnowledgeText.threads.lists
  /// Classes that may be used only on the main thread. Images, colors, fonts and paths may be used on any.
  private static let interfaceClasses = GlobSet(lists["interface classes"])
  private static let threadStarts = Set(lists["thread starts"])

  fileprivate func assertionOffMainThread(assertion: String, thread: String) -> EvidenceMatch? {
    guard let last = crashStack.last, let start = last.functionName, Self.threadStarts.contains(start),
      report.crashedThread?.index != 0, report.crashedThread?.queue != "com.apple.main-thread",
      crashStack.prefix(8).contains(where: {
        $0.functionName?.hasPrefix("-[NSAssertionHandler handleFailureIn") ?? false
      }),
      let (position, name) = RaiseSite(self)?.raisingFunction(in: crashStack),
      let type = Self.className(in: name), Self.interfaceClasses.matches(type)
    else { return nil }
    let captures = ["api": name]
    return EvidenceMatch(
      witnesses: [
        witness(frame: crashStack[position], at: position, statement: assertion, captures: captures),
        witness(
          frame: last, at: crashStack.count - 1, statement: thread, captures: ["function": start], kind: .inferred),
      ], captures: captures)
  }
}
