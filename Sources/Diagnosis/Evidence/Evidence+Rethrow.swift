import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The crashed thread raised an exception again that was caught before, and the report has no stack of the first throw.
  static let rethrown = Evidence.custom(
    CustomEvidence(
      "a function that raises a caught exception again, as the innermost one that raises",
      reason: "The order of frames decides.",
      needs: EvidenceNeeds(functions: AnalysisContext.rethrowers.map { GlobSet.grams(of: $0) }),
      explanations: [AnalysisContext.rethrowStatement]
    ) { context in
      context.rethrowWitness.map { EvidenceMatch(witnesses: [$0]) }
    })

  /// The function that caught the exception and raised it again. Captures `catcher`.
  static let rethrowCatcher = Evidence.custom(
    CustomEvidence(
      "the caller of the function that raises an exception again", reason: "Its position decides.",
      needs: EvidenceNeeds(functions: AnalysisContext.rethrowers.map { GlobSet.grams(of: $0) }),
      explanations: [AnalysisContext.catcherStatement]
    ) { context in
      guard let position = context.rethrowPosition, position + 1 < context.crashStack.count else { return nil }
      let frame = context.crashStack[position + 1]
      guard frame.functionName != nil, frame.role != .app || frame.isWritten else { return nil }
      let captures = ["catcher": shortened(frame.symbol?.readable ?? "")]
      return EvidenceMatch(
        witnesses: [
          context.witness(
            frame: frame, at: position + 1, statement: AnalysisContext.catcherStatement, captures: captures,
            kind: .inferred)
        ], captures: captures)
    })
}

extension AnalysisContext {
  /// Functions of the runtimes that raise an exception again which was caught.
  static let rethrowers = [
    "objc_exception_rethrow", "__cxa_rethrow", "__cxa_rethrow_primary_exception", "std::rethrow_exception*",
    "std::__1::rethrow_exception*",
  ]
  private static let rethrowGlobs = GlobSet(rethrowers)
  private static let throwGlobs = GlobSet(["objc_exception_throw", "__cxa_throw", "+[NSException raise*"])

  static let rethrowStatement =
    "{function} raises an exception again that was caught before: this is not the stack of the first throw."
  static let catcherStatement = "{catcher} caught the exception and raised it again."

  /// The index in the primary stack of the outermost of the functions that raise an exception again, if the stack is not that of
  /// the exception and no function on it raises one.
  var rethrowPosition: Int? {
    guard !isExceptionStack, Self.rethrowGlobs.mayMatch(stackGrams) else { return nil }
    let top = crashStack.prefix(24)
    guard !top.contains(where: { $0.functionName.map(Self.throwGlobs.matches) ?? false }) else { return nil }
    guard let first = top.firstIndex(where: isRethrow) else { return nil }
    return top[first...].prefix(4).lastIndex(where: isRethrow)
  }

  /// Also in an image of the app: the runtime of C++ may be linked into it. No function of an app has these names.
  private func isRethrow(_ frame: CrashReport.Frame) -> Bool {
    frame.functionName.map(Self.rethrowGlobs.matches) ?? false
  }

  /// The citation of the function that raises an exception again; `nil` if there is none.
  var rethrowWitness: Witness? {
    rethrowPosition.map { position in
      let captures = ["function": shortened(crashStack[position].symbol?.readable ?? "")]
      return witness(
        frame: crashStack[position], at: position, statement: Self.rethrowStatement, captures: captures)
    }
  }
}
