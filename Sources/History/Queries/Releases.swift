internal import GRDB
package import Vocabulary

/// A build and the day of its first report or run.
package struct Release: Sendable, Equatable {
  /// The app: a bundle identifier, else a process name.
  package var app: String
  /// The build in a sentence, such as `2.4 (412)` or `412`.
  package var name: String
  /// The day, at midnight UTC.
  package var day: Timestamp

  /// Creates a release from its parts.
  package init(app: String, name: String, day: Timestamp) {
    self.app = app
    self.name = name
    self.day = day
  }
}

extension HistoryStore {
  /// Returns the builds that were first seen from one day to another, oldest first. Builds outside the order of their app are
  /// omitted, because branches are not released.
  package func releases(from first: Timestamp, to last: Timestamp) throws(HistoryError) -> [Release] {
    try read(otherwise: []) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT app, version, build, min(first_seen) AS first FROM build
          WHERE position IS NOT NULL AND (version <> '' OR build <> '')
          GROUP BY app, version, build HAVING first >= ? AND first < ? ORDER BY first, app, version, build
          """, arguments: [first.day * 86_400, (last.day + 1) * 86_400]
      ).compactMap { row in
        guard let name = HistoryQuestions.buildName(row) else { return nil }
        return Release(
          app: row[checked: "app"], name: HistoryQuestions.phrase(ofBuild: name),
          day: Timestamp(day: Timestamp(seconds: row[checked: "first"]).day))
      }
    }
  }
}
