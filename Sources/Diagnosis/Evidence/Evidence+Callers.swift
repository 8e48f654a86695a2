import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The outermost function of the app on the stack, if it is in Swift or Objective-C and the blamed code is in C or C++:
  /// an engine that the app contains failed, and this is the app's own code that uses it. Captures `outer`.
  static let callerInOtherLanguage = Evidence.custom(
    CustomEvidence(
      "code of the app that uses an engine in another language", reason: "It compares two frames.",
      explanations: [outerStatement]
    ) { context in context.outerCallerMatch(statement: outerStatement) })

  private static let outerStatement = "{outer} is the outermost function of the app on this stack."
}

extension AnalysisContext {
  private static let swift = FrameQuery([], roles: [.app], traits: [.swift])

  fileprivate func outerCallerMatch(statement: String) -> EvidenceMatch? {
    guard let blamed = firstAppFrame(), let name = crashStack[blamed].functionName,
      !Self.isHighLevel(crashStack[blamed], name)
    else { return nil }
    let outer = crashStack.indices.suffix(from: blamed + 1).last { index in
      let frame = crashStack[index]
      guard frame.role == .app, frame.blamability == .code, let name = frame.functionName else { return false }
      return Self.isHighLevel(frame, name)
    }
    guard let outer else { return nil }
    let blame = Self.blame(in: crashStack, at: outer)
    guard let function = blame.function else { return nil }
    let location = blame.file.map { file in " (" + fileName(file) + (blame.line.map { ":\($0)" } ?? "") + ")" }
    let captures = ["outer": shortened(function) + (location ?? "")]
    return EvidenceMatch(
      witnesses: [witness(frame: crashStack[outer], at: outer, statement: statement, captures: captures)],
      captures: captures)
  }

  private static func isHighLevel(_ frame: CrashReport.Frame, _ name: String) -> Bool {
    if let file = frame.source?.file {
      return file.hasSuffix(".swift") || file.hasSuffix(".m") || file.hasSuffix(".mm") && name.hasPrefix("-[")
    }
    return name.hasPrefix("-[") || name.hasPrefix("+[") || swift.accepts(frame)
  }
}
