internal import GRDB
internal import Vocabulary

/// The context for reading issues within one transaction: names of builds, and facts that need the builds of all issues
/// merged into one.
final class IssueReading {
  let database: Database
  let rules: HistoryRules
  let names: BuildNames
  let now: Timestamp
  /// The canonical issues into which others are merged. Read when it is needed first.
  private lazy var merged: Result<Set<Int64>, any Error> = Result {
    Set(
      try Int64.fetchAll(
        database.cachedStatement(sql: "SELECT DISTINCT merged_into FROM issue WHERE merged_into IS NOT NULL")))
  }

  init(_ database: Database, _ rules: HistoryRules) {
    self.database = database
    self.rules = rules
    names = BuildNames(database)
    now = rules.clock()
  }

  /// A condition for the state of an issue as it is now: one that was ignored until an earlier time is open. `time` is the
  /// parameter with the current time.
  static func state(of issue: String, at time: String) -> String {
    "iif(\(issue).state = 'ignored' AND \(issue).ignored_until < \(time), 'open', \(issue).state)"
  }

  /// Returns the first and the last build of a canonical issue, of all issues merged into it; 0 for none.
  func builds(of canonical: Int64, first: Int64, last: Int64) throws -> (first: Int64, last: Int64) {
    guard try merged.get().contains(canonical) else { return (first, last) }
    let builds = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT build.* FROM build WHERE id IN (
            SELECT first_build FROM issue WHERE id = ?1 OR merged_into = ?1
            UNION SELECT last_build FROM issue WHERE id = ?1 OR merged_into = ?1)
          """), arguments: [canonical]
    ).map(BuildTable.Build.init)
    return BuildTable.Build.span(of: builds)
  }

  /// Returns what happened, in one line, of a canonical issue.
  func title(of canonical: Int64) throws -> String {
    try StoredIssue.fetch(canonical, in: database, rules, isShortened: false)?.title ?? ""
  }

  /// Returns whether an issue is new: first seen in the latest build of each of its apps, which have earlier builds; if
  /// its reports name no builds, first seen in the last seven days.
  func isNew(_ canonical: Int64, firstSeen: Timestamp) throws -> Bool {
    let apps = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT seen.first, (SELECT max(position) FROM build WHERE app = seen.app) AS latest,
            (SELECT min(position) FROM build WHERE app = seen.app) AS earliest
          FROM (
            SELECT build.app AS app, min(build.position) AS first
            FROM rollup_build JOIN build ON build.id = rollup_build.build
            WHERE rollup_build.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
              AND build.position IS NOT NULL
            GROUP BY build.app
          ) AS seen
          """), arguments: [canonical])
    guard !apps.isEmpty else { return Self.isRecent(firstSeen, now) }
    return apps.allSatisfy { app in
      let (first, latest, earliest): (Int, Int, Int) = (
        app[checked: "first"], app[checked: "latest"], app[checked: "earliest"]
      )
      return first == latest && earliest < latest
    }
  }

  /// Returns whether an issue without builds is new.
  static func isRecent(_ firstSeen: Timestamp, _ now: Timestamp) -> Bool { firstSeen.day > now.day - 7 }
}
