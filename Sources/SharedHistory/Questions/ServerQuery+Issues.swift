/// Questions about issues.
extension ServerQuery {
  static let allIssues: ServerQuery =
    """
    SELECT canonical, sum(reports) AS number, min(first_seen) AS first, max(last_seen) AS last FROM \(.issues)
    GROUP BY canonical
    """

  static let latestIssues: ServerQuery =
    """
    SELECT canonical AS id, last_seen FROM \(.issues)
    AND (\(value: 1) = '' OR if(state = 'ignored' AND ignored_until < \(value: 3), 'open', state) = \(value: 1))
    AND (\(value: 2) = '' OR pattern = \(value: 2)) ORDER BY last_seen DESC
    """

  static let issueDays: ServerQuery =
    "SELECT day, sum(reports) AS number FROM \(counts: .issueDays(1, 2, 3)) GROUP BY day ORDER BY day"

  static let issueBuilds: ServerQuery =
    """
    SELECT app, version, build_number, any(position) AS rank, sum(partial) AS number FROM (
      SELECT value AS build, sum(reports) AS partial FROM \(.totals)
      AND issue IN \(members: 1) AND property = 'build' AND value <> '' GROUP BY value
    ) AS counted ANY LEFT JOIN (SELECT build, app, version, build_number, position, is_ordered FROM \(.builds)) AS named USING build
    GROUP BY app, version, build_number ORDER BY app, any(is_ordered) DESC, rank, version, build_number
    """

  static let issueSystems: ServerQuery =
    """
    SELECT value AS text, sum(reports) AS number FROM \(.totals) AND issue IN \(members: 1) AND property = 'os'
    GROUP BY value ORDER BY number DESC, text
    """

  static let issueDevices: ServerQuery =
    """
    SELECT value AS text, sum(reports) AS number FROM \(.totals) AND issue IN \(members: 1) AND property = 'device'
    GROUP BY value ORDER BY number DESC, text
    """

  static let issueMachines: ServerQuery =
    """
    SELECT machine AS value, sum(reports) AS number FROM \(counts: .issue(1)) AND machine <> '' GROUP BY machine
    """

  static let devicesOfIssues = owners("NOT is_machine")

  static let machinesOfIssues = owners("is_machine")

  /// Returns the text of both questions, with a condition on the owners.
  private static func owners(_ condition: StaticString) -> ServerQuery {
    """
    SELECT canonical, day, owner, sum(partial) AS number FROM (
      SELECT issue, day, owner, sum(reports) AS partial FROM \(.devices)
      AND issue IN \(members: 1) AND day >= intDiv(\(value: 2), 86400) AND \(text: condition) GROUP BY issue, day, owner
    ) AS counted ANY LEFT JOIN (SELECT issue, canonical FROM \(.issues)) AS named USING issue
    GROUP BY canonical, day, owner
    """
  }

  static let related: ServerQuery =
    """
    SELECT issue AS id, reports FROM \(.issues)
    AND coarse = \(value: 1) AND issue <> \(value: 2) AND issue = canonical ORDER BY reports DESC, issue LIMIT 10
    """

  static let issuePatterns: ServerQuery =
    """
    SELECT pattern AS value, sum(reports) AS number FROM \(counts: .issue(1)) AND is_stored
    GROUP BY pattern ORDER BY number DESC, value
    """
}
