import CrashReports

extension Pattern {
  /// What Xcode's Thread Performance Checker reports: a priority inversion, or work that blocks the main thread.
  static let threadPerformanceChecker: Pattern = Pattern(
    "thread-performance-checker",
    title:
      "Thread Performance Checker: a thread waits for one of lower quality of service, or the main thread is blocked",
    family: .concurrency,
    severity: .warning,
    symptom: "Xcode prints \"Thread Performance Checker: …\" with a backtrace in its console; the app continues.",
    grades: [
      Grade(.certain, cause: .likely, .all([.field(.format, .equals("excerpt")), inversion, .optional(appFrame)])),
      Grade(.certain, cause: .likely, .all([.field(.format, .equals("excerpt")), mainThread, .optional(appFrame)])),
      Grade(.likely, cause: .possible, .any([inversion, mainThread])),
    ],
    headline: """
      Thread Performance Checker: {blocked?work that can block the main thread|priority inversion}{function? in {function}}\
      {holder?: waits for a thread of {holder}|{noclass?: waits for a thread without a quality of service}}
      """,
    cause: """
      {blocked?The function is slow or waits, and ran on the main thread, which could not handle events meanwhile.|A thread of \
      higher quality of service waits{waiter? ({waiter})} for one of lower quality{holder? ({holder})}. The system cannot raise the \
      priority of the other thread through a semaphore, a group or a condition, so that the urgent thread waits as long as the \
      other one is not scheduled.} Nothing was ended; the message is about speed.
      """,
    remedy: [
      """
      {blocked?Call it on another queue, or use its asynchronous form: {location?{location}|{function|the first frame of the app}} calls \
      it|In {location?{location}|{function|the first frame of the app}}, do not wait: use a completion handler or await}.
      """,
      """
      {blocked?Measure with Instruments (Hangs) whether the main thread is really blocked.|If it must wait, start the other work with at \
      least the same quality of service, or use a lock or dispatch_sync(), which raise the priority of the owner.}
      """,
    ],
    changes: [
      Change(
        "swift", before: "semaphore.wait()",
        after: "await withCheckedContinuation { continuation in load { continuation.resume() } }"),
      Change(
        "objective-c", before: "dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);",
        after: "[self loadWithCompletion:^{ dispatch_async(dispatch_get_main_queue(), ^{ [self show]; }); }];"),
    ],
    gaps: [Gap(unless: .hasStack, "The lines below \"Backtrace\": they show which call waits.")],
    lookalikes: [
      LookAlike("app-hang", because: "The checker predicts delays; the app was not found unresponsive."),
      LookAlike(
        "ui-off-main-thread",
        because: "Main Thread Checker reports calls off the main thread; this one is about waiting."),
    ],
    references: [
      Reference(
        "Diagnosing memory, thread, and crash issues early (Apple)",
        url: "https://developer.apple.com/documentation/xcode/diagnosing-memory-thread-and-crash-issues-early")
    ],
    generality: 3,
    searchTerms: """
      Thread Performance Checker
      priority inversion
      waiting on a lower QoS thread
      hang risk
      QOS_CLASS_USER_INTERACTIVE
      """,
    examples: [
      .matches(
        "a thread waits for an operation",
        """
        →Thread Performance Checker: Thread running at QOS_CLASS_USER_INTERACTIVE waiting on a lower QoS thread running at QOS_CLASS_DEFAULT. Investigate ways to avoid priority inversions
        PID: 4711, TID: 901234
        Backtrace
        =================================================================
        3   Foundation                          0x00000001cc1f4c10 -[NSOperation waitUntilFinished] + 596
        →4   Cards                               0x0000000104a20f50 -[CardController load] + 128
        5   UIKitCore                           0x00000001ce1f4c10 -[UIViewController loadViewIfRequired] + 800
        """),
      .matches(
        "only the first line", atLeast: .likely,
        """
        →Thread Performance Checker: Thread running at User-interactive quality-of-service class waiting on a lower QoS thread running at Default quality-of-service class. Investigate ways to avoid priority inversions
        """),
      .doesNotMatch(
        "a setting of the scheme",
        """
        Diagnostics: Thread Performance Checker enabled
        """),
      .doesNotMatch(
        "Main Thread Checker",
        """
        Main Thread Checker: UI API called on a background thread: -[UIView setNeedsLayout]
        PID: 4711, TID: 901234, Thread name: (none), Queue name: com.example.load, QoS: 0
        Backtrace:
        4   Cards                               0x0000000104a20f50 -[CardController load] + 128
        """),
    ])

  private static let inversion = Evidence.any([
    .text(
      TextQuery(
        [
          "Thread running at {waiter} waiting on a lower QoS thread running at {holder}. Investigate",
          "Thread running at {waiter} waiting on a lower QoS thread running at {holder}",
        ], statement: "The checker reports that a thread of {waiter} waits for one of {holder}.")),
    .all([
      .text(
        TextQuery(
          ["Thread running at {waiter} waiting on a thread without a QoS class"],
          statement: "The checker reports that a thread of {waiter} waits for one without a quality of service.")),
      .capture("noclass", "none"),
    ]),
  ])
  private static let mainThread = Evidence.all([
    .text(
      TextQuery(
        [
          "Thread Performance Checker: {call} should not be called on the main thread",
          "Thread Performance Checker: {call} on the main thread can",
          "Thread Performance Checker: {call} on the main thread",
        ], without: ["Thread running at"], isAtStart: true,
        statement: "The checker reports work that can block the main thread.")),
    .capture("blocked", "main"),
  ])

  private static let appFrame = Evidence.frame(
    FrameQuery([], roles: [.app], blamed: true, statement: "{function} is the first frame of the app in the backtrace.")
  )
}
