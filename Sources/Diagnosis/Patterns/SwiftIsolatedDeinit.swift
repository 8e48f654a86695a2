import CrashReports

extension Pattern {
  /// A bug of the Swift runtime in isolated deinitializers.
  static let swiftIsolatedDeinitRuntimeBug: Pattern = Pattern(
    "swift-isolated-deinit-runtime-bug",
    title: "A Swift runtime bug in an isolated deinit looks like an invalid free",
    family: .swift,
    symptom: """
      On iOS 26.2 the app aborts with "pointer being freed was not allocated" when an object with an \
      isolated deinit is deallocated.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([freed, isolatedDeinit])),
      Grade(.likely, cause: .likely, .all([aborted, lookup, deinitializing])),
    ],
    headline: "Invalid free by the Swift runtime in the isolated deinit of {class|a class}",
    cause: """
      An isolated deinit runs on its actor through swift_task_deinitOnExecutor. In the runtime of iOS 26.2, the end of \
      its lookup of task-local values (TaskLocal::StopLookupScope) frees memory that was not allocated. The object and \
      its code are correct; the address is the same in every process.
      """,
    remedy: [
      """
      Give {class|the class} an ordinary deinit, and do the actor's work in a method that is called before the \
      last reference is released.
      """,
      """
      If the deinit must be isolated, release the last reference on the actor, so that the runtime does not \
      have to switch executors.
      """,
      "Advise users to update: later systems contain a different runtime.",
    ],
    changes: [
      Change(
        "swift", before: "isolated deinit { observation?.cancel() }",
        after: """
          func close() { observation?.cancel() }   // called by the owner, on the actor
          deinit { }
          """)
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it would distinguish this bug from an invalid free in the app."),
      Gap(
        unless: .field(.os),
        "The system version: the bug is known in iOS 26.2."),
    ],
    lookalikes: [
      LookAlike(
        "malloc-invalid-free",
        because: "The Swift runtime, not the app, frees the pointer in an isolated deinit."),
      LookAlike("malloc-corruption", because: "malloc rejected a pointer; it did not detect heap corruption."),
    ],
    references: [
      Reference("Swift Evolution SE-0371: Isolated synchronous deinit"), Reference("malloc(3) (macOS manual page)"),
    ],
    supersedes: ["malloc-invalid-free", "swift-trap-unspecified", "memory-bad-access", "malloc-corruption"],
    generality: 2,
    searchTerms: """
      isolated deinit
      swift_task_deinitOnExecutor
      deinit on executor
      TaskLocal deinit
      """,
    examples: [
      .matches(
        "the frames that call free",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        →*** error for object 0x262a5a360: pointer being freed was not allocated

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        3   libsystem_malloc.dylib        	0x00000001a3b0e844 malloc_vreport + 596
        →4   libswift_Concurrency.dylib    	0x00000001a3b0e844 swift::TaskLocal::StopLookupScope::~StopLookupScope() + 64
        5   libswift_Concurrency.dylib    	0x00000001a3b0e844 swift_task_deinitOnExecutorImpl(void*, void (void*) swiftcall*, swift::SerialExecutorRef, unsigned long) + 464
        6   Cards                         	0x0000000102d34f50 CardStore.__deallocating_deinit + 76
        """),
      .matches(
        "a note that names the function of the runtime", atLeast: .possible,
        """
        →CardStore aborts in swift_task_deinitOnExecutor on iOS 26.2: malloc: pointer being freed was not allocated
        """),
      .doesNotMatch(
        "an invalid free in the app",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        *** error for object 0x7fa1b8d00000: pointer being freed was not allocated

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        3   libsystem_malloc.dylib        	0x00000001a3b0e844 malloc_vreport + 596
        4   Cards                         	0x0000000102d34f50 deck_free + 76
        """),
    ])

  /// Frames or text that show the runtime running an isolated deinit on its executor.
  static let isolatedDeinit = Evidence.any([
    lookup, deinitializing,
    .text(
      ["swift_task_deinitOnExecutor", "TaskLocal::StopLookupScope"],
      statement: "The runtime was running an isolated deinit."
    ),
  ])
  private static let lookup = Evidence.frame(
    FrameQuery(
      ["*TaskLocal::StopLookupScope*", "*TaskLocal*StopLookupScope*"], position: .first(12),
      statement: "{function} frees memory that it did not allocate."))
  private static let deinitializing = Evidence.frame(
    FrameQuery(
      ["*swift_task_deinitOnExecutor*", "*swift_task_deinitAsync*"], position: .first(14),
      statement: "The runtime was running an isolated deinit on its executor."))
  private static let freed = Evidence.any([
    .text(["pointer being freed was not allocated"], statement: "malloc rejected the pointer."),
    .frame(
      FrameQuery(
        ["*POINTER_BEING_FREED_WAS_NOT_ALLOCATED*", "malloc_vreport", "malloc_report*"], images: ["libsystem_malloc*"],
        position: .first(8), statement: "malloc rejected the pointer.")),
  ])
  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH", "EXC_BREAKPOINT"], signals: ["SIGABRT", "SIGTRAP"], statement: "The process was aborted.")
}
