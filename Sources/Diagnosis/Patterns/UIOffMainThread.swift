import CrashReports

extension Pattern {
  /// Main thread violation: a call of the user interface on a background thread.
  static let uiOffMainThread: Pattern = Pattern(
    "ui-off-main-thread",
    title: "Main thread violation: a UI API was called on a background thread",
    family: .concurrency, revision: 3,
    symptom: """
      Xcode warns "UI API called on a background thread", or the app crashes in an assertion of UIKit or \
      AppKit on a background thread.
      """,
    grades: [
      Grade(
        .certain, cause: .certain, severity: .warning,
        .all([checker, .not(fatal), .optional(checkerCaller), .optional(.replacedMethod)])),
      Grade(.certain, cause: .certain, .all([stated, .not(narrower), .optional(caller)])),
      Grade(
        .certain, cause: .likely,
        .all([.queueAssertion, mainQueueExpected, userInterface, .not(.executorCheck), .optional(caller)])),
      Grade(.likely, cause: .likely, .all([.queueAssertion, userInterface, .not(.executorCheck), .optional(caller)])),
      Grade(.likely, cause: .likely, .all([assertion, .optional(caller)])),
      Grade(.likely, cause: .likely, .all([.interfaceAssertionOffMainThread, .not(narrower), .optional(caller)])),
    ],
    headline: """
      Main thread violation: {replaced?{systemCaller} called {api}, which {function} replaces,|{function|the app} called {api|a UI API}} on a \
      background thread
      """,
    cause: """
      UIKit and AppKit may be used only on the main thread. {api?{api} was called|The call was made} on another \
      thread, usually from the completion handler of a network request, a photo picker or a location request. The \
      result is undefined: views that appear late or not at all, or a crash somewhere else.
      """,
    remedy: [
      """
      {replaced?{systemCaller}, code of the system, made the call on this thread, and no frame of your own code is further out: {function} \
      has the name of a method that replaces {api} (swizzling). Update {linkedLibrary|the library that replaces it}, and report the call to \
      Apple if it has effects.|}
      """,
      "{replaced?|In {location|the first frame of the app}, dispatch the code that uses the user interface to the main queue.}",
      "{replaced?|Document on which queue a function calls its completion handler, and always use that queue.}",
      "Leave Main Thread Checker on in the scheme (Diagnostics), with \"Pause on issues\".",
    ],
    changes: [
      Change(
        "swift", before: "label.text = title   // in a completion handler",
        after: "Task { @MainActor in label.text = title }"
      ).unless("replaced"),
      Change(
        "objective-c", before: "self.label.text = title;   // in a completion handler",
        after: "dispatch_async(dispatch_get_main_queue(), ^{ self.label.text = title; });"
      ).unless("replaced"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: its first frame of the app is the caller."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM."),
    ],
    lookalikes: [
      LookAlike("autolayout-engine-background", because: "The message does not come from the layout engine."),
      LookAlike(
        "swift-executor-isolation", because: "The stack contains no check of Swift concurrency.", when: .hasStack),
      LookAlike(
        "libdispatch-client-bug",
        because: "The expected queue is the main queue, and a user interface function requires it."),
    ],
    references: [
      Reference("Diagnosing memory, thread, and crash issues early (Apple, Xcode)"),
      Reference("UIKit (Apple): use from the main thread only"),
    ],
    supersedes: Designables.generalFailures + [
      "libdispatch-client-bug", "swift-trap-unspecified", "nsexception-internal-inconsistency",
    ],
    generality: 3,
    searchTerms: """
      main thread
      main thread checker
      UI API called on a background thread
      background thread
      must be used from main thread only
      UI on background thread
      not on main thread
      off main thread
      call must be made on main thread
      bool _WebTryThreadLock
      UIView background thread
      threading violation expected the main thread
      """,
    examples: [
      .matches(
        "a warning of Main Thread Checker",
        """
        →Main Thread Checker: UI API called on a background thread: -[UIView setNeedsLayout]
        PID: 4219, TID: 1400459, Thread name: (none), Queue name: com.apple.root.default-qos, QoS: 0
        Backtrace:
        →4   Cards                             0x0000000104cd731c -[CardStore notify:] + 304
        5   libdispatch.dylib                 0x0000000104cd731c _dispatch_call_block_and_release + 24
        """),
      .matches(
        "a view asserts the main queue", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

        Thread 6 Crashed:: Dispatch queue: com.example.cards
        →0   libdispatch.dylib             	0x0000000111de6134 _dispatch_assert_queue_fail + 99
        1   libdispatch.dylib             	0x0000000111de60cc dispatch_assert_queue + 152
        →2   UIKitCore                     	0x000000011cd046a5 -[UIImageView _mainQ_beginLoadingIfApplicable] + 77
        →3   Cards                         	0x0000000104cd731c -[CardView show:] + 304
        """),
      .matches(
        "an exception of AppKit",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'NSWindow drag regions should only be invalidated on the Main Thread!'
        """),
      .matches(
        "an assertion of a window, raised on a thread of the pool", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 164
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 60
        2   Foundation                    	0x00000001a3f5b1c8 -[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:] + 288
        →3   UIKitCore                     	0x00000001b4c11d20 -[UIWindow _deckSnapshot:] + 276
        →4   Cards                         	0x0000000104cd731c -[CardView show:] + 304
        5   libdispatch.dylib             	0x000000019b5c2aac _dispatch_call_block_and_release + 32
        →6   libsystem_pthread.dylib       	0x000000021dae0aac start_wqthread + 8

        Thread 6 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        """),
      .doesNotMatch(
        "an assertion of a class that any thread may use",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 164
        1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 60
        2   Foundation                    	0x00000001a3f5b1c8 -[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:] + 288
        3   UIKitCore                     	0x00000001b4c11d20 -[UIImage _deckSnapshot:] + 276
        4   Cards                         	0x0000000104cd731c -[CardView show:] + 304
        5   libsystem_pthread.dylib       	0x000000021dae0aac start_wqthread + 8

        Thread 6 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        """),
      .doesNotMatch(
        "an exception of the layout engine, which is another failure",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Modifications to the layout engine must not be performed from a background thread after it has been accessed from the main thread.'
        """),
      .doesNotMatch(
        "an isolation check of Swift",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 4 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 _dispatch_assert_queue_fail + 120
        1   libdispatch.dylib             	0x00000001a2b04110 dispatch_assert_queue + 196
        2   libswift_Concurrency.dylib    	0x00000001a2b04110 swift_task_isCurrentExecutorImpl(swift::SerialExecutorRef) + 284
        3   Cards                         	0x0000000100d4a3f8 closure #1 in CardStore.load() + 180
        4   UIKitCore                     	0x000000011cd046a5 -[UIImageView _mainQ_beginLoadingIfApplicable] + 77
        """),
    ])

