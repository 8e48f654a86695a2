/// Why an archive, or a member of one, could not be read.
package struct ArchiveFault: Error, Sendable, Equatable {
  /// The kind of fault, for programs.
  package enum Code: String, Sendable {
    /// The bytes contradict each other.
    case damaged
    /// The archive is shorter than it states; the available part of the member is delivered.
    case endsEarly
    case encrypted
    /// A compression method or archive format that is not supported.
    case unsupported
    /// A limit of `ArchiveLimits` is exceeded.
    case tooLarge
    /// The caller canceled the reading; this fault is not reported.
    case canceled
  }

  /// The kind of fault.
  package var code: Code
  /// The text after "archive.zip: name: ".
  package var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let endsEarly = ArchiveFault(.endsEarly, "is truncated")
  static let canceled = ArchiveFault(.canceled, "was not read completely")
}
