package import ClickHouse
package import History
import Vocabulary

/// An error that ends a command: the message for the user, and the exit status.
package struct CommandFault: Error {
  /// The exit status.
  package var status: ExitStatus
  /// The text after `diagnose: `; `nil` if the error was already printed.
  package var message: String?
  /// What to do; `nil` if nothing helps.
  package var hint: String?

  /// Ends a command with a status. Without a message, the error was already printed.
  package init(_ status: ExitStatus, _ message: String? = nil, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}

extension CommandFault {
  /// The fault of a command that needs the server.
  package init(_ error: ServerError) {
    self.init(
      ExitStatus(rawValue: error.exitStatus) ?? .cannotWrite, error.message, hint: error.kind.remedy)
  }

  /// The fault of a command that needs the history.
  package init(_ error: HistoryError) {
    let path = error.path.hasPrefix("./") ? String(error.path.dropFirst(2)) : error.path
    let status: ExitStatus =
      switch error.code {
      case .busy: .busy
      case .notInSummary: .wrongUse
      default: error.exitStatus.flatMap(ExitStatus.init(rawValue:)) ?? .cannotWrite
      }
    self.init(
      status, "\(Terminal.quotedFileName(path)): \(error.message)",
      hint: error.hint)
  }
}
