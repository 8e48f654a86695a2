internal import GRDB
import Vocabulary

extension HistoryStore {
  /// What to do if a day of a build already has a number of runs.
  package enum RunsRule: Sendable {
    /// Store the new number, a correction from the user. Rows of the same build and day are added up, because sources
    /// split them by device or country.
    case replace
    /// Store the larger number, of the history and of all rows, so that merging histories in any order gives the same
    /// result.
    case larger
  }

  /// Records how often builds ran, in one transaction.
  package func note(_ runs: [BuildRuns], rule: RunsRule = .replace) throws(HistoryError) -> RunsNoted {
    try collect(runs, rule: rule)
    return try noteGatheredRuns(rule: rule)
  }

  /// Collects runs in a temporary table, outside the history and not in memory, until `noteGatheredRuns` records them.
  /// One transaction can thus record more runs than fit in memory. Closing the connection discards the table. Faults
  /// contain the index of a run within one call.
  package func collect(_ runs: [BuildRuns], rule: RunsRule) throws(HistoryError) {
    try inTemporaryTables { database in
      try database.execute(sql: RunsWriter.schema)
      let statements = Statements(database)
      for (index, run) in runs.enumerated() {
        try statements.run(
          """
          INSERT INTO gathered_run (app, version, build, day, runs, ordinal, rows) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)
          ON CONFLICT DO UPDATE
            SET runs = min(iif(?8, runs + excluded.runs, max(runs, excluded.runs)), ?7), rows = rows + 1
          """,
          [
            run.app ?? "", run.version ?? "", run.build ?? "", Timestamp(day: run.day).day,
            min(max(0, run.runs), BuildRuns.most), index, BuildRuns.most,
            rule == .replace,
          ])
      }
    }
  }

  /// Records the collected runs in one transaction.
  package func noteGatheredRuns(rule: RunsRule) throws(HistoryError) -> RunsNoted {
    let rules = rules
    let noted = try write { database in try RunsWriter(database, rules).note(rule) }
    try inTemporaryTables { try $0.execute(sql: "DELETE FROM gathered_run") }
    return noted
  }

