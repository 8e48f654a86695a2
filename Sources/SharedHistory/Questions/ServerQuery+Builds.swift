/// Questions about builds and apps.
extension ServerQuery {
  static let newInBuild: ServerQuery =
    """
    SELECT issue AS id, 1 AS one FROM \(.issues) AND first_build = \(value: 1) AND issue = canonical ORDER BY issue
    """

  static let buildPresence: ServerQuery =
    "SELECT issue, value, reports FROM \(.totals) AND property = 'build'"

  static let appPresence: ServerQuery =
    """
    SELECT build, app, bundle_id, process, version, build_number, position, first_seen FROM \(.builds)
    ORDER BY app, is_ordered DESC, position, version, build_number
    """

  static let byProcess: ServerQuery =
    """
    SELECT if(process = '', app, process) AS value, sum(partial) AS number FROM (
      SELECT build, sum(reports) AS partial FROM \(counts: .scope) GROUP BY build
    ) AS counted ANY LEFT JOIN (SELECT build, app, process FROM \(.builds)) AS named USING build
    GROUP BY value ORDER BY number DESC, value
    """

  static let byBuild: ServerQuery =
    """
    SELECT app, version, build_number, any(position) AS rank, sum(partial) AS number FROM (
      SELECT build, sum(reports) AS partial FROM \(counts: .scope) GROUP BY build
    ) AS counted ANY LEFT JOIN (SELECT build, app, version, build_number, position, is_ordered FROM \(.builds)) AS named USING build
    GROUP BY app, version, build_number ORDER BY app, any(is_ordered) DESC, rank, version, build_number
    """

  static let runsOfApps: ServerQuery =
    "SELECT app, day, sum(started) AS runs FROM \(.runs) GROUP BY app, day ORDER BY app, day"

  static let runsOfBuilds: ServerQuery =
    """
    SELECT app, version, build_number, day, sum(started) AS runs FROM \(.runs)
    GROUP BY app, version, build_number, day ORDER BY app, version, build_number, day
    """
}
