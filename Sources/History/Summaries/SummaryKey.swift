internal import Foundation
internal import GRDB
internal import Vocabulary

/// Keys of builds that are equal in all histories, unlike rows.
enum SummaryKey {
  /// Returns the key of a build: 16 hexadecimal digits.
  static func of(_ build: BuildTable.Build) -> String {
    let text = [build.bundleID, build.process, build.version, build.build].joined(separator: "\u{0}")
    return String(SHA256.digest(of: Array(text.utf8)).hexadecimal.prefix(16))
  }

  /// Returns the keys of all builds by row.
  static func all(_ database: Database) throws -> [Int64: String] {
    var keys: [Int64: String] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT * FROM build") {
      let build = BuildTable.Build(row)
      keys[build.id] = of(build)
    }
    return keys
  }

  /// Returns the keys of the builds of an app: a process name or bundle id.
  static func builds(of app: String, _ database: Database) throws -> [String] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM build WHERE bundle_id = ?1 OR process = ?1 ORDER BY id", arguments: [app]
    ).map { of(BuildTable.Build($0)) }
  }
}
