extension Pattern {
  /// A misuse of libdispatch, for which libdispatch stopped the process.
  static let libdispatchClientBug: Pattern = Pattern(
    "libdispatch-client-bug",
    title: "libdispatch stopped the process because of misuse (BUG IN CLIENT OF LIBDISPATCH)",
    family: .concurrency,
    revision: 2,
    symptom: "The app crashes with \"BUG IN CLIENT OF LIBDISPATCH: …\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          .text(
            ["BUG IN CLIENT OF LIBDISPATCH: {bug}", "BUG IN CLIENT OF LIBDISPATCH"],
            statement: "libdispatch reports the misuse."), .optional(Dispatch.misuse),
        ])),
      // The unfilled format of the message, as Xcode shows it beside the source.
      Grade(
        .likely, cause: .possible,
        .text(
          ["Block was %sexpected to execute on queue [%s"],
          statement: "A block ran on a queue other than the required one.")
      ),
      Grade(
        .likely, cause: .likely,
        .all([
          .trapped(),
          .frame(
            FrameQuery(
              [
                "__DISPATCH_WAIT_FOR_QUEUE__", "_dispatch_semaphore_dispose*", "_dispatch_group_leave*",
                "dispatch_group_leave*", "_dispatch_queue_xref_dispose*",
                "_dispatch_gate_wait_slow*", "_dispatch_once_wait*", "_dispatch_source_*",
              ], images: ["libdispatch.dylib"], position: .first(3),
              statement: "{function} stops the process because of misuse.")
          ), .optional(Dispatch.misuse),
        ])),
      // The same function also implements the checks for the main thread and for actors.
      Grade(
        .possible, cause: .possible,
        .all([
          .trapped(),
          .frame(
            FrameQuery(
              ["_dispatch_assert_queue_fail"], images: ["libdispatch.dylib"], position: .first(3),
              statement: "Code ran on a queue other than the required one.")),
          .not(.frame(FrameQuery(["*swift_task_*", "*checkIsolated*", "*isCurrentExecutor*"]))),
        ])),
      Grade(
        .likely, cause: .likely,
        .all([
          .text(
            ["Block was {}expected to execute on queue"],
            statement: "libdispatch asserts that a block runs on a certain queue."), .not(.executorCheck),
        ])),
      Grade(
        .possible, cause: .possible,
        .text(
          ["_dispatch_assert_queue_fail", "dispatch_assert_queue_fail"],
          statement: "The text names the function with which libdispatch stops a process on a wrong queue.")),
    ],
    headline: "BUG IN CLIENT OF LIBDISPATCH in {process|the process}: {bug|misuse of a queue, group or semaphore}",
    cause: """
      {misuse|libdispatch checks how it is used, and stops the process if it finds misuse. Typical misuses: dispatch_sync to \
      the current queue (a deadlock: it would wait for itself), leaving a group more often than entering it, freeing a \
      semaphore that is in use, or asserting a queue on which the code does not run.}
      """,
    remedy: [
      """
      {advice?{location?At {location}: |{function?In {function}: }}{advice}|Look at {function|the first frame of the app}, \
      which called libdispatch, and fix the misuse that the message names.}
      """
    ],
    changes: [],
    gaps: [
      Gap(
        unless: .text(["BUG IN CLIENT OF LIBDISPATCH"]),
        "The message in Application Specific Information: it names the misuse."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The trap is in libdispatch, not in a Swift runtime check."),
      LookAlike(
        "swift-executor-isolation", because: "The stack has no frame of Swift concurrency.",
        when: .not(.frame(FrameQuery(["*swift_task_*", "*checkIsolated*", "*isCurrentExecutor*"])))),
    ],
    references: [
      Reference("Dispatch (Apple)", url: "https://developer.apple.com/documentation/dispatch"), .exceptionTypes,
    ],
    supersedes: ["swift-trap-unspecified"],
    generality: 4,
    phrases: ["misuse": Dispatch.causes, "advice": Dispatch.fixes],
    searchTerms: """
      BUG IN CLIENT OF LIBDISPATCH
      dispatch_sync called on queue already owned by current thread
      deadlock
      dispatch_sync
      dispatch_sync deadlock
      unbalanced call to dispatch_group_leave
      dispatch_group_leave
      release of a locked queue
      Release of a suspended object
      dispatch_semaphore
      semaphore in use
      """,
    examples: [
      .matches(
        "dispatch_sync on the current queue",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread

        Thread 0 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 __DISPATCH_WAIT_FOR_QUEUE__ + 484
        1   libdispatch.dylib             	0x00000001a2b04110 _dispatch_sync_f_slow + 144
        2   Cards                         	0x0000000100d4a3f8 CardStore.load() + 180
        """),
      .doesNotMatch(
        "a Swift check in a block of a queue",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 3 Crashed:: Dispatch queue: com.example.cards
        0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        1   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180
        2   libdispatch.dylib             	0x00000001a2b04110 _dispatch_call_block_and_release + 24
        3   libdispatch.dylib             	0x00000001a2b04560 _dispatch_client_callout + 16
        """),
    ])
}
