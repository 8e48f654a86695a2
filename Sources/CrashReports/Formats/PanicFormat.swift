extension ReportFormat {
  /// The kernel stopped: a JSON body with `panicString`, or the text of old systems.
  static let panic = unread(
    id: "panic",
    title: "Kernel panic or forced reset",
    name: "a kernel panic or forced reset report",
    summary: "The whole system stopped or was reset; the cause is in the kernel or in hardware, not in an app.",
    example: "panic(cpu 1 caller 0xfffffff02c1b5a70): watchdog timeout: no checkins from watchdogd",
    bugTypes: ["210", "110", "151"],
    recognize: { segment in
      if segment.shape?.isPanic == true { return .likely }
      return segment.hasLine(startingWith: "panic(cpu", within: 12)
        || segment.hasLine(startingWith: "*** Panic Report ***", within: 12) ? .likely : .no
    })
}
