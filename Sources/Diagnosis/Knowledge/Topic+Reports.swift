import CrashReports

extension Topic {
  /// Kinds of reports by Apple's number.
  static let bugTypes: [Topic] = BugType.catalog.map { type in
    Topic(
      type.id, .bugType,
      names: ["bug_type \(type.id)", "bugtype \(type.id)", "\(type.appleName) \(type.id)"],
      searchTerms: bugTypeSearchTerms[type.id] ?? [], type.title, [type.contents],
      inReports: "\"bug_type\":\"\(type.id)\" in the first line; Apple's name is \(type.appleName).",
      patterns: bugTypePatterns[type.id] ?? [], source: "names of Apple's table of log types (OSAnalytics)")
  }

  /// Words that developers type for a kind of report.
  private static let bugTypeSearchTerms: [String: [String]] = [
    "309": ["ips crash report"], "210": ["kernel panic", "panic"], "151": ["forced reset"], "288": ["stackshot"],
    "298": ["jetsamevent", "jetsam event", "jetsam report"], "227": ["too many threads", "thread limit"],
    "228": ["hang report", "app hang"], "238": ["slow launch"], "187": ["sandbox violation"],
    "284": ["gpu reset", "gpu restart"],
  ]

  /// Patterns whose evidence is the kind of the report.
  private static let bugTypePatterns: [String: [String]] = [
    "409": ["watchdog-8badf00d"], "198": ["jetsam-memory"], "298": ["jetsam-memory"], "142": ["exc-resource-wakeups"],
    "145": ["exc-resource-diskwrites"], "202": ["exc-resource-cpu"], "206": ["exc-resource-cpu"],
    "110": ["kernel-panic-unspecified"], "151": ["forced-reset"],
    "210": [
      "kernel-panic-unspecified", "kernel-watchdog-timeout", "kernel-memory-fault", "kernel-element-modified",
    ],
    "227": ["exc-resource-threads"], "327": ["exc-resource-threads"], "222": ["app-hang"], "223": ["app-hang"],
    "310": ["app-hang"], "228": ["app-hang"], "328": ["app-hang"],
  ]

  private static func field(
    _ id: String, names: [String] = [], searchTerms: [String] = [], _ title: String, _ explanation: String...,
    advice: String? = nil, patterns: [String] = []
  ) -> Topic {
    Topic(
      id, .field, names: names, searchTerms: searchTerms, title, explanation, advice: advice, patterns: patterns,
      source: "observed in reports; Examining the fields in a crash report (Apple, Xcode documentation)")
  }

