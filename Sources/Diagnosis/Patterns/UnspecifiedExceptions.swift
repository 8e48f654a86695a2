import CrashReports

/// Mach exceptions for which no pattern with a cause matches. Fallbacks, in one table like `UnspecifiedSignals.swift`.
extension Pattern {
  static let unspecifiedExceptions: [Pattern] = exceptionRows.map { $0.pattern }

  /// The ids of the fallbacks for a Mach exception, such as `EXC_SOFTWARE`.
  static func fallbacks(forException type: String) -> [String] {
    exceptionRows.filter { $0.type == type }.map(\.id)
  }

  private struct ExceptionRow {
    var id: String
    var type: String
    var title: String
    var severity = Finding.Severity.error
    var cause: String
    var remedy: [String]
    var searchTerms: String

    var pattern: Pattern {
      let statement = "The exception is \(type): \(title.continuedTitle)."
      return Pattern(
        id, title: "\(type): \(title.continuedTitle)", family: .kill, severity: severity,
        symptom: "The report has the exception type \(type), and no more specific cause.",
        grades: [  // At most likely: the type is a fact, but it does not explain the failure.
          Grade(
            .likely, cause: .possible,
            .all([
              .exception(types: [type], statement: statement), .not(.field(.exceptionSignal)),
              .not(.termination(namespace: "SIGNAL")),
            ]))
        ],
        headline: "\(type){function? in {function}}: \(title.continuedTitle)", cause: cause,
        remedy: remedy,
        gaps: [Gap(unless: .hasStack, "The stack: it shows what the process was doing.")],
        references: [.exceptionTypes, Reference("mach/exception_types.h (Darwin)")], generality: 10,
        fallback: .ifNothingElse, searchTerms: searchTerms,
        examples: [
          .matches(
            "the type of the exception", atLeast: .likely,
            """
            →Exception Type:  \(type)
            Exception Codes: 0x0000000000000001, 0x0000000000000000
            """),
          .doesNotMatch(
            "a log line that names the type",
            """
            2024-05-06 07:08:09.123 Cards[4711:90210] exception ports: \(type) is masked
            """),
        ])
    }
  }

  private static let exceptionRows: [ExceptionRow] = [
    ExceptionRow(
      id: "exc-crash-unspecified", type: "EXC_CRASH", title: "The process ended abnormally, signal not recorded",
      cause: """
        The kernel raises EXC_CRASH when a process ends because of a signal. The signal, and with it the reason, is \
        missing from this text.
        """,
      remedy: [
        "Read the complete report: the signal follows in parentheses, and Termination Reason states the reason."
      ],
      searchTerms: "abnormal exit"),
    ExceptionRow(
      id: "exc-emulation", type: "EXC_EMULATION", title: "An instruction that needs emulation",
      cause: "The processor met an instruction that must be emulated. Current processors do not raise this exception.",
      remedy: ["Check that the binary was built for this processor, and that the report is not damaged."],
      searchTerms: "emulation instruction"),
    ExceptionRow(
      id: "exc-software", type: "EXC_SOFTWARE", title: "An exception raised by software",
      cause: """
        Software raised the exception. With code 0x10003 (EXC_SOFT_SIGNAL) it carries a Unix signal to a debugger; the \
        second code is the number of the signal.
        """,
      remedy: ["Read the second exception code: `diagnose explain` names the signal with this number."],
      searchTerms: "EXC_SOFT_SIGNAL\nsoftware generated exception"),
    ExceptionRow(
      id: "exc-syscall", type: "EXC_SYSCALL", title: "A Unix system call was intercepted", severity: .note,
      cause: "A tool traces the Unix system calls of the process. This is not a failure.",
      remedy: ["Ignore the event, or end the tool that traces the process."], searchTerms: "system call tracing"),
    ExceptionRow(
      id: "exc-mach-syscall", type: "EXC_MACH_SYSCALL", title: "A Mach system call was intercepted", severity: .note,
      cause: "A tool traces the Mach system calls of the process. This is not a failure.",
      remedy: ["Ignore the event, or end the tool that traces the process."], searchTerms: "mach system call tracing"),
    ExceptionRow(
      id: "exc-rpc-alert", type: "EXC_RPC_ALERT", title: "RPC alert exception",
      cause: "Current systems do not raise this exception, so the report is probably damaged or synthetic.",
      remedy: ["Check that the report is complete and was not edited."], searchTerms: "rpc alert"),
    ExceptionRow(
      id: "exc-corpse-notify", type: "EXC_CORPSE_NOTIFY", title: "The process was preserved for examination",
      severity: .note,
      cause: """
        The kernel preserved the memory of a process that had already ended, so that a report could be written. This is \
        not the cause of the end.
        """,
      remedy: ["Read Termination Reason and the complete report: they state why the process ended."],
      searchTerms: "corpse"),
    ExceptionRow(
      id: "exc-resource-unspecified", type: "EXC_RESOURCE", title: "A resource limit was exceeded",
      severity: .warning,
      cause: """
        The process exceeded a limit that the kernel monitors (CPU time, wakeups, memory, disk writes, threads, ports). \
        This text does not state which one. Often the process continues.
        """,
      remedy: [
        "Read Exception Subtype and Exception Message of the complete report: they state the resource, the limit and the observed value."
      ],
      searchTerms: "resource limit"),
  ]
}
