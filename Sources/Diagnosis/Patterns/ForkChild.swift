import CrashReports

extension Pattern {
  /// A crash in the child of fork(), before exec.
  static let forkChild = Pattern(
    "fork-child",
    title: "The child of fork() crashed before exec",
    family: .concurrency,
    symptom: "Application Specific Information says \"crashed on child side of fork pre-exec\".",
    grades: [
      Grade(.certain, cause: .likely, .all([crashedInChild, .optional(threads), .optional(caller)])),
      Grade(.likely, cause: .likely, .all([threads, .optional(caller)])),
      Grade(.certain, cause: .likely, .all([objectiveC, .optional(caller)])),
    ],
    headline:
      "The child of fork() crashed before exec{function? in {function}}: only async-signal-safe calls are allowed there",
    cause: """
      fork() copies only the thread that calls it. Locks that other threads held stay locked in the child, and the state \
      of libraries (malloc, Objective-C, libdispatch, Core Foundation, XPC) is not usable there. Until it calls exec, the \
      child may only call async-signal-safe functions; the libraries of the system abort or trap otherwise.
      """,
    remedy: [
      """
      {location?At {location}, start the program with posix_spawn()|In {function|the code that calls fork()}, use \
      posix_spawn()} (Process in Swift, NSTask) instead of fork(), or call exec at once after fork().
      """,
      "In Python, start processes with the method spawn (multiprocessing.set_start_method(\"spawn\")); pre-forking servers must fork before they use frameworks.",
    ],
    changes: [
      Change(
        "c", before: "if (fork() == 0) { setup(); execv(path, argv); }",
        after: "posix_spawn(&pid, path, NULL, NULL, argv, environ);")
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it shows what the child called.")],
    lookalikes: [
      LookAlike("abort-called", because: "The process is the child of fork(), in which few functions may be called."),
      LookAlike("memory-bad-access", because: "The process is the child of fork(); its memory is a copy."),
    ],
    references: [Reference("fork(2) (macOS manual page)"), .exceptionTypes],
    supersedes: [
      "abort-called", "abort-unspecified", "trap-unspecified", "exc-crash-unspecified", "swift-trap-unspecified",
      "memory-bad-access", "memory-null-dereference", "illegal-instruction",
    ],
    generality: 2,
    searchTerms: """
      fork
      crashed on child side of fork pre-exec
      multi-threaded process forked
      fork() without exec
      OBJC_DISABLE_INITIALIZE_FORK_SAFETY
      may have been in progress in another thread when fork() was called
      """,
    examples: [
      .matches(
        "a program that prepares its child",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        →*** multi-threaded process forked ***
        →crashed on child side of fork pre-exec

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 124
        →2   Cards                         	0x0000000100d4a3f8 start_worker + 88 (worker.c:31)
        """),
      .matches(
        "the message of the Objective-C runtime",
        """
        Application Specific Information:
        →objc[4711]: +[NSNumber initialize] may have been in progress in another thread when fork() was called. We cannot safely call it or ignore it in the fork() child process. Crashing instead.
        """),
      .doesNotMatch(
        "a program that starts another one",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] the child of fork() ended with status 1
        """),
    ])

  private static let crashedInChild = Evidence.text(
    ["crashed on child side of fork pre-exec", "crashed on child side of fork"],
    statement: "The system states that the process is the child of fork(), and has not called exec.")
  private static let threads = Evidence.text(
    ["multi-threaded process forked"], statement: "The parent had several threads, of which the child has only one.")
  private static let objectiveC = Evidence.text(
    ["in progress in another thread when fork() was called"],
    statement: "The Objective-C runtime refuses to continue in the child of fork().")
  private static let caller = Evidence.frame(
    FrameQuery([], roles: [.app], blamed: true, kind: .inferred, statement: "{function} is the first frame of the app.")
  )
}
