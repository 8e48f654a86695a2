import CrashReports
import Vocabulary

extension Pattern {
  /// A process that the system killed to free memory (jetsam).
  static let jetsamMemory: Pattern = Pattern(
    "jetsam-memory",
    title: "Out of memory: the system killed a process to free memory (jetsam)",
    family: .kill,
    symptom: "The app disappears without a crash report; the device has a JetsamEvent report of that moment.",
    grades: [
      Grade(.certain, cause: .likely, severity: .note, .all([daemonAboveMark, .optional(largest), .optional(victim)])),
      Grade(.certain, cause: .likely, .all([eventWithReason, .optional(largest)])),
      Grade(.certain, cause: .likely, .all([killed, .not(.kind([.jetsam, .statistics]))])),
      Grade(
        .certain, cause: .likely,
        .text(
          [
            "killing_specific_process pid {} [{victim}] (per-process-limit",
            "killing_specific_process pid {} [{victim}] (highwater", "killing_specific_process pid {} [{victim}] (vm-",
            "killing_top_process pid {} [{victim}] (vm-", "memorystatus: killing {}",
          ], statement: "The kernel reports which process it killed, and why.")),
      Grade(
        .certain, cause: .likely,
        .all([
          .text(
            ["memorystatus: {} exceeded mem limit: {reason}", "memorystatus: exceeded mem limit: {reason}"],
            statement: "The kernel reports that the process exceeded its limit of memory."),
          .optional(
            .text(
              ["killing_specific_process pid {} [{victim}]", "memorystatus: {victim} [{}] exceeded mem limit"],
              statement: "The kernel killed it.")),
        ])),
      Grade(
        .certain, cause: .possible,
        .text(
          [
            "killing_specific_process pid {} [{victim}]", "killing_top_process pid {} [{victim}]",
            "Terminated due to memory issue", "terminated due to memory pressure", "app was killed by jetsam",
            "EXC_CRASH (SIGKILL - JETSAM", "low on memory; jetsam",
          ], statement: "The process was killed because of its memory use.")),
      Grade(.likely, cause: .possible, .all([event, .optional(largest)])),
    ],
    headline: """
      {victim|A process} was killed: {daemon?an idle process of the system above its own soft limit, which is normal|\
      {why|out of memory}} (jetsam{why?, {reason}})
      """,
    cause: """
      When memory runs short, or a process exceeds its own limit, the system kills processes. Reason in this case: \
      {why|see the report}{why? ({reason})}. {daemon?"highwater" is a soft limit of daemons: when memory runs short, the \
      system ends those that are idle and above it, and starts them again when they are needed. No app failed.|\
      "per-process-limit" means that the process itself used too much memory; "highwater", that a daemon was above its \
      soft limit.} The other reasons mean that the device as a whole ran short, and the killed process is not \
      necessarily the one that used the memory.{largest? {largest} used the most memory.}
      """,
    remedy: [
      """
      {daemon?Nothing has to be done for this process. If an app closed at that moment, look for it in the list of \
      processes, and for a report of its own.}
      """,
      """
      {daemon?If the device often runs short, look at the largest processes of the report|Lower the memory peak: load images at the size in which they are shown, process data in batches with \
      @autoreleasepool, limit every cache}.
      """,
      "Record the same steps with Instruments (Allocations), and look for memory that grows from screen to screen.",
      """
      Respond to memory warnings, and in the background free what can be created again: an app that uses less memory \
      is less likely to be killed.
      """,
    ],
    changes: [
      Change(
        "objective-c",
        before: "for (NSURL *url in urls) { [self importCardAtURL:url]; }",
        after: """
          for (NSURL *url in urls) {
            @autoreleasepool { [self importCardAtURL:url]; }
          }
          """),
      Change(
        "swift",
        after: """
          let cache = NSCache<NSString, UIImage>()
          cache.totalCostLimit = 32 << 20   // it evicts objects when memory runs short
          """),
    ],
    gaps: [
      Gap(unless: largest, "The processes of the report: they show which one used the memory."),
      Gap(
        unless: .not(.kind([.jetsam])),
        "A stack: a jetsam report has none. A memory graph or Instruments shows what the memory is used for."),
    ],
    lookalikes: [
      LookAlike(
        "exc-resource-memory", because: "The process was killed; it was not only reported for exceeding a limit."),
      LookAlike("watchdog-8badf00d", because: "The reason was memory, not a missing response."),
    ],
    knownGaps: ["The report lists all processes; only the name shows which one is your app."],
    references: [
      Reference(
        "Identifying high-memory use with jetsam event reports (Apple, Xcode)",
        url: "https://developer.apple.com/documentation/xcode/"
          + "identifying-high-memory-use-with-jetsam-event-reports"),
      .sigkill,
    ],
    supersedes: ["exc-resource-memory"],
    generality: 2,
    phrases: ["why": Dictionary(uniqueKeysWithValues: reasons.map { ($0.code, $0.meaning) })],
    searchTerms: """
      jetsam
      out of memory
      OOM
      OOM crash
      memory pressure
      low memory
      killed by memory
      memory warning
      didReceiveMemoryWarning
      memorystatus
      terminated due to memory issue
      message from debugger: terminated due to memory issue
      FOOM
      """,
    examples: [
      .matches(
        "the kernel's log line",
        """
        →kernel: memorystatus: killing_specific_process pid 4711 [Cards] (per-process-limit 3) 1450000KB - memorystatus_available_pages: 20833
        """),
      .matches(
        "Xcode's message",
        """
        →Message from debugger: Terminated due to memory issue
        """),
      .doesNotMatch(
        "only a memory warning",
        """
        2023-05-06 07:08:09.123 Cards[4711:90210] Received memory warning.
        """),
      .doesNotMatch(
        "killed by the watchdog",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205
        """),
    ])

  /// The kernel's reasons for killing a process, and their meaning (XNU, `bsd/kern/kern_memorystatus.h`).
  private static let reasons: [(code: String, meaning: String)] = [
    ("per-process-limit", "out of memory because it exceeded its own limit"),
    ("highwater", "out of memory while it was above its high-water mark"),
    ("vm-pageshortage", "out of memory because the device had too few free pages"),
    ("vm-thrashing", "out of memory because the device paged memory in and out continuously (thrashing)"),
    ("vm-compressor", "out of memory because the device's memory compressor was full"),
    ("fc-thrashing", "the file cache was too small, so that the device read the same files again and again"),
    ("vnode-limit", "the system ran out of open files (vnodes), which is not a lack of memory"),
    ("zone-map-exhaustion", "out of memory in the kernel"),
    ("disk-space-shortage", "the disk was full, so that memory could not be swapped"),
    ("jettisoned", "it was removed to make room for other processes"),
    ("sustained-memory-pressure", "out of memory after memory had been low for a long time"),
    ("low-swap", "out of swap space"),
  ]

  private static let eventWithReason = Evidence.all([
    .kind([.jetsam]),
    .any(
      reasons.map { reason in
        .all([
          .field(
            .detail(.reason), .contains([reason.code]), capture: "reason",
            statement: "The system's reason: " + reason.meaning + "."),
          .capture("why", reason.code),
        ])
      }),
    .optional(victim),
  ])

  private static let daemonAboveMark = Evidence.all([
    .kind([.jetsam]),
    .field(
      .detail(.reason), .contains(["highwater"]), capture: "reason",
      statement: "The system's reason: the process was above its high-water mark, a soft limit."),
    .field(
      .detail(.states), .hasWord(["daemon", "idle"]),
      statement: "The process is an idle daemon: the system starts it again when it is needed."),
    .capture("why", "highwater"), .capture("daemon", "idle"),
  ])

  private static let event = Evidence.all([
    .kind([.jetsam]),
    // An idle process is killed to make room, which the user does not notice.
    .not(.detail(.reason, containing: ["idle"])),
    .any([.field(.event, statement: eventStatement), .kind([.jetsam], statement: eventStatement)]),
    .optional(victim),
  ])
  private static let eventStatement = "The system writes this kind of report when memory runs short."

  private static let victim = Evidence.field(.detail(.victim), .isText, capture: "victim")

  private static let largest = Evidence.field(
    .detail(.largestProcess), .isText, capture: "largest", statement: "{largest} used the most memory at that moment.")

  private static let killed = Evidence.all([
    // Vnodes, idle exit, CPU time (XNU, bsd/sys/reason.h).
    .not(.termination(namespace: "JETSAM", codes: [3, 9, 100])),
    .termination(namespace: "JETSAM", statement: "The system killed the process because of its memory use."),
  ])
}
