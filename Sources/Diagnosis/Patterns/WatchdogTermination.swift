import CrashReports

extension Pattern {
  /// A watchdog termination of an app that did not respond in time.
  static let watchdog8BadF00D: Pattern = Pattern(
    "watchdog-8badf00d",
    title: "Watchdog timeout: the app did not respond in time (0x8badf00d)",
    family: .kill,
    symptom: """
      The app closes by itself, usually at launch or when it goes to the background; the \
      termination code is 0x8badf00d.
      """,
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([.termination(codes: [0x8bad_f00d], statement: codeStatement), .optional(event)] + details)),
      Grade(.certain, cause: .likely, .all([event, .not(isNotCrash)] + details)),
      Grade(.certain, cause: .possible, .all([code, .not(isNotCrash), .optional(event)] + details)),
      Grade(.possible, cause: .possible, .mentionedCode(0x8bad_f00d, statement: codeStatement)),
    ],
    headline: """
      {assertion?Background time ended: {process|the app} did not release a background assertion in time (0x8badf00d)|\
      Watchdog timeout: {event|an event} in {process|the app} took longer than {limit?{limit} s|{seconds|allowed}} (0x8badf00d)\
      {deadlock?: deadlock of the main thread{function? in {function}} and {other}|{pool?: {workers} threads of the pool \
      wait in {other}|{busy?: the app was busy ({cpu} s of CPU time)|{waiting?: the app was waiting ({cpu} s of CPU time)}}}}}
      """,
    cause: """
      {assertion?The system let the process finish work in the background, and terminated it because that work did not end \
      in time, or because its end was not reported. The stack of the main thread is that of this moment, and need not be \
      related.|The system gives an app a limited time for {event|launch, a scene change, or going to the background}. The \
      main thread did not finish in time. {deadlock?It waits for {queue?the queue {queue}, whose thread waits|another \
      thread, which waits}, too: neither can continue.|{pool?It waits for work of the pool, but all of its threads wait.|\
      {busy?It was computing most of the time.|{waiting?It hardly used the processor: it waited for a lock, another \
      thread, the network or a file.|Whether it was busy or waiting is shown by the CPU time of the app, not by the \
      words "wall clock".}}}} The stack is a snapshot of that moment, not the location of a fault.}
      """,
    remedy: [
      """
      {assertion?End each background task in its expiration handler, and when its work is done: endBackgroundTask(_:), the end \
      of performExpiringActivity, the completion handler of an extension's request.|{deadlock?Make one of the two calls asynchronous: the one in {function|the main thread}, or the one in {other}.|\
      {pool?Do not block in {other}: use asynchronous calls, or limit the number of blocks that run at the same time \
      (OperationQueue.maxConcurrentOperationCount, a task group).|{busy?Make {function|the blocking function} faster, or \
      move it off the main thread; Instruments (Time Profiler) shows where the time goes.|In {function|the blocking \
      function}, move synchronous work (network, database, files, locks, dispatch_sync) off the main thread.}}}}
      """,
      """
      {isExit?At the exit, look at applicationWillTerminate(_:), exit handlers and destructors of static objects: they must \
      not wait.|At launch, do only what the first screen needs, and start the rest afterwards.}
      """,
      "Compare the stacks of several reports: the frames that they share show the slow code.",
    ],
    changes: [
      Change(
        "swift", before: "let data = try Data(contentsOf: url)  // on the main thread",
        after: "let (data, _) = try await URLSession.shared.data(from: url)"),
      Change(
        "objective-c",
        after: """
          dispatch_async(dispatch_get_global_queue(QOS_CLASS_USER_INITIATED, 0), ^{
            NSArray *cards = [self loadCards];
            dispatch_async(dispatch_get_main_queue(), ^{ [self show:cards]; });
          });
          """),
    ],
    gaps: [
      Gap(unless: event, "The explanation of the termination: which event, and how long it was allowed to take."),
      Gap(
        unless: .watchdogProcessorTime,
        "The processor time of the app (WatchdogCPUStatistics): it shows whether the app was busy or waiting."),
      Gap(unless: .hasStack, "The stack of the main thread: what it was doing when the time ran out."),
    ],
    lookalikes: [
      LookAlike("file-lock-dead10cc", because: "The code is 0x8badf00d; for a held lock it would be 0xdead10cc."),
      LookAlike(
        "exc-resource-cpu",
        because: "The process was terminated because it did not respond, not because of its CPU use."),
    ],
    references: [.watchdog, .sigkill],
    supersedes: ["memory-bad-access"],
    generality: 1,
    searchTerms: """
      watchdog
      8badf00d
      watchdog timeout
      watchdog termination
      scene-update watchdog
      launch timeout
      failed to launch in time
      scene-create watchdog transgression
      failed to terminate gracefully
      app hang
      exhausted real (wall clock) time allowance
      main thread blocked
      app not responding
      ANR
      launch watchdog
      hang
      freeze
      frozen
      """,
    examples: [
      .matches(
        "the code in decimal, with the explanation",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Exception Codes: 0x0000000000000000, 0x0000000000000000
        →Termination Reason: FRONTBOARD 2343432205
        →<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: application<com.example.Cards>:4711 exhausted real (wall clock) time allowance of 19.93 seconds
        """),
      .doesNotMatch(
        "a lock held in the background",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc
        """),
    ])

  private static let codeStatement = "0x8badf00d: the watchdog terminated the process."
  private static let assertionStatement = "ASSERTIOND counts the time that processes have in the background."
  private static let event = Evidence.any([
    .text(
      [
        // The capture ends with the first letter of the unit: "10.00 s".
        "explanation:{event} watchdog transgression{}time allowance of {seconds}econds",
        "explanation:{event} watchdog transgression",
        "{event} watchdog transgression",
        // Newer systems state what did not happen, and the event on a line of its own.
        "WatchdogEvent: {event}",
      ], statement: eventStatement),
    .all([
      .text(["Failed to terminate gracefully after {seconds}"], statement: eventStatement),
      .capture("event", "the exit of the process"), .capture("isExit", "yes"),
    ]),
    .text(
      [
        "explanation:Failed to {event} gracefully after ", "explanation:Failed to {event} after ",
        // iOS 27 and later
        "failed to {event} in time",
      ], statement: eventStatement),
  ])
  private static let eventStatement = "The watchdog's explanation names the event that took too long."
  private static let details: [Evidence] = [
    .optional(
      .all([
        .termination(namespace: "ASSERTIOND", codes: [0x8bad_f00d], statement: assertionStatement),
        .capture("assertion", "background"),
      ])),
    .optional(.watchdogProcessorTime), .optional(.mainThreadWaits),
    .optional(
      .text(
        ["explanation:Failed to {} after {limit}s", "] failed to {} after {limit}s"],
        statement: "The explanation states how long the system waited: {limit} s.")),
    .optional(
      .all([.text(["WatchdogEvent: process-exit", "Failed to terminate gracefully"]), .capture("isExit", "yes")])),
  ]
  private static let code = Evidence.systemCode(
    0x8bad_f00d, namespaces: ["FRONTBOARD", "SPRINGBOARD", "RUNNINGBOARD"], statement: codeStatement)
  /// Kernel reports and statistics mention the code even if no app was terminated.
  private static let isNotCrash = Evidence.kind([.panic, .jetsam, .resource, .preview])
}
