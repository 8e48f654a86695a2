/// An error of the history. Programs compare `code`; users read `message`.
package struct HistoryError: Error, Equatable, Sendable {
  /// The kinds of errors, grouped by what the user can do about them.
  package enum Code: String, Sendable {
    /// The file or its folder cannot be opened, created or read.
    case cannotOpen
    /// The file is not a history; it was not touched.
    case foreign
    /// Written by a newer version of this program; it was not touched.
    case newer
    /// The file is damaged.
    case damaged
    /// Another process locked the file for longer than the time limit.
    case busy
    /// The file can be read, but not written.
    case readOnly
    /// The disk is full.
    case full
    /// Another program deleted, moved, replaced or overwrote the file while it was open.
    case replaced
    /// The server of a shared history did not answer a question.
    case unavailable
    /// The summary of a shared history does not contain what was asked for.
    case notInSummary
    /// Any other failure of the disk or of SQLite.
    case failed
  }

  /// The kind of the failure.
  package var code: Code
  /// A sentence that completes "PATH: …".
  package var message: String
  /// What the user can do next.
  package var hint: String?
  /// The path of the database, or the host and port of a server.
  package var path: String
  /// The exit status of a command that ends with this error; `nil`: that of its code.
  package var exitStatus: Int32?

  /// Creates an error from its parts.
  package init(_ code: Code, _ message: String, hint: String? = nil, path: String) {
    self.code = code
    self.message = message
    self.hint = hint
    self.path = path
  }
}

extension HistoryError {
  /// The error of a question that needs single reports.
  static func notInSummary(path: String) -> HistoryError {
    HistoryError(
      .notInSummary, "the summary on the server contains only the latest reports of each issue",
      hint: "Ask without copy=0 in the address. The complete history is then received.", path: path)
  }

  /// The error of a filter by labels, or by another property that only reports have.
  static var noLabelsInSummary: HistoryError {
    HistoryError(
      .notInSummary, "the summary on the server cannot be filtered by queue, view, document or label",
      hint: "Ask without copy=0 in the address. The complete history is then received.", path: "history")
  }
}
