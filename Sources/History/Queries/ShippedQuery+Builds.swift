/// Questions about builds and apps.
extension ShippedQuery {
  static let newInBuild = ShippedQuery(
    "new-in-build", "Which issues were first seen in a build?", example: ["1"],
    form: QuestionForm([.issue("id")], parameters: [.build], isInFile: true),
    "SELECT id FROM issue WHERE first_build = ?1 AND merged_into IS NULL ORDER BY key")

  static let buildPresence = ShippedQuery(
    "build-presence", "In which builds was each issue seen?", example: [],
    form: QuestionForm([.issue("issue"), .build("build"), .int("count")], isInFile: true),
    "SELECT issue, build, count FROM rollup_build")

  static let appPresence = ShippedQuery(
    "builds", "Which builds of which apps were seen, in build order?", example: [],
    form: QuestionForm(
      [
        .build("id"), .text("app"), .text("bundle_id"), .text("process"), .text("version"), .text("build"),
        .position("position"), .int("first_seen"),
      ], isInFile: true),
    """
    SELECT id, app, bundle_id, process, version, build, position, first_seen FROM build
    ORDER BY app, position IS NULL, position, version, build
    """)

  static let byProcess = ShippedQuery(
    "by-process", "Which processes failed in a period?", days: "rollup_environment", total: "rollup_total",
    form: QuestionForm([.text("value"), .int("number")], isScoped: true),
    {
      """
      SELECT iif(build.process = '', build.app, build.process) AS value, sum(environments.number) AS number
      FROM (SELECT build, sum(count) AS number FROM \($0) GROUP BY build) AS environments
        LEFT JOIN build ON build.id = environments.build
      GROUP BY value ORDER BY number DESC, value
      """
    })

  static let byBuild = ShippedQuery(
    "by-build", "Which builds failed in a period, in build order?", days: "rollup_environment", total: "rollup_total",
    form: QuestionForm(
      [.text("app"), .text("version"), .text("build"), .position("position"), .int("number")], isScoped: true),
    {
      """
      SELECT build.app, build.version, build.build, build.position, sum(environments.number) AS number
      FROM (SELECT build, sum(count) AS number FROM \($0) GROUP BY build) AS environments
        LEFT JOIN build ON build.id = environments.build
      GROUP BY build.app, build.version, build.build
      ORDER BY build.app, build.position IS NULL, build.position, build.version, build.build
      """
    })

  static let runsOfApps = ShippedQuery(
    "runs-of-apps", "How often did each app run on each day?", example: [],
    form: QuestionForm([.text("app"), .int("day"), .int("runs")], isInFile: true),
    """
    SELECT build.app, exposure.day, sum(exposure.runs) AS runs
    FROM exposure JOIN build ON build.id = exposure.build
    GROUP BY build.app, exposure.day ORDER BY build.app, exposure.day
    """)

  /// A build recorded without a version gets the version from reports.
  static let runsOfBuilds = ShippedQuery(
    "runs-of-builds", "How often did each build run on each day?", example: [],
    form: QuestionForm([.text("app"), .text("version"), .text("build"), .int("day"), .int("runs")], isInFile: true),
    """
    SELECT build.app, iif(build.version <> '', build.version, coalesce((
        SELECT max(other.version) FROM build AS other WHERE other.app = build.app AND other.build = build.build
      ), '')) AS version, build.build, exposure.day, sum(exposure.runs) AS runs
    FROM exposure JOIN build ON build.id = exposure.build
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    """)
}
