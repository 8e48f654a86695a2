/// Facts in text reports: limits and observed values, samples, leaks.
extension Detail.Key {
  static let textKeys = [
    dataSource, footprintPeakBytes, leakedObjects, leakInstances, leakKind, leakType,
    limitDuration, limitPercent, missingSymbol, observedDuration, observedPercent, unreadableMemory, warning,
    unresponsive,
    wakeupsPerSecond,
  ]

  /// "Data Source:" of a spindump, as text.
  package static let dataSource = Detail.Key(
    "dataSource", "Data source",
    "Source of the stacks: `Stackshots` (all threads at regular intervals) or `Microstackshots` (the code that ran "
      + "when an event was counted).")
  /// "Physical footprint (peak):" of sample and leaks, in bytes.
  package static let footprintPeakBytes = Detail.Key(
    "footprintPeakBytes", "Peak footprint", "Largest footprint of the process so far, in bytes.")
  /// A row for each root of a leaks report, at most 64: type, kind, instances and bytes.
  package static let leakedObjects = Detail.Key(
    "leakedObjects", "Leaked objects", "Leaked objects by root; the roots with the most bytes come first.")
  /// Number of leaks of one root, in a row of `leakedObjects`.
  package static let leakInstances = Detail.Key("instances", "Instances", "Number of leaks of this kind.")
  /// Kind of one root, in a row of `leakedObjects`, as leaks prints it: `ROOT LEAK`, `ROOT CYCLE`.
  package static let leakKind = Detail.Key(
    "leakKind", "Kind",
    "`ROOT LEAK`: nothing refers to the object. `ROOT CYCLE`: objects refer to each other (a retain cycle), and "
      + "nothing else refers to them.")
  /// Class or size class of one root, in a row of `leakedObjects`, without its address and size.
  package static let leakType = Detail.Key("leakedType", "Type", "Type or size class of the leaked object.")
  /// Period of the limit in seconds: "Limit duration:" of a spindump, or the end of its sentence ("over 180 seconds").
  package static let limitDuration = Detail.Key(
    "limitDurationSeconds", "Limit period", "Period to which the limit applies, in seconds.")
  /// Limit on processor time in percent of one processor, from "exceeding limit of 50% cpu" of a spindump or "(Limit
  /// 50%)" of `EXC_RESOURCE`.
  package static let limitPercent = Detail.Key(
    "limitPercent", "Limit", "Limit on CPU time, in percent of one processor.")
  /// The demangled name of the symbol in the loader's message "Symbol not found: …", shortened; only for mangled names.
  package static let missingSymbol = Detail.Key(
    "missingSymbol", "Missing symbol", "Readable name of the symbol that the dynamic loader did not find.")
  /// Period of the observation in seconds: "CPU duration:", "Wakeups duration:" or "Writes duration:" of a spindump,
  /// "over 180 secs" of `EXC_RESOURCE`.
  package static let observedDuration = Detail.Key(
    "observedDurationSeconds", "Observed over", "Time within which the limit was exceeded, in seconds.")
  /// Processor time used in percent of one processor, from "Observed 60%" of `EXC_RESOURCE`.
  package static let observedPercent = Detail.Key(
    "observedPercent", "Observed", "CPU time used, in percent of one processor.")
  /// The statement of "Kernel Triage:" about memory that has no file to be read from, as text.
  package static let unreadableMemory = Detail.Key(
    "unreadableMemory", "Memory not read",
    "Why the kernel could not read the memory from its file, such as a volume that was removed.")
  /// "Note:" of a spindump about the event or the process, as text.
  package static let warning = Detail.Key("note", "Note", "Note in the report about the process or the event.")
  /// Seconds from "Unresponsive for …" in a spindump's "Note:".
  package static let unresponsive = Detail.Key(
    "unresponsiveSeconds", "Unresponsive for", "Time without response before sampling began, in seconds.")
  /// Average, rounded: "(573 wakeups per second average)" of a spindump, "Observed 206/sec" of `EXC_RESOURCE`.
  package static let wakeupsPerSecond = Detail.Key(
    "wakeupsPerSecond", "Wake-ups per second", "Average number of wake-ups per second.")
}
