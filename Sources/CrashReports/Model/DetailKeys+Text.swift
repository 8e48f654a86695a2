/// Facts of reports in text: limits and what was observed, samples, leaks.
extension Detail.Key {
  static let textKeys = [
    dataSource, footprintPeakBytes, leakedObjects, leakInstances, leakKind, leakType,
    limitDuration, limitPercent, observedDuration, observedPercent, remark, unresponsive, wakeupsPerSecond,
  ]

  package static let dataSource = Detail.Key(
    "dataSource", "Data source",
    "What the stacks are taken from: `Stackshots` (all threads, in regular intervals) or `Microstackshots` (what ran "
      + "when an event was counted).")
  package static let footprintPeakBytes = Detail.Key(
    "footprintPeakBytes", "At most", "The largest footprint of the process so far, in bytes.")
  package static let leakedObjects = Detail.Key(
    "leakedObjects", "Leaked objects", "What was leaked, by root, those with most bytes first.")
  package static let leakInstances = Detail.Key("instances", "Instances", "Number of leaks of this kind.")
  package static let leakKind = Detail.Key(
    "leakKind", "Kind",
    "`ROOT LEAK`: nothing refers to it. `ROOT CYCLE`: objects refer to each other, and nobody to them.")
  package static let leakType = Detail.Key("leakedType", "Type", "Type or size class of the leaked object.")
  package static let limitDuration = Detail.Key(
    "limitDurationSeconds", "Limit applies to", "Time over which the limit is counted, in seconds.")
  package static let limitPercent = Detail.Key(
    "limitPercent", "Limit", "The limit on processor time, in percent of one processor.")
  package static let observedDuration = Detail.Key(
    "observedDurationSeconds", "Observed over", "Time in which the limit was passed, in seconds.")
  package static let observedPercent = Detail.Key(
    "observedPercent", "Observed", "Processor time used, in percent of one processor.")
  package static let remark = Detail.Key("note", "Note", "Remark of the report on the process or the event.")
  package static let unresponsive = Detail.Key(
    "unresponsiveSeconds", "Unresponsive before", "Time without response before sampling began, in seconds.")
  package static let wakeupsPerSecond = Detail.Key(
    "wakeupsPerSecond", "Wake-ups per second", "Average of wake-ups in a second.")
}
