internal import GRDB

/// What a history knows about a build that is stated to have the fix of an issue.
package struct FixEvidence: Sendable, Equatable {
  /// The reports of a build.
  package struct Count: Sendable, Equatable {
    /// The build number, else the version.
    package var build: String
    /// The number of reports of the issue.
    package var reports: Int

    /// Creates a count.
    package init(build: String, reports: Int) { (self.build, self.reports) = (build, reports) }
  }

  /// Whether an app of the issue has this build.
  package var isKnown = false
  /// The builds from that build on that have reports of the issue, in the order of builds.
  package var later: [Count] = []
  /// The latest builds of the issue's apps, the latest first; at most five.
  package var latestBuilds: [String] = []

  /// The number of reports of the issue from that build on.
  package var laterReports: Int { later.reduce(0) { $0 + $1.reports } }
}

extension HistoryStore {
  /// Returns what is known about a fix of an issue in a build. A build that was never seen has its position in the order of
  /// builds, too.
  package func fixEvidence(in build: String, of issue: StoredIssue) throws(HistoryError) -> FixEvidence {
    let rules = rules
    return try read(otherwise: FixEvidence()) { database in
      let statements = Statements(database)
      return try IssueStates(statements, BuildTable(statements, order: rules.builds)).fixEvidence(
        in: build, of: issue.row)
    }
  }

  /// Returns the keys of the issues that begin with `prefix`, at most two, if one of these issues is merged: with two
  /// keys, of which one may be that of an issue that is not merged, the prefix is ambiguous.
  package func mergedKeys(_ prefix: String) throws(HistoryError) -> [String] {
    let prefix = prefix.lowercased()
    guard !prefix.isEmpty, prefix.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
      return []
    }
    return try read(otherwise: []) { database in
      try StoredText.fetchAll(
        database,
        sql: """
          SELECT key FROM issue WHERE key >= ?1 AND key < ?1 || 'g' AND EXISTS (
            SELECT 1 FROM issue AS merged
            WHERE merged.key >= ?1 AND merged.key < ?1 || 'g' AND merged.merged_into IS NOT NULL)
          ORDER BY key LIMIT 2
          """, arguments: [prefix])
    }
  }
}

extension IssueStates {
  /// Returns what the stored reports tell about a fix.
  fileprivate func fixEvidence(in name: String, of canonical: Int64) throws -> FixEvidence {
    var evidence = FixEvidence()
    let apps = try statements.rows(
      """
      SELECT DISTINCT build.app FROM rollup_build JOIN build ON build.id = rollup_build.build
      WHERE rollup_build.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) ORDER BY build.app
      """, [canonical]
    ).map { $0[checked: "app"] as String }
    for app in apps {
      let known = try statements.number(
        """
        SELECT EXISTS (SELECT 1 FROM build WHERE app = ?1 AND (build = ?2 OR (build = '' AND version = ?2)))
        """, [app, name])
      if known == 1 { evidence.isKnown = true }
      let latest = try statements.rows(
        """
        SELECT iif(build = '', version, build) AS name FROM build WHERE app = ? AND (build <> '' OR version <> '')
        GROUP BY name ORDER BY max(position) DESC, name DESC LIMIT 5
        """, [app])
      evidence.latestBuilds += latest.map { $0[checked: "name"] }
      guard let fixed = try position(of: name, app: app) else { continue }
      let later = try statements.rows(
        """
        SELECT iif(build.build = '', build.version, build.build) AS name, sum(rollup_build.count) AS number
        FROM rollup_build JOIN build ON build.id = rollup_build.build
        WHERE rollup_build.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
          AND build.app = ?2 AND build.position >= ?3
        GROUP BY name ORDER BY max(build.position), name
        """, [canonical, app, fixed.from])
      evidence.later += later.map { .init(build: $0[checked: "name"], reports: $0[checked: "number"]) }
    }
    evidence.latestBuilds = Array(evidence.latestBuilds.prefix(5))
    return evidence
  }
}
