internal import GRDB

extension HistoryStore {
  /// What is to happen where a day of a build has a number already.
  package enum RunsRule: Sendable {
    /// The new number holds: a correction of the user.
    case replace
    /// The larger one holds: histories that are folded together give the same in any order.
    case larger
  }

  /// Notes how often builds ran, in one transaction. Rows of the same build and day are added up first, because sources
  /// split them by device or country.
  package func note(_ runs: [BuildRuns], rule: RunsRule = .replace) throws(HistoryError) -> RunsNoted {
    let rules = rules
    return try write { database in try RunsWriter(database, rules).note(runs, rule: rule) }
  }

  /// All runs noted, in the order of apps, versions, builds and days.
  package func runs() throws(HistoryError) -> [BuildRuns] {
    try read(otherwise: []) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT build.app, build.version, build.build, exposure.day, sum(exposure.runs) AS runs
          FROM exposure JOIN build ON build.id = exposure.build
          GROUP BY build.app, build.version, build.build, exposure.day
          ORDER BY build.app, build.version, build.build, exposure.day
          """
      ).map { row in
        let (version, build): (String, String) = (row[checked: "version"], row[checked: "build"])
        return BuildRuns(
          app: row[checked: "app"], version: version.isEmpty ? nil : version, build: build.isEmpty ? nil : build,
          day: row[checked: "day"], runs: row[checked: "runs"])
      }
    }
  }
}

/// Finds the builds that runs are said of, and writes the runs.
private final class RunsWriter {
  private struct Cell: Hashable {
    var build: Int64
    var day: Int
  }

  private struct Refusal: Error { let reason: String }

  private let statements: Statements
  private let table: BuildTable
  private var builds: [BuildTable.Build] = []
  private var found: [BuildRuns: Result<Int64, Refusal>] = [:]
  private var noted = RunsNoted()

  init(_ database: Database, _ rules: HistoryRules) throws {
    statements = Statements(database)
    table = BuildTable(statements, order: rules.builds)
    builds = try statements.rows("SELECT * FROM build ORDER BY id", []).map(BuildTable.Build.init)
  }

  func note(_ runs: [BuildRuns], rule: HistoryStore.RunsRule) throws -> RunsNoted {
    var sums: [Cell: Int] = [:]
    for (index, row) in runs.enumerated() {
      switch try build(row) {
      case .success(let build):
        let cell = Cell(build: build, day: Timestamp(day: row.day).day)
        sums[cell] = min(BuildRuns.most, (sums[cell] ?? 0) + min(max(0, row.runs), BuildRuns.most))
      case .failure(let refusal): noted.faults.append(.init(index: index, reason: refusal.reason))
      }
    }
    for (cell, runs) in sums.sorted(by: { ($0.key.build, $0.key.day) < ($1.key.build, $1.key.day) }) {
      try statements.run(
        rule == .replace
          ? """
          INSERT INTO exposure (build, day, runs) VALUES (?, ?, ?)
          ON CONFLICT (build, day) DO UPDATE SET runs = excluded.runs WHERE runs <> excluded.runs
          """
          : """
          INSERT INTO exposure (build, day, runs) VALUES (?, ?, ?)
          ON CONFLICT (build, day) DO UPDATE SET runs = excluded.runs WHERE runs < excluded.runs
          """, integers: [cell.build, Int64(cell.day), Int64(runs)])
      if statements.database.changesCount > 0 { noted.set += 1 } else { noted.unchanged += 1 }
    }
    return noted
  }

  private func build(_ row: BuildRuns) throws -> Result<Int64, Refusal> {
    var question = row
    (question.day, question.runs) = (0, 0)
    if let known = found[question] { return known }
    let answer: Result<Int64, Refusal>
    do { answer = .success(try self.row(of: row)) } catch let refusal as Refusal { answer = .failure(refusal) }
    found[question] = answer
    return answer
  }

  /// The row of a build, which is made where no report has named it: a build that ran without a failure is what the
  /// silence of an issue is judged by.
  private func row(of runs: BuildRuns) throws -> Int64 {
    let app = try app(of: runs)
    let ofApp = builds.filter { $0.app == app }
    let matching = ofApp.filter { $0.isNamed && runs.names($0) }
    if runs.build == nil, Set(matching.map(\.build)).count > 1 {
      throw Refusal(reason: "\(runs.said) has several builds in the history; a column for the build tells them apart")
    }
    if let known = matching.first { return known.id }
    guard let build = runs.build else {
      throw Refusal(reason: "no report has named \(runs.said), and a version alone has no place in the order of builds")
    }
    let sibling = ofApp.last
    let isBundle = app.contains(".")
    try statements.run(
      """
      INSERT INTO build (app, bundle_id, process, version, build, position, first_seen)
      VALUES (?, ?, ?, ?, ?, NULL, ?)
      """,
      [
        app, sibling?.bundleID ?? (isBundle ? app : ""), sibling?.process ?? (isBundle ? "" : app), runs.version ?? "",
        build, Timestamp(day: runs.day).seconds,
      ])
    let id = statements.database.lastInsertedRowID
    try table.number(app)
    builds = try statements.rows("SELECT * FROM build ORDER BY id", []).map(BuildTable.Build.init)
    noted.newBuilds += 1
    return id
  }

  private func app(of runs: BuildRuns) throws -> String {
    let candidates: [BuildTable.Build]
    if let name = runs.app {
      candidates = builds.filter { $0.app == name || $0.bundleID == name || $0.process == name }
    } else {
      let named = builds.filter { $0.isNamed && runs.names($0) }
      candidates = named.isEmpty ? builds : named
    }
    let apps = Set(candidates.map(\.app)).sorted()
    if apps.count == 1 { return apps[0] }
    guard let name = runs.app else {
      throw Refusal(
        reason: apps.isEmpty
          ? "the history knows no app yet; --app names it"
          : "\(runs.said) may be of \(apps.prefix(3).joined(separator: ", ")); --app or a column for the app tells")
    }
    if apps.isEmpty { return name }
    throw Refusal(reason: "\(name) may be \(apps.prefix(3).joined(separator: ", ")); a bundle identifier tells")
  }
}

extension BuildRuns {
  /// A build that was noted or reported without a version is the same as one with it, so that a table with versions
  /// after one without them does not count its days twice.
  fileprivate func names(_ other: BuildTable.Build) -> Bool {
    guard let build else { return version == other.version }
    return build == other.build && (version == nil || other.version.isEmpty || version == other.version)
  }

  fileprivate var said: String {
    if let build { return "build \(build)" }
    return "version \(version ?? "?")"
  }
}
