internal import GRDB
import Vocabulary

extension HistoryStore {
  /// Notes what the user does to an issue, and gives the issue as it is then; `nil` when there is none with this key.
  package func add(_ event: IssueEvent) throws(HistoryError) -> StoredIssue? {
    let rules = rules
    return try write { database in
      guard let issueRow = try IssueKeys.canonicalRow(of: event.issue, in: database) else { return nil }
      let statements = Statements(database)
      // Two words within one second are told apart by their order.
      var event = event
      if let last = try statements.number(
        "SELECT max(at) FROM event WHERE what <> 'regressed' AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)",
        [issueRow]), last >= event.at.seconds
      {
        event.at = Timestamp(seconds: Int(last) + 1)
      }
      try IssueStates(statements, BuildTable(statements, order: rules.builds)).add(event)
      let canonical = try IssueKeys.canonicalRow(of: event.issue, in: database) ?? issueRow
      return try StoredIssue.fetch(canonical, in: database, rules.patterns)
    }
  }

  /// Lays events of another history aside, outside this one and not in memory, until `addGatheredEvents` takes them.
  package func gather(_ events: [IssueEvent]) throws(HistoryError) {
    try inTemporaryTables { database in
      try database.execute(
        sql: """
          CREATE TEMP TABLE IF NOT EXISTS gathered_event (
            issue TEXT NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL, value TEXT NOT NULL, by TEXT NOT NULL,
            note TEXT NOT NULL
          ) STRICT
          """)
      let statements = Statements(database)
      // Regressions are worked out from reports; what another history made of its own is not taken over.
      for event in events where event.what != .regressed {
        try statements.run(
          "INSERT INTO gathered_event (issue, at, what, value, by, note) VALUES (?, ?, ?, ?, ?, ?)",
          [event.issue, event.at.seconds, event.what.rawValue, event.value, event.by, event.note])
      }
    }
  }

  /// Adds the events that were gathered, in one transaction. Those of issues that are not known yet wait for their
  /// reports.
  package func addGatheredEvents() throws(HistoryError) {
    let rules = rules
    try write { database in
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO event (issue, at, what, value, by, note)
          SELECT issue, at, what, value, by, note FROM gathered_event
          """)
      let statements = Statements(database)
      try Grouping(statements).updateAll()
      try IssueStates(statements, BuildTable(statements, order: rules.builds)).recomputeAll()
    }
    try inTemporaryTables { try $0.execute(sql: "DELETE FROM gathered_event") }
  }

  /// The story of an issue, oldest first.
  package func events(of issue: StoredIssue) throws(HistoryError) -> [IssueEvent] {
    try read(otherwise: []) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM event WHERE issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
          ORDER BY at, what, value, by, note
          """, arguments: [issue.row]
      ).compactMap(IssueEvent.init)
    }
  }

  /// Every event that this version knows, in the order of their keys; some hundreds at a time.
  package func events(_ take: ([IssueEvent]) throws -> Void) throws {
    var last: StatementArguments? = ["", Int.min, "", "", "", ""]
    while let after = last {
      let rows = try read(otherwise: []) { database in
        try Row.fetchAll(
          database.cachedStatement(
            sql: """
              SELECT issue, at, what, value, by, note FROM event
              WHERE (issue, at, what, value, by, note) > (?, ?, ?, ?, ?, ?)
              ORDER BY issue, at, what, value, by, note LIMIT 500
              """), arguments: after
        ).map { (event: IssueEvent($0), key: StatementArguments($0.databaseValues)) }
      }
      let events = rows.compactMap(\.event)
      if !events.isEmpty { try take(events) }
      last = rows.last?.key
    }
  }

  /// Issues that are parts of this one, and why; and other issues that blame the same function.
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
      relations.related = try related.compactMap { try StoredIssue.fetch($0, in: database, rules.patterns) }
      relations.aliases = try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT key FROM issue_alias
          WHERE issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1) ORDER BY key
          """, arguments: [issue.row])
      return relations
    }
  }
}

/// What an issue has to do with others.
package struct IssueRelations: Sendable {
  /// An issue that was merged into this one.
  package struct Part: Sendable, Equatable {
    /// The part's key: 12 hexadecimal digits.
    package var key: String
    /// Title of the part's signature.
    package var signature: String
    /// Kind of the part's signature: `trap`, `exception:NSRangeException`, ….
    package var kind: String
    /// Counted reports of the part.
    package var count: Int
    /// `user`, `symbols`, `incident` or `detail`.
    package var reason: String
  }

  /// Issues that were merged into this one, those with most reports first.
  package var parts: [Part] = []
  /// Issues with the same coarse key: suggestions, nothing is merged by it.
  package var related: [StoredIssue] = []
  /// Other keys under which it was known.
  package var aliases: [String] = []

  /// Creates relations of an issue that has none.
  package init() {}
}
