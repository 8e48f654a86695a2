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
        .all([.termination(codes: [0x8bad_f00d], statement: codeStatement), .optional(event)])),
      Grade(.certain, cause: .likely, .all([event, .not(isNotCrash)])),
      Grade(.certain, cause: .possible, .all([code, .not(isNotCrash)])),
      Grade(.possible, cause: .possible, .mentionedCode(0x8bad_f00d, statement: codeStatement)),
    ],
    headline: "Watchdog timeout: {event|an event} in {process|the app} took longer than {seconds|allowed} (0x8badf00d)",
    cause: """
      The system gives an app a limited time for {event|launch, a scene change, or going to the background}. The \
      main thread did not finish in time. "wall clock" usually means that it was waiting (for the network, a lock, a \
      file); "CPU time" means that it was busy. The stack is a snapshot of that moment, not the location of a fault.
      """,
    remedy: [
      """
      In {function|the blocking function}, move synchronous work (network, database, files, locks, \
      dispatch_sync) off the main thread.
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
  private static let event = Evidence.any([
    .text(
      [
        // The capture ends with the first letter of the unit: "10.00 s".
        "explanation:{event} watchdog transgression{}time allowance of {seconds}econds",
        "explanation:{event} watchdog transgression",
        "{event} watchdog transgression",
      ], statement: eventStatement),
    .all([
      .text(["Failed to terminate gracefully after {seconds}"], statement: eventStatement),
      .capture("event", "the exit of the process"), .capture("isExit", "yes"),
    ]),
    // iOS 27 and later
    .text(["failed to {event} in time"], statement: eventStatement),
  ])
  private static let eventStatement = "The watchdog's explanation names the event that took too long."
  private static let code = Evidence.systemCode(
    0x8bad_f00d, namespaces: ["FRONTBOARD", "SPRINGBOARD", "RUNNINGBOARD"], statement: codeStatement)
  /// Kernel reports and statistics mention the code even if no app was terminated.
  private static let isNotCrash = Evidence.kind([.panic, .jetsam, .resource, .preview])
}
