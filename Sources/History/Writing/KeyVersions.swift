internal import GRDB
internal import Signatures

/// Carries stored reports over to the keys of the current version of the signatures.
///
/// A key that changed remains as an alias of the new one, so that the issue is found by it, and the user's events on the
/// old key apply to the issue that has all of its reports.
enum KeyVersions {
  private static let name = "signature-version"

  /// Recomputes the keys of stacks that an earlier version of this program stored. Does nothing if that was done before.
  static func update(_ database: Database, _ rules: HistoryRules) throws {
    let current = String(Signature.currentVersion)
    guard try Meta.value(name, database) != current else { return }
    // The version is 1 in a history without this row, and a newer program may have written the history.
    if let stored = try Meta.value(name, database).flatMap({ Int($0) }), stored > Signature.currentVersion { return }
    _ = try recompute(database, rules, all: false)
    try Meta.set(name, current, database)
  }

  /// Recomputes the keys of stored stacks. Returns the number of reports whose key changed.
  ///
  /// - Parameter all: False for the stacks of earlier versions only.
  static func recompute(_ database: Database, _ rules: HistoryRules, all: Bool) throws -> Int {
    let writer = try ReportWriter(database, rules)
    var moved = 0
    let stacks = try Row.fetchAll(
      database,
      sql: """
        SELECT id, input, signature_version, strict, default_key, coarse FROM stack
        WHERE ? OR signature_version < ? ORDER BY id
        """, arguments: [all, Signature.currentVersion])
    for row in stacks {
      guard let input = SignatureInput(encoded: row[checked: "input"]) else { continue }
      let signature = Signature(input, rules: rules.signatures)
      let isSame =
        signature.key(.strict) == row[checked: "strict"] && signature.key(.default) == row[checked: "default_key"]
        && signature.key(.coarse) == row[checked: "coarse"]
      guard isSame else {
        moved += try writer.move(stack: row[checked: "id"], key: row[checked: "default_key"], to: input)
        continue
      }
      if signature.version != row[checked: "signature_version"] {
        try database.execute(
          sql: "UPDATE stack SET signature_version = ?, provisional = ? WHERE id = ?",
          arguments: [signature.version, signature.isProvisional, row[checked: "id"] as Int64])
      }
    }
    _ = try writer.flush()
    if moved > 0 {
      try IssueMerging(writer.statements).updateAll()
      try IssueStates(writer.statements, writer.builds).recomputeAll()
    }
    // Issues of which all stacks were pruned keep their version: their keys cannot be computed again.
    try database.execute(
      sql: """
        UPDATE issue SET signature_version = ?1 WHERE signature_version < ?1
          AND key IN (SELECT default_key FROM stack WHERE signature_version = ?1)
        """, arguments: [Signature.currentVersion])
    return moved
  }
}
