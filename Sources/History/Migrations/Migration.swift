internal import GRDB

/// A step from one version of the schema to the next. Its number and name are permanent; there is no way back.
struct Migration: Sendable {
  /// The `user_version` of the database after this step.
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
  /// All steps in order. Add a new step at the end, in a new file.
  static let all: [Migration] = [
    .first, .queue, .role, .devices,
  ]

  static var currentVersion: Int { all.last?.number ?? 0 }

  /// The oldest version that can be migrated. Lower numbers belong to schemas that were never released.
  static var oldestVersion: Int { all.first?.number ?? 0 }
}
