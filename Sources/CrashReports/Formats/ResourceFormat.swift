extension ReportFormat {
  /// Limits on processor time, wake-ups or writing were passed: a JSON header and text in the style of spindump.
  static let resource = unread(
    id: "resource",
    title: "Resource limit report",
    name: "a resource limit report (processor time, wake-ups or disk writes)",
    summary: "A process used more processor time, wake-ups or disk writes than it may; the stacks in it are samples.",
    example: "Event:            disk writes",
    bugTypes: ["142", "144", "145", "157", "202", "206", "185", "385", "22"])
}
