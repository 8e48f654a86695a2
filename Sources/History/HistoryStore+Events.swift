internal import GRDB

extension HistoryStore {
  /// Notes what the user does to an issue, and gives the issue as it is then; `nil` when there is none with this key.
  package func add(_ event: IssueEvent) throws(HistoryError) -> StoredIssue? {
    let rules = rules
    return try write { database in
      guard let root = try IssueKeys.root(of: event.issue, in: database) else { return nil }
      let statements = Statements(database)
      // Two words within one second are told apart by their order.
      var event = event
      if let last = try statements.number(
        "SELECT max(at) FROM event WHERE what <> 'regressed' AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)",
        [root]), last >= event.at.seconds
      {
        event.at = Timestamp(seconds: Int(last) + 1)
      }
      try IssueStates(statements, BuildTable(statements, order: rules.builds)).add(event)
      let whole = try IssueKeys.root(of: event.issue, in: database) ?? root
      return try StoredIssue.fetch(whole, in: database)
    }
  }

  /// Adds events of another history. Those of issues that are not known yet wait for their reports.
  package func add(_ events: [IssueEvent]) throws(HistoryError) {
    let rules = rules
    try write { database in
      let statements = Statements(database)
      let states = IssueStates(statements, BuildTable(statements, order: rules.builds))
      // Regressions are worked out from reports; what another history made of its own is not taken over.
      for event in events where event.what != .regressed { try states.add(event) }
      try Grouping(statements).updateAll()
      try states.renewAll()
    }
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

  /// Every event, in the order of their keys.
  package func events() throws(HistoryError) -> [IssueEvent] {
    try read(otherwise: []) { database in
      try Row.fetchAll(database, sql: "SELECT * FROM event ORDER BY issue, at, what, value, by, note")
        .compactMap(IssueEvent.init)
    }
  }

  /// Issues that are parts of this one, and why; and other issues that blame the same function.
  package func relations(of issue: StoredIssue) throws(HistoryError) -> IssueRelations {
    try read(otherwise: IssueRelations()) { database in
      var relations = IssueRelations()
      relations.parts = try Row.fetchAll(
        database,
        sql:
          "SELECT key, signature, kind, total, join_reason FROM issue WHERE merged_into = ? ORDER BY total DESC, key",
        arguments: [issue.row]
      ).map {
        IssueRelations.Part(
          key: $0[checked: "key"], signature: $0[checked: "signature"], kind: $0[checked: "kind"],
          count: $0[checked: "total"],
          reason: $0[checked: "join_reason"] ?? "user")
      }
      let related = try Int64.fetchAll(
        database.cachedStatement(sql: ShippedQuery.related.sql), arguments: [issue.coarse, issue.row])
      relations.related = try related.compactMap { try StoredIssue.fetch($0, in: database) }
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
  package struct Part: Sendable, Equatable {
    package var key: String
    package var signature: String
    package var kind: String
    package var count: Int
    /// `user`, `symbols`, `incident` or `detail`.
    package var reason: String
  }

  package var parts: [Part] = []
  /// Issues with the same coarse key: suggestions, nothing is merged by it.
  package var related: [StoredIssue] = []
  /// Other keys under which it was known.
  package var aliases: [String] = []

  package init() {}
}
