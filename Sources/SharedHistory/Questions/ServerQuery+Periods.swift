/// Questions about periods.
extension ServerQuery {
  static let daily: ServerQuery =
    "SELECT day, sum(reports) AS number FROM \(counts: .scope) GROUP BY day ORDER BY day"

  static let growth: ServerQuery =
    """
    SELECT canonical, sum(later) AS recent, sum(earlier) AS base FROM (
      SELECT issue, sum(if(day BETWEEN \(value: 1) AND \(value: 2), reports, 0)) AS later,
        sum(if(day BETWEEN \(value: 3) AND \(value: 4), reports, 0)) AS earlier
      FROM \(counts: .days(3, 2)) GROUP BY issue
    ) AS counted ANY LEFT JOIN (SELECT issue, canonical FROM \(.issues)) AS named USING issue GROUP BY canonical
    """

  static let dailyOfIssues: ServerQuery =
    "SELECT day, issue, sum(reports) AS count FROM \(counts: .scope) GROUP BY day, issue"

  static let unrecognizedByDay: ServerQuery =
    """
    SELECT day, sum(reports) AS number FROM \(counts: .scope)
    AND issue GLOBAL IN (SELECT issue FROM \(.issues) AND pattern = '') GROUP BY day ORDER BY day
    """

  static let bySystem: ServerQuery =
    "SELECT os AS value, sum(reports) AS number FROM \(counts: .scope) GROUP BY os ORDER BY number DESC, value"

  static let byDevice: ServerQuery =
    "SELECT device AS value, sum(reports) AS number FROM \(counts: .scope) GROUP BY device ORDER BY number DESC, value"

  static let byPattern: ServerQuery =
    """
    SELECT known AS value, sum(partial) AS number FROM (
      SELECT issue, sum(reports) AS partial FROM \(counts: .scope) GROUP BY issue
    ) AS counted ANY LEFT JOIN (SELECT issue, pattern AS known FROM \(.issues)) AS named USING issue
    GROUP BY known ORDER BY number DESC, value
    """

  static let issuesOfDays: ServerQuery =
    """
    SELECT canonical, sum(partial) AS number FROM (
      SELECT issue, sum(reports) AS partial FROM \(counts: .scope) GROUP BY issue
    ) AS counted ANY LEFT JOIN (SELECT issue, canonical FROM \(.issues)) AS named USING issue GROUP BY canonical
    """

  static let byMachine: ServerQuery =
    """
    SELECT machine AS value, sum(reports) AS number FROM \(counts: .scope) AND machine <> ''
    GROUP BY machine ORDER BY number DESC, value
    """
}
