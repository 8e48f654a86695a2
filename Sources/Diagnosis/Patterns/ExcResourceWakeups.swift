extension Pattern {
  /// A process that woke the CPU more often than the system allows.
  static let excResourceWakeups: Pattern = Pattern(
    "exc-resource-wakeups",
    title: "Wakeup limit exceeded: the process woke the CPU more often than the system allows",
    family: .kill,
    symptom:
      "The battery drains although the app seems idle; the system writes a report about wakeups, and may kill the app.",
    grades: [
      Grade(
        .certain, cause: .likely,
        .systemCode(0xbad2_2222, namespaces: ["SPRINGBOARD", "FRONTBOARD", "RUNNINGBOARD"], statement: voipStatement))
    ] + wakeupLimit.grades + [
      Grade(.possible, cause: .possible, .mentionedCode(0xbad2_2222, statement: voipStatement))
    ],
    headline: "Wakeup limit exceeded by {process|the process}: {observed|more wakeups than allowed}",
    cause: """
      An idle CPU sleeps, and each wakeup of a thread costs energy. {process|This one} exceeded the limit \
      of {limit|150 per second over some minutes}. Usually the cause is a timer with a short period, two threads that \
      signal each other for every item, or work that is passed from queue to queue in tiny pieces.
      """,
    remedy: [
      "In {function|the heaviest frame of the app}, find out which timer or signal wakes it, and how often that is needed.",
      "Give timers a longer period and a tolerance, and pass items on in batches.",
      "Never poll: wait for an event (dispatch source, notification, condition).",
    ],
    changes: [
      Change(
        "swift", before: "let timer = Timer(timeInterval: 0.005, repeats: true) { _ in refresh() }",
        after: """
          let timer = Timer(timeInterval: 1, repeats: true) { _ in refresh() }
          timer.tolerance = 0.2
          """),
      Change(
        "objective-c", before: "dispatch_source_set_timer(timer, DISPATCH_TIME_NOW, 5 * NSEC_PER_MSEC, 0);",
        after: "dispatch_source_set_timer(timer, DISPATCH_TIME_NOW, NSEC_PER_SEC, NSEC_PER_SEC / 5);"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The heaviest stack: it shows where the process was woken.")
    ],
    lookalikes: [
      LookAlike("exc-resource-cpu", because: "The limit is on wakeups, not on CPU time.")
    ],
    references: [
      .exceptionTypes, Reference("osfmk/kern/exc_resource.h (XNU)"),
    ],
    generality: 2,
    searchTerms: """
      wakeups
      too many wakeups
      cpu wakeups
      RESOURCE_TYPE_WAKEUPS
      idle wakeups
      """,
    examples: [
      .matches(
        "a warning: the process continued",
        """
        Exception Type:  EXC_RESOURCE
        →Exception Subtype: WAKEUPS
        →Exception Message: (Limit 150/sec) Observed 206/sec over 300 secs
        Exception Note:  NON-FATAL CONDITION (this is NOT a crash)
        """),
      .matches(
        "the kernel's line",
        """
        →kernel: process Cards[4711] caught causing excessive wakeups. Observed wakeups rate (per sec): 245; Maximum permitted wakeups rate (per sec): 150
        """),
      .doesNotMatch(
        "a CPU limit",
        """
        Exception Type:  EXC_RESOURCE
        Exception Subtype: CPU
        Exception Message: (Limit 80%) Observed 94% over 60 secs
        """),
    ])

  private static let voipStatement = "0xbad22222: the system killed a VoIP app that was resumed too often."
  private static let wakeupLimit = ResourceLimit(
    events: ["wakeup"],
    subtypes: ["WAKEUPS"],
    type: 2,
    wordings: [
      "EXC_RESOURCE WAKEUPS",
      "RESOURCE_TYPE_WAKEUPS",
      "caught causing excessive wakeups",
      "wakes over{}seconds, averaging",
      "caught waking the CPU",
    ],
    statement: "The process exceeded the wakeup limit.")
}