  private static let checker = Evidence.text(
    [
      "UI API called on a background thread: {api}", "UI API called from background thread: {api}",
      "{api} must be used from main thread only", "{api} must be called from main thread only",
    ], statement: "Main Thread Checker detected a call on a background thread.")
  private static let fatal = Evidence.field(.exceptionHeader)
  private static let checkerCaller = Evidence.frame(
    FrameQuery([], roles: [.app], position: .first(20), blamed: true, statement: "{function} made the call."))

  private static let stated = Evidence.text(
    [
      "should only be invalidated on the Main Thread", "should only be modified on the main thread",
      "should only be instantiated on the Main Thread", "threading violation: expected the main thread",
      "may only be called from the main thread", "must be called on the main thread",
      "must be called from the main thread",
      "Tried to obtain the web lock from a thread other than the main thread", "Call must be made on main thread",
      "Must only be used from the main thread", "is not on the main thread; UI",
      "UIKit API called from background thread",
      "must be used from the main thread only", "can only be called from the main thread",
      "Only run on the main thread",
      "accessing UI on a background thread", "needs to be called on the main thread",
    ], without: ["autolayout engine", "layout engine"],
    statement: "The system reports that this must run on the main thread.")
  /// Messages of the layout engine, which have their own pattern.
  private static let narrower = Evidence.text(
    [
      "modifying the autolayout engine from a background thread",
      "Modifications to the layout engine must not be performed",
    ])
  private static let mainQueueExpected = Evidence.text(
    ["expected to execute on queue [com.apple.main-thread"],
    statement: "libdispatch reports that the main queue was expected.")

  private static let userInterface = Evidence.frames([
    FrameQuery(["_dispatch_assert_queue_fail"], position: .first(3)),
    FrameQuery(
      [],
      images: [
        "UIKit", "UIKitCore", "AppKit", "com.apple.AppKit", "com.apple.UIKit*", "HIToolbox", "com.apple.HIToolbox",
        "QuartzCore",
        "com.apple.QuartzCore", "WebKit", "com.apple.WebKit", "MapKit", "SwiftUI", "SwiftUICore", "UIFoundation",
        "WebKitLegacy",
      ], position: .first(5), statement: "{function} requires the main queue."),
  ])
  private static let assertion = Evidence.frame(
    FrameQuery(
      [
        "*_UIApplicationAssertMainThread*", "*AssertMainThread*", "*NSAssertMainThread*",
        "*_WebThreadLockFromAnyThread*",
        "_WebTryThreadLock*", "*UIKeyboardTaskQueue waitUntilAllTasksAreFinished*NotMain*",
        "-[NSThread _raiseOffMainThread*",
        "*NSViewRaiseIfNotOnMainThread*", "*_NSRaiseOffMainThread*",
      ], position: .first(6), statement: "{function} requires the main thread."))
  private static let caller = Evidence.frame(
    FrameQuery([], roles: [.app], position: .first(24), blamed: true, statement: "{function} made the call."))
}
