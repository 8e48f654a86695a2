import CrashReports

/// Why an input, or a part of it, gave no report.
public struct ReadingFault: Error, Hashable, Sendable {
  /// What sort of fault it is. The identifiers are those of the JSON output's `errors[].code`; new ones may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The identifier, as `notAReport`.
    public let rawValue: String

    /// Makes a code of its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not exist.
    public static let notFound = Code(rawValue: "notFound")
    /// The file cannot be opened or read.
    public static let notReadable = Code(rawValue: "notReadable")
    /// A folder, a pipe or a device.
    public static let notARegularFile = Code(rawValue: "notARegularFile")
    /// Larger than the limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// Without a byte.
    public static let empty = Code(rawValue: "empty")
    /// No report of any kind.
    public static let notAReport = Code(rawValue: "notAReport")
    /// A report or container of a format that is not read.
    public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    /// Contradicts its own format.
    public static let damaged = Code(rawValue: "damaged")
    /// Ends too early for anything to be read.
    public static let incomplete = Code(rawValue: "incomplete")
    /// Needs more than a limit of the readers allows.
    public static let limitReached = Code(rawValue: "limitReached")
  }

  /// What sort of fault it is; for programs.
  public let code: Code
  /// One sentence for a person that completes "FILE: …". Not escaped; its wording may change.
  public let message: String
  /// What to do next, if there is advice.
  public let hint: String?
  /// Line of the input, from 1, where it is known.
  public let line: Int?
  /// Offset in the input in bytes, from 0, where it is known.
  public let offset: Int?

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
    (hint, line, offset) = (nil, nil, nil)
  }

  init(_ fault: DecodingFault) {
    code = Code(rawValue: fault.code.rawValue)
    message = fault.explanation
    hint = fault.hint
    line = fault.line
    offset = fault.offset
  }
}
