import CrashReports

/// Signals that ended the process when the report does not show why.
///
/// Fallbacks: they are evaluated only if no other pattern matches. One table, because the evidence is the same for all.
/// SIGSEGV, SIGBUS and SIGFPE have patterns of their own.
extension Pattern {
  static let unspecifiedSignals: [Pattern] = signalRows.map { $0.pattern }

  /// The ids of the fallbacks for a signal, such as `SIGPIPE`.
  static func fallbacks(forSignal signal: String) -> [String] {
    signalRows.filter { $0.signal == signal }.map(\.id)
  }

  private struct SignalRow {
    var id: String
    var signal: String
    var number: UInt64
    var title: String
    var severity = Finding.Severity.error
    var cause: String
    var remedy: [String]
    var searchTerms: String
    /// The Mach exception that the row also stands for.
    var exceptionType: String?
    /// True if a pattern with a cause matches reports that state the signal as a field.
    var isOnlyPrinted = false

    /// Functions that end the process with the signal: a thread alone shows it, without its exception.
    var endsWith: [String] = []

    var cases: [Case] = []
    /// Examples of `cases`.
    var caseExamples: [Example] = []

    private var onTop: Evidence {
      .frame(
        FrameQuery(
          endsWith, roles: [.machinery, .system, .loader], position: .first(5),
          statement: "{function} ends the process with \(signal)."))
    }

    /// The grade for a thread without its exception.
    private var threadAlone: [Grade] {
      guard !endsWith.isEmpty else { return [] }
      return [Grade(.likely, cause: .possible, .all([.not(.field(.exceptionHeader)), onTop, .optional(caller)]))]
    }

    private var statedExamples: [Example] {
      [
        .matches(
          "the signal of the exception", atLeast: .likely,
          """
          →Exception Type:  EXC_CRASH (\(signal))
          Exception Codes: 0x0000000000000000, 0x0000000000000000
          """),
        .matches(
          "the signal as the reason of the termination", atLeast: .likely,
          """
          Code Type:       ARM-64
          →Termination Reason: Namespace SIGNAL, Code \(number)
          """),
      ]
    }

    /// A debugger prints the signal also when its user stops the run.
    private func printedGrades(_ printed: Evidence) -> [Grade] {
      guard ["SIGKILL", "SIGTERM", "SIGINT"].contains(signal) else {
        return [Grade(.likely, cause: .possible, .all([printed, .optional(.errorBefore(signal))]))]
      }
      let printedBySystem = Grade(.likely, cause: .possible, printed)
      let byDebugger = Evidence.text(["message from debugger: terminated due to signal", "program ended with signal"])
      return [Grade(.possible, cause: .possible, .all([printed, byDebugger])), printedBySystem]
    }

    var pattern: Pattern {
      let statement = "The signal is \(signal): \(title.prefix(1).lowercased() + title.dropFirst())."
      let types = exceptionType.map { [$0] } ?? []
      let stated = Evidence.any([
        .exception(types: types, signals: [signal], statement: statement),
        .termination(namespace: "SIGNAL", codes: [number], statement: statement),
      ])
      let printed = Evidence.printedSignal(signal, statement: statement)
      return Pattern(
        id, title: "\(title) (\(signal)); the report does not show why", family: .kill, severity: severity,
        symptom: "The process ends with \(signal) (signal \(number)), and the report names no cause.",
        grades: [
          // At most likely: the signal is a fact, but it does not explain the failure.
          Grade(
            .likely, cause: .possible,
            .all(
              [
                stated, .optional(.statedMessage), .optional(.terminatedByOther), .optional(caller),
                .optional(.threadsWithSameWait),
              ]
                + (exceptionType == nil ? [] : [.optional(.statedInstruction)])))
        ] + printedGrades(printed) + threadAlone,
        headline: """
          \(title) (\(signal)){stopper? in {stopper}{calledAPI?, in {calledAPI}}{function?, called by {function}|{unnamed?, called by {unnamed}}}|\
          {function? in {function}|{unnamed? in {unnamed}}}}: {message?{message}|{killer?{killer} ended the process|\
          {lastError?the last error before it is “{lastError}”|cause not recorded}}}
          """,
        cause: cause + "{message? The report states: {message}.}", remedy: [readMessage, readError, readCall] + remedy,
        cases: cases,
        gaps: [
          Gap(unless: .hasStack, "The stack: it shows what the process was doing."),
          Gap(
            unless: .any([.statedMessage, .terminatedByOther, .errorBefore(signal)]),
            "The reason of the termination, and the console output of that moment."),
        ],
        references: [.exceptionTypes, Reference("sys/signal.h (Darwin)")], generality: 10, fallback: .ifNothingElse,
        searchTerms: "\(signal) without a reason\n" + searchTerms,
        examples: (isOnlyPrinted ? [] : statedExamples) + caseExamples + [
          .matches(
            "a tool names the signal", atLeast: .likely,
            """
            →error: Cards exited unexpectedly with signal \(signal)
            """),
          .doesNotMatch(
            "a program that installs a handler for the signal",
            """
            2024-05-06 07:08:09.123 Cards[4711:90210] installed a handler for \(signal)
            """),
          .doesNotMatch(
            "a signal with a reason",
            """
            Exception Type:  EXC_CRASH (\(signal))
            Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc
            """),
        ])
    }
  }

