/// The exit status of a command. A code has the same meaning for every command.
package enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case conditionHolds = 1
  case nothingDone = 2
  case partlyDone = 3
  case wrongUse = 64
  case internalFault = 70
  case cannotWrite = 74
  case busy = 75
  case noPermission = 77
  case wrongConfiguration = 78
  case interrupted = 130
  case terminated = 143

  /// The meaning of the code, one line for `diagnose explain exit-codes`.
  package var meaning: String {
    switch self {
    case .done: "completed, even if nothing was recognized or the reader closed the pipe"
    case .conditionHolds: "a condition of --fail-on or --strict is met, or a check found an error"
    case .nothingDone: "nothing was done: no input could be read, or the ID or topic is unknown"
    case .partlyDone: "partly done: some inputs could not be read"
    case .wrongUse: "invalid command line"
    case .internalFault: "internal error in diagnose"
    case .cannotWrite: "the output, or a database that you named, could not be written"
    case .busy: "the database was busy, or its server unavailable, longer than the time limit: try again"
    case .noPermission: "the server of a shared history denied access: user, password or grants"
    case .wrongConfiguration: "invalid configuration, pattern file or address of a server"
    case .interrupted: "stopped by SIGINT"
    case .terminated: "stopped by SIGTERM (watch exits with 0)"
    }
  }

  /// The exit status of `run`, for `diagnose explain exit-codes`.
  package static let ofRun = """
    run  returns the status of its command, or 128 + N if signal N ended it;
         127 if the command was not found, 126 if it cannot be run

    """
}
