/// Questions about issues.
extension ShippedQuery {
  /// Every canonical issue with the sums over the issues merged into it: first and last seen, total.
  static let allIssues = ShippedQuery(
    "all-issues", "When was each issue first and last seen, and how often?", example: [],
    form: QuestionForm([.issue("canonical"), .int("number"), .int("first"), .int("last")], isInFile: true),
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
    form: QuestionForm([.issue("id"), .int("last_seen")], parameters: [.text, .text, .now], isInFile: true),
    """
    SELECT canonical.id, member.last_seen FROM issue AS member INDEXED BY issue_last_seen
      CROSS JOIN issue AS canonical ON canonical.id = coalesce(member.merged_into, member.id)
    WHERE (?1 IS NULL OR \(IssueReading.state(of: "canonical", at: "?3")) = ?1) AND (?2 IS NULL OR canonical.pattern = ?2)
    ORDER BY member.last_seen DESC
    """)

  static let issueDays = ShippedQuery(
    "issue-days", "On which days was an issue seen, and how often?", example: ["1", "20000", "20030"],
    form: QuestionForm([.int("day"), .int("number")], parameters: [.issue, .firstDay, .lastDay]),
    """
    SELECT day, sum(count) AS number FROM rollup
    WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND day BETWEEN ?2 AND ?3
    GROUP BY day ORDER BY day
    """)

  static let issueBuilds = ShippedQuery(
    "issue-builds", "In which builds was an issue seen, in build order?", example: ["1"],
    form: QuestionForm(
      [.text("app"), .text("version"), .text("build"), .position("position"), .int("number")], parameters: [.issue],
      isInFile: true),
    """
    SELECT build.app, build.version, build.build, build.position, sum(rollup_build.count) AS number
    FROM rollup_build JOIN build ON build.id = rollup_build.build
    WHERE rollup_build.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
    GROUP BY build.app, build.version, build.build
    ORDER BY build.app, build.position IS NULL, build.position, build.version, build.build
    """)

  static let issueSystems = ShippedQuery(
    "issue-systems", "On which systems was an issue seen?", example: ["1"],
    form: QuestionForm([.text("text"), .int("number")], parameters: [.issue]),
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
    form: QuestionForm([.text("text"), .int("number")], parameters: [.issue]),
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
    form: QuestionForm([.text("value"), .int("number")], parameters: [.issue]),
    """
    SELECT label.value AS value, count(*) AS number
    FROM report CROSS JOIN label ON label.report = report.id AND label.key = 'machine'
    WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND report.id NOT IN (
      SELECT id FROM report
      WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND variant_of IS NOT NULL)
    GROUP BY value
    """)

  static let knownDigest = ShippedQuery(
    "known-digest", "Is a report stored?", example: ["x'00112233445566778899'"],
    "SELECT id FROM report WHERE substr(digest, 1, 8) = substr(?1, 1, 8) AND digest = ?1")

  /// The issues of a list, `?1`, and those merged into them.
  private static let members = """
    (SELECT id FROM issue WHERE id IN (SELECT value FROM json_each(?1)) OR merged_into IN (SELECT value FROM json_each(?1)))
    """

  /// Returns the query for the sums of canonical issues by day and owner.
  private static func owners(_ counts: String) -> String {
    """
    SELECT coalesce(member.merged_into, member.id) AS issue, day, owner, sum(number) AS number
    FROM (\(counts)) AS counts JOIN issue AS member ON member.id = counts.part GROUP BY 1, 2, 3
    """
  }

  private static let ownersForm = QuestionForm(
    [.issue("issue"), .int("day"), .text("owner"), .int("number")], parameters: [.issue, .since])

  /// Reports with an unknown device are omitted.
  static let devicesOfIssues = ShippedQuery(
    "devices-of-issues", "On which days did which devices have an issue?", example: ["'[1]'", "1785758400"],
    form: ownersForm,
    owners(
      """
      SELECT issue AS part, (time - (time % 86400 + 86400) % 86400) / 86400 AS day, CAST(reporter AS TEXT) AS owner,
        count(*) AS number FROM report
      WHERE issue IN \(members) AND time >= ?2 AND reporter IS NOT NULL AND variant_of IS NULL
      GROUP BY 1, 2, 3
      """))

  /// The label `machine` identifies the device of a report that does not state it.
  static let machinesOfIssues = ShippedQuery(
    "machines-of-issues", "On which days did which labeled machines have an issue?", example: ["'[1]'", "1785758400"],
    form: ownersForm,
    owners(
      """
      SELECT report.issue AS part, day, 'machine ' || label.value AS owner, count(*) AS number
      FROM report CROSS JOIN label ON label.report = report.id AND label.key = 'machine'
      WHERE report.issue IN \(members) AND time >= ?2 AND variant_of IS NULL AND reporter IS NULL
      GROUP BY 1, 2, 3
      """))

  /// An issue into which others are merged has the devices of all of them.
  static let deviceCounts = ShippedQuery(
    "device-counts", "How many devices have an issue?", example: ["'[1]'"],
    """
    SELECT issue, number FROM reporter_count
    WHERE issue IN (SELECT value FROM json_each(?1))
      AND NOT EXISTS (SELECT 1 FROM issue AS part WHERE part.merged_into = reporter_count.issue)
    UNION ALL
    SELECT coalesce(member.merged_into, member.id), count(DISTINCT rollup_reporter.reporter)
    FROM issue AS member JOIN rollup_reporter ON rollup_reporter.issue = member.id
    WHERE member.id IN \(members)
      AND EXISTS (SELECT 1 FROM issue AS part WHERE part.merged_into = coalesce(member.merged_into, member.id))
    GROUP BY 1
    """)

  /// The label `machine` identifies the device of a report that does not state it.
  static let machineCounts = ShippedQuery(
    "machine-counts", "How many labeled machines have an issue?", example: ["'[1]'"],
    """
    SELECT coalesce(member.merged_into, member.id), count(DISTINCT label.value)
    FROM issue AS member CROSS JOIN report ON report.issue = member.id
      CROSS JOIN label ON label.report = report.id AND label.key = 'machine'
    WHERE member.id IN \(members) AND report.variant_of IS NULL AND report.reporter IS NULL
    GROUP BY 1
    """)

  static let machinesExist = ShippedQuery(
    "machines-exist", "Does any report have the label of a machine?", example: [],
    "SELECT 1 AS found FROM label WHERE key = 'machine' LIMIT 1")

  static let related = ShippedQuery(
    "related", "Which issues blame the same function?", example: ["'000000000000'", "1"],
    form: QuestionForm([.issue("id")], parameters: [.text, .issue], isInFile: true),
    "SELECT id FROM issue WHERE coarse = ?1 AND id <> ?2 AND merged_into IS NULL ORDER BY total DESC, key LIMIT 10")

  /// The best finding of each report counts. Reports without one have no value.
  static let issuePatterns = ShippedQuery(
    "issue-patterns", "Which known failures did the reports of an issue have?", example: ["1"],
    form: QuestionForm([.text("value"), .int("number")], parameters: [.issue]),
    """
    SELECT name.text AS value, count(*) AS number
    FROM report LEFT JOIN finding ON finding.report = report.id AND finding.position = 0
      LEFT JOIN name ON name.id = finding.pattern
    WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND report.variant_of IS NULL
    GROUP BY value ORDER BY number DESC, value
    """)
}