  private static let caller = Evidence.all([
    .not(.signaledWhileWaiting),
    .frame(
      FrameQuery(
        [], roles: [.app], blamed: true, kind: .inferred, statement: "{function} is the first frame of the app.")),
  ])

  private static let readMessage = """
    {message?Start with the message that the report states, and look for the code that it is about.|{killer?Find out why \
    {killer} ended this process: its log, or its own report, has the reason.}}
    """
  private static let readError = """
    {lastError?Start with the error that was printed last before the signal: it shows what the process was doing, and often why it \
    ended itself.}
    """
  private static let readCall = """
    {message?|{stopper?Check what {location?{location}|{function?{function}|{unnamed|the app}}} passes to {calledAPI?{calledAPI}, of {stoppedIn}|{stopper}}, and \
    what it requires (documentation, entitlements, Info.plist, thread): its code ended the process.}}
    """
  private static let readReason = """
    Read Termination Reason and Terminating Process in the complete report: they name who sent the signal and why.
    """
  private static let readConsole = """
    Read the console output of the moment before: the process, or a library, usually prints why it stops.
    """

  /// The app's code called abort() itself: no frame of a runtime that ends the process for it is between them.
  private static let abortOfUnnamedCode = Case(
    "called-by-app",
    evidence: .all([
      .frames([
        FrameQuery(
          ["abort", "__abort", "pthread_kill", "__pthread_kill"], roles: [.machinery, .system], position: .first(4)),
        FrameQuery([], roles: [.app], traits: [.unnamed], position: .first(5)),
      ]),
      .not(.frame(FrameQuery([], images: runtimesThatAbort, position: .first(5)))),
      .not(.has(.exceptionStack)), .not(.field(.exceptionReason)), .not(.statedMessage),
    ]),
    headline: "Code of {image|the app} called abort() (SIGABRT){unnamed? at {unnamed}}: a check of this code failed",
    cause: """
      No runtime or library of the system is between abort() and the code of {image|the app}: it called abort() itself, with assert(), a check \
      of its own, or in a library or runtime that is linked into it. The report does not state what was checked.
      """,
    remedy: [
      "Symbolicate {unnamed|the frame} with the dSYM: the function that called abort() names the check.",
      "Read the console output above the stop: most checks print what failed before they call abort().",
      "Look at the other threads: many threads with the same name, or a lock that all wait for, are a common cause of such checks.",
    ])
  /// The loader ends a process that it cannot start, and states the reason in its own message or report.
  private static let abortOfLoader = Case(
    "stopped-by-loader",
    evidence: .frame(
      FrameQuery(
        ["abort_with_payload", "__abort_with_payload", "abort_with_reason", "__abort_with_reason"],
        images: ["dyld", "dyld_sim", "libdyld*"], position: .first(3))),
    headline: "dyld stopped the launch (SIGABRT): a library or a symbol is missing, reason not in this text",
    cause: """
      dyld ends the process if it cannot load a library or does not find a symbol, before any code of the app runs. Its message names the \
      library or symbol; this text does not contain it.
      """,
    remedy: [
      "Read the lines that begin with \"dyld\" in the console above the stop, or Termination Reason in the crash report: they name the library or symbol.",
      "For a framework of the app: set it to \"Embed & Sign\". For a library of the system: check the deployment target and whether it is linked weakly.",
    ])
  private static let abortOfLoaderExample = Example.matches(
    "the debugger shows where dyld stopped", atLeast: .likely, case: "stopped-by-loader",
    """
    →dyld`__abort_with_payload:
        0x104b2f5dc <+0>:  mov    x16, #0x209
    ->  0x104b2f5e0 <+4>:  b.lo   0x104b2f600               ; <+36>
        0x104b2f5e4 <+8>:  ret
    """)
  private static let runtimesThatAbort = [
    "libobjc*", "libc++*", "libstdc++*", "libswift*", "libsystem_malloc*", "libdispatch*", "CoreFoundation",
    "Foundation",
  ]
  private static let abortOfUnnamedExample = Example.matches(
    "code of the app without names", atLeast: .likely, case: "called-by-app",
    """
    →Exception Type:  EXC_CRASH (SIGABRT)

    Thread 0 Crashed:
    0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
    1   libsystem_c.dylib             	0x00000001873ec210 abort + 124
    →2   Cards                         	0x0000000100d4a3f8 0x100d48000 + 9208
    """)

