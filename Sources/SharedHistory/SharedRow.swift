internal import ClickHouse
internal import Vocabulary

/// The values of a row of `record`.
enum SharedRow {
  /// The columns that are sent; the others have defaults. `hash` is the last: a server may store the beginning of a row
  /// whose transfer was interrupted, and readers recognize such a row, whose hash is not that of its line.
  static let columns: [SQLIdentifier] = ["sender", "id", "line", "hash"]

  /// Returns the values of a record.
  static func values(_ sender: String, _ id: Int, _ line: [UInt8]) -> [SQLValue] {
    [.text(sender), .int(id), .bytes(line), .uint(hash(line))]
  }

  /// The first 8 bytes of the SHA-256 digest.
  static func hash(_ line: [UInt8]) -> UInt64 {
    SHA256.digest(of: line).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
