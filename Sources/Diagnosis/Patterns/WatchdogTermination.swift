import CrashReports

extension Pattern {
  /// The watchdog ended an app that did not answer in time.
  static let watchdog8BadF00D: Pattern = Pattern(
    "watchdog-8badf00d",
    title: "The watchdog ended the app because it did not answer in time",
    family: .kill,
    symptom: "The app closes by itself, mostly at launch or when it goes to the background; the code is 0x8badf00d.",
    grades: [
      Grade(.certain, cause: .likely, .all([.termination(codes: [0x8bad_f00d], statement: codeSays), .also(event)])),
      Grade(.certain, cause: .likely, .all([event, .not(isNoCrash)])),
      Grade(.certain, cause: .possible, .all([code, .not(isNoCrash)])),
    ],
    headline: "The watchdog ended {process|the app}: {event|a step} took longer than {seconds|its time}",
    cause: """
      The system gives an app a few seconds for {event|launch, a change of scene, or going to the background}. The main \
      thread did not finish. "wall clock" means that it waited (for the network, a lock, a file); "CPU time" that it \
      was busy. The stack is a snapshot of that moment, not the place of a fault.
      """,
    remedy: [
      "Take synchronous work (network, database, files, locks, dispatch_sync) off the main thread at {function|that place}.",
      "At launch do only what the first screen needs, and start the rest afterwards.",
      "Compare the stacks of several reports: where they agree is the slow place.",
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
      Gap(unless: event, "The termination's explanation: which step, and how long it was allowed to take."),
      Gap(unless: .hasStack, "The stack of the main thread: what it was doing when its time was up."),
    ],
    lookalikes: [
      LookAlike("file-lock-dead10cc", because: "The code is 0x8badf00d; a held lock has 0xdead10cc."),
      LookAlike("exc-resource-cpu", because: "The process was ended for its answer, not for the use of the processor."),
    ],
    references: [.watchdog, .sigkill],
    supersedes: ["memory-bad-access"],
    generality: 1,
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

  private static let codeSays = "0x8badf00d: the watchdog ended the process."
  private static let event = Evidence.text(
    [
      // The part ends in the unit's first letter: "10.00 s".
      "explanation:{event} watchdog transgression{}time allowance of {seconds}econds",
      "explanation:{event} watchdog transgression",
      "{event} watchdog transgression",
    ], statement: "The watchdog's own explanation.")
  private static let code = Evidence.systemCode(
    0x8bad_f00d, namespaces: ["FRONTBOARD", "SPRINGBOARD", "RUNNINGBOARD"], statement: codeSays)
  /// Kernel reports and statistics mention the number without any app having been ended.
  private static let isNoCrash = Evidence.kind([.panic, .jetsam, .resource, .preview])
}
