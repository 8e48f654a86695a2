internal import GRDB

/// Facts about a history itself.
enum Meta {
  static func value(_ key: String, _ database: Database) throws -> String? {
    try String.fetchOne(database.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key])
  }

  static func set(_ key: String, _ value: String, _ database: Database) throws {
    try database.cachedStatement(
      sql: "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
    ).execute(arguments: [key, value])
  }

  /// Day before which reports were pruned.
  static func prunedBefore(_ database: Database) throws -> Int? {
    try value("pruned-before", database).flatMap { Int($0) }
  }

  static func setPrunedBefore(_ day: Int, _ database: Database) throws {
    try set("pruned-before", String(max(day, try prunedBefore(database) ?? .min)), database)
  }

  /// The order of builds by which positions were given.
  static func buildOrder(_ database: Database) throws -> String? { try value("build-order", database) }
}
