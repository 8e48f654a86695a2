import CrashReports

extension Pattern {
  /// The process used more processor time than the system allows.
  static let excResourceCPU: Pattern = Pattern(
    "exc-resource-cpu",
    title: "The process used more processor time than the system allows",
    family: .kill,
    symptom:
      "The device gets warm and the battery empties; the system writes a report about CPU use, and may end the app.",
    grades: cpuLimit.grades,
    headline: "{process|The process} used too much processor time: {observed|more than its limit}",
    cause: """
      The system watches how much processor time a process uses over a minute or more, and {process|this one} passed \
      the limit {limit|}. Mostly a loop that waits without sleeping, a timer or an animation that never stops, or layout that \
      sets itself off again and again. "Action taken: none" is a warning: the process went on.
      """,
    remedy: [
      "Look at {function|the heaviest frame of the app}: what keeps it busy, and what should have ended it?",
      "Record the same situation with Instruments (Time Profiler), in the background too: limits are stricter there.",
      "Stop timers, display links, animations and polling when nobody sees their result.",
    ],
    changes: [
      Change(
        "swift", before: "while !deck.isReady { deck.poll() }",
        after: """
          let cards = AsyncStream<Card> { deck.onChange = $0.yield }
          for await card in cards { show(card) }   // sleeps between changes
          """),
      Change(
        "objective-c", before: "while (!self.deck.isReady) { [self.deck poll]; }",
        after: """
          dispatch_source_t timer = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, 0, queue);
          dispatch_source_set_timer(timer, DISPATCH_TIME_NOW, NSEC_PER_SEC, NSEC_PER_SEC / 10);
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The heaviest stack: it shows where the process was busy.")
    ],
    lookalikes: [
      LookAlike(
        "watchdog-8badf00d", because: "It was ended for the use of the processor, not for an answer that did not come."),
      LookAlike("exc-resource-wakeups", because: "The limit is on processor time, not on wake-ups."),
      LookAlike("autolayout-feedback-loop", because: "No stack shows layout that sets itself off."),
    ],
    references: [
      .exceptionTypes, Reference("osfmk/kern/thread.c and osfmk/kern/exc_resource.h (XNU)"),
    ],
    generality: 2,
    examples: [
      .matches(
        "the exception of a crash report",
        """
        Exception Type:  EXC_RESOURCE
        →Exception Subtype: CPU
        →Exception Message: (Limit 80%) Observed 94% over 60 secs
        """),
      .matches(
        "the kernel's line",
        """
        →kernel: process Cards[4711] thread 90210 caught burning CPU! It used more than 50% CPU (Actual recent usage: 66%) over 180 seconds.
        """),
      .doesNotMatch(
        "the watchdog's CPU time",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205
        <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: application<com.example.Cards>:4711 exhausted CPU time allowance of 10.00 seconds
        """),
      .doesNotMatch(
        "a limit on memory",
        """
        Exception Type:  EXC_RESOURCE
        Exception Subtype: MEMORY
        """),
    ])

  private static let cpuLimit = ResourceLimit(
    events: ["cpu"],
    subtypes: ["CPU"],
    type: 1,
    measured: .cpuTime,
    wordings: [
      "EXC_RESOURCE CPU",
      "RESOURCE_TYPE_CPU{}limit",
      "caught burning CPU",
      "caught causing excessive CPU",
      "violating a CPU usage limit",
      "exceeding limit of{}cpu over",
    ],
    statement: "The process passed the limit on processor time.")
}
