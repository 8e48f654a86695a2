/// Why an archive, or a member of one, could not be read.
package struct ArchiveFault: Error, Sendable, Equatable {
  /// Kinds of faults, for programs.
  package enum Code: String, Sendable {
    /// The bytes contradict themselves.
    case damaged
    /// The archive is shorter than it says; what there is of the member is handed on.
    case endsEarly
    case encrypted
    /// A method of compression or a form of archive that is not read.
    case unsupported
    /// Beyond one of `ArchiveLimits`.
    case tooLarge
    /// The reading was ended from outside; nobody is told of it.
    case cancelled
  }

  /// The kind of fault.
  package var code: Code
  /// Completes "archive.zip: name: …".
  package var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let endsEarly = ArchiveFault(.endsEarly, "is cut short")
  static let cancelled = ArchiveFault(.cancelled, "was not read to its end")
}
