/// Questions about periods.
extension ShippedQuery {
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

  static let daily = ShippedQuery(
    "daily", "How many reports were there on each day?", days: "rollup_day",
    form: QuestionForm([.int("day"), .int("number")], isScoped: true),
    { "SELECT day, sum(count) AS number FROM \($0) GROUP BY day ORDER BY day" })

  /// Parameters: `?1` to `?2` the recent days, `?3` to `?4` the days before.
  static let growth = ShippedQuery(
    "growth", "How often was each issue seen recently, and how often before?",
    example: ["20024", "20030", "19996", "20023"],
    form: QuestionForm(
      [.issue("canonical"), .int("recent"), .int("base")],
      parameters: [.firstDay, .lastDay, .firstDayBefore, .lastDayBefore]),
    """
    SELECT coalesce(issue.merged_into, issue.id) AS canonical, sum(days.recent) AS recent, sum(days.base) AS base
    FROM (
      SELECT issue, sum(iif(day BETWEEN ?1 AND ?2, count, 0)) AS recent, sum(iif(day BETWEEN ?3 AND ?4, count, 0)) AS base
      FROM rollup_day WHERE day BETWEEN ?3 AND ?2 GROUP BY issue
    ) AS days JOIN issue ON issue.id = days.issue GROUP BY canonical
    """)

  static let dailyOfIssues = ShippedQuery(
    "daily-of-issues", "How often was each issue seen on each day of a period?", days: "rollup_day",
    form: QuestionForm([.int("day"), .issue("issue"), .int("count")], isScoped: true),
    { "SELECT day, issue, count FROM \($0)" })

  static let unrecognizedByDay = ShippedQuery(
    "unrecognized", "How many reports of each day belong to issues without a pattern?", days: "rollup_day",
    form: QuestionForm([.int("day"), .int("number")], isScoped: true),
    {
      """
      SELECT days.day, sum(days.number) AS number
      FROM (SELECT day, issue, sum(count) AS number FROM \($0) GROUP BY day, issue) AS days
        JOIN issue AS member ON member.id = days.issue
        JOIN issue ON issue.id = coalesce(member.merged_into, member.id)
      WHERE issue.pattern IS NULL GROUP BY days.day ORDER BY days.day
      """
    })

  static let bySystem = ShippedQuery(
    "by-system", "From which systems did reports come in a period?", days: "rollup_environment", total: "rollup_total",
    form: QuestionForm([.text("value"), .int("number")], isScoped: true),
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
    form: QuestionForm([.text("value"), .int("number")], isScoped: true),
    {
      """
      SELECT name.text AS value, environments.number AS number
      FROM (SELECT device, sum(count) AS number FROM \($0) GROUP BY device) AS environments
        LEFT JOIN name ON name.id = environments.device
      ORDER BY number DESC, value
      """
    })

  static let byPattern = ShippedQuery(
    "by-pattern", "Which known failures were seen in a period?", days: "rollup_day",
    form: QuestionForm([.text("value"), .int("number")], isScoped: true),
    {
      """
      SELECT issue.pattern AS value, sum(days.number) AS number
      FROM (SELECT issue, sum(count) AS number FROM \($0) GROUP BY issue) AS days
        JOIN issue AS member ON member.id = days.issue
        JOIN issue ON issue.id = coalesce(member.merged_into, member.id)
      GROUP BY value ORDER BY number DESC, value
      """
    })

  static let issuesOfDays = ShippedQuery(
    "issues-of-days", "How often was each issue seen on the days of a period?", days: "rollup_day",
    form: QuestionForm([.issue("canonical"), .int("number")], isScoped: true),
    {
      """
      SELECT coalesce(member.merged_into, member.id) AS canonical, sum(counts.number) AS number
      FROM (SELECT issue, sum(count) AS number FROM \($0) GROUP BY issue) AS counts
        JOIN issue AS member ON member.id = counts.issue
      GROUP BY canonical
      """
    })

  /// Reports without the label are omitted. Reads the reports of the period.
  static let byMachine = ShippedQuery(
    "by-machine", "Which labeled machines reported failures in a period?", example: ["20000", "20030"],
    form: QuestionForm([.text("value"), .int("number")], isScoped: true),
    labels("machine", " AND report.day BETWEEN ?1 AND ?2"))

  /// Returns the query for the values of a label of reports with a condition ` AND …`.
  static func labels(_ key: StaticString, _ condition: String) -> String {
    """
    SELECT label.value AS value, count(*) AS number FROM report JOIN label ON label.report = report.id
    WHERE report.variant_of IS NULL AND label.key = '\(key)'\(condition)
    GROUP BY value ORDER BY number DESC, value
    """
  }
}
