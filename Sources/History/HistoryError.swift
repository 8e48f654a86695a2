/// Why the history could not be used. Programs compare `code`; `message` is for people.
package struct HistoryError: Error, Equatable, Sendable {
  /// What went wrong, by what the user can do about it.
  package enum Code: String, Sendable {
    /// The file or its folder cannot be opened, created or read.
    case cannotOpen
    /// The file is something else than a history; it was not touched.
    case foreign
    /// Written by a newer version of this program; it was not touched.
    case newer
    /// The file is damaged.
    case damaged
    /// Others kept it locked past the time limit.
    case busy
    /// It can be read, not written.
    case readOnly
    /// The disk is full.
    case full
    /// Any other failure of the disk or of SQLite.
    case failed
  }

  /// The kind of the failure.
  package var code: Code
  /// One sentence that completes "PATH: …".
  package var message: String
  /// What to do next.
  package var hint: String?
  /// Path of the database.
  package var path: String

  /// Creates an error from its parts.
  package init(_ code: Code, _ message: String, hint: String? = nil, path: String) {
    self.code = code
    self.message = message
    self.hint = hint
    self.path = path
  }
}
