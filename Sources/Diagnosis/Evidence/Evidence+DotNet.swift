import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// Code of an app with the runtime of .NET raised an Objective-C exception itself. Captures `bridge`. Blames the frame below it if both
  /// have no names: the runtime raises the exception for managed code, and its function that does so is linked into the app's image.
  static let dotNetBridge = Evidence.custom(
    CustomEvidence(
      "code of an app with the runtime of .NET that raised an exception itself",
      reason: "The frames must be adjacent.",
      needs: EvidenceNeeds(functions: [GlobSet.grams(of: "objc_exception_throw")]), explanations: [bridgeStatement]
    ) { context in context.bridgeMatch(statement: bridgeStatement) })

  private static let bridgeStatement =
    "This frame raised the exception itself: in an app of .NET, it may be the runtime's, which converts managed exceptions."
}

extension AnalysisContext {
  private static let dotNetFunctions = GlobSet(["xamarin_*", "mono_*"])
  private static let dotNetImages = GlobSet(["libxamarin*", "libmono*", "libcoreclr*"])

  /// Whether a stack of the report, or its list of images, shows the runtime of .NET.
  private var containsDotNet: Bool {
    func isOf(_ frame: CrashReport.Frame) -> Bool {
      frame.functionName.map(Self.dotNetFunctions.matches) ?? false
    }
    return crashStack.contains(where: isOf) || threadStack.contains(where: isOf)
      || report.images?.contains { image in
        (image.name ?? image.path).map { Self.dotNetImages.matches(shortImageName($0)) } ?? false
      } ?? false
  }

  private static func isRaise(_ frame: CrashReport.Frame) -> Bool {
    frame.functionName.map { $0.hasPrefix("-[NSException raise") || $0.hasPrefix("+[NSException raise") } ?? false
  }

  fileprivate func bridgeMatch(statement: String) -> EvidenceMatch? {
    let stack = crashStack
    guard let thrower = stack.prefix(4).firstIndex(where: { $0.functionName == "objc_exception_throw" }),
      let raiser = stack[(thrower + 1)...].firstIndex(where: { !Self.isRaise($0) }), stack[raiser].role == .app,
      containsDotNet
    else { return nil }
    var match = EvidenceMatch(
      witnesses: [witness(frame: stack[raiser], at: raiser, statement: statement, kind: .inferred)],
      captures: ["bridge": ".NET"])
    let caller = raiser + 1
    if caller < stack.count, !stack[raiser].isNamed, stack[caller].role == .app, !stack[caller].isNamed,
      stack[caller].image == stack[raiser].image
    {
      match.blame = Self.blame(in: stack, at: caller)
      match.blamedFrame = caller
    }
    return match
  }
}
