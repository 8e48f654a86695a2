extension Detail.Key {
  /// The keys of all facts, in alphabetical order of names.
  package static let catalog: [Detail.Key] =
    (textKeys + [
      action, activeBytes, attribution, averagePercent, callStackDepth, cause, committedBytes, cpuTime, distributor,
      duration,
      endTime,
      event, externalThreadChanges, footprintBytes, freeBytes, heaviestShare, instructionBytes, kernel,
      kernelExtensions, largestProcess,
      largestProcessBytes, launchDuration, leakedBytes,
      leaks,
      limit, limitBytes, observed, observedBytes, pageSize, panicCaller, panicFlags, panickedTask, periodBegin,
      periodEnd, previewAccount,
      processes, processesCount, processID, processName, processPages, reason, records, repetitions, resetReason,
      residentBytes,
      runDestination, runMode, scheme, systemBuild, xcodeBuild,
      samplingInterval, samples, states, testName, threadsCount, tool, victim, victimBytes, victimLifetimeMaxBytes,
      victimPages,
      victims, wakeups, writtenBytes,
    ]).sorted { $0.name < $1.name }

  /// The test in which a test process crashed, from Xcode's line "Restarting after unexpected exit".
  package static let testName = Detail.Key(
    "testName", "Test", "The test during which the test process crashed, as written in the log.")
  /// "Action taken:" of a spindump as text; computed for an `EXC_RESOURCE` with "NON-FATAL CONDITION".
  package static let action = Detail.Key(
    "action", "Action taken",
    "Action of the system. `none`: it only warned. `Process killed`: it killed the process.")
  /// `memoryStatus.memoryPages.active` of a jetsam event times the page size.
  package static let activeBytes = Detail.Key("activeBytes", "Active", "Memory in active use, in bytes.")
  /// Process or thread that the system holds responsible, as text.
  package static let attribution = Detail.Key(
    "attribution", "Attributed to", "Process or thread that the system holds responsible.")
  /// Average from the sentence "90 seconds cpu time over 105 seconds (85% cpu average)" of a spindump.
  package static let averagePercent = Detail.Key(
    "averagePercent", "Average", "Average processor use over the observed time, in percent of one processor.")
  /// "Kernel version:" of a panic, `kernel` of jetsam events and stackshots, as text.
  package static let kernel = Detail.Key("kernel", "Kernel", "Kernel version, as written in the report.")
  /// Number of frames of the deepest call stack.
  package static let callStackDepth = Detail.Key(
    "callStackDepth", "Deepest stack", "Number of frames of the deepest call stack in the report.")
  /// `exception` of a stackshot, or the diagnosis that KSCrash writes into its reports.
  package static let cause = Detail.Key("cause", "Stated cause", "Cause, as stated in the report.")
  /// Memory in use by all processes together, in bytes.
  package static let committedBytes = Detail.Key(
    "committedBytes", "In use", "Memory in use by all processes together, in bytes.")
  /// Processor time in seconds: "CPU used:" of a spindump, `totalCPUTime` of MetricKit.
  package static let cpuTime = Detail.Key(
    "cpuTimeSeconds", "CPU time", "CPU time that the process used, in seconds.")
  /// "Distributor ID:" of an app that was not installed by Xcode, `storeInfo.distributorID` in JSON: TestFlight, App Store,
  /// or the identifier as written.
  package static let distributor = Detail.Key(
    "distributor", "Distributor", "Where the app was installed from; such builds are optimized.")
  /// Seconds: "Duration:" of a spindump, the sampling time of sample, `hangDuration` or `totalSampledTime` of
  /// MetricKit.
  package static let duration = Detail.Key(
    "durationSeconds", "Duration", "Duration of the event or of the observation, in seconds.")
  /// "End time:" of a spindump, as written.
  package static let endTime = Detail.Key("endTime", "End", "End of the event or of the observation, as written.")
  /// "Event:" of a spindump or sample, subtype of `EXC_RESOURCE` (`CPU`, `WAKEUPS`, `MEMORY`), as written.
  package static let event = Detail.Key(
    "event", "Event", "Event that caused the report: `hang`, `cpu usage`, `wakeups`, `disk writes`, …")
  /// `extMods.targeted.thread_set_state`, or "thread_set_state:" under "Calls made by other processes targeting this
  /// process:"; only if it is not 0.
  package static let externalThreadChanges = Detail.Key(
    "externalThreadChanges", "Threads changed",
    "How often other processes, such as a debugger, changed the registers of a thread of this process.")
  /// "Footprint:" of a spindump, "Physical footprint:" of sample and leaks, in bytes.
  package static let footprintBytes = Detail.Key(
    "footprintBytes", "Footprint", "Physical memory footprint: memory charged to the process, in bytes.")
  /// `memoryStatus.memoryPages.free` of a jetsam event times the page size.
  package static let freeBytes = Detail.Key("freeBytes", "Free", "Free memory, in bytes.")
  /// Samples with the heaviest stack in percent of all samples of its thread, to one decimal; computed.
  package static let heaviestShare = Detail.Key(
    "heaviestSharePercent", "Heaviest stack", "Share of the samples that have the heaviest stack, in percent.")
  /// `instructionByteStream.atPC`, `instructionState` of the crashed thread, or "Thread 0 instruction stream:": at most
  /// 16 bytes in hexadecimal, separated by blanks, in the order of memory.
  package static let instructionBytes = Detail.Key(
    "instructionBytes", "Instruction", "Bytes at the program counter of the crashed thread, in hexadecimal.")
  /// A row for each kernel extension under "Kernel Extensions in backtrace" of a panic.
  package static let kernelExtensions = Detail.Key(
    "kernelExtensions", "Kernel extensions", "Kernel extensions in the backtrace, as listed in the report.")
  /// `largestProcess` of a jetsam event: a process name.
  package static let largestProcess = Detail.Key(
    "largestProcess", "Largest process", "Process that used the most memory; not necessarily the one that was killed.")
  /// Resident memory of the process named by `largestProcess`, in bytes; absent if the page size is unknown.
  package static let largestProcessBytes = Detail.Key(
    "largestProcessBytes", "Largest process memory", "Resident memory of the largest process, in bytes.")
  /// `launchDuration` of MetricKit's app launch diagnostic, in seconds.
  package static let launchDuration = Detail.Key(
    "launchDurationSeconds", "Launch time", "Time the app took to launch, in seconds.")
  /// Sum of a leaks report, or of one root in a row of `leakedObjects`, in bytes.
  package static let leakedBytes = Detail.Key(
    "leakedBytes", "Leaked", "Leaked memory, which nothing refers to, in bytes.")
  /// Number of leaks in the total line of a leaks report.
  package static let leaks = Detail.Key("leaks", "Leaks", "Number of leaked allocations.")
  /// The limit in words: what follows "exceeding limit of" in a spindump, or "Limit" in the message of `EXC_RESOURCE`.
  package static let limit = Detail.Key("limit", "Limit", "Limit that was exceeded, as stated in the report.")
  /// "Writes limit:" of a spindump or "(Limit 1024 MB)" of `EXC_RESOURCE`, in bytes.
  package static let limitBytes = Detail.Key("limitBytes", "Limit", "Limit that was exceeded, in bytes.")
  /// The observation in words: what precedes "exceeding limit of" in a spindump, or follows "Observed" in the message
  /// of `EXC_RESOURCE`.
  package static let observed = Detail.Key("observed", "Observed", "Observed value, as stated in the report.")
  /// "Writes caused:" of a spindump, the amount of its sentence about dirtied memory, or "Observed" of `EXC_RESOURCE`,
  /// in bytes.
  package static let observedBytes = Detail.Key("observedBytes", "Observed", "Observed value, in bytes.")
  /// `memoryStatus.pageSize` of a jetsam event, in bytes; the text form does not state it.
  package static let pageSize = Detail.Key("pageSizeBytes", "Page size", "Size of a memory page, in bytes.")
  /// Address after "caller" in the first line of a panic ("panic(cpu 1 caller 0x…)"), as text.
  package static let panicCaller = Detail.Key(
    "panicCaller", "Panic caller", "Kernel address that called panic(), as written.")
  /// `panicFlags` or `macOSPanicFlags` of a panic, a hexadecimal number as text; the bits are in `osfmk/kern/debug.h`
  /// of XNU.
  package static let panicFlags = Detail.Key("panicFlags", "Panic flags", "Panic flags, as written (`debug.h` of XNU).")
  /// "Panicked task" or "Process name corresponding to current thread:" of a panic, as text.
  package static let panickedTask = Detail.Key(
    "panickedTask", "Panicked task", "Process that ran on the processor that panicked; often not the cause.")
  /// `timeStampBegin` of a MetricKit payload, as written.
  package static let periodBegin = Detail.Key(
    "periodBegin", "From", "Start of the reporting period, as written.")
  /// `timeStampEnd` of a MetricKit payload, as written.
  package static let periodEnd = Detail.Key("periodEnd", "To", "End of the reporting period, as written.")
  /// A row for each of the 20 largest processes: name, memory, process ID, reason and states, as far as stated.
  package static let processes = Detail.Key(
    "processes", "Largest processes", "Processes with the most memory or samples, largest first.")
  /// Number of processes that the report lists, including those omitted from `processes`.
  package static let processesCount = Detail.Key("processCount", "Processes", "Number of processes in the report.")
  /// Process ID, in a row of `processes` or `victims`.
  package static let processID = Detail.Key("pid", "PID", "Process ID.")
  /// Process name, in a row of `processes` or `victims`; name of a kernel extension in a row of `kernelExtensions`.
  package static let processName = Detail.Key("process", "Process", "Name of the process.")
  /// `rpages` of a jetsam event, in a row of `processes`, where the page size is unknown.
  package static let processPages = Detail.Key("residentPages", "pages", "Resident memory of the process, in pages.")
  /// Why the system acted: `reason` of a jetsam event (`per-process-limit`, `vm-pageshortage`) or stackshot, "Reason:"
  /// of a spindump.
  package static let reason = Detail.Key("reason", "Reason", "Why the system acted, as stated in the report.")
  /// Number of JSON records in an analytics file.
  package static let records = Detail.Key("records", "Records", "Number of records in the file.")
  /// The number of messages of a log that state one failure in the same words.
  package static let repetitions = Detail.Key(
    "repetitions", "Reported", "Number of times that the log reports this failure in the same words.")
  /// Resident memory of a process in bytes, in a row of `processes`; `rpages` times the page size in a jetsam event.
  package static let residentBytes = Detail.Key(
    "residentBytes", "Resident", "Resident memory of the process, in bytes.")
  /// `activeRunDestination` of the canvas's diagnostics.
  package static let runDestination = Detail.Key(
    "runDestination", "Destination", "Run destination of the preview, as written.")
  /// The sentence in which the author of a text says that a preview fails.
  package static let previewAccount = Detail.Key(
    "previewAccount", "Preview", "The sentence in which the author of the text says that a preview of Xcode fails.")
  /// `runMode` of the canvas's diagnostics.
  package static let runMode = Detail.Key("runMode", "Run mode", "How Xcode runs the preview, such as `JIT Executor`.")
  /// `activeScheme` of the canvas's diagnostics.
  package static let scheme = Detail.Key("scheme", "Scheme", "Active scheme of Xcode.")
  /// `OS` of the canvas's diagnostics.
  package static let systemBuild = Detail.Key("systemBuild", "macOS build", "Build of the system that Xcode runs on.")
  /// `Tools` of the canvas's diagnostics.
  package static let xcodeBuild = Detail.Key("xcodeBuild", "Xcode build", "Build of Xcode.")
  /// Message of a forced reset (`bug_type` 151), as text.
  package static let resetReason = Detail.Key(
    "resetReason", "Reset reason", "Why the device was reset, as stated in the report.")
  /// Seconds between samples: "Analysis of sampling … every 1 millisecond", "Steps: 1000 (10ms sampling interval)".
  package static let samplingInterval = Detail.Key(
    "samplingIntervalSeconds", "Sampling interval", "Time between two samples, in seconds.")
  /// "Steps:", "Num samples:" or "Microstackshots:" of a spindump; for sample the largest count of a thread.
  package static let samples = Detail.Key("samples", "Samples", "Number of samples taken.")
  /// `states` of a process in a jetsam event, joined with commas.
  package static let states = Detail.Key(
    "states", "State", "State of the process in the system's terms: `frontmost`, `daemon`, `idle`, `suspended`, …")
  /// Number of threads of a process.
  package static let threadsCount = Detail.Key("threadCount", "threads", "Number of threads of the process.")
  /// "Analysis Tool:" of sample and leaks: a path or a name.
  package static let tool = Detail.Key("tool", "Tool", "Program that wrote the report.")
  /// Name of the first process with a `reason` in a jetsam event.
  package static let victim = Detail.Key("victim", "Killed", "Process that the system killed.")
  /// `rpages` of the process named by `victim` times the page size, in bytes.
  package static let victimBytes = Detail.Key(
    "victimBytes", "Killed process memory", "Memory of the killed process, in bytes.")
  /// `lifetimeMax` of the process named by `victim` times the page size, in bytes.
  package static let victimLifetimeMaxBytes = Detail.Key(
    "victimLifetimeMaxBytes", "Killed process peak memory",
    "Peak memory of the killed process over its lifetime, in bytes.")
  /// `rpages` of the process named by `victim`, where the page size is unknown.
  package static let victimPages = Detail.Key(
    "victimPages", "Killed process memory",
    "Memory of the killed process, in pages, if the report does not state the page size.")
  /// A row for each process with a `reason` in a jetsam event, if there are several; at most 200.
  package static let victims = Detail.Key("victims", "Killed", "Processes that the system killed, with the reasons.")
  /// "Wakeups caused:" of a spindump, or the number in its sentence about wake-ups.
  package static let wakeups = Detail.Key("wakeups", "Wake-ups", "Number of times the process woke a processor.")
  /// `writesCaused` of MetricKit's disk write diagnostic, in bytes.
  package static let writtenBytes = Detail.Key(
    "writtenBytes", "Written", "Amount that the process wrote to storage, in bytes.")
}
