internal import Foundation
internal import GRDB
internal import Vocabulary

/// Reads what is known of an issue, within a transaction.
struct StandingReader {
  let database: Database
  let now: Timestamp

  func standing(issue: Int64, status: HistoryStanding.Status) throws -> HistoryStanding {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT key, first_seen, last_seen, first_build, last_build, total FROM issue WHERE id = ?"),
      arguments: [issue])
    guard let row else { return HistoryStanding(status: status) }
    let key: String = row["key"]
    var standing = HistoryStanding(status: status, issue: key)
    standing.shortIssue = try ShortID.shortest(key, in: database)
    standing.firstSeen = Timestamp(seconds: row["first_seen"]).rfc3339
    standing.lastSeen = Timestamp(seconds: row["last_seen"]).rfc3339
    standing.firstBuild = row["first_build"]
    standing.lastBuild = row["last_build"]
    standing.count = row["total"]
    standing.countToday = try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT count(*) FROM report
          WHERE issue = ? AND time >= ? AND time < ? AND variant_of IS NULL
          """), arguments: [issue, now.day * 86_400, (now.day + 1) * 86_400])
    return standing
  }

  func add(_ digest: SHA256Digest, to standing: inout HistoryStanding, variantOf original: Int64?) throws {
    let id = String(digest.hexadecimal.prefix(ShortID.fullLength))
    standing.report = id
    standing.shortReport = try ShortID.shortest(id, in: database)
    if let original,
      let bytes = try Data.fetchOne(
        database.cachedStatement(sql: "SELECT digest FROM report WHERE id = ?"), arguments: [original]),
      let digest = SHA256Digest(bytes: Array(bytes))
    {
      standing.variantOf = String(digest.hexadecimal.prefix(ShortID.fullLength))
    }
  }
}

/// Ids as people type them: a beginning that names one thing among issues and reports.
enum ShortID {
  static let fullLength = 12
  static let minimumLength = 4

  /// The shortest beginning of `id` that names nothing else: one digit more than it shares with any neighbour.
  static func shortest(_ id: String, in database: Database) throws -> String {
    var shared = 0
    for neighbour in try neighbours(of: id, in: database) where neighbour != id {
      shared = max(shared, zip(id.utf8, neighbour.utf8).prefix { $0 == $1 }.count)
    }
    return String(id.prefix(max(minimumLength, shared + 1)))
  }

  /// The ids just before and after `id` among issues and among reports.
  private static func neighbours(of id: String, in database: Database) throws -> [String] {
    var found: [String] = []
    for sql in [
      "SELECT key FROM issue WHERE key < ? ORDER BY key DESC LIMIT 1",
      "SELECT key FROM issue WHERE key >= ? AND key <> ? ORDER BY key LIMIT 1",
    ] {
      let statement = try database.cachedStatement(sql: sql)
      let arguments: StatementArguments = sql.contains("<>") ? [id, id] : [id]
      if let key = try String.fetchOne(statement, arguments: arguments) { found.append(key) }
    }
    guard let range = DigestRange(prefix: id) else { return found }
    for (sql, bound) in [
      ("SELECT digest FROM report WHERE digest < ? ORDER BY digest DESC LIMIT 1", range.first),
      ("SELECT digest FROM report WHERE digest > ? ORDER BY digest LIMIT 1", range.last),
    ] {
      if let bytes = try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [bound]),
        let digest = SHA256Digest(bytes: Array(bytes))
      {
        found.append(String(digest.hexadecimal.prefix(fullLength)))
      }
    }
    return found
  }
}

/// The digests that begin with some hexadecimal digits.
struct DigestRange {
  let first: Data
  let last: Data

  /// `nil` when `prefix` holds anything but up to 64 hexadecimal digits.
  init?(prefix: String) {
    guard prefix.utf8.count <= 64, prefix.utf8.allSatisfy(\.isHexadecimalDigit) else { return nil }
    func bytes(paddedWith digit: Character) -> Data {
      let digits = Array((prefix + String(repeating: digit, count: 64 - prefix.utf8.count)).utf8)
      return Data(
        stride(from: 0, to: 64, by: 2).map { digits[$0].hexadecimalValue << 4 | digits[$0 + 1].hexadecimalValue })
    }
    first = bytes(paddedWith: "0")
    last = bytes(paddedWith: "f")
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self) || (0x41...0x46).contains(self)
  }

  fileprivate var hexadecimalValue: UInt8 {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x61...0x66: self - 0x57
    default: self &- 0x37
    }
  }
}
