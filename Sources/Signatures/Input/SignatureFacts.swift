/// What a report states beside its stacks, as far as the algorithm reads it.
///
/// Texts are short and masked: numbers, addresses and folders are out, so that equal failures have equal facts.
package struct SignatureFacts: Hashable, Sendable {
  /// `EXC_…`.
  package var exceptionType: String?
  /// `SIG…`.
  package var signal: String?
  /// Namespace of the termination reason in upper case (`termination.namespace`), as `DYLD` or `SPRINGBOARD`.
  package var terminationNamespace: String?
  /// Code of the termination reason in the terms of `terminationNamespace` (`termination.code`).
  package var terminationCode: UInt64?
  /// Apple's `bug_type`.
  package var bugType: String?
  /// What sort of event the report tells of, as `CrashReport.Kind` names it.
  package var event: String?
  /// Name of an uncaught exception, from the report's own field.
  package var exceptionName: String?
  /// The first message and those that a rule asks for, one line each.
  package var messages: [String] = []
  /// Functions of the crashed thread and of the exception's backtrace that say how the process ended (rules 6, 9 and
  /// 10 of step 2), normalised.
  package var failureFunctions: [String] = []
  /// The stack overflowed, by the report's own account.
  package var stackOverflowed = false
  /// Interface Builder said that a designable failed.
  package var isPreview = false
  /// Class of the object that could not be rendered.
  package var objectClass: String?
  /// Reason of an exception or of a failure to render, first line.
  package var reason: String?
  /// Library that the loader did not find.
  package var library: String?
  /// Key that Info.plist lacks.
  package var usageKey: String?
  /// Image whose signature was refused.
  package var image: String?
  /// Name of the process; of a jetsam event that of the process that was ended, or else of the largest.
  package var process: String?
  /// Why a jetsam event ended the process, as `per-process-limit`; `nil` for other reports.
  package var jetsamReason: String?
  /// First line of a panic.
  package var panic: String?
  /// `cpu`, `wakeups`, `disk writes` or `memory`.
  package var resource: String?
  /// Where the stack was found.
  package var stack: StackChoice = .none

  /// Creates facts of a report that states nothing.
  package init() {}
}

/// Step 1: which stack tells the story.
package enum StackChoice: String, CaseIterable, Sendable {
  case mainThread = "main thread"
  case exceptionBacktrace = "exception backtrace"
  case applicationBacktrace = "application-specific backtrace"
  case crashedThread = "crashed thread"
  case onlyThread = "only thread"
  /// Nothing says which thread failed: confidence is low.
  case firstThread = "first thread"
  case none
}
