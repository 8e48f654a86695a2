internal import GRDB
package import Vocabulary

/// An input that was not stored, or only partly.
package struct HistoryProblem: Sendable, Equatable {
  /// The path of the input, with its path in an archive. One problem is stored for each path.
  package var path: String
  /// The error code, as in `errors[].code` of the JSON output.
  package var code: String
  /// A sentence that completes "PATH: …".
  package var message: String
  /// When it last occurred.
  package var at: Timestamp
  /// How often the input failed.
  package var attempts: Int

  /// Creates a problem from its parts.
  package init(path: String, code: String, message: String, at: Timestamp, attempts: Int = 1) {
    self.path = path
    self.code = code
    self.message = message
    self.at = at
    self.attempts = attempts
  }
}

extension HistoryStore {
  /// Records inputs that were not stored, in one transaction. Storing a report from the same path removes the record.
  package func note(_ problems: [HistoryProblem]) throws(HistoryError) {
    guard !problems.isEmpty else { return }
    try write { database in
      let statements = Statements(database)
      for problem in problems {
        try statements.run(
          """
          INSERT INTO problem (path, code, message, at, attempts) VALUES (?, ?, ?, ?, 1)
          ON CONFLICT (path) DO UPDATE SET
            code = excluded.code, message = excluded.message, at = excluded.at, attempts = attempts + 1
          """, [problem.path, problem.code, problem.message, problem.at.seconds])
      }
    }
  }

  /// Returns the inputs that were not stored, latest first.
  package func problems(limit: Int = 50) throws(HistoryError) -> [HistoryProblem] {
    try read(otherwise: []) { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM problem ORDER BY at DESC, path LIMIT ?", arguments: [limit > 0 ? limit : -1]
      ).map {
        HistoryProblem(
          path: $0[checked: "path"], code: $0[checked: "code"], message: $0[checked: "message"],
          at: .init(seconds: $0[checked: "at"]),
          attempts: $0[checked: "attempts"])
      }
    }
  }
}
