internal import GRDB

/// A query to the history. All queries are in a catalog, so that a test checks their plans: none may read every report,
/// and none may need statistics to be fast.
package struct ShippedQuery: Sendable {
  /// The permanent identifier, unique within the catalog.
  package let name: String
  /// The question that the query answers.
  package let question: String
  /// One statement with positional parameters.
  package let sql: String
  /// Example values of the parameters in order, as SQL literals.
  package let example: [String]
  /// Returns the text of the query for another source of counted reports than the roll-up; `nil` for other queries.
  let text: (@Sendable (_ source: String) -> String)?
  /// The text of the query for the complete time; `nil` if the roll-up of the complete time does not have its columns.
  package let completeTime: String?

  init(_ name: String, _ question: String, example: [String], _ sql: String) {
    self.name = name
    self.question = question
    self.sql = sql
    self.example = example
    text = nil
    completeTime = nil
  }

  /// Creates a query for the days from `?1` to `?2`.
  ///
  /// - Parameters:
  ///   - table: The roll-up that has all columns of the query.
  ///   - total: The roll-up of the complete time, if it has all columns of the query.
  ///   - text: The text for a source: a table with a condition.
  init(
    _ name: String, _ question: String, days table: String, total: String? = nil,
    _ text: @escaping @Sendable (_ source: String) -> String
  ) {
    self.name = name
    self.question = question
    sql = text(table + " WHERE day BETWEEN ?1 AND ?2")
    example = ["20000", "20030"]
    self.text = text
    completeTime = total.map(text)
  }
}

extension ShippedQuery {
  /// All queries, in the order of the documentation. Add a new query here.
  package static let catalog: [ShippedQuery] = [
    .allIssues, .latestIssues, .issuesOfPeriod, .issueDays, .issueBuilds, .issueSystems, .issueDevices,
    .issueMachines, .issueBuildsAndSystems, .daily, .growth, .newInBuild, .buildPresence, .appPresence, .lastReports,
    .knownDigest, .devicesOfIssue, .machinesOfIssue, .machinesExist, .byProcess, .bySystem, .byDevice, .byBuild,
    .byPattern, .dailyOfIssues, .unrecognizedByDay, .related, .runsOfApps, .runsOfBuilds,
  ]

  /// Every canonical issue with the sums over the issues merged into it: first and last seen, total.
  static let allIssues = ShippedQuery(
    "all-issues", "When was each issue first and last seen, and how often?", example: [],
    spans(among: ""))

  /// Returns a query for the sums of canonical issues, limited by `condition` unless it is empty.
  static func spans(among condition: String) -> String {
    """
    SELECT coalesce(merged_into, id) AS canonical, sum(total) AS number, min(first_seen) AS first, max(last_seen) AS last
    FROM issue\(condition) GROUP BY canonical
    """
  }

  /// Parameters: `?1` a state, `?2` a pattern; NULL for any; `?3` the current time. The caller stops reading when it has enough rows.
  static let latestIssues = ShippedQuery(
    "latest-issues", "Which issues were seen last?", example: ["'open'", "NULL", "1785758400"],
    """
    SELECT canonical.id, member.last_seen FROM issue AS member INDEXED BY issue_last_seen
      CROSS JOIN issue AS canonical ON canonical.id = coalesce(member.merged_into, member.id)
    WHERE (?1 IS NULL OR \(IssueReading.state(of: "canonical", at: "?3")) = ?1) AND (?2 IS NULL OR canonical.pattern = ?2)
    ORDER BY member.last_seen DESC
    """)

  /// Parameters: `?1` to `?2` the days before the first complete week, `?3` to `?4` the weeks, `?5` to `?6` the days after
  /// the last one.
  static let issuesOfPeriod = ShippedQuery(
    "issues-of-period", "How often was each issue seen in a period?",
    example: ["19993", "19998", "2857", "2906", "20349", "20350"],
    issuesOfPeriod(["?1", "?2", "?3", "?4", "?5", "?6"]))

  /// Returns the query for the sums of canonical issues in a period, which consists of days, weeks and days.
  ///
  /// - Parameters:
  ///   - limits: The parameters for the first and last of the days before the weeks, the weeks, and the days after them.
  ///   - others: Further queries for counts with the columns `issue` and `number`.
  static func issuesOfPeriod(_ limits: [String], and others: [String] = []) -> String {
    let tables = [("rollup_day", "day"), ("rollup_week", "week"), ("rollup_day", "day")]
    let parts = tables.enumerated().map { index, table in
      "SELECT issue, count AS number FROM \(table.0)"
        + " WHERE \(table.1) BETWEEN \(limits[2 * index]) AND \(limits[2 * index + 1])"
    }
    return """
      SELECT coalesce(member.merged_into, member.id) AS canonical, sum(counts.number) AS number
      FROM (
        SELECT issue, sum(number) AS number FROM (\((parts + others).joined(separator: " UNION ALL "))) GROUP BY issue
      ) AS counts JOIN issue AS member ON member.id = counts.issue
      GROUP BY canonical
      """
  }

