import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// A function with which a library reports a failed check ended the process: the function that called it made the check. Captures `check`,
  /// that function; `checkLibrary`, the library; `checkHelper`, the function that ended the process; and `checkCaller`, the user's function
  /// further out, which is blamed.
  static let libraryCheck = Evidence.custom(
    CustomEvidence(
      "a function with which a library reports a failed check, and its caller",
      reason: "The functions are data of another catalog, and their position in the stack decides.",
      needs: EvidenceNeeds(functions: LibraryNames.checks.map { GlobSet.grams(of: $0.glob) }),
      explanations: [helperStatement, checkStatement]
    ) { context in
      let stack = context.threadStack
      guard let found = context.libraryCheck else { return nil }
      let checkName = stack[found.check].functionName.map(shortened)
      var captures = [
        "checkHelper": stack[found.helper].functionName.map(shortened) ?? "", "checkLibrary": found.library,
      ]
      captures["check"] = checkName
      var match = EvidenceMatch(
        witnesses: [
          context.witness(
            frame: stack[found.helper], at: found.helper, statement: helperStatement, captures: captures,
            kind: .inferred),
          context.witness(
            frame: stack[found.check], at: found.check, statement: checkStatement, captures: captures, kind: .inferred),
        ], captures: captures)
      context.blameCaller(of: found.check, &match)
      return match
    })

  /// The function of the program or of a library whose `assert()` failed: the caller of the function of the C library. Captures `asserting`,
  /// and `checkCaller` if a library made the check and the user's function called it.
  static let assertCaller = Evidence.custom(
    CustomEvidence(
      "the caller of the function of assert()", reason: "Its position decides.",
      needs: EvidenceNeeds(functions: assertFunctions.map { GlobSet.grams(of: $0) }), explanations: [checkStatement]
    ) { context in
      let stack = context.threadStack, globs = GlobSet.shared(assertFunctions)
      guard let helper = stack.prefix(8).lastIndex(where: { $0.functionName.map(globs.matches) ?? false }),
        helper + 1 < stack.count, stack[helper + 1].functionName != nil, !AnalysisContext.isNeighbor(stack, helper + 1),
        let name = stack[helper + 1].functionName
      else { return nil }
      var match = EvidenceMatch(
        witnesses: [
          context.witness(
            frame: stack[helper + 1], at: helper + 1, statement: checkStatement, captures: ["check": shortened(name)],
            kind: .inferred)
        ], captures: ["asserting": shortened(name)])
      context.blameCaller(of: helper + 1, &match)
      return match
    })

  private static let assertFunctions = ["__assert_rtn", "__assert_fail", "__assert", "__eprintf"]
  private static let helperStatement =
    "{checkHelper} of {checkLibrary} prints the condition that was not met, and ends the process."
  private static let checkStatement = "{check|This frame} made the check that failed."
}

extension AnalysisContext {
  /// The number of innermost frames among which the functions are searched.
  private static let maxCheckDepth = 12

  /// Images whose functions a helper calls to end the process. What else is above it may have failed on its own: a library may also log
  /// something with these functions, and memory that was damaged before is found by the allocator.
  private static let endingImages: Set<String> = [
    "libsystem_kernel.dylib", "libsystem_pthread.dylib", "libsystem_c.dylib", "libc++abi.dylib",
  ]

  /// Whether a helper may have called a frame to end the process.
  private static func endsProcess(_ frame: CrashReport.Frame) -> Bool {
    switch frame.role {
    case .machinery: true
    case .system: frame.image.map { endingImages.contains(shortImageName($0)) } ?? false
    case .app: frame.blamability != .code
    default: true
    }
  }

  /// The outermost function on top of the crashed thread with which a library reports a failed check, and the frame that called it.
  fileprivate var libraryCheck: (helper: Int, check: Int, library: String)? {
    var found: (helper: Int, library: String)?
    for (index, frame) in threadStack.prefix(Self.maxCheckDepth).enumerated() {
      if let name = frame.functionName, let library = LibraryNames.library(ofCheck: name), frame.role != .system {
        found = (index, library)
      } else if found != nil || !Self.endsProcess(frame) {
        break
      }
    }
    guard let found else { return nil }
    let check = threadStack.indices.suffix(from: found.helper + 1).prefix(4).first { index in
      threadStack[index].functionName.map { !$0.hasPrefix("std::") } ?? false
    }
    guard let check, threadStack[check].role == .app || threadStack[check].role == .unknown else { return nil }
    return (found.helper, check, found.library)
  }

  /// Blames the function that made a check, if it is the user's, and otherwise the user's function that called it.
  fileprivate func blameCaller(of check: Int, _ match: inout EvidenceMatch) {
    guard !isExceptionStack, threadStack[check].role == .app || threadStack[check].role == .unknown else { return }
    let own = Self.mostBlamable(threadStack, check..<threadStack.count) { $0.role == .app } ?? check
    let blamed = threadStack[own].blamability == .code ? own : check
    match.blame = Self.blame(in: threadStack, at: blamed)
    match.blamedFrame = blamed
    if blamed != check { match.captures["checkCaller"] = threadStack[blamed].functionName.map(shortened) }
  }
}
