internal import GRDB

extension HistoryStore {
  /// An issue that a shell offers for an argument.
  package struct OfferedIssue: Sendable, Equatable {
    /// An ID that begins with what was typed.
    package var id: String
    /// What happened, or the title of the signature.
    package var title: String
  }

  /// Whether the file is a history that is read as it is: its schema is that of this version. The file is not opened with
  /// SQLite.
  package static func isReadable(_ path: String) -> Bool {
    guard case .ours(Migration.currentVersion, _)? = try? DatabaseFile.inspect(path) else { return false }
    return true
  }

  /// Returns the issues whose key begins with `prefix`, the latest first: their short IDs or, after a longer prefix, their
  /// keys.
  ///
  /// - Parameter areMerged: Whether the issues are those merged into others.
  package func issueIDs(withPrefix prefix: String, limit: Int, areMerged: Bool = false) throws(HistoryError)
    -> [OfferedIssue]
  {
    // No key begins with anything else, and keys are lower case.
    guard prefix.utf8.count <= ShortID.fullLength, DigestRange(prefix: prefix) != nil else { return [] }
    return try read(otherwise: []) { database in
      let ids = try ShortIssueIDs(database)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT key, summary, signature FROM issue
          WHERE key >= ?1 AND key < ?1 || 'g' AND (merged_into IS NOT NULL) = ?2
          ORDER BY last_seen DESC, key LIMIT ?3
          """, arguments: [prefix, areMerged, max(0, limit)])
      return try rows.map { row in
        let key: String = row[checked: 0]
        // A merged issue is shown with its complete key.
        let short = areMerged ? key : try ids.shortest(key)
        let (summary, signature): (String, String) = (row[checked: 1], row[checked: 2])
        return OfferedIssue(
          id: short.hasPrefix(prefix) ? short : key, title: signature.isEmpty ? summary : signature)
      }
    }
  }
}
