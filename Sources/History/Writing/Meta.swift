internal import GRDB

/// Facts about the history itself.
enum Meta {
  static func value(_ key: String, _ database: Database) throws -> String? {
    try StoredText.fetchOne(database.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key])
  }

  static func set(_ key: String, _ value: String, _ database: Database) throws {
    try database.cachedStatement(
      sql: "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
    ).execute(arguments: [key, value])
  }

  /// Returns the day before which reports were pruned; `nil` if none were.
  static func prunedBefore(_ database: Database) throws -> Int? {
    try value("pruned-before", database).flatMap { Int($0) }
  }

  static func setPrunedBefore(_ day: Int, _ database: Database) throws {
    try set("pruned-before", String(day), database)
  }

  /// Returns the earliest arrival of a report, in seconds; `nil` for an empty history.
  static func firstArrival(_ database: Database) throws -> Int? {
    try value("first-arrival", database).flatMap { Int($0) }
  }

  static func setFirstArrival(_ seconds: Int, _ database: Database) throws {
    try set("first-arrival", String(seconds), database)
  }

  /// Returns the rules with which the positions of builds were computed.
  static func buildOrder(_ database: Database) throws -> String? { try value("build-order", database) }
}
