public import Testing

/// A sample in `sample-logs`.
public struct SampleLog: Sendable, CustomTestStringConvertible {
  /// The path relative to the root of the repository.
  public let path: String

  public var testDescription: String { path }

  public func bytes() throws -> [UInt8] { try Repository.bytes(of: path) }

  /// All samples, sorted by path, without the index, Markdown files, symbol files and archives.
  public static let all: [SampleLog] = Repository.files(below: "sample-logs")
    .filter {
      !$0.hasSuffix(".md") && !$0.hasSuffix("index.csv") && !$0.contains(".dSYM/")
        && !$0.hasPrefix("sample-logs/archives/")
    }
    .map(SampleLog.init)

  /// The samples that are text. Reports in a binary format cannot be redacted.
  ///
  /// Envelopes state the lengths of their parts in bytes, which other line ends would change.
  public static let texts = all.filter { !$0.path.hasSuffix(".plcrash") && !$0.path.hasSuffix(".envelope") }

  public init(path: String) { self.path = path }
}

extension SampleLog {
  /// The samples that are small enough to be truncated at every byte.
  public static var small: [SampleLog] {
    all.filter { (try? $0.bytes().count) ?? .max < 6_000 }
  }
}
