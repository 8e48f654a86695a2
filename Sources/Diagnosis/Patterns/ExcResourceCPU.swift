import CrashReports

extension Pattern {
  /// A process that used more CPU time than the system allows.
  static let excResourceCPU: Pattern = Pattern(
    "exc-resource-cpu",
    title: "CPU limit exceeded: the process used more CPU time than the system allows",
    family: .kill,
    symptom:
      "The device gets warm and the battery drains; the system writes a report about CPU use, and may kill the app.",
    grades: cpuLimit.grades,
    headline: "CPU limit exceeded by {process|the process}: {observed|more CPU time than allowed}",
    cause: """
      The system measures how much CPU time a process uses over a minute or more, and {process|this one} exceeded the \
      limit{limit? of {limit}}. Usually the cause is a loop that waits without sleeping, a timer or an animation that \
      never stops, or layout that triggers itself again and again. "Action taken: none" means a warning: the \
      process continued.
      """,
    remedy: [
      "In {function|the heaviest frame of the app}, find out what keeps it busy, and what should have stopped it.",
      "Record the same situation with Instruments (Time Profiler), also in the background: limits are stricter there.",
      "Stop timers, display links, animations and polling when their result is not visible.",
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
        "watchdog-8badf00d", because: "The limit is on CPU time; no watchdog timeout occurred."),
      LookAlike("exc-resource-wakeups", because: "The limit is on CPU time, not on wakeups."),
      LookAlike("autolayout-feedback-loop", because: "No stack shows a layout loop."),
    ],
    references: [
      .exceptionTypes, Reference("osfmk/kern/thread.c and osfmk/kern/exc_resource.h (XNU)"),
    ],
    generality: 2,
    searchTerms: """
      CPU limit
      cpu usage
      cpu limit exceeded
      too much cpu
      high cpu
      CPU_FATAL
      RESOURCE_TYPE_CPU
      """,
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
        "a memory limit",
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
    statement: "The process exceeded the CPU limit.")
}