  /// Fields of .ips bodies with the labels that text reports have for them.
  static let fields: [Topic] = [
    field(
      "app_name", "name of the app, in the header line", "May differ from procName, and may be missing."),
    field(
      "asi", names: ["Application Specific Information"], searchTerms: ["crash message"],
      "messages that the process left behind",
      "Maps image names to messages that libraries wrote just before the process terminated, such as Fatal error, "
        + "abort() called, BUG IN CLIENT OF LIBDISPATCH. Often the best evidence in the report."),
    field(
      "asiBacktraces", names: ["Application Specific Backtrace"], "stack traces that belong to the messages",
      "Text, one string per stack. For an uncaught exception: the stack where it was raised."),
    field("bug_type", "kind of report", "Always a string. For the meaning of a number: diagnose explain 309."),
    field("captureTime", names: ["Date/Time"], "when the report was created", "Local time with its time zone."),
    field(
      "coalitionName", names: ["Coalition"], "group of related processes that it belongs to",
      "Names the simulator's device where the path is redacted."),
    field(
      "cpuType", names: ["Code Type"], "architecture of the process",
      "With (Translated), Intel code ran on Apple silicon under Rosetta."),
    field(
      "crashReporterKey", names: ["CrashReporter Key"], "anonymous identifier of the device",
      "The same for all reports of one device, until it is erased."),
    field(
      "exception", names: ["Exception Type", "Exception Codes", "Exception Subtype"], "what stopped the process",
      "type and signal, codes as text and as numbers (rawCodes), and a subtype with the address."),
    field(
      "exception.note", names: ["Exception Note"], "note on the exception",
      "EXC_CORPSE_NOTIFY is not a cause; SIMULATED means that nothing crashed; NON-FATAL CONDITION means that the "
        + "process continued."),
    field(
      "faultingThread", names: ["Crashed Thread", "Triggered by Thread", "Highlighted by Thread"],
      "the crashed thread",
      "An index into threads, not a thread id. If the system killed the process, this thread only happened to be "
        + "running."
    ),
    field(
      "imageOffset", searchTerms: ["image offset", "load address", "slide", "symbolicate"],
      "offset of a frame from the load address of its image",
      "Address = base of usedImages[imageIndex] + imageOffset. Symbol files are searched with this offset."),
    field(
      "incident_id", names: ["incident", "Incident Identifier"], "identifier of this one report",
      "Unique, so copies of a report can be recognized by it."),
    field("isCorpse", "whether the process was preserved for examination", "1 in most reports; not a cause."),
    field(
      "ktriageinfo", names: ["Kernel Triage"], "notes of the kernel", "Usually about memory that was not available."),
    field(
      "lastExceptionBacktrace", names: ["Last Exception Backtrace"], "stack where an uncaught exception was raised",
      "For such a crash, this stack shows the cause; the crashed thread only shows the abort that followed."),
    field(
      "legacyInfo", "the thread to look at, for old tools",
      "threadTriggered or threadHighlighted with name and queue."),
    field(
      "originalLength", "length of a stack before its middle was removed",
      "With recursionInfoArray: the system recognized a recursion and omitted the repeated frames."),
    field(
      "procExitAbsTime", "when the process ended", "In Mach ticks since the start of the system, not nanoseconds."),
    field(
      "procName", names: ["Process"], "name of the process", "With its process ID in square brackets in text reports."),
    field(
      "procPath", names: ["Path"], "path of the executable", "Home folders are redacted as /Users/USER."),
    field("procRole", names: ["Role"], "role of the process", "Foreground, Background, Non UI, …"),
    field(
      "parentProc", names: ["Parent Process"], "the process that started it",
      "launchd_sim: the process ran in a simulator."),
    field(
      "responsibleProc", names: ["Responsible", "Responsible Process"], "the process on whose behalf it ran",
      "SimulatorTrampoline for processes of a simulator."),
    field(
      "recursionInfoArray", "a recursion that the system found",
      "Its depth, and the frames between which the repeated frames were omitted.", patterns: ["stack-overflow"]),
    field(
      "sharedCache", searchTerms: ["dyld shared cache", "shared cache"], "address of the system's libraries",
      "Base, size and UUID of the dyld shared cache: needed to symbolicate frames of the system."),
    field(
      "sip", names: ["System Integrity Protection"], "whether System Integrity Protection was on", "macOS only."),
    field(
      "slice_uuid", searchTerms: ["dsym uuid", "build uuid"], "UUID of the binary's slice that ran",
      "The dSYM must have the same UUID."),
    field(
      "storeInfo", "where the app was installed from", "TestFlight, App Store; with the vendor's device identifier."),
    field("symbolLocation", "offset of a frame from the start of its function", "May be null."),
    field(
      "termination", names: ["Termination Reason"], "who killed the process and why",
      "namespace and code; the strongest evidence of a report unless the namespace is SIGNAL.",
      advice: "diagnose explain NAMESPACE, or NAMESPACE CODE."),
    field(
      "terminatingProcess", names: ["byProc", "Terminating Process"], "the process that killed it",
      "With its process ID."),
    field(
      "threadState", names: ["Thread State"], searchTerms: ["registers", "far", "cr2", "program counter"],
      "registers of the crashed thread",
      "far (arm64) or cr2 (Intel) holds the faulting address of a memory fault; pc or rip the address of the current "
        + "instruction; objc-selector the message that was being sent."),
    field(
      "threads", "all threads with their stacks",
      "frames are listed innermost first; triggered marks the thread that crashed."),
    field("translated", searchTerms: ["rosetta 2"], "ran under Rosetta", "Intel code on Apple silicon."),
    field(
      "trialInfo", "Apple's experiments", "Feature rollouts that were active; not relevant for app developers."),
    field("uptime", names: ["Time Awake Since Boot"], "how long the system had been running", "In seconds, rounded."),
    field(
      "usedImages", names: ["Binary Images"], searchTerms: ["dsym", "loaded images", "uuid"], "loaded binaries",
      "Base, size, architecture, UUID and path. Frames refer to them by index.",
      advice: "The UUID must be that of the dSYM: dwarfdump --uuid, or diagnose crash.ips --symbols PATH."),
    field(
      "vmRegionInfo", names: ["vmregioninfo", "VM Region Info"], searchTerms: ["stack guard"],
      "the memory around the faulting address",
      "The arrow --> marks the region of the address. Only that line is evidence: nearly every such table contains the "
        + "words STACK GUARD.", patterns: ["stack-overflow"]),
    field(
      "vmSummary", names: ["VM Region Summary"], "memory by purpose", "Sizes of regions; not evidence of a cause."),
    field(
      "wasUnlockedSinceBoot", "whether the device had been unlocked",
      "Before the first unlock, protected files cannot be read."),
  ]
}
