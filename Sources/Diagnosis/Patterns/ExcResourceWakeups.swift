extension Pattern {
  /// The process woke the processor more often than the system allows.
  static let excResourceWakeups: Pattern = Pattern(
    "exc-resource-wakeups",
    title: "The process woke the processor more often than the system allows",
    family: .kill,
    symptom:
      "The battery empties though the app seems idle; the system writes a report about wake-ups, and may end the app.",
    grades: wakeupLimit.grades,
    headline: "{process|The process} woke the processor too often: {observed|more than its limit}",
    cause: """
      An idle processor sleeps, and each time a thread is woken costs energy. {process|This one} passed the limit \
      {limit|of 150 in a second over some minutes}. Mostly a timer with a short period, two threads that signal each other for \
      every item, or work that is handed from queue to queue in tiny pieces.
      """,
    remedy: [
      "Look at {function|the heaviest frame of the app}: which timer or signal wakes it, and how often is that needed?",
      "Give timers a longer period and a tolerance, and hand items over in batches.",
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
      LookAlike("exc-resource-cpu", because: "The limit is on wake-ups, not on processor time.")
    ],
    references: [
      .exceptionTypes, Reference("osfmk/kern/exc_resource.h (XNU)"),
    ],
    generality: 2,
    examples: [
      .matches(
        "a warning: the process went on",
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
        "a limit on processor time",
        """
        Exception Type:  EXC_RESOURCE
        Exception Subtype: CPU
        Exception Message: (Limit 80%) Observed 94% over 60 secs
        """),
    ])

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
      "0xbad22222",
      "SPRINGBOARD 3134333474",
    ],
    statement: "The process passed the limit on wake-ups.")
}
