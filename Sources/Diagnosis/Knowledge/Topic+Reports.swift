extension Topic {
  private static func bugType(
    _ id: String, _ title: String, _ explanation: String, patterns: [String] = []
  ) -> Topic {
    Topic(
      id, .bugType, names: ["bug_type \(id)", "bugtype \(id)"], title, [explanation],
      inReports: "\"bug_type\":\"\(id)\" in the first line.", patterns: patterns,
      source: "names of Apple's table of log types (OSAnalytics)")
  }

  /// Kinds of reports by Apple's number.
  static let bugTypes: [Topic] = [
    bugType("109", "crash, in text", "A header line in JSON and a report in text; iOS 7 to 14 and old macOS."),
    bugType("309", "crash, in JSON", "A header line and a body, both in JSON; iOS 15, macOS 12 and later."),
    bugType("308", "fault told by the system", "A library noticed a fault and told of it; the process ran on."),
    bugType(
      "409", "ended by the system's watchdog", "A service or app that did not answer, in the layout of 309.",
      patterns: ["watchdog-8badf00d"]),
    bugType("110", "kernel panic", "The whole system stopped."),
    bugType("210", "kernel panic", "The whole system stopped; panicString tells where."),
    bugType("151", "forced reset", "The device was reset by its buttons or by hardware; the text is in \"string\"."),
    bugType("115", "count of resets", "A counter and its reasons; no event is told."),
    bugType("188", "stackshot, old", "Stacks of all processes at one moment."),
    bugType("288", "stackshot", "Stacks of all processes at one moment."),
    bugType("509", "stackshot before an end", "Stacks taken while a process was being ended."),
    bugType(
      "198", "jetsam event, old", "Processes were ended for want of memory or files.", patterns: ["jetsam-memory"]),
    bugType(
      "298", "jetsam event",
      "Processes were ended for want of memory or files. The entries with a reason were ended; the largest process "
        + "need not be one of them. It is no hang.", patterns: ["jetsam-memory"]),
    bugType(
      "142", "wake-ups", "A process woke the processor too often, mostly only a warning.",
      patterns: ["exc-resource-wakeups"]),
    bugType("144", "input and output, sampled", "Stacks of a process that read and wrote much."),
    bugType(
      "145", "disk writes", "A process wrote too much to disk, mostly only a warning.",
      patterns: ["exc-resource-diskwrites"]),
    bugType("157", "processor time, sampled", "Stacks of a process that used much processor time."),
    bugType(
      "202", "processor time", "A process used too much processor time; a warning.", patterns: ["exc-resource-cpu"]),
    bugType(
      "206", "processor time, fatal", "A process used too much processor time and was ended.",
      patterns: ["exc-resource-cpu"]),
    bugType("185", "resource limit, in text", "A limit was passed (EXC_RESOURCE), in the layout of a crash."),
    bugType("385", "resource limit or user fault", "A limit was passed, in the layout of 309; it is no crash."),
    bugType("22", "resource limit, old", "A limit was passed (EXC_RESOURCE)."),
    bugType("227", "too many threads", "A process made more threads than it may."),
    bugType("327", "too many threads", "A process made more threads than it may."),
    bugType("222", "run loop hang", "The main run loop of a process did not go on for a while."),
    bugType("223", "run loop hang", "The main run loop of a process did not go on for a while."),
    bugType("310", "run loop hang", "The main run loop of a process did not go on for a while."),
    bugType("228", "hang of an app", "An app did not answer for a while; stacks were sampled."),
    bugType("328", "hang of an app", "An app did not answer for a while; stacks were sampled."),
    bugType("238", "slow launch", "An app took long to launch; samples of the launch."),
    bugType("211", "analytics", "Counts that the system collects, one JSON object a line; no event is told."),
    bugType("224", "transparency log", "A log on the use of private communication; no failure."),
    bugType("187", "sandbox violation", "A process did what its sandbox forbids."),
    bugType("284", "graphics event", "The graphics processor was reset or did not answer."),
    bugType("301", "memory of a system reset", "Memory statistics of a reset."),
    bugType("183", "software update", "The log of an update of the system."),
  ]

  private static func field(
    _ id: String, names: [String] = [], _ title: String, _ explanation: String..., advice: String? = nil,
    patterns: [String] = []
  ) -> Topic {
    Topic(
      id, .field, names: names, title, explanation, advice: advice, patterns: patterns,
      source: "observed in reports; Examining the fields in a crash report (Apple, Xcode documentation)")
  }

  /// Fields of .ips bodies with the labels that text reports have for them.
  static let fields: [Topic] = [
    field(
      "app_name", "name of the app, in the header line", "May differ from procName, and may be missing."),
    field(
      "asi", names: ["Application Specific Information"], "messages the process left behind",
      "Image name to messages: what libraries wrote down just before the end, as Fatal error, abort() called, "
        + "BUG IN CLIENT OF LIBDISPATCH. Often the best evidence there is."),
    field(
      "asiBacktraces", names: ["Application Specific Backtrace"], "stacks that belong to the messages",
      "Text, one string a stack. For an uncaught exception: where it was raised."),
    field("bug_type", "kind of report", "Always text. diagnose explain 309 tells what a number means."),
    field("captureTime", names: ["Date/Time"], "when the report was made", "Local time with its zone."),
    field(
      "coalitionName", names: ["Coalition"], "group of processes it belonged to",
      "Names the simulator's device where the path is redacted."),
    field(
      "cpuType", names: ["Code Type"], "architecture that ran",
      "With (Translated), Intel code ran on Apple silicon under Rosetta."),
    field(
      "crashReporterKey", names: ["CrashReporter Key"], "anonymous identifier of the device",
      "The same for all reports of one device, until it is erased."),
    field(
      "exception", names: ["Exception Type", "Exception Codes", "Exception Subtype"], "what stopped the process",
      "type and signal, codes as text and as numbers (rawCodes), and a subtype with the address."),
    field(
      "exception.note", names: ["Exception Note"], "remark on the exception",
      "EXC_CORPSE_NOTIFY is no cause; SIMULATED means that nothing crashed; NON-FATAL CONDITION that it ran on."),
    field(
      "faultingThread", names: ["Crashed Thread", "Triggered by Thread", "Highlighted by Thread"],
      "the thread that crashed",
      "An index into threads, not a thread id. For kills by the system it is only where the process happened to be."),
    field(
      "imageOffset", "distance of a frame from the start of its image",
      "Address = base of usedImages[imageIndex] + imageOffset. Symbol files are asked with it."),
    field(
      "incident_id", names: ["incident", "Incident Identifier"], "identifier of this one report",
      "Never the same twice, so copies of a report are recognised by it."),
    field("isCorpse", "the process was kept for examination", "1 in most reports; no cause."),
    field(
      "ktriageinfo", names: ["Kernel Triage"], "what the kernel noted", "Mostly about memory that could not be had."),
    field(
      "lastExceptionBacktrace", names: ["Last Exception Backtrace"], "where an uncaught exception was raised",
      "For such a crash this stack is the cause; the crashed thread only shows the abort that followed."),
    field(
      "legacyInfo", "thread to look at, for old tools", "threadTriggered or threadHighlighted with name and queue."),
    field(
      "originalLength", "length of a stack before its middle was cut out",
      "With recursionInfoArray: the system recognised a recursion and left out the rounds."),
    field("procExitAbsTime", "when it ended", "In Mach ticks since the start of the system, not nanoseconds."),
    field("procName", names: ["Process"], "name of the process", "With its number in square brackets in text reports."),
    field("procPath", names: ["Path"], "the binary that ran", "Home folders are redacted as /Users/USER."),
    field("procRole", names: ["Role"], "what the process was for the user", "Foreground, Background, Non UI, …"),
    field("parentProc", names: ["Parent Process"], "who started it", "launchd_sim: it ran in a simulator."),
    field(
      "responsibleProc", names: ["Responsible", "Responsible Process"], "on whose behalf it ran",
      "SimulatorTrampoline for processes of a simulator."),
    field(
      "recursionInfoArray", "a recursion that the system found",
      "Depth, and between which frames the rounds were left out.", patterns: ["stack-overflow"]),
    field(
      "sharedCache", "where the system's libraries were mapped",
      "Base, size and UUID of the dyld shared cache: needed to name frames of the system."),
    field("sip", names: ["System Integrity Protection"], "whether the system's protection was on", "macOS only."),
    field("slice_uuid", "UUID of the binary's slice that ran", "The dSYM must have the same UUID."),
    field(
      "storeInfo", "where the app was installed from", "TestFlight, App Store; with the vendor's device identifier."),
    field("symbolLocation", "distance of a frame from the start of its function", "May be null."),
    field(
      "termination", names: ["Termination Reason"], "who ended the process and why",
      "namespace and code; the strongest evidence of a report where it is not SIGNAL.",
      advice: "diagnose explain NAMESPACE, or NAMESPACE CODE."),
    field(
      "terminatingProcess", names: ["byProc", "Terminating Process"], "the process that ended it", "With its number."),
    field(
      "threadState", names: ["Thread State"], "registers of the crashed thread",
      "far (arm64) or cr2 (Intel) holds the address of a memory fault; pc or rip where the thread was; objc-selector the "
        + "message that was being sent."),
    field("threads", "all threads with their stacks", "frames innermost first; triggered marks the one that crashed."),
    field("translated", "ran under Rosetta", "Intel code on Apple silicon."),
    field("trialInfo", "experiments of Apple", "Which feature rollouts were on; noise for app developers."),
    field("uptime", names: ["Time Awake Since Boot"], "how long the system had been running", "In seconds, rounded."),
    field(
      "usedImages", names: ["Binary Images"], "loaded binaries",
      "Base, size, architecture, UUID and path. Frames refer to them by index.",
      advice: "The UUID must be that of the dSYM: dwarfdump --uuid, or diagnose crash.ips --symbols PATH."),
    field(
      "vmRegionInfo", names: ["vmregioninfo", "VM Region Info"], "the memory around the fault address",
      "The arrow --> marks the region of the address. Only that line is evidence: the words STACK GUARD stand in nearly "
        + "every such table.", patterns: ["stack-overflow"]),
    field("vmSummary", names: ["VM Region Summary"], "memory by purpose", "Sizes of regions; no evidence of a cause."),
    field(
      "wasUnlockedSinceBoot", "whether the device had been unlocked",
      "Before the first unlock, protected files cannot be read."),
  ]
}
