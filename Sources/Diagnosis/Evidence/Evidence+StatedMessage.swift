import Bytes
import CrashReports

extension Evidence {
  /// The best text of the report about why the process ended, for failures that no pattern knows: captures `message`.
  static let statedMessage = Evidence.custom(
    CustomEvidence(
      "a message of the process or of the system about the failure", reason: "It excludes texts that state no cause.",
      explanations: [statedMessageStatement]
    ) { context in
      guard let message = context.statedMessage else { return nil }
      return context.match(
        line: message.line, member: message.text, statement: statedMessageStatement,
        captures: ["message": AnalysisContext.quoted(message.text)])
    })

  private static let statedMessageStatement = "The report states why the process stopped."

  /// The process that ended this one, if it is another one: captures `killer`.
  static let terminatedByOther = Evidence.custom(
    CustomEvidence(
      "another process that ended this one", reason: "It compares two names.", explanations: [terminatedByStatement]
    ) { context in
      guard let by = context.report.termination?.byProcess, let name = by.name,
        by.pid == nil || by.pid != context.report.process?.pid, name != context.report.process?.name,
        !["exc handler", "launchd", "exc_handler"].contains(name)
      else { return nil }
      return context.match(
        line: context.report.lines[.termination], member: "Terminating Process: \(name)",
        statement: terminatedByStatement, captures: ["killer": by.pid.map { "\(name) (process \($0))" } ?? name])
    })
  private static let terminatedByStatement = "{killer} ended the process."
}

extension AnalysisContext {
  /// The first text of the process or of the system that states why the process ended; `nil` if there is none.
  var statedMessage: ReportMessage? {
    texts.lazy.map(\.message).first { message in
      switch message.origin {
      case .applicationSpecificInformation, .termination, .exception, .loader: Self.statesCause(message.text)
      case .preview, .document, .canvas, .console: false
      }
    }
  }

  /// Returns whether a text can be a cause: it has words, and is not one of those that libraries write in every case.
  private static func statesCause(_ text: String) -> Bool {
    let text = text.prefix { $0 != "\n" }
    let letters = text.unicodeScalars.prefix(512).filter(\.properties.isAlphabetic).count
    guard letters >= 4 else { return false }
    return !withoutCause.matches(String(text))
  }

  /// Texts that say nothing about the cause: what signal was sent, the mode of the loader, the simulator, the selector of
  /// a message, and headings.
  private static let withoutCause = GlobSet([
    "abort() called*", "abort", "dyld2 mode*", "dyld3 mode*", "dyld4 config*", "dyld: in dlopen()*",
    "dyld: launch*", "CoreSimulator *", "objc_msgSend() selector name:*", "Performing @selector*", "Filtered syslog*",
    "Topmost application*", "Thermal *", "*CORPSE*", "Xamarin Exception Stack*", "Application Specific *",
    "terminating with uncaught exception of type NSException", "Enqueued from *", "Bundle controller class*",
    "Signal *", "signal *", "Terminating app due to uncaught exception", "BackgroundTasks*", "SIG*",
    "libsystem_*.dylib: abort() called", "ProcessVisibility*", "ProcessState*", "WatchdogEvent*", "WatchdogVisibility*",
    "WatchdogCPUStatistics*", "Elapsed *", "\"Elapsed *", "reportType*", ") reportType*", "none", "(null)", "null",
    "*crashed on child side of fork*", "Abort Cause *",
    "Abort trap*", "Trace/BPT trap*", "Segmentation fault*", "Illegal instruction*", "Bus error*", "Killed*",
  ])
}
