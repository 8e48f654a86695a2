import CrashReports

extension Pattern {
  /// Actor-isolated code ran on another executor.
  static let swiftExecutorIsolation: Pattern = Pattern(
    "swift-executor-isolation",
    title: "Actor isolation violation: isolated code ran on another executor",
    family: .concurrency,
    symptom: """
      The app crashes in _dispatch_assert_queue_fail, or with "Incorrect actor executor assumption", in a \
      callback of an older API.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .optional(.executorCheck), isolated, .optional(caller)])),
      Grade(.certain, cause: .likely, .all([.queueAssertion, .executorCheck, isolated, .optional(caller)])),
      Grade(.likely, cause: .likely, .all([.trapped(), checkOnTop, isolated, .optional(caller)])),
      Grade(.likely, cause: .likely, .all([reported, isolated, .optional(caller)])),
      Grade(.likely, cause: .likely, severity: .warning, warned),
    ],
    headline: """
      Actor isolation violation: \
      {closure?{isolated} must run on {actor|its actor (usually the main actor)}|\
      {isolated?{isolated} was called outside {actor|its actor}{caller?, by {caller}}|\
      isolated code ran outside {actor|its actor (usually the main actor)}}}
      """,
    cause: """
      Swift 6 checks at run time that isolated code runs on its actor. {closure?A closure written inside a class or \
      function of {actor|the main actor} is isolated to that actor, unless its type is @Sendable or nonisolated. \
      Typically an older API called the closure on one of its own threads, and the check stopped the process.|\
      {isolated?{isolated} is isolated to {actor|an actor}, and {caller|its caller} called it from code that is not\
      {witness?: through a protocol whose requirement is not isolated, so the compiler did not find it|: through \
      Objective-C, a protocol or another module, so the compiler did not find it}.|Typically an older API called a \
      closure or a delegate's method on one of its own threads, and the check stopped the process.}}
      """,
    remedy: [
      """
      {closure?At {location|the call}, mark the closure that the older API calls as `@Sendable`, and switch to the actor \
      inside it with a `Task` on that actor.|{witness?Isolate the protocol or its requirement to the same actor, and \
      use `await` at {location|the call}; or declare the implementation `nonisolated`.|{isolated?Call {isolated} with \
      `await`, or from code that is isolated to the same actor; or declare it `nonisolated`.|At {location|the call}, \
      switch to the actor first, with `await` or a `Task` on that actor.}}}
      """,
      "If the caller guarantees the main thread, use `MainActor.assumeIsolated` there; otherwise do not.",
      """
      Declare delegates and callbacks of older libraries `nonisolated`, or import the library with `@preconcurrency` \
      and check what it guarantees.
      """,
    ],
    changes: [
      Change(
        "swift", before: "center.requestAuthorization(options: [.alert]) { granted, _ in self.update(granted) }",
        after: """
          center.requestAuthorization(options: [.alert]) { @Sendable granted, _ in
            Task { @MainActor in self.update(granted) }
          }
          """),
      Change(
        "objective-c", before: "- (void)loadWithCompletion:(void (^)(Deck *deck))completion;",
        after:
          "- (void)loadWithCompletion:(void (NS_SWIFT_SENDABLE ^)(Deck *deck))completion;   // any thread may call it"
      ),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: the caller of the check is the code that ran on the wrong thread."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM."),
    ],
    lookalikes: [
      LookAlike(
        "libdispatch-client-bug", because: "The check comes from Swift concurrency, not from one of the app's queues."),
      LookAlike(
        "ui-off-main-thread",
        because: "The failed check is an isolation check of Swift, not an assertion of UIKit or AppKit."),
    ],
    references: [
      Reference("Swift Evolution SE-0423: Dynamic actor isolation enforcement"),
      Reference("MainActor.assumeIsolated (Apple, Swift)"), .swiftRuntimeErrors,
    ],
    supersedes: [
      "libdispatch-client-bug", "swift-trap-unspecified", "swift-fatal-error", "swift-precondition",
      "ui-off-main-thread",
    ],
    generality: 3,
    searchTerms: """
      actor isolation
      MainActor
      @MainActor
      dispatch_assert_queue
      dispatch_assert_queue_fail
      _dispatch_assert_queue_fail
      BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue
      block was expected to execute on queue
      incorrect actor executor assumption
      swift concurrency
      swift_task_isCurrentExecutor
      assumeIsolated
      executor
      main actor
      actor
      data race
      swift 6 crash
      """,
    examples: [
      .matches(
        "the frames of the check",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 4 Crashed:: Dispatch queue: com.example.cards
        →0   libdispatch.dylib             	0x00000001a2b04560 _dispatch_assert_queue_fail + 120
        1   libdispatch.dylib             	0x00000001a2b04110 dispatch_assert_queue + 196
        →2   libswift_Concurrency.dylib    	0x00000001a2b04110 swift_task_isCurrentExecutorImpl(swift::SerialExecutorRef) + 284
        →3   Cards                         	0x0000000100d4a3f8 closure #1 in CardStore.load() + 180
        """),
      .matches(
        "the implementation of a protocol's requirement, called outside its actor",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 4 Crashed:
        →0   libdispatch.dylib             	0x00000001a2b04560 _dispatch_assert_queue_fail + 120
        →1   libswift_Concurrency.dylib    	0x00000001a2b04110 _swift_task_checkIsolatedSwift + 48
        2   Cards                         	0x0000000100d4a3f8 _checkExpectedExecutor(_filenameStart:_filenameLength:_filenameIsASCII:_line:_executor:) + 4 (/<compiler-generated>:0)
        →3   Cards                         	0x0000000100d4a3f8 protocol witness for DeckProvider.load(from:) in conformance CloudDeck + 160
        →4   Cards                         	0x0000000100d4b110 specialized DeckProvider.refresh() + 76 (DeckProvider.swift:128)
        """),
      .matches(
        "the message of assumeIsolated",
        """
        →Cards/CardStore.swift:41: Fatal error: Incorrect actor executor assumption; Expected 'MainActor' executor.
        """),
      .matches(
        "the message of newer systems, with a source file of the runtime",
        """
        →_Concurrency/ExecutorAssertions.swift:41: Fatal error: Incorrect actor executor assumption; expected 'MainActor' executor. Code was not running on the expected executor.
        """),
      .doesNotMatch(
        "an assertion about one of the app's queues",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue [com.example.cards]

        Thread 4 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 _dispatch_assert_queue_fail + 120
        1   libdispatch.dylib             	0x00000001a2b04110 dispatch_assert_queue + 196
        2   Cards                         	0x0000000100d4a3f8 CardStore.save() + 180
        """),
      .doesNotMatch(
        "an ordinary crash in a task",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 4 Crashed:: Dispatch queue: com.apple.root.user-initiated-qos.cooperative
        0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        1   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180
        2   libswift_Concurrency.dylib    	0x00000001a2b04110 completeTaskWithClosure(swift::AsyncContext*, swift::SwiftError*) + 1
        """),
    ])

  private static let stated = Evidence.text(
    [
      "Incorrect actor executor assumption; Expected '{actor}' executor",
      "Incorrect actor executor assumption; Expected same executor as {actor}",
      "Incorrect actor executor assumption", "Incorrect actor executor check",
      "was not called on the main thread; Fatal",
      "Unexpected executor, expected {actor}",
    ], statement: "Swift reports that the code ran on a different executor than required.")
  private static let warned = Evidence.text(
    [
      "data race detected: actor-isolated function at {location} was not called on the same actor",
      "data race detected: @MainActor function at {location} was not called on the main thread",
    ], statement: "Swift warns that isolated code ran on another thread.")
  private static let checkOnTop = Evidence.frame(
    FrameQuery(
      [
        "*swift_task_isCurrentExecutor*", "*swift_task_checkIsolated*", "*swift_task_reportUnexpectedExecutor*",
        "*_checkExpectedExecutor*", "*assumeIsolated*", "*MainActor.preconditionIsolated*",
      ], position: .first(4), statement: "{function} detected that the code runs on the wrong executor."))
  /// The function may also only warn; then it is not on the stack of a crash.
  private static let reported = Evidence.all([
    .any([.trapped(), .exception(types: ["EXC_CRASH"], signals: ["SIGABRT"])]),
    .frame(
      FrameQuery(
        ["*swift_task_reportUnexpectedExecutor*"], position: .first(12),
        statement: "{function} reports that the code runs on the wrong executor.")),
  ])
  private static let isolated = Evidence.optional(.isolatedFunction)
  private static let caller = Evidence.frames([
    Evidence.executorQuery.uncited,
    FrameQuery(
      [], roles: [.app], position: .first(16), blamed: true,
      statement: "{function} is the first frame of the app below the check."),
  ])
}
