import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The function of the app that called abort(), without any other function between them. It is blamed.
  ///
  /// Compilers link runtimes into the app's image, so the frame needs a name, and must be the user's code.
  static func callerOfAbort(statement: String) -> Evidence {
    .custom(
      CustomEvidence(
        "a named function of the app that called abort()", reason: "The frames must be adjacent.",
        needs: EvidenceNeeds(functions: [GlobSet.grams(of: "abort")]), explanations: [statement]
      ) { context in
        let stack = context.threadStack
        guard let caller = AnalysisContext.callerOfAbort(in: stack),
          !AnalysisContext.isNeighbor(stack, caller), stack[caller].functionName != nil,
          stack[caller].role == .app, stack[caller].isWritten
        else { return nil }
        let blame = AnalysisContext.blame(in: stack, at: caller)
        let captures = ["function": blame.function.map(shortened) ?? "This function"]
        var match = EvidenceMatch(
          witnesses: [
            context.witness(frame: stack[caller], at: caller, statement: statement, captures: captures)
          ], blame: blame, blamedFrame: caller)
        match.captures = [:]
        return match
      })
  }
}

extension AnalysisContext {
  /// Whether std::terminate() called the function: it was installed for that, and decided nothing.
  private static func isTerminateHandler(_ stack: [CrashReport.Frame], _ position: Int) -> Bool {
    guard stack.indices.contains(position + 1), let name = stack[position + 1].functionName else { return false }
    return name.hasPrefix("std::__terminate") || name.hasPrefix("std::terminate")
  }

  /// The index of the frame that called abort(); `nil` if abort() is not on top of the stack.
  fileprivate static func callerOfAbort(in stack: [CrashReport.Frame]) -> Int? {
    let top = stack.prefix(8)
    guard let abort = top.lastIndex(where: { $0.functionName == "abort" || $0.functionName == "__abort" }),
      abort + 1 < stack.count,
      top[..<abort].allSatisfy({ $0.role != .app }), !isTerminateHandler(stack, abort + 1)
    else { return nil }
    return abort + 1
  }
}
