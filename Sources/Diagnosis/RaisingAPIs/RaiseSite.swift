import Bytes
import CrashReports

/// Where the primary stack shows that a function raised: between the functions of the runtime that raise and the
/// user's code.
struct RaiseSite: Sendable {
  /// How the functions on top of the stack raise.
  let mechanisms: [RaisingAPI.Mechanism]
  /// The index of the innermost function of the runtime; `nil` if the function itself stopped the process.
  let raiser: Int?
  /// The functions that may have raised, innermost first.
  let candidates: Range<Int>
  /// The index of the user's frame that called them; `nil` if the stack has none.
  let caller: Int?

  /// The maximum number of frames between the runtime and the caller that are examined.
  private static let maxCandidates = 24
  /// The maximum number of frames above the function that raised.
  private static let maxRaisers = 16

  /// Finds the site; `nil` if the stack does not show that a function raised.
  init?(_ context: AnalysisContext) {
    let stack = context.crashStack
    guard let top = Self.top(of: stack, isTrap: context.isTrap) else { return nil }
    mechanisms = top.mechanisms
    raiser = top.index < 0 ? nil : top.index
    // The frame below the function that raises may have the name of a neighbor, so that it is not the function that raised.
    let start = top.index >= 0 && !context.isTrustedRaiser(top.index + 1) ? top.index + 2 : top.index + 1
    guard start < stack.count else { return nil }
    // A library that called the function of another one, or of the system, is its caller.
    let library = stack[start].role == .app ? stack[start].library : nil
    let caller =
      stack[start...].firstIndex { frame in
        guard frame.role == .app else { return false }
        return frame.blamability == .code || frame.blamability == .library && frame.library != library
      }
    self.caller = caller
    let end = min(caller ?? stack.count, start + Self.maxCandidates)
    // A function of a library that is linked into the app is itself a frame of the app.
    candidates = start..<max(end, min(start + 1, stack.count))
  }

  /// The innermost function outside the user's code that called the functions that raise, if it is named: it raised.
  ///
  /// After a call that does not return, a name with offset 0 is that of the next function, so such a frame has none.
  func raisingFunction(in stack: [CrashReport.Frame]) -> (position: Int, name: String)? {
    guard raiser != nil, mechanisms.contains(.exception), let position = candidates.first, position != caller,
      stack[position].role != .app,
      let symbol = stack[position].symbol, !symbol.isPlaceholder, symbol.offset != 0
    else { return nil }
    return (position, RaisingAPI.key(symbol.readable))
  }

  /// The innermost function that raises, and how; index -1 if the first frame stopped the process itself.
  private static func top(of stack: [CrashReport.Frame], isTrap: Bool)
    -> (index: Int, mechanisms: [RaisingAPI.Mechanism])?
  {
    var found: (index: Int, mechanisms: [RaisingAPI.Mechanism])?
    for (index, frame) in stack.prefix(maxRaisers).enumerated() {
      guard let name = frame.symbol?.readable else { continue }
      if let mechanisms = mechanisms(of: name) {
        found = (index, mechanisms)
      } else if frame.role == .app, frame.isWritten {
        break
      }
    }
    if let found { return found }
    return isTrap && !stack.isEmpty ? (-1, [.abort, .swift]) : nil
  }

  private static func mechanisms(of function: String) -> [RaisingAPI.Mechanism]? {
    var function = function
    return function.withUTF8 { name in
      var found: Int?
      raisers.forEachMatch(name) { tag in found = min(found ?? tag, tag) }
      return found.map { ways[$0].mechanisms }
    }
  }

  /// The functions that raise, by how they do; the first that matches counts.
  private static let ways: [(mechanisms: [RaisingAPI.Mechanism], functions: [String])] = [
    ([.exception], raising), ([.exception, .cxx], throwing), ([.abort, .swift], aborting),
  ]
  private static let raisers = GlobSet(
    tagged: ways.enumerated().flatMap { tag, way in way.functions.map { ($0, tag) } })

  private static let raising = [
    "objc_exception_throw", "+[NSException raise:format:*", "-[NSException raise]", "_CFThrowFormattedException*",
    "-[NSAssertionHandler handleFailureIn*", "_NSArrayRaiseBoundException", "__NSArrayRaise*", "_NSRaise*",
    "_CFThrow*", "AVAE_RaiseException*", "+[NSException exceptionWithName*", "+[NSException(CFExceptionSupport)*",
    "+[NSException(Foundation) raise*",
  ]
  private static let throwing = ["__cxa_throw", "__cxa_rethrow"]
  private static let aborting = [
    "_assertionFailure*", "Swift._assertionFailure*", "_fatalErrorMessage*", "Swift._fatalErrorMessage*",
    "fatalError*", "Swift.fatalError*", "preconditionFailure*", "_swift_runtime_on_report", "swift_unexpectedError*",
    "swift::fatalError*", "swift::swift_abort*", "swift::warningv*", "abort", "__assert_rtn", "abort_report_np",
    "abort_with_*", "_os_crash*", "os_crash*", "_os_assert*", "MTLReportFailure*", "__abort", "__pthread_kill",
    "pthread_kill", "__abort_with_payload*", "_dispatch_bug*", "raise", "swift_task_reportUnexpectedExecutor*",
  ]
}

extension AnalysisContext {
  /// Whether the process stopped at an instruction for that purpose.
  fileprivate var isTrap: Bool {
    guard !isExceptionStack, let type = report.exception?.type ?? report.exception?.signal else { return false }
    return ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "SIGTRAP", "SIGILL"].contains(type)
  }
}
