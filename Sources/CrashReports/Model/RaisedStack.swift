import Bytes
import Vocabulary

extension CrashReport {
  /// The stack that raised the exception which ended the process, innermost frame first; empty if the report has none.
  ///
  /// It is the "Last Exception Backtrace" or, in reports of macOS that have none, the "Application Specific Backtrace" of
  /// the exception. All that names the location of a failure uses this property: stack, blame, catalog and signature.
  package var raisedStack: [Frame] {
    if let raised = lastExceptionBacktrace, !raised.isEmpty { return raised }
    guard mayHaveRaised else { return [] }
    let stacks = (applicationSpecificBacktraces ?? []).filter { !$0.isEmpty }
    return stacks.first { $0.prefix(Self.maxRaisers).contains(where: \.raises) } ?? stacks.first ?? []
  }

  /// The stack that shows the failure: that of the exception, or else that of the crashed thread.
  package var failureStack: [Frame] {
    let raised = raisedStack
    return raised.isEmpty ? crashedThread?.frames ?? [] : raised
  }

  /// The number of frames in which a backtrace shows the function that raised.
  private static let maxRaisers = 8

  /// False for a process that a memory fault, a limit or the system ended: its backtraces are those of other failures.
  private var mayHaveRaised: Bool {
    switch exception?.type {
    case "EXC_BAD_ACCESS", "EXC_GUARD", "EXC_RESOURCE", "EXC_ARITHMETIC": false
    default:
      switch exception?.signal {
      case "SIGSEGV", "SIGBUS", "SIGKILL", "SIGFPE": false
      default: kind != .watchdog && termination?.code != 0x8bad_f00d
      }
    }
  }
}

extension CrashReport.Frame {
  /// Whether the function raises an exception.
  fileprivate var raises: Bool {
    guard let name = functionName else { return false }
    return ["__exceptionPreprocess", "objc_exception_throw", "_CFThrowFormattedException", "__cxa_throw"].contains(name)
      || name.hasPrefix("-[NSException raise") || name.hasPrefix("+[NSException raise")
  }

  /// The readable name of the function; `nil` if the report does not name it: see ``CrashReport/Symbol/isPlaceholder``.
  package var functionName: String? { isNamed ? symbol?.readable : nil }

  /// Whether the report names the function. With a line of the source, a large offset is that in the image, as some
  /// reporters print it.
  package var isNamed: Bool {
    guard let symbol else { return false }
    return source?.line == nil ? !symbol.isPlaceholder : !symbol.hasNoName
  }
}
