/// The facts of a report, besides its stacks, that the algorithm uses.
///
/// Texts are short and masked: numbers, addresses and folders are removed, so that equal failures have equal facts.
package struct SignatureFacts: Hashable, Sendable {
  /// The exception type: `EXC_…`.
  package var exceptionType: String?
  /// The signal: `SIG…`.
  package var signal: String?
  /// The namespace of the termination reason in uppercase (`termination.namespace`), such as `DYLD` or `SPRINGBOARD`.
  package var terminationNamespace: String?
  /// The code of the termination reason in `terminationNamespace` (`termination.code`).
  package var terminationCode: UInt64?
  /// Apple's `bug_type`.
  package var bugType: String?
  /// The kind of the report: a `CrashReport.Kind`.
  package var event: String?
  /// The name of an uncaught exception, from the report's field.
  package var exceptionName: String?
  /// The first message, and those that a rule needs, one line each.
  package var messages: [String] = []
  /// The normalized functions of the crashed thread and of the exception's backtrace that show how the process ended
  /// (rules 6, 9 and 10 of step 2).
  package var failureFunctions: [String] = []
  /// True if the report states that the stack overflowed.
  package var stackOverflowed = false
  /// True if Interface Builder reported that a designable failed.
  package var isPreview = false
  /// The class of the object that could not be rendered.
  package var objectClass: String?
  /// The first line of the reason of an exception or of a rendering failure.
  package var reason: String?
  /// The library that the loader did not find.
  package var library: String?
  /// The key that is missing in Info.plist.
  package var usageKey: String?
  /// The image whose code signature was rejected.
  package var image: String?
  /// The name of the process; for a jetsam event, of the killed process or else of the largest.
  package var process: String?
  /// The reason of a jetsam event, such as `per-process-limit`; `nil` for other reports.
  package var jetsamReason: String?
  /// The first line of a panic.
  package var panic: String?
  /// The exceeded limit: `cpu`, `wakeups`, `disk writes` or `memory`.
  package var resource: String?
  /// The stack that the frames are from.
  package var stack: StackChoice = .none

  /// Creates empty facts.
  package init() {}
}

/// The stack that the signature is computed from (step 1).
package enum StackChoice: String, CaseIterable, Sendable {
  case mainThread = "main thread"
  case exceptionBacktrace = "exception backtrace"
  case applicationBacktrace = "application-specific backtrace"
  case crashedThread = "crashed thread"
  case onlyThread = "only thread"
  /// The failed thread is unknown, so confidence is low.
  case firstThread = "first thread"
  case none
}
