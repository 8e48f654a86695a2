internal import GRDB
import Vocabulary

extension HistoryStore {
  /// Records what the user does to an issue. Returns the changed issue; `nil` if no issue has this key.
  package func add(_ event: IssueEvent) throws(HistoryError) -> StoredIssue? {
    let rules = rules
    return try write { database in
      guard let issueRow = try IssueKeys.canonicalRow(of: event.issue, in: database) else { return nil }
      let statements = Statements(database)
      // Events within one second get consecutive times, so that their order is stored.
      var event = event
      if let last = try statements.number(
        "SELECT max(at) FROM event WHERE what <> 'regressed' AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)",
        [issueRow]), last >= event.at.seconds
      {
        event.at = Timestamp(seconds: Int(last) + 1)
      }
      if event.what == .resolve, event.lastBuild.isEmpty {
        event.lastBuild = try StoredIssue.fetch(issueRow, in: database, rules)?.lastBuild ?? ""
      }
      try Outbox(statements)?.add(event)
      try IssueStates(statements, BuildTable(statements, order: rules.builds)).add(event)
      let canonical = try IssueKeys.canonicalRow(of: event.issue, in: database) ?? issueRow
      return try StoredIssue.fetch(canonical, in: database, rules)
    }
  }

  /// Collects events of another history in a temporary table, outside this history and not in memory, until
  /// `addGatheredEvents` adds them.
  package func collect(_ events: [IssueEvent]) throws(HistoryError) {
    try inTemporaryTables { database in
      try database.execute(
        sql: """
          CREATE TEMP TABLE IF NOT EXISTS gathered_event (
            issue TEXT NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL, value TEXT NOT NULL, by TEXT NOT NULL,
            note TEXT NOT NULL, last_build TEXT NOT NULL
          ) STRICT
          """)
      let statements = Statements(database)
      // Regressions are computed from reports; those that another history computed are not imported.
      for event in events where event.what != .regressed {
        try statements.run(
          "INSERT INTO gathered_event (issue, at, what, value, by, note, last_build) VALUES (?, ?, ?, ?, ?, ?, ?)",
          [
            event.issue, event.at.seconds, event.what.rawValue, event.value, event.by, event.note, event.lastBuild,
          ])
      }
    }
  }

  /// Adds the collected events in one transaction. Events of unknown issues take effect when their reports arrive.
  package func addGatheredEvents() throws(HistoryError) {
    let rules = rules
    try write { database in
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO event (issue, at, what, value, by, note, last_build)
          SELECT issue, at, what, value, by, note, last_build FROM gathered_event
          """)
      let statements = Statements(database)
      if let outbox = try Outbox(statements) {
        for row in try statements.rows("SELECT * FROM gathered_event", []) { try IssueEvent(row).map(outbox.add) }
      }
      try IssueMerging(statements).updateAll()
      try IssueStates(statements, BuildTable(statements, order: rules.builds)).recomputeAll()
    }
    try inTemporaryTables { try $0.execute(sql: "DELETE FROM gathered_event") }
  }

  /// Returns the events of an issue, oldest first: those of its key, of the issues merged into it, and of keys that its reports
  /// had before and that no issue has (`IssueStates.applyEvents`).
  package func events(of issue: StoredIssue) throws(HistoryError) -> [IssueEvent] {
    try read(otherwise: []) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT event.* FROM event
          WHERE event.issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
            OR event.issue IN (
              SELECT issue_alias.key FROM issue JOIN issue_alias ON issue_alias.issue = issue.key
              WHERE (issue.id = ?1 OR issue.merged_into = ?1) AND issue_alias.level = 'default'
                AND issue_alias.key NOT IN (SELECT key FROM issue))
          ORDER BY at, what, value, by, note
          """, arguments: [issue.row]
      ).compactMap(IssueEvent.init)
    }
  }

  /// Passes every event that this version recognizes to `take`, in the order of the keys, at most 500 at a time.
  package func events(_ take: ([IssueEvent]) throws -> Void) throws {
    var last: StatementArguments? = ["", Int.min, "", "", "", "", ""]
    while let after = last {
      let rows = try read(otherwise: []) { database in
        try Row.fetchAll(
          database.cachedStatement(
            sql: """
              SELECT issue, at, what, value, by, note, last_build FROM event
              WHERE (issue, at, what, value, by, note, last_build) > (?, ?, ?, ?, ?, ?, ?)
              ORDER BY issue, at, what, value, by, note, last_build LIMIT 500
              """), arguments: after
        ).map { (event: IssueEvent($0), key: StatementArguments($0.databaseValues)) }
      }
      let events = rows.compactMap(\.event)
      if !events.isEmpty { try take(events) }
      last = rows.last?.key
    }
  }

  /// Returns the issues that are merged into this one, with the reasons, and other issues that blame the same function.
  package func relations(of issue: StoredIssue) throws(HistoryError) -> IssueRelations {
    try read(otherwise: IssueRelations()) { database in
      var relations = IssueRelations()
      relations.parts = try Row.fetchAll(
        database,
        sql:
          "SELECT key, signature, kind, total, merge_reason FROM issue WHERE merged_into = ? ORDER BY total DESC, key",
        arguments: [issue.row]
      ).map {
        IssueRelations.Part(
          key: $0[checked: "key"], signature: $0[checked: "signature"], kind: $0[checked: "kind"],
          count: $0[checked: "total"],
          reason: $0[checked: "merge_reason"] ?? "user")
      }
      let related = try Int64.fetchAll(
        database.cachedStatement(sql: ShippedQuery.related.sql), arguments: [issue.coarse, issue.row])
      relations.related = try related.compactMap { try StoredIssue.fetch($0, in: database, rules) }
      relations.aliases = try StoredText.fetchAll(
        database,
        sql: """
          SELECT DISTINCT key FROM issue_alias
          WHERE issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1) ORDER BY key
          """, arguments: [issue.row])
      return relations
    }
  }
}

/// The relations of an issue to other issues.
package struct IssueRelations: Sendable {
  /// An issue that was merged into this one.
  package struct Part: Sendable, Equatable {
    /// The key of the merged issue: 12 hexadecimal digits.
    package var key: String
    /// The title of its signature.
    package var signature: String
    /// The kind of its signature: `trap`, `exception:NSRangeException`, ….
    package var kind: String
    /// The number of its counted reports.
    package var count: Int
    /// Why it was merged: `user`, `symbols`, `incident` or `detail`.
    package var reason: String
  }

  /// The issues merged into this one, sorted by number of reports, largest first.
  package var parts: [Part] = []
  /// Issues with the same coarse key. These are suggestions; they are not merged.
  package var related: [StoredIssue] = []
  /// Other keys that this issue has or had.
  package var aliases: [String] = []

  /// Creates the relations of an issue that has none.
  package init() {}
}
