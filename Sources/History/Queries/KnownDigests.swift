internal import Foundation
internal import GRDB
package import Vocabulary

/// The digests of the reports that one program stored, for finding many of them without a query for each.
package struct KnownDigests: Sendable {
  /// The first 16 bytes of a digest: long enough that different contents do not have the same.
  private struct Prefix: Hashable {
    let high: UInt64
    let low: UInt64

    init?(_ bytes: some Collection<UInt8>) {
      guard bytes.count == 32 else { return nil }
      high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      low = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes of a digest are as good as random.
    func hash(into hasher: inout Hasher) { hasher.combine(high) }
  }

  private var prefixes: Set<Prefix>
  private var problems: Set<String>

  /// Returns whether a report with this digest is stored, and no note says that the input at `path` was not.
  package func hold(_ digest: SHA256Digest, at path: String) -> Bool {
    Prefix(digest.bytes).map(prefixes.contains) ?? false && !problems.contains(path)
  }

  fileprivate init(count: Int) {
    prefixes = Set(minimumCapacity: count)
    problems = []
  }

  fileprivate mutating func insert(_ digest: Data) {
    if let prefix = Prefix(digest) { prefixes.insert(prefix) }
  }

  fileprivate mutating func insert(problem path: String) { problems.insert(path) }
}

extension HistoryStore {
  /// Returns the digests of all reports that `program` read. Reads the whole table of reports.
  ///
  /// - Parameter count: The expected number of reports.
  package func knownDigests(by program: String, count: Int) throws(HistoryError) -> KnownDigests {
    try read(otherwise: KnownDigests(count: 0)) { database in
      var known = KnownDigests(count: count)
      let digests = try Data.fetchCursor(
        database, sql: "SELECT digest FROM report WHERE program = (SELECT id FROM name WHERE text = ?)",
        arguments: [program])
      while let digest = try digests.next() { known.insert(digest) }
      let problems = try StoredText.fetchCursor(database, sql: "SELECT path FROM problem")
      while let path = try problems.next() { known.insert(problem: path) }
      return known
    }
  }
}
