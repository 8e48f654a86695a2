internal import GRDB

/// One step from a version of the schema to the next. Numbered, named for ever, forward only.
struct Migration: Sendable {
  /// The `user_version` that the database has after it.
  let number: Int
  let name: String
  let apply: @Sendable (Database) throws -> Void

  init(_ number: Int, _ name: String, apply: @escaping @Sendable (Database) throws -> Void) {
    self.number = number
    self.name = name
    self.apply = apply
  }
}

extension Migration {
  /// In order; a new step is a new file and a line at the end.
  static let all: [Migration] = [
    .first
  ]

  static var currentVersion: Int { all.last?.number ?? 0 }

  /// Lower numbers belong to schemas that were never released.
  static var oldestVersion: Int { all.first?.number ?? 0 }
}
