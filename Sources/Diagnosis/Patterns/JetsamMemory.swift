import CrashReports
import Vocabulary

extension Pattern {
  /// The system ended processes to get memory back.
  static let jetsamMemory: Pattern = Pattern(
    "jetsam-memory",
    title: "The system ended a process to get memory back",
    family: .kill,
    symptom: "The app is gone without a crash report; on the device there is a JetsamEvent report of that moment.",
    grades: [
      Grade(.certain, cause: .likely, .all([eventWithReason, .also(largest)])),
      Grade(.certain, cause: .likely, .all([ended, .not(.kind([.jetsam, .statistics]))])),
      Grade(
        .certain, cause: .likely,
        .text(
          [
            "killing_specific_process pid {} [{victim}] (per-process-limit",
            "killing_specific_process pid {} [{victim}] (highwater", "killing_specific_process pid {} [{victim}] (vm-",
            "killing_top_process pid {} [{victim}] (vm-", "memorystatus: killing {}",
          ], statement: "The kernel says which process it ended, and why.")),
      Grade(
        .certain, cause: .possible,
        .text(
          [
            "Terminated due to memory issue", "terminated due to memory pressure", "app was killed by jetsam",
            "EXC_CRASH (SIGKILL - JETSAM", "low on memory; jetsam",
          ], statement: "The process was ended for its memory.")),
      Grade(.likely, cause: .possible, .all([event, .also(largest)])),
    ],
    headline: "{victim|A process} was ended by the system: {why|memory ran short}{why? ({reason})}",
    cause: """
      When memory runs short, or a process passes its own limit, the system ends processes: {why|which it was stands in \
      the report}{why? ({reason})}. "per-process-limit" and "highwater" mean that the process itself used too much; the other reasons \
      mean that the device ran short, and the one that was ended need not be the one that used it. {largest?Most memory was used by {largest}.}
      """,
    remedy: [
      "Lower the peak: load images in the size in which they are shown, work in portions with @autoreleasepool, bound every cache.",
      "Record the same use with Instruments (Allocations), and look for what grows from screen to screen.",
      "Answer memory warnings, and in the background give back what can be made again: small apps are ended last.",
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
          cache.totalCostLimit = 32 << 20   // it empties itself when memory runs short
          """),
    ],
    gaps: [
      Gap(unless: largest, "The processes of the report: they show who used the memory."),
      Gap(
        unless: .not(.kind([.jetsam])),
        "A stack: such a report has none. A memory graph or Instruments shows what the memory is used for."),
    ],
    lookalikes: [
      LookAlike("exc-resource-memory", because: "The process was ended; it is more than a limit's exception."),
      LookAlike("watchdog-8badf00d", because: "Memory was the reason, not an answer that did not come."),
    ],
    knownGaps: ["The report lists all processes; which one the user missed is known only from its name."],
    references: [
      Reference(
        "Identifying high-memory use with jetsam event reports (Apple, Xcode)",
        url: "https://developer.apple.com/documentation/xcode/"
          + "identifying-high-memory-use-with-jetsam-event-reports"),
      .sigkill,
    ],
    supersedes: ["exc-resource-memory"],
    generality: 2,
    phrases: ["why": Dictionary(uniqueKeysWithValues: reasons.map { ($0.word, $0.means) })],
    examples: [
      .matches(
        "the kernel's line",
        """
        →kernel: memorystatus: killing_specific_process pid 4711 [Cards] (per-process-limit 3) 1450000KB - memorystatus_available_pages: 20833
        """),
      .matches(
        "Xcode's word for it",
        """
        →Message from debugger: Terminated due to memory issue
        """),
      .doesNotMatch(
        "a warning only",
        """
        2023-05-06 07:08:09.123 Cards[4711:90210] Received memory warning.
        """),
      .doesNotMatch(
        "ended by the watchdog",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205
        """),
    ])

  /// The kernel's words for why it ends a process, with what they mean (XNU, `bsd/kern/kern_memorystatus.h`).
  private static let reasons: [(word: String, means: String)] = [
    ("per-process-limit", "it passed its own limit on memory"),
    ("highwater", "it was above its high-water mark when memory ran short"),
    ("vm-pageshortage", "the device had too few free pages"),
    ("vm-thrashing", "the device was busy moving memory about"),
    ("vm-compressor", "the compressor of the device's memory was full"),
    ("fc-thrashing", "the device read the same files again and again, because the file cache was too small"),
    ("vnode-limit", "the system ran out of open files (vnodes), which is no lack of memory"),
    ("zone-map-exhaustion", "the kernel's own memory was used up"),
    ("disk-space-shortage", "the disk was full, so that memory could not be swapped"),
    ("jettisoned", "it was in the way of others"),
    ("sustained-memory-pressure", "memory had been short for long"),
    ("low-swap", "the space for swapped memory was used up"),
  ]

  private static let eventWithReason = Evidence.all([
    .kind([.jetsam]),
    .any(
      reasons.map { reason in
        .all([
          .field(
            .detail(.reason), .contains([reason.word]), capture: "reason",
            statement: "The system's reason: " + reason.means + "."),
          .capture("why", reason.word),
        ])
      }),
    .also(victim),
  ])

  private static let event = Evidence.all([
    .kind([.jetsam]),
    // A process that idles is ended to make room; nobody misses it.
    .not(.detail(.reason, containing: ["idle"])),
    .any([.field(.event, statement: eventSays), .kind([.jetsam], statement: eventSays)]),
    .also(victim),
  ])
  private static let eventSays = "The report is one of those that the system writes when memory runs short."

  private static let victim = Evidence.field(.detail(.victim), .isText, capture: "victim")

  private static let largest = Evidence.field(
    .detail(.largestProcess), .isText, capture: "largest", statement: "{largest} used most memory at that moment.")

  private static let ended = Evidence.termination(
    namespace: "JETSAM", statement: "The system ended the process for its memory.")
}
