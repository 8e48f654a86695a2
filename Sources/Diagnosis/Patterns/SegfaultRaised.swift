import CrashReports

extension Pattern {
  /// SIGSEGV or SIGBUS that was sent, and does not come from a memory access.
  static let segfaultRaised: Pattern = Pattern(
    "segfault-raised",
    title: "SIGSEGV or SIGBUS was sent to the process; it is not a memory fault",
    family: .kill,
    symptom:
      "The report states SIGSEGV, but no faulting address: the type is EXC_CRASH, and raise() or kill() is on top.",
    grades: [
      // The signal of a stated fault was raised again: the patterns of memory accesses explain the fault.
      Grade(
        .likely, cause: .possible, .all([sent, .not(statedFault), raised, .signalHandlerRuns, .optional(faulting)])),
      Grade(.certain, cause: .likely, .all([sent, .not(statedFault), raised, isRaised, .optional(caller)])),
      Grade(.likely, cause: .possible, .all([crashed, noAddress])),
    ],
    headline: """
      {signal} {handler?in {function|the process}: a signal handler raised it again|\
      {raised?was raised by {function|the process}|was sent to the process}: not a memory fault}
      """,
    cause: """
      {handler?A handler of {signal} raised the signal again after it handled the original fault. The fault is in \
      {function|the frame} below the frame that called the handler; the report does not state its address.|\
      {raised?The processor refused no memory access: the process itself raised {signal} with raise(), pthread_kill() \
      or kill(), for example to test crash reporting, or because a runtime gave up.|The report states {signal}, but no \
      failed access to memory: the process raised the signal itself, a handler of the signal raised it again after it \
      handled the original fault, or another process sent it.}}
      """,
    remedy: [
      """
      Look at {location?{location}|{function|the innermost frame of the program}}\
      {handler?: the fault is there|{raised?, the caller of raise() or kill(), for the reason}}.
      """,
      "If a crash reporter or runtime (Mono, Go, Unity, Java) handles the signal, read its own report or its output: it has the original fault.",
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it shows the call of raise() or kill().")],
    lookalikes: [
      LookAlike(
        "memory-bad-access",
        because: "The report states no faulting address, and the stack ends in a call that sends a signal.")
    ],
    references: [.exceptionTypes, Reference("raise(3) (macOS manual page)")],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 4, fallback: .unlessSpecific,
    searchTerms: """
      raise(SIGSEGV)
      kill -SEGV
      SIGSEGV without address
      EXC_CRASH (SIGSEGV)
      re-raised signal
      """,
    examples: [
      .matches(
        "a button that tests crash reporting",
        """
        →Exception Type:        EXC_CRASH (SIGSEGV)
        Exception Codes:       0x0000000000000000, 0x0000000000000000

        Thread 0 Crashed:
        →0   libsystem_kernel.dylib        0x00007fff7017300e __pthread_kill + 10
        1   libsystem_pthread.dylib       0x00007fff701cb1ff pthread_kill + 263
        2   libsystem_c.dylib             0x00007fff70139757 raise + 26
        →3   Cards                         0x0000000104d2d110 -[DebugMenu crash] + 8
        """),
      .matches(
        "a handler of the signal raised it again", atLeast: .likely,
        """
        →Exception Type:        EXC_CRASH (SIGSEGV)

        Thread 0 Crashed:
        →0   libsystem_kernel.dylib        0x00007fff7017300e __pthread_kill + 10
        1   libsystem_c.dylib             0x00007fff70139757 raise + 26
        2   Cards                         0x0000000104d2d0a0 handle_signal + 64
        →3   libsystem_platform.dylib      0x00007fff7016c22a _sigtramp + 29
        →4   Cards                         0x0000000104d2d110 deck_read + 8
        """),
      .doesNotMatch(
        "a handler raised the signal of a stated fault",
        """
        Exception Type:  SIGSEGV
        Exception Codes: SEGV_MAPERR at 0x8

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        0x00007fff7017300e __pthread_kill + 10
        1   libsystem_c.dylib             0x00007fff70139757 raise + 26
        2   Cards                         0x0000000104d2d0a0 handle_signal + 64
        3   libsystem_platform.dylib      0x00007fff7016c22a _sigtramp + 29
        4   Cards                         0x0000000104d2d110 deck_read + 8
        """),
      .doesNotMatch(
        "a memory access",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000001f0debc9a

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 -[DebugMenu crash] + 8
        """),
    ])

  private static let sent = Evidence.all([
    .not(.exception(types: ["EXC_BAD_ACCESS"])),
    .field(.exceptionSignal, .matches(["SIGSEGV", "SIGBUS"]), capture: "signal", statement: signalStatement),
  ])
  /// The processor reported an access to memory, whose address the report states.
  private static let statedFault = Evidence.all([
    .field(.faultAddress),
    .exceptionField(containing: ["SEGV_MAPERR", "SEGV_ACCERR", "BUS_ADRERR", "BUS_ADRALN", "BUS_OBJERR", "KERN_"]),
  ])
  private static let crashed = Evidence.all([.exception(types: ["EXC_CRASH"]), sent])
  private static let noAddress = Evidence.not(.field(.faultAddress))
  private static let signalStatement = "The signal is {signal}; the type is not that of a memory access."
  private static let raised = Evidence.frame(
    FrameQuery(
      ["__pthread_kill", "pthread_kill", "__kill", "kill", "raise"], images: ["libsystem_*", "libSystem*"],
      position: .first(1), statement: "{function} sends a signal."))
  private static let isRaised = Evidence.capture("raised", "raise")
  private static let faulting = Evidence.frame(
    FrameQuery([], roles: [.app], position: .first(24), blamed: true, statement: "The signal interrupted {function}."))
  private static let caller = Evidence.frame(
    FrameQuery([], roles: [.app], position: .first(8), blamed: true, statement: "The call was made in {function}."))
}
