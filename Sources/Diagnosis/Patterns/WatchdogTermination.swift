import CrashReports

extension Pattern {
  private static let event = Evidence.any([
    .text(
      [
        // The capture ends with the first letter of the unit: "10.00 s".
        "explanation:{event} watchdog transgression{}time allowance of {seconds}econds",
        "explanation:{event} watchdog transgression",
        "{event} watchdog transgression",
        // Newer systems state what did not happen, and the event on a line of its own.
        "WatchdogEvent: {event}",
      ], statement: eventStatement),
    .all([
      .text(["Failed to terminate gracefully after {seconds}"], statement: eventStatement),
      .capture("event", "the exit of the process"), .capture("isExit", "yes"),
    ]),
    .text(
      [
        "explanation:Failed to {event} gracefully after ", "explanation:Failed to {event} after ",
        // iOS 27 and later
        "failed to {event} in time",
      ], statement: eventStatement),
  ])
  private static let eventStatement = "The watchdog's explanation names the event that took too long."
}
