import Foundation
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

  /// The samples of `forms` that are text. Reports in a binary format cannot be redacted.
  ///
  /// Envelopes state the lengths of their parts in bytes, which other line ends would change.
  public static let texts = forms.filter { !$0.path.hasSuffix(".plcrash") && !$0.path.hasSuffix(".envelope") }

  public init(path: String) { self.path = path }
}

extension SampleLog {
  /// The samples for tests of bytes, lines and positions, which repeat each sample many times: every form of file, and one of
  /// thirty texts that are samples of a pattern or its near misses. With `DIAGNOSE_ALL_SAMPLES=1`, all of them.
  public static let forms: [SampleLog] = all.filter { sample in
    let isText = ["sample-logs/patterns/", "sample-logs/near-misses/"].contains { sample.path.hasPrefix($0) }
    return !isText || repeatsAll || sample.path.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff } % 30 == 0
  }

  /// The samples of `forms` that are small enough to be truncated at every byte.
  public static let small: [SampleLog] = forms.filter { (try? $0.bytes().count) ?? .max < 6_000 }

  /// Whether tests that repeat samples many times use all of them.
  public static var repeatsAll: Bool { ProcessInfo.processInfo.environment["DIAGNOSE_ALL_SAMPLES"] == "1" }
}
