import Bytes
internal import Foundation
internal import GRDB
internal import Vocabulary

/// Short ids: prefixes of ids that are unambiguous among issues and reports.
enum ShortID {
  static let fullLength = 12
  static let minimumLength = 4

  /// Returns the shortest unambiguous prefix of `id`: one digit longer than the prefix it shares with any neighbor.
  static func shortest(_ id: String, in database: Database) throws -> String {
    shortest(id, among: try neighbors(of: id, in: database))
  }

  fileprivate static func shortest(_ id: String, among neighbors: [String]) -> String {
    var shared = 0
    for neighbor in neighbors where neighbor != id {
      shared = max(shared, zip(id.utf8, neighbor.utf8).prefix { $0 == $1 }.count)
    }
    return String(id.prefix(max(minimumLength, shared + 1)))
  }

  /// Returns the ids directly before and after `id` among issues and among reports.
  fileprivate static func neighbors(of id: String, in database: Database) throws -> [String] {
    let keys = try [
      "SELECT key FROM issue WHERE key < ? ORDER BY key DESC LIMIT 1",
      "SELECT key FROM issue WHERE key > ? ORDER BY key LIMIT 1",
    ].compactMap { try StoredText.fetchOne(database.cachedStatement(sql: $0), arguments: [id]) }
    let (before, after) = try reports(nextTo: id, in: database)
    return keys + [before, after].compactMap { $0 }
  }

  /// Returns the ids of the reports directly before and after `id`.
  static func reports(nextTo id: String, in database: Database) throws -> (before: String?, after: String?) {
    guard let range = DigestRange(prefix: id) else { return (nil, nil) }
    if try SummaryFile.isOne(database) {
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT before, after FROM summary_neighbor WHERE id = ?"), arguments: [id])
      return (row?[checked: 0], row?[checked: 1])
    }
    let before = try Data.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT digest FROM report WHERE substr(digest, 1, 8) < substr(?, 1, 8)
          ORDER BY substr(digest, 1, 8) DESC LIMIT 1
          """), arguments: [range.first])
    let after = try Data.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT digest FROM report WHERE substr(digest, 1, 8) > substr(?, 1, 8)
          ORDER BY substr(digest, 1, 8) LIMIT 1
          """), arguments: [range.last])
    return (Self.id(before), Self.id(after))
  }
}

extension ShortID {
  private static func id(_ digest: Data?) -> String? {
    digest.flatMap { SHA256Digest(bytes: Array($0)) }.map { String($0.hexadecimal.prefix(fullLength)) }
  }
}

/// The keys of all issues, for the short ids of many of them.
struct ShortIssueIDs {
  private let database: Database
  /// Sorted.
  private let keys: [String]

  init(_ database: Database) throws {
    self.database = database
    keys = try StoredText.fetchAll(database.cachedStatement(sql: "SELECT key FROM issue ORDER BY key"))
  }

  /// Returns the shortest unambiguous prefix of the key of an issue.
  func shortest(_ key: String) throws -> String {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    let issues = keys[max(0, low - 1)..<min(keys.count, low + 2)]
    let (before, after) = try ShortID.reports(nextTo: key, in: database)
    return ShortID.shortest(key, among: issues + [before, after].compactMap { $0 })
  }
}

/// The range of digests with a common prefix of hexadecimal digits.
struct DigestRange {
  let first: Data
  let last: Data

  /// Returns `nil` if `prefix` is longer than 64 digits or contains anything but hexadecimal digits.
  init?(prefix: String) {
    guard prefix.utf8.count <= 64, prefix.utf8.allSatisfy(\.isHexDigit) else { return nil }
    func bytes(paddedWith digit: Unicode.Scalar) -> Data {
      let digits = Array(prefix.utf8) + repeatElement(UInt8(ascii: digit), count: 64 - prefix.utf8.count)
      return Data(
        stride(from: 0, to: 64, by: 2).map {
          (digits[$0].hexDigitValue ?? 0) << 4 | (digits[$0 + 1].hexDigitValue ?? 0)
        })
    }
    first = bytes(paddedWith: "0")
    last = bytes(paddedWith: "f")
  }
}
