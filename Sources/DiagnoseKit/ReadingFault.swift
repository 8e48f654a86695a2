import CrashReports

/// The reason why an input, or a part of it, has no report.
public struct ReadingFault: Error, Hashable, Sendable {
  /// The kind of a fault. The identifiers are the values of `errors[].code` in JSON. New ones may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The identifier, such as `notAReport`.
    public let rawValue: String

    /// Creates a code from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not exist.
    public static let notFound = Code(rawValue: "notFound")
    /// The file cannot be opened or read.
    public static let notReadable = Code(rawValue: "notReadable")
    /// The path refers to a folder, a pipe or a device.
    public static let notARegularFile = Code(rawValue: "notARegularFile")
    /// The file is larger than the limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The input is empty.
    public static let empty = Code(rawValue: "empty")
    /// The input contains no report.
    public static let notAReport = Code(rawValue: "notAReport")
    /// The format of the report or container is not supported.
    public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    /// The input violates its own format.
    public static let damaged = Code(rawValue: "damaged")
    /// The input ends before anything could be read.
    public static let incomplete = Code(rawValue: "incomplete")
    /// The input exceeds a limit of the readers.
    public static let limitReached = Code(rawValue: "limitReached")
  }

  /// The kind of the fault.
  public let code: Code
  /// The text after "FILE: ". It is not escaped, and its wording may change.
  public let message: String
  /// Advice on what to do next.
  public let hint: String?
  /// The line in the input, from 1, if known.
  public let line: Int?
  /// The offset in the input in bytes, from 0, if known.
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