  static let issueDays = ShippedQuery(
    "issue-days", "On which days was an issue seen, and how often?", example: ["1", "20000", "20030"],
    """
    SELECT day, sum(count) AS number FROM rollup
    WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND day BETWEEN ?2 AND ?3
    GROUP BY day ORDER BY day
    """)

  static let issueBuilds = ShippedQuery(
    "issue-builds", "In which builds was an issue seen, in build order?", example: ["1"],
    """
    SELECT build.id, build.app, build.version, build.build, build.position, sum(rollup_build.count) AS number
    FROM rollup_build JOIN build ON build.id = rollup_build.build
    WHERE rollup_build.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
    GROUP BY build.app, build.version, build.build
    ORDER BY build.app, build.position IS NULL, build.position, build.version, build.build
    """)

  static let issueSystems = ShippedQuery(
    "issue-systems", "On which systems was an issue seen?", example: ["1"],
    """
    SELECT name.text, systems.number
    FROM (
      SELECT os, sum(count) AS number FROM rollup_system
      WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) GROUP BY os
    ) AS systems LEFT JOIN name ON name.id = systems.os
    ORDER BY number DESC, name.text
    """)

  static let issueDevices = ShippedQuery(
    "issue-devices", "On which devices was an issue seen?", example: ["1"],
    """
    SELECT name.text, devices.number
    FROM (
      SELECT device, sum(count) AS number FROM rollup_device
      WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) GROUP BY device
    ) AS devices LEFT JOIN name ON name.id = devices.device
    ORDER BY number DESC, name.text
    """)

  /// Reports without the label are omitted. Reads only indexes, apart from the variants.
  static let issueMachines = ShippedQuery(
    "issue-machines", "On which labeled machines was an issue seen?", example: ["1"],
    """
    SELECT label.value AS value, count(*) AS number
    FROM report CROSS JOIN label ON label.report = report.id AND label.key = 'machine'
    WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND report.id NOT IN (
      SELECT id FROM report
      WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND variant_of IS NOT NULL)
    GROUP BY value
    """)

  static let issueBuildsAndSystems = ShippedQuery(
    "issue-builds-and-systems", "In which builds on which systems was an issue seen?", example: ["1"],
    """
    SELECT build, os, sum(count) AS number FROM rollup_system
    WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) GROUP BY build, os ORDER BY build, os
    """)

  static let daily = ShippedQuery(
    "daily", "How many reports were there on each day?", days: "rollup_day",
    { "SELECT day, sum(count) AS number FROM \($0) GROUP BY day ORDER BY day" })

  /// Parameters: `?1` to `?2` the recent days, `?3` to `?4` the days before.
  static let growth = ShippedQuery(
    "growth", "How often was each issue seen recently, and how often before?",
    example: ["20024", "20030", "19996", "20023"],
    """
    SELECT coalesce(issue.merged_into, issue.id) AS canonical, sum(days.recent) AS recent, sum(days.base) AS base
    FROM (
      SELECT issue, sum(iif(day BETWEEN ?1 AND ?2, count, 0)) AS recent, sum(iif(day BETWEEN ?3 AND ?4, count, 0)) AS base
      FROM rollup_day WHERE day BETWEEN ?3 AND ?2 GROUP BY issue
    ) AS days JOIN issue ON issue.id = days.issue GROUP BY canonical
    """)

  static let newInBuild = ShippedQuery(
    "new-in-build", "Which issues were first seen in a build?", example: ["1"],
    "SELECT id FROM issue WHERE first_build = ?1 AND merged_into IS NULL ORDER BY key")

  static let buildPresence = ShippedQuery(
    "build-presence", "In which builds was each issue seen?", example: [],
    "SELECT issue, build, count FROM rollup_build")

  static let appPresence = ShippedQuery(
    "builds", "Which builds of which apps were seen, in build order?", example: [],
    """
    SELECT id, app, bundle_id, process, version, build, position, first_seen FROM build
    ORDER BY app, position IS NULL, position, version, build
    """)

  static let lastReports = ShippedQuery(
    "last-reports", "Which are the latest reports of an issue?", example: ["1", "50"],
    """
    SELECT id FROM report WHERE issue = ?1 ORDER BY time DESC LIMIT ?2
    """)

  static let knownDigest = ShippedQuery(
    "known-digest", "Is a report stored?", example: ["x'00112233445566778899'"],
    "SELECT id FROM report WHERE substr(digest, 1, 8) = substr(?1, 1, 8) AND digest = ?1")

  static let byProcess = ShippedQuery(
    "by-process", "Which processes failed in a period?", days: "rollup_environment", total: "rollup_total",
    {
      """
      SELECT iif(build.process = '', build.app, build.process) AS value, sum(environments.number) AS number
      FROM (SELECT build, sum(count) AS number FROM \($0) GROUP BY build) AS environments
        LEFT JOIN build ON build.id = environments.build
      GROUP BY value ORDER BY number DESC, value
      """
    })