  private static let signalRows: [SignalRow] = [
    SignalRow(
      id: "abort-unspecified", signal: "SIGABRT", number: 6, title: "abort() was called",
      cause: """
        The process, or a library on its behalf, called abort() because it cannot continue: an uncaught Objective-C or \
        C++ exception, a failed assertion, or damage that a library detected.{message?| The signal alone does not show which.}
        """,
      remedy: [
        "Read the console output above the stop: an uncaught exception or failed assertion prints its reason there (\"*** Terminating app due to …\").",
        "In Xcode, add an Exception Breakpoint: it stops where the exception is raised, and not at abort().",
        "In a complete report, read Application Specific Information and Last Exception Backtrace.",
      ],
      searchTerms: "Thread 1: signal SIGABRT",
      endsWith: [
        "abort", "__abort", "__abort_with_payload", "abort_with_payload", "abort_with_reason", "__abort_with_reason",
      ], cases: [abortOfLoader, abortOfUnnamedCode], caseExamples: [abortOfLoaderExample, abortOfUnnamedExample]),
    SignalRow(
      id: "trap-unspecified", signal: "SIGTRAP", number: 5,
      title: "The process executed a trap instruction",
      cause: """
        A check failed that was compiled into the program or a library: a Swift runtime check, __builtin_trap(), an \
        assertion of libdispatch or another library.{message?| The report does not show which. A breakpoint of a debugger \
        that is no longer attached looks the same.}
        """,
      remedy: [
        "{stopper?|Read the source line of {location|the first frame of the app}; symbolicate with the dSYM if it has none.}",
        readConsole,
      ], searchTerms: "trap without a reason", exceptionType: "EXC_BREAKPOINT"),
    SignalRow(
      id: "bad-instruction-unspecified", signal: "SIGILL", number: 4,
      title: "Bad instruction, or a trap that was compiled in",
      cause: """
        The processor rejected an instruction. On Intel this is usually intentional (ud2): a failed check of Swift or of \
        a library. Otherwise the code is damaged, or built for another processor.{message?| The report does not show which.}
        """,
      remedy: [
        "Read the source line of {location|the first frame of the app}; symbolicate with the dSYM if it has none.",
        readConsole,
      ], searchTerms: "bad instruction without a reason", exceptionType: "EXC_BAD_INSTRUCTION"),
    SignalRow(
      id: "sigkill-unspecified", signal: "SIGKILL", number: 9, title: "The process was killed",
      cause: """
        The system or another process killed {process|the process}. It cannot react to this signal, so the stacks show \
        only what it was doing.{message?|{killer?| The report does not state a reason; common ones are memory, the watchdog, \
        a code signature, and `kill -9`.}}
        """,
      remedy: [
        readReason, "Look for a JetsamEvent report of the same minute: it lists processes that were killed for memory.",
        "Search the system log of that moment for the name of the process (`log show --last 5m`).",
      ], searchTerms: "killed by the system without a reason\nMessage from debugger: Terminated due to signal 9"),
    SignalRow(
      id: "sigquit-unspecified", signal: "SIGQUIT", number: 3,
      title: "Another process requested a report and ended the process",
      cause: """
        Another process sent SIGQUIT, which ends a process and leaves a report, usually because it did not respond. The \
        stacks show what each thread was doing, not a fault.
        """,
      remedy: [
        "Look at the main thread and at threads that wait for a lock: the process probably did not respond.",
        readReason,
      ], searchTerms: "quit request"),
    SignalRow(
      id: "sighup-unspecified", signal: "SIGHUP", number: 1, title: "The terminal was closed",
      severity: .note,
      cause: "The terminal or session that started the process has ended, and the process does not handle the signal.",
      remedy: ["Start the process with nohup or as a launchd job if it must continue."], searchTerms: "hangup"),
    SignalRow(
      id: "sigint-unspecified", signal: "SIGINT", number: 2, title: "Interrupted with Control-C",
      severity: .note,
      cause: "A user pressed Control-C, or a tool sent the same signal. The process did not fail by itself.",
      remedy: ["Ignore the report, unless no person interrupted the process: then find the tool that did."],
      searchTerms: "control-c\ninterrupted"),
    SignalRow(
      id: "sigsys-unspecified", signal: "SIGSYS", number: 12,
      title: "Nonexistent or forbidden system call",
      cause: """
        The process made a system call that does not exist on this system, or that a sandbox or a seccomp-like filter \
        forbids. The stack shows the call.
        """,
      remedy: [
        "Look at the innermost frames: they name the system call.",
        "Check the sandbox profile and entitlements of the process, and whether the binary was built for a later system.",
      ], searchTerms: "bad system call\nforbidden system call"),
    SignalRow(
      id: "sigpipe-unspecified", signal: "SIGPIPE", number: 13,
      title: "Write to a pipe or socket without a reader",
      cause: """
        The process wrote to a pipe or socket whose other end was closed. Without a handler the signal ends the \
        process. The connection may be closed at any time, so this is an error of the writer.
        """,
      remedy: [
        "Set SO_NOSIGPIPE on the socket, or ignore the signal once at launch: signal(SIGPIPE, SIG_IGN).",
        "Handle EPIPE, which write() and send() then return.",
      ], searchTerms: "broken pipe\nSO_NOSIGPIPE\nEPIPE"),
    SignalRow(
      id: "sigalrm-unspecified", signal: "SIGALRM", number: 14,
      title: "A timer of alarm() expired",
      cause: "The process, or the tool that started it, set a time limit with alarm(), and nothing handles the signal.",
      remedy: ["Find the caller of alarm() or setitimer(), or the time limit of the tool that started the process."],
      searchTerms: "alarm clock"),
    SignalRow(
      id: "sigterm-unspecified", signal: "SIGTERM", number: 15,
      title: "Termination was requested",
      severity: .note,
      cause: """
        The system, launchd, a user or a script requested that the process end, for example at shutdown or because a \
        test run was stopped. The process did not fail by itself.
        """,
      remedy: [
        readReason, "Handle the signal with a dispatch source if the process must save data before it ends.",
      ], searchTerms: "termination request\nkill"),
    SignalRow(
      id: "sigxcpu-unspecified", signal: "SIGXCPU", number: 24,
      title: "CPU time limit of setrlimit() exceeded",
      cause: "The process used more CPU time than the limit that was set with setrlimit() or `ulimit -t`.",
      remedy: ["Look for an endless loop in {function|the first frame of the app}, or raise the limit."],
      searchTerms: "cpu time limit\nulimit"),
    SignalRow(
      id: "sigxfsz-unspecified", signal: "SIGXFSZ", number: 25,
      title: "File size limit of setrlimit() exceeded",
      cause: "The process wrote a file beyond the size limit that was set with setrlimit() or `ulimit -f`.",
      remedy: ["Find the file that grows, such as a log, and limit its size, or raise the limit."],
      searchTerms: "file size limit\nulimit"),
    SignalRow(
      id: "segmentation-fault-unspecified", signal: "SIGSEGV", number: 11,
      title: "Segmentation fault",
      cause: "The process accessed memory that is not mapped or not accessible. This text does not show where.",
      remedy: [
        "Read the crash report of that moment (~/Library/Logs/DiagnosticReports): it has the stack and the address.",
        "Run the program again with Address Sanitizer or in a debugger.",
      ], searchTerms: "segfault without a report", isOnlyPrinted: true),
    SignalRow(
      id: "bus-error-unspecified", signal: "SIGBUS", number: 10, title: "Bus error",
      cause: """
        The process accessed an address in a way that is not permitted: misaligned, beyond the end of a mapped file, or \
        on an exhausted stack. This text does not show where.
        """,
      remedy: [
        "Read the crash report of that moment (~/Library/Logs/DiagnosticReports): it has the stack and the address.",
        "Run the program again with Address Sanitizer or in a debugger.",
      ], searchTerms: "bus error 10", isOnlyPrinted: true),
    SignalRow(
      id: "sigemt-unspecified", signal: "SIGEMT", number: 7, title: "Emulator trap",
      cause: "Current systems do not raise this signal by themselves, so another process sent it, or the program did.",
      remedy: ["Search the program for raise() and kill() with this signal."], searchTerms: "emulator trap"),
  ]
}
