public import Testing

/// A made report of `sample-logs`.
public struct SampleLog: Sendable, CustomTestStringConvertible {
  /// Relative to the root of the checkout.
  public let path: String

  public var testDescription: String { path }

  public func bytes() throws -> [UInt8] { try Repository.bytes(of: path) }

  /// Every sample but the index, the descriptions, the symbol files and the archives, sorted by path.
  public static let all: [SampleLog] = Repository.files(below: "sample-logs")
    .filter {
      !$0.hasSuffix(".md") && !$0.hasSuffix("index.csv") && !$0.contains(".dSYM/")
        && !$0.hasPrefix("sample-logs/archives/")
    }
    .map(SampleLog.init)

  public init(path: String) { self.path = path }
}

extension SampleLog {
  /// Those small enough to be cut at every byte.
  public static var small: [SampleLog] {
    all.filter { (try? $0.bytes().count) ?? .max < 6_000 }
  }
}
