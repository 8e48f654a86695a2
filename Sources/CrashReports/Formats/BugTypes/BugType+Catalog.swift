extension BugType {
  /// The types that are read: their failure is in the text or JSON below the header line.
  static let failures: [BugType] = [
    BugType(
      "109", "Crash", "crash report, text", .crash, .crash,
      "A JSON header line and a report in text; iOS 7 to 14 and old macOS."),
    BugType(
      "309", "Crash", "crash report, JSON", .crash, .crash,
      "A header line and a body, both in JSON; iOS 15, macOS 12 and later."),
    BugType(
      "308", "OSFault", "fault reported by a system library", .crash, .fault,
      "A library detected a fault and reported it; the process continued."),
    BugType(
      "409", "SystemWatchdogCrash", "watchdog termination", .crashBody, .watchdog,
      "A service or app that did not respond, in the layout of 309."),
    BugType("110", "Panic", "kernel panic", .panic, .panic, "The whole system stopped."),
    BugType(
      "210", "Panic", "kernel panic", .panic, .panic,
      "The whole system stopped; panicString contains the location."),
    BugType(
      "151", "ForceReset", "forced reset", .panic, .panic,
      "The device was reset by its buttons or by hardware; the text is in \"string\"."),
    BugType("188", "LegacyStackshot", "stackshot, old", .stackshot, .sample, "Stacks of all processes at one moment."),
    BugType("288", "Stackshot", "stackshot", .stackshot, .sample, "Stacks of all processes at one moment."),
    BugType(
      "509", "TerminatingStackshot", "stackshot before a termination", .stackshot, .hang,
      "Stacks taken while a process was being terminated."),
    BugType(
      "198", "LegacyJetsam", "jetsam event, old", .jetsam, .jetsam,
      "The system killed processes because they exceeded a memory limit, or to free memory or vnodes "
        + "(open files)."),
    BugType(
      "298", "Jetsam", "jetsam event", .jetsam, .jetsam,
      "The system killed processes because they exceeded a memory limit, or to free memory or vnodes "
        + "(open files). The entries with a reason were killed; the largest process is not necessarily one "
        + "of them. A jetsam event is not a hang."),
    BugType(
      "142", "SymptomsCPUWakes", "wakeups", .resource, .resource,
      "A process woke the CPU too often; usually only a warning."),
    BugType(
      "144", "HotSpotIOMicroSS", "I/O, sampled", .resource, .resource,
      "Stacks of a process that did a lot of I/O."),
    BugType(
      "145", "SymptomsIO", "disk writes", .resource, .resource,
      "A process wrote too much to disk; usually only a warning."),
    BugType(
      "157", "CPUMicroSS", "CPU time, sampled", .resource, .resource,
      "Stacks of a process that used a lot of CPU time."),
    BugType(
      "202", "SymptomsCPUUsage", "CPU time", .resource, .resource,
      "A process used too much CPU time; a warning."),
    BugType(
      "206", "SymptomsCPUUsageFatal", "CPU time, fatal", .resource, .resource,
      "A process used too much CPU time and was killed."),
    BugType(
      "185", "ExcResource", "resource limit, text", .resource, .resource,
      "A limit was exceeded (EXC_RESOURCE), in the layout of a crash report."),
    BugType(
      "385", "ExcResource", "resource limit or user fault", .resource, .resource,
      "A limit was exceeded, in the layout of 309; not a crash."),
    BugType("22", "ExcResource", "resource limit, old", .resource, .resource, "A limit was exceeded (EXC_RESOURCE)."),
    BugType(
      "227", "ExcResourceThreads", "too many threads", .hang, .resource,
      "A process created more threads than its limit."),
    BugType(
      "327", "ExcResourceThreads", "too many threads", .hang, .resource,
      "A process created more threads than its limit."),
    BugType(
      "222", "LongRunloopHang", "run loop hang", .hang, .hang,
      "The main run loop of a process was blocked for a while."),
    BugType(
      "223", "ShortRunloopHang", "run loop hang", .hang, .hang,
      "The main run loop of a process was blocked for a while."),
    BugType(
      "310", "MicroRunloopHang", "run loop hang", .hang, .hang,
      "The main run loop of a process was blocked for a while."),
    BugType(
      "228", "ThirdPartyHang", "app hang", .hang, .hang,
      "An app did not respond for a while; stacks were sampled."),
    BugType(
      "328", "ThirdPartyHangDeveloper", "app hang", .hang, .hang,
      "An app did not respond for a while; stacks were sampled."),
  ]

  /// The types of records, logs and statistics, in which nothing failed or which name no process.
  static let records: [BugType] = [
    BugType(
      "115", "ResetCount", "reset counter", .record, .statistics,
      "A count of the resets of the device; no process failed."),
    BugType(
      "183", "OTASUpdate", "software update", .record, .statistics,
      "The log of a system update; no process failed."),
    BugType(
      "187", "Sandbox", "sandbox violation", .record, .statistics,
      "An operation that the sandbox denied; no process failed."),
    BugType(
      "211", "CoreAnalytics", "analytics", .record, .statistics,
      "Analytics counters of the system; no event is reported."),
    BugType(
      "224", "RTCTransparency", "transparency log of calls", .record, .statistics,
      "A log of calls and connections (RTC transparency); no process failed."),
    BugType(
      "238", "AppLaunchDiagnostics", "app launch", .record, .launch,
      "How long the launch of an app took; nothing failed."),
    BugType(
      "284", "GPUEvent", "GPU event", .record, .statistics,
      "A restart of the graphics processor; no process failed."),
    BugType(
      "301", "SystemMemoryReset", "memory statistics of a system reset", .record, .statistics,
      "The system was reset because memory ran out; no single process is named."),
    BugType(
      "120", "LowBattery", "low battery", .record, .statistics,
      "The processes and power use at the moment when the battery was empty; no process failed."),
    BugType(
      "143", "SCPMotion", "motion sensors", .record, .statistics,
      "Data of the motion sensors; no process failed."),
    BugType(
      "149", "MultitouchFirmware", "touch firmware", .record, .statistics,
      "A log of the firmware of the touch screen; no process failed."),
    BugType(
      "150", "DifferentialPrivacy", "differential privacy", .record, .statistics,
      "Counts collected with differential privacy; no event is reported."),
    BugType(
      "152", "MemorySnapshot", "memory snapshot", .record, .statistics,
      "The memory use of processes at one moment; no process failed."),
    BugType(
      "154", "MemoryGraph", "memory graph", .record, .statistics,
      "The memory of one process at one moment; nothing failed. Open a .memgraph in Xcode."),
    BugType(
      "155", "NetworkUsage", "network usage", .record, .statistics,
      "How much data processes sent and received; no process failed."),
    BugType(
      "156", "CoreTime", "clock", .record, .statistics,
      "Statistics on the synchronization of the clock; no process failed."),
    BugType(
      "158", "DuetKnowledgeCollector", "usage statistics", .record, .statistics,
      "Statistics on the use of apps (Duet); no process failed."),
    BugType(
      "58", "DuetKnowledgeCollector2", "usage statistics", .record, .statistics,
      "Statistics on the use of apps (Duet); no process failed."),
    BugType(
      "161", "MotionState", "motion states", .record, .statistics,
      "States of the motion sensors; no process failed."),
    BugType(
      "164", "SubDiagHeartBeat", "heartbeat", .record, .statistics,
      "A sign that diagnostics are submitted; no process failed."),
    BugType(
      "165", "StorageStatus", "storage status", .record, .statistics,
      "How much storage is used; no process failed."),
    BugType(
      "166", "KeyboardAccuracy", "keyboard statistics", .record, .statistics,
      "Statistics on typing; no process failed."),
    BugType(
      "167", "PrivacySettings", "privacy settings", .record, .statistics,
      "Counts of privacy settings; no process failed."),
    BugType(
      "168", "CarouselEvent", "event of the watch", .record, .statistics,
      "A usage event of the watch; no process failed."),
    BugType(
      "169", "SiriTransaction", "Siri statistics", .record, .statistics,
      "Statistics on requests to Siri; no process failed."),
    BugType(
      "174", "MicroStackshot", "sampled stacks, binary", .record, .statistics,
      "Stacks of all processes sampled over hours, in binary form; no process failed."),
    BugType(
      "175", "DuetDB", "usage statistics", .record, .statistics,
      "Statistics on the use of apps (Duet); no process failed."),
    BugType(
      "176", "FlashStatus", "flash storage", .record, .statistics,
      "The condition of the flash storage; no process failed."),
    BugType("178", "PowerLogLite", "power log", .record, .statistics, "A log of power use; no process failed."),
    BugType(
      "182", "AccessoryUpdate", "update of an accessory", .record, .statistics,
      "The log of the update of an accessory; no process failed."),
    BugType(
      "184", "GPURestart", "restart of the GPU, old", .record, .statistics,
      "A restart of the graphics processor; no process failed."),
    BugType(
      "192", "GasGauge", "battery gauge", .record, .statistics,
      "Measurements of the battery; no process failed."),
    BugType(
      "193", "AggregateD", "aggregated counters", .record, .statistics,
      "Counters of the system; no event is reported."),
    BugType("201", "Siri", "Siri statistics", .record, .statistics, "Statistics on Siri; no process failed."),
    BugType(
      "203", "SiriAppPrediction", "app predictions", .record, .statistics,
      "Statistics on predicted apps; no process failed."),
    BugType(
      "205", "PanicStats", "panic statistics", .record, .statistics,
      "Counts of kernel panics; the panic itself is in another file."),
    BugType(
      "212", "BTMetadata", "Bluetooth statistics", .record, .statistics,
      "Statistics on Bluetooth; no process failed."),
    BugType("213", "Rosetta", "statistics", .record, .statistics, "Statistics of the system; no process failed."),
    BugType(
      "215", "SiriAppSelection", "app selections", .record, .statistics,
      "Statistics on selected apps; no process failed."),
    BugType("216", "Rosetta_B", "statistics", .record, .statistics, "Statistics of the system; no process failed."),
    BugType(
      "217", "Portrait", "usage statistics", .record, .statistics,
      "Statistics on topics of interest; no process failed."),
    BugType(
      "218", "MultichannelAudio", "audio recording", .record, .statistics,
      "Audio channels of a HomePod; no process failed."),
    BugType(
      "219", "SiriActionPrediction", "action predictions", .record, .statistics,
      "Statistics on predicted actions; no process failed."),
    BugType(
      "220", "PowerMicroStackshots", "sampled stacks, power", .record, .statistics,
      "Stacks of all processes sampled for a log of power use; no process failed."),
    BugType("230", "PowerLog", "power log", .record, .statistics, "A log of power use; no process failed."),
    BugType("powerlog", "PowerLog", "power log", .record, .statistics, "A log of power use; no process failed."),
    BugType(
      "231", "CoreHandwriting", "handwriting statistics", .record, .statistics,
      "Statistics on handwriting; no process failed."),
    BugType(
      "chw", "CoreHandwriting", "handwriting statistics", .record, .statistics,
      "Statistics on handwriting; no process failed."),
    BugType(
      "235", "WifiSensing", "Wi-Fi measurements", .record, .statistics,
      "Measurements of Wi-Fi signals; no process failed."),
    BugType(
      "241", "AMTStreamingStallNetworkDiagnostics", "stalled stream", .record, .statistics,
      "A media stream stalled because of the network, with its network log; no process failed."),
    BugType(
      "248", "HotSpotAppLaunchLog", "launch log", .record, .statistics,
      "A log of app launches; no process failed."),
    BugType("278", "log-power", "power log", .record, .statistics, "A log of power use; no process failed."),
    BugType(
      "225", "AppStoreTransparency", "transparency log", .record, .statistics,
      "A log of what the App Store sent to Apple (transparency); no process failed."),
    BugType(
      "226", "SecurityTransparency", "transparency log", .record, .statistics,
      "A log of what security services sent to Apple (transparency); no process failed."),
    BugType(
      "229", "SiriNotificationTransparency", "transparency log", .record, .statistics,
      "A log of what notifications read by Siri sent to Apple (transparency); no process failed."),
    BugType(
      "233", "GeoServicesTransparency", "transparency log", .record, .statistics,
      "A log of what location services sent to Apple (transparency); no process failed."),
    BugType(
      "236", "KeyTransparency", "transparency log", .record, .statistics,
      "A log of what encryption keys sent to Apple (transparency); no process failed."),
    BugType(
      "303", "ProactiveEventTrackerTransparency", "transparency log", .record, .statistics,
      "A log of what proactive suggestions sent to Apple (transparency); no process failed."),
    BugType(
      "237", "SKAdNetworkAnalytics", "ad attribution", .record, .statistics,
      "Counters of ad attribution; no event is reported."),
    BugType(
      "metriclog", "AWDMetricLog", "metrics", .record, .statistics,
      "Metrics of the system in binary form; no event is reported."),
    BugType(
      "system_profile", "SystemInformation", "system profile", .record, .statistics,
      "A description of hardware and software; no process failed."),
  ]

  /// The types with an event that is not read, unless the text below the header is that of another format.
  static let unread: [BugType] = [
    BugType(
      "159", "BasebandCrash", "crash of the modem", .unread, .unknown,
      "The firmware of the modem (baseband) crashed; apps did not fail."),
    BugType(
      "172", "ECCEvent", "memory error", .unread, .unknown,
      "The hardware corrected or detected an error of the memory."),
    BugType(
      "194", "SURestore", "restore of the system", .unread, .unknown,
      "The log of a restore of the system after an update."),
    BugType(
      "204", "AutoBugCapture", "network problem", .unread, .unknown,
      "The system detected a problem of the network and recorded its state."),
    BugType(
      "209", "WifiCrash", "crash of Wi-Fi firmware", .unread, .unknown,
      "The firmware of Wi-Fi crashed; apps did not fail."),
    BugType(
      "239", "HangWorkflowResponsiveness", "responsiveness", .unread, .hang,
      "How quickly an app responded, and when it did not."),
    BugType("240", "AVConference", "call diagnostics", .unread, .unknown, "Diagnostics of an audio or video call."),
    BugType(
      "242", "ProactiveDeadlockDetection", "possible deadlock", .unread, .hang,
      "Threads that wait for one another, detected by the system."),
    BugType(
      "243", "CompositorClientHang", "compositor hang", .unread, .hang,
      "An app did not answer the compositor in time."),
    BugType(
      "244", "DeviceRecoveryEnvironmentDiagnostics", "recovery", .unread, .unknown,
      "Diagnostics of a device in its recovery system."),
    BugType(
      "245", "DeviceRecoveryEnvironmentSystemCapture", "recovery", .unread, .unknown,
      "Logs of a device in its recovery system."),
    BugType("302", "glitchyspin", "audio glitch", .unread, .hang, "Samples of stacks during an audio glitch."),
    BugType(
      "305", "AudioAccessory", "audio accessory", .unread, .unknown,
      "Diagnostics of headphones or another audio accessory."),
    BugType(
      "410", "AutomationPanic", "kernel panic during a test", .unread, .panic,
      "A kernel panic that a test machine recorded."),
  ]
}