  static let bySystem = ShippedQuery(
    "by-system", "From which systems did reports come in a period?", days: "rollup_environment", total: "rollup_total",
    {
      """
      SELECT name.text AS value, environments.number AS number
      FROM (SELECT os, sum(count) AS number FROM \($0) GROUP BY os) AS environments
        LEFT JOIN name ON name.id = environments.os
      ORDER BY number DESC, value
      """
    })

  static let byDevice = ShippedQuery(
    "by-device", "From which devices did reports come in a period?", days: "rollup_environment", total: "rollup_total",
    {
      """
      SELECT name.text AS value, environments.number AS number
      FROM (SELECT device, sum(count) AS number FROM \($0) GROUP BY device) AS environments
        LEFT JOIN name ON name.id = environments.device
      ORDER BY number DESC, value
      """
    })

  static let byBuild = ShippedQuery(
    "by-build", "Which builds failed in a period, in build order?", days: "rollup_environment", total: "rollup_total",
    {
      """
      SELECT build.app, build.version, build.build, build.position, sum(environments.number) AS number
      FROM (SELECT build, sum(count) AS number FROM \($0) GROUP BY build) AS environments
        LEFT JOIN build ON build.id = environments.build
      GROUP BY build.app, build.version, build.build
      ORDER BY build.app, build.position IS NULL, build.position, build.version, build.build
      """
    })

  static let byPattern = ShippedQuery(
    "by-pattern", "Which known failures were seen in a period?", days: "rollup_day",
    {
      """
      SELECT issue.pattern AS value, sum(days.number) AS number
      FROM (SELECT issue, sum(count) AS number FROM \($0) GROUP BY issue) AS days
        JOIN issue AS member ON member.id = days.issue
        JOIN issue ON issue.id = coalesce(member.merged_into, member.id)
      GROUP BY value ORDER BY number DESC, value
      """
    })

  /// Reports with an unknown device are omitted.
  static let devicesOfIssue = ShippedQuery(
    "devices-of-issue", "On which days did which devices have an issue?", example: ["1", "1785758400"],
    """
    SELECT (time - (time % 86400 + 86400) % 86400) / 86400 AS day, CAST(reporter AS TEXT) AS owner,
      count(*) AS number FROM report
    WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND time >= ?2 AND reporter IS NOT NULL
      AND id NOT IN (
        SELECT id FROM report
        WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND variant_of IS NOT NULL)
    GROUP BY 1, 2
    """)

  /// The label `machine` identifies the device of a report that does not state it.
  static let machinesOfIssue = ShippedQuery(
    "machines-of-issue", "On which days did which labeled machines have an issue?", example: ["1", "1785758400"],
    """
    SELECT day, 'machine ' || label.value AS owner, count(*) AS number FROM report CROSS JOIN label
      ON label.report = report.id AND label.key = 'machine'
    WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND time >= ?2 AND variant_of IS NULL
      AND reporter IS NULL
    GROUP BY day, owner
    """)

  static let machinesExist = ShippedQuery(
    "machines-exist", "Does any report have the label of a machine?", example: [],
    "SELECT 1 AS found FROM label WHERE key = 'machine' LIMIT 1")

  static let dailyOfIssues = ShippedQuery(
    "daily-of-issues", "How often was each issue seen on each day of a period?", example: ["20000", "20030"],
    "SELECT day, issue, count FROM rollup_day WHERE day BETWEEN ?1 AND ?2")

  static let unrecognizedByDay = ShippedQuery(
    "unrecognized", "How many reports of each day belong to issues without a pattern?", days: "rollup_day",
    {
      """
      SELECT days.day, sum(days.number) AS number
      FROM (SELECT day, issue, sum(count) AS number FROM \($0) GROUP BY day, issue) AS days
        JOIN issue AS member ON member.id = days.issue
        JOIN issue ON issue.id = coalesce(member.merged_into, member.id)
      WHERE issue.pattern IS NULL GROUP BY days.day ORDER BY days.day
      """
    })

  static let related = ShippedQuery(
    "related", "Which issues blame the same function?", example: ["'000000000000'", "1"],
    "SELECT id FROM issue WHERE coarse = ?1 AND id <> ?2 AND merged_into IS NULL ORDER BY total DESC, key LIMIT 10")

  static let runsOfApps = ShippedQuery(
    "runs-of-apps", "How often did each app run on each day?", example: [],
    """
    SELECT build.app, exposure.day, sum(exposure.runs) AS runs
    FROM exposure JOIN build ON build.id = exposure.build
    GROUP BY build.app, exposure.day ORDER BY build.app, exposure.day
    """)

  /// A build recorded without a version gets the version from reports.
  static let runsOfBuilds = ShippedQuery(
    "runs-of-builds", "How often did each build run on each day?", example: [],
    """
    SELECT build.app, iif(build.version <> '', build.version, coalesce((
        SELECT max(other.version) FROM build AS other WHERE other.app = build.app AND other.build = build.build
      ), '')) AS version, build.build, exposure.day, sum(exposure.runs) AS runs
    FROM exposure JOIN build ON build.id = exposure.build
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    """)
}
