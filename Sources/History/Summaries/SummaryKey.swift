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
}
