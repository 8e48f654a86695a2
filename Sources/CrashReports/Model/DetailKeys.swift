extension Detail.Key {
  /// Every fact that a report may state, in alphabetical order of names.
  package static let catalog: [Detail.Key] =
    (textKeys + [
      action, activeBytes, attribution, averagePercent, callStackDepth, cause, committedBytes, cpuTime, duration,
      endTime,
      event, footprintBytes, freeBytes, heaviestShare, kernel, kernelExtensions, largestProcess, largestProcessBytes,
      launchDuration, leakedBytes,
      leaks,
      limit, limitBytes, observed, observedBytes, pageSize, panicCaller, panicFlags, panickedTask, periodBegin,
      periodEnd,
      processes, processesCount, processID, processName, processPages, reason, records, resetReason, residentBytes,
      samplingInterval, samples, states, threadsCount, tool, victim, victimBytes, victimLifetimeMaxBytes, victimPages,
      victims, wakeups, writtenBytes,
    ]).sorted { $0.name < $1.name }

  package static let action = Detail.Key(
    "action", "Action taken",
    "What the system did about it. `none` means that it only warned; `Process killed` that the process was ended.")
  package static let activeBytes = Detail.Key("activeBytes", "Active", "Memory that was in active use, in bytes.")
  package static let attribution = Detail.Key(
    "attribution", "Attributed to", "Process or thread that the system holds responsible.")
  package static let averagePercent = Detail.Key(
    "averagePercent", "Average", "Average use over the time observed, in percent of one processor.")
  package static let kernel = Detail.Key("kernel", "Kernel", "Kernel version as the report prints it.")
  package static let callStackDepth = Detail.Key(
    "callStackDepth", "Deepest stack", "Frames of the deepest call stack of the report.")
  package static let cause = Detail.Key("cause", "Cause given", "The report's own words for the cause.")
  package static let committedBytes = Detail.Key(
    "committedBytes", "In use", "Memory in use by all processes together, in bytes.")
  package static let cpuTime = Detail.Key(
    "cpuTimeSeconds", "Processor time", "Time for which processors worked for the process, in seconds.")
  package static let duration = Detail.Key(
    "durationSeconds", "Duration", "How long it took or was observed, in seconds.")
  package static let endTime = Detail.Key("endTime", "End", "When it ended, as written.")
  package static let event = Detail.Key(
    "event", "Event", "What the report is about: `hang`, `cpu usage`, `wakeups`, `disk writes`, …")
  package static let footprintBytes = Detail.Key(
    "footprintBytes", "Footprint", "Physical memory that counts against the process, in bytes.")
  package static let freeBytes = Detail.Key("freeBytes", "Free", "Memory that was free, in bytes.")
  package static let heaviestShare = Detail.Key(
    "heaviestSharePercent", "Heaviest stack", "Share of the samples in which the heaviest stack was seen, in percent.")
  package static let kernelExtensions = Detail.Key(
    "kernelExtensions", "Extensions", "Kernel extensions whose code stands in the backtrace, as the report lists them.")
  package static let largestProcess = Detail.Key(
    "largestProcess", "Largest process", "The process that used most memory; not necessarily the one that was ended.")
  package static let largestProcessBytes = Detail.Key(
    "largestProcessBytes", "It used", "Resident memory of the largest process, in bytes.")
  package static let launchDuration = Detail.Key(
    "launchDurationSeconds", "Launch took", "How long the app took to launch, in seconds.")
  package static let leakedBytes = Detail.Key("leakedBytes", "Leaked", "Memory that nothing refers to, in bytes.")
  package static let leaks = Detail.Key("leaks", "Leaks", "Number of leaked allocations.")
  package static let limit = Detail.Key("limit", "Limit", "The limit that was passed, as the report states it.")
  package static let limitBytes = Detail.Key("limitBytes", "Limit", "The limit that was passed, in bytes.")
  package static let observed = Detail.Key("observed", "Observed", "What was observed, as the report states it.")
  package static let observedBytes = Detail.Key("observedBytes", "Observed", "What was observed, in bytes.")
  package static let pageSize = Detail.Key("pageSizeBytes", "Page size", "Size of a page of memory, in bytes.")
  package static let panicCaller = Detail.Key(
    "panicCaller", "Caller", "Kernel address from which panic() was called, as written.")
  package static let panicFlags = Detail.Key("panicFlags", "Flags", "Flags of the panic as written (`debug.h` of XNU).")
  package static let panickedTask = Detail.Key(
    "panickedTask", "Panicked task", "Process on whose processor the kernel stopped; often not the cause.")
  package static let periodBegin = Detail.Key(
    "periodBegin", "From", "Beginning of the time that is told of, as written.")
  package static let periodEnd = Detail.Key("periodEnd", "To", "End of the time that is told of, as written.")
  package static let processes = Detail.Key(
    "processes", "Processes", "The processes with the most memory or samples, largest first.")
  package static let processesCount = Detail.Key("processCount", "Processes", "Number of processes in the report.")
  package static let processID = Detail.Key("pid", "process", "Number of the process.")
  package static let processName = Detail.Key("process", "Process", "Name of the process.")
  package static let processPages = Detail.Key("residentPages", "pages", "Resident memory of the process, in pages.")
  package static let reason = Detail.Key("reason", "Reason", "The system's word for why it acted.")
  package static let records = Detail.Key("records", "Records", "Number of records in the file.")
  package static let residentBytes = Detail.Key(
    "residentBytes", "Resident", "Resident memory of the process, in bytes.")
  package static let resetReason = Detail.Key("resetReason", "Reset", "Why the device was reset, as the report says.")
  package static let samplingInterval = Detail.Key(
    "samplingIntervalSeconds", "Sampled every", "Time between two samples, in seconds.")
  package static let samples = Detail.Key("samples", "Samples", "Number of samples taken.")
  package static let states = Detail.Key(
    "states", "State", "What the system calls the process: `frontmost`, `daemon`, `idle`, `suspended`, …")
  package static let threadsCount = Detail.Key("threadCount", "threads", "Number of threads of the process.")
  package static let tool = Detail.Key("tool", "Tool", "Program that wrote the report.")
  package static let victim = Detail.Key("victim", "Ended", "The process that the system ended.")
  package static let victimBytes = Detail.Key("victimBytes", "It used", "Memory of the ended process, in bytes.")
  package static let victimLifetimeMaxBytes = Detail.Key(
    "victimLifetimeMaxBytes", "At most", "The most memory that the ended process used in its life, in bytes.")
  package static let victimPages = Detail.Key(
    "victimPages", "It used", "Memory of the ended process in pages, where the report does not say how large a page is."
  )
  package static let victims = Detail.Key("victims", "Ended", "The processes that the system ended, with the reasons.")
  package static let wakeups = Detail.Key("wakeups", "Wake-ups", "Number of times the process woke a processor.")
  package static let writtenBytes = Detail.Key(
    "writtenBytes", "Written", "What the process wrote to storage, in bytes.")
}