  /// Passes all recorded runs to `take`, in the order of apps, versions, builds and days. Each call gets at least 1,000
  /// runs of complete builds, except for the last.
  package func runs(_ take: ([BuildRuns]) throws -> Void) throws {
    let builds = try read(otherwise: []) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT app, version, build FROM build WHERE id IN (SELECT build FROM exposure)
          ORDER BY app, version, build
          """
      ).map { row -> BuildRuns in
        let (version, build): (String, String) = (row[checked: "version"], row[checked: "build"])
        return BuildRuns(
          app: row[checked: "app"], version: version.isEmpty ? nil : version, build: build.isEmpty ? nil : build,
          day: 0, runs: 0)
      }
    }
    var page: [BuildRuns] = []
    for build in builds {
      page += try read(otherwise: []) { database in
        try Row.fetchAll(
          database.cachedStatement(
            sql: """
              SELECT day, sum(runs) AS runs FROM exposure
              WHERE build IN (SELECT id FROM build WHERE app = ? AND version = ? AND build = ?)
              GROUP BY day ORDER BY day
              """), arguments: [build.app, build.version ?? "", build.build ?? ""]
        ).map { row in
          var runs = build
          (runs.day, runs.runs) = (row[checked: "day"], row[checked: "runs"])
          return runs
        }
      }
      if page.count >= 1000 {
        try take(page)
        page = []
      }
    }
    if !page.isEmpty { try take(page) }
  }
}

/// Finds the builds of collected runs and writes the runs.
private final class RunsWriter {
  private struct Rejection: Error { let reason: String }

  /// The temporary tables: the collected runs, and the builds that their names mean. `ordinal` is the index of the first
  /// of `rows` rows.
  static let schema = """
    CREATE TEMP TABLE IF NOT EXISTS gathered_run (
      app TEXT NOT NULL, version TEXT NOT NULL, build TEXT NOT NULL, day INTEGER NOT NULL, runs INTEGER NOT NULL,
      ordinal INTEGER NOT NULL, rows INTEGER NOT NULL,
      PRIMARY KEY (app, version, build, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE IF NOT EXISTS gathered_name (
      app TEXT NOT NULL, version TEXT NOT NULL, build TEXT NOT NULL, row INTEGER, reason TEXT,
      ordinal INTEGER NOT NULL, rows INTEGER NOT NULL,
      PRIMARY KEY (app, version, build)
    ) STRICT, WITHOUT ROWID;
    """

  private let statements: Statements
  private let table: BuildTable
  private var builds = BuildIndex()
  private var noted = RunsNoted()

  init(_ database: Database, _ rules: HistoryRules) throws {
    statements = Statements(database)
    table = BuildTable(statements, order: rules.builds)
    for row in try statements.rows("SELECT * FROM build ORDER BY id", []) { builds.add(.init(row)) }
  }

  func note(_ rule: HistoryStore.RunsRule) throws -> RunsNoted {
    try findBuilds()
    let outbox = try Outbox(statements)
    // Copies of a shared history take the larger number, because they do not know which one is later.
    let isReplaced = rule == .replace && outbox == nil
    // A sum of integers that overflows is an error, one of floating point is not.
    try statements.run(
      """
      INSERT INTO exposure (build, day, runs)
      SELECT name.row, day, CAST(min(total(runs), ?1) AS INTEGER)
      FROM gathered_run JOIN gathered_name AS name USING (app, version, build)
      WHERE name.row IS NOT NULL GROUP BY name.row, day
      ON CONFLICT (build, day) DO UPDATE SET runs = excluded.runs
        WHERE excluded.runs > runs OR (excluded.runs < runs AND ?2)
      """, [BuildRuns.most, isReplaced ? 1 : 0])
    noted.set = statements.database.changesCount
    try outbox?.addGatheredRuns()
    _ = try IssueStates(statements, table).recomputeResolvedInAddedBuilds()
    // A build existed when it ran, whether its first report or its first run was recorded first.
    try statements.run(
      """
      UPDATE build SET first_seen = earliest.day * 86400
      FROM (
        SELECT name.row, min(day) AS day FROM gathered_run JOIN gathered_name AS name USING (app, version, build)
        WHERE name.row IS NOT NULL GROUP BY name.row
      ) AS earliest
      WHERE build.id = earliest.row AND build.first_seen > earliest.day * 86400
      """, [])
    let dayCount = try statements.number(
      """
      SELECT count(*) FROM (
        SELECT DISTINCT name.row, day FROM gathered_run JOIN gathered_name AS name USING (app, version, build)
        WHERE name.row IS NOT NULL)
      """, [])
    noted.unchanged = Int(dayCount ?? 0) - noted.set
    noted.refused = Int(
      try statements.number("SELECT coalesce(sum(rows), 0) FROM gathered_name WHERE row IS NULL", []) ?? 0)
    noted.faults = try statements.rows(
      "SELECT ordinal, rows, reason FROM gathered_name WHERE row IS NULL ORDER BY ordinal LIMIT ?",
      [RunsNoted.maxFaults]
    ).map { RunsNoted.Fault(index: $0[checked: "ordinal"], rows: $0[checked: "rows"], reason: $0[checked: "reason"]) }
    return noted
  }

  /// Determines the build of each name. Names without an app come last, because the others may create builds.
  private func findBuilds() throws {
    try statements.run("DELETE FROM gathered_name", [])
    let names = try Row.fetchCursor(
      try statements(
        """
        SELECT app, version, build, min(day) AS day, min(ordinal) AS ordinal, sum(rows) AS rows FROM gathered_run
        GROUP BY app, version, build ORDER BY app = '', app, version, build
        """))
    while let name = try names.next() {
      let (app, version, build): (String, String, String) = (
        name[checked: "app"], name[checked: "version"], name[checked: "build"]
      )
      let runs = BuildRuns(
        app: app.isEmpty ? nil : app, version: version.isEmpty ? nil : version, build: build.isEmpty ? nil : build,
        day: name[checked: "day"], runs: 0)
      var (row, reason): (Int64?, String?) = (nil, nil)
      do { row = try self.row(of: runs) } catch let rejection as Rejection { reason = rejection.reason }
      try statements.run(
        "INSERT INTO gathered_name (app, version, build, row, reason, ordinal, rows) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [app, version, build, row, reason, name[checked: "ordinal"] as Int, name[checked: "rows"] as Int])
    }
  }

  /// Returns the row of a build, which is created if no report has named the build: builds that ran without a failure
  /// determine whether an issue is gone.
  private func row(of runs: BuildRuns) throws -> Int64 {
    let app = try app(of: runs)
    let matching = builds.named(runs, app: app)
    if runs.build == nil, Set(matching.map(\.build)).count > 1 {
      throw Rejection(reason: "\(runs.name) has several builds in the history; add a build column")
    }
    if let known = matching.first { return known.id }
    guard let build = runs.build else {
      throw Rejection(
        reason: "no report is from \(runs.name), and a version without a build cannot be ordered")
    }
    let sibling = builds.last(of: app)
    let isBundle = app.contains(".")
    var new = BuildTable.Build(
      id: 0, app: app, bundleID: sibling?.bundleID ?? (isBundle ? app : ""),
      process: sibling?.process ?? (isBundle ? "" : app), version: runs.version ?? "", build: build)
    new.id = try table.add(new, seen: Timestamp(day: runs.day))
    builds.add(new)
    noted.newBuilds += 1
    return new.id
  }

  private func app(of runs: BuildRuns) throws -> String {
    let apps = (runs.app.map(builds.apps(called:)) ?? builds.apps(having: runs)).sorted()
    if apps.count == 1 { return apps[0] }
    guard let name = runs.app else {
      throw Rejection(
        reason: apps.isEmpty
          ? "the history contains no apps yet; specify the app with --app"
          : "\(runs.name) may belong to \(apps.prefix(3).joined(separator: ", ")); use --app or add an app column"
      )
    }
    if apps.isEmpty { return name }
    throw Rejection(
      reason: "\(name) is ambiguous: it may be \(apps.prefix(3).joined(separator: ", ")); use a bundle identifier")
  }
}

/// An index of the builds of a history by all of their names.
private struct BuildIndex {
  private struct Name: Hashable {
    var app: String?
    /// `nil` for any version.
    var version: String?
    /// `nil` for any build.
    var build: String?
  }

  /// The builds by name, in the order of their rows.
  private var builds: [Name: [BuildTable.Build]] = [:]
  private var appsByName: [Name: Set<String>] = [:]
  private var appsByAnyName: [String: Set<String>] = [:]
  private var lastAdded: [String: BuildTable.Build] = [:]
  private var apps: Set<String> = []

  mutating func add(_ build: BuildTable.Build) {
    apps.insert(build.app)
    lastAdded[build.app] = build
    for name in [build.app, build.bundleID, build.process] { appsByAnyName[name, default: []].insert(build.app) }
    guard build.isNamed else { return }
    for (version, number) in [(build.version, build.build), (nil, build.build), (build.version, nil)] {
      builds[Name(app: build.app, version: version, build: number), default: []].append(build)
      appsByName[Name(version: version, build: number), default: []].insert(build.app)
    }
  }

  func last(of app: String) -> BuildTable.Build? { lastAdded[app] }

  /// Returns the apps with this bundle identifier or process name.
  func apps(called name: String) -> Set<String> { appsByAnyName[name] ?? [] }

  /// Returns the apps to which runs without an app may belong: those with such a build, else all.
  func apps(having runs: BuildRuns) -> Set<String> {
    let found = Self.names(of: runs).reduce(into: Set<String>()) { $0.formUnion(appsByName[$1] ?? []) }
    return found.isEmpty ? apps : found
  }

  /// Returns the builds of an app that runs may mean. A build without a version matches the same build with a version,
  /// so that a table with versions after one without them does not count its days twice.
  func named(_ runs: BuildRuns, app: String) -> [BuildTable.Build] {
    let lists = Self.names(of: runs).map { name in
      var name = name
      name.app = app
      return builds[name] ?? []
    }
    // Usually one of the two lists is empty.
    return lists.count == 1 ? lists[0] : (lists[0] + lists[1]).sorted { $0.id < $1.id }
  }

  private static func names(of runs: BuildRuns) -> [Name] {
    guard let build = runs.build else { return [Name(version: runs.version ?? "")] }
    guard let version = runs.version else { return [Name(build: build)] }
    return [Name(version: version, build: build), Name(version: "", build: build)]
  }
}

extension BuildRuns {
  fileprivate var name: String {
    if let build { return "build \(build)" }
    return "version \(version ?? "?")"
  }
}
