internal import Foundation
internal import Diagnosis
internal import GRDB
internal import Vocabulary

/// One state of a history, from which its summary is made.
package final class SummaryState {
  private let database: Database
  private let rules: HistoryRules
  private let issues: [Int64: String]
  private let builds: [Int64: String]
  private var names: [Int64: String] = [0: ""]
  private let prunedBefore: Int

  init(_ database: Database, _ rules: HistoryRules) throws {
    self.database = database
    self.rules = rules
    issues = try Row.fetchAll(database, sql: "SELECT id, key FROM issue").reduce(into: [:]) {
      $0[$1[checked: 0]] = $1[checked: 1] as String
    }
    builds = try SummaryKey.all(database)
    prunedBefore = try Meta.prunedBefore(database) ?? .min
  }

  /// Returns the days with reports, each with the part of the summary that contains it; `nil` if the day changed since.
  package func days() throws(HistoryError) -> [(day: Int, part: String?)] {
    try reading {
      try Row.fetchAll(
        database,
        sql: """
          SELECT days.day, summary_day.part FROM (SELECT DISTINCT day FROM rollup_day) AS days
            LEFT JOIN summary_day ON summary_day.day = days.day AND summary_day.part <> '' ORDER BY days.day
          """
      ).map { ($0[checked: 0], $0[checked: 1]) }
    }
  }

  /// Returns the number of counted reports.
  package func reports() throws(HistoryError) -> Int {
    try reading { try Int.fetchOne(database, sql: "SELECT coalesce(sum(total), 0) FROM issue") ?? 0 }
  }

  // MARK: - Days

  /// Returns the counts of a day, and those of its devices and machines.
  package func day(_ day: Int) throws(HistoryError) -> (counts: [SummaryCount], devices: [SummaryDevice]) {
    try reading {
      let (stored, devices) = try storedReports(day)
      // Before the first day that was not pruned, the roll-ups contain reports that are not stored.
      return (day < prunedBefore ? stored + (try prunedReports(day, besides: stored)) : stored, devices)
    }
  }

  /// Returns a pattern's id, or the empty text of a report without one.
  private static func pattern(_ text: String) -> String { text.isEmpty ? "" : Pattern.checkedID(text) }

  private func storedReports(_ day: Int) throws -> ([SummaryCount], [SummaryDevice]) {
    var counts: [SummaryCount] = []
    var devices: [SummaryDevice: Int] = [:]
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT report.issue, report.time, report.build, report.os, report.device, label.value, finding.pattern,
            report.reporter
          FROM report LEFT JOIN label ON label.report = report.id AND label.key = 'machine'
            LEFT JOIN finding ON finding.report = report.id AND finding.position = 0
          WHERE report.day = ? AND report.variant_of IS NULL ORDER BY report.issue, report.time
          """), arguments: [day])
    while let row = try rows.next() {
      let machine: String? = row[checked: 5]
      let reporter: Int64? = row[checked: 7]
      let count = SummaryCount(
        issue: issues[row[checked: 0]] ?? "", day: day, time: row[checked: 1], isStored: true,
        build: builds[row[checked: 2]] ?? "", os: try name(row[checked: 3]), device: try name(row[checked: 4]),
        machine: machine ?? "", pattern: Self.pattern(try name(row[checked: 6] ?? 0)), reports: 1)
      counts.append(count)
      if let owner = reporter.map(String.init) ?? machine.map({ "machine " + $0 }) {
        let device = SummaryDevice(
          issue: count.issue, day: day, owner: owner, isMachine: reporter == nil, reports: 0)
        devices[device, default: 0] += 1
      }
    }
    let sorted = devices.sorted { ($0.key.issue, $0.key.owner) < ($1.key.issue, $1.key.owner) }
    return (
      counts,
      sorted.map { device, number in
        var device = device
        device.reports = number
        return device
      }
    )
  }

  /// Returns the counts of reports that were pruned: those of the roll-ups without the stored ones.
  private func prunedReports(_ day: Int, besides stored: [SummaryCount]) throws -> [SummaryCount] {
    func counted(_ count: SummaryCount) -> SummaryCount {
      SummaryCount(
        issue: count.issue, day: day, build: count.build, os: count.os, device: count.device, reports: 0)
    }
    var known: [SummaryCount: Int] = [:]
    for count in stored { known[counted(count), default: 0] += count.reports }
    return try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT rollup.issue, rollup.build, rollup.os, rollup.device, rollup.count FROM rollup_day
            CROSS JOIN rollup ON rollup.issue = rollup_day.issue AND rollup.day = rollup_day.day
          WHERE rollup_day.day = ? ORDER BY 1, 2, 3, 4
          """), arguments: [day]
    ).compactMap { row in
      var count = SummaryCount(
        issue: issues[row[checked: 0]] ?? "", day: day, build: builds[row[checked: 1]] ?? "",
        os: try name(row[checked: 2]), device: try name(row[checked: 3]), reports: 0)
      count.reports = (row[checked: 4] as Int) - (known[count] ?? 0)
      return count.reports > 0 ? count : nil
    }
  }

  private func name(_ id: Int64) throws -> String {
    if let name = names[id] { return name }
    let name =
      try StoredText.fetchOne(database.cachedStatement(sql: "SELECT text FROM name WHERE id = ?"), arguments: [id])
      ?? ""
    names[id] = name
    return name
  }

  // MARK: - Other tables

  /// Returns the issues in the order of their keys.
  package func summaryIssues() throws(HistoryError) -> [SummaryIssue] {
    try reading {
      let reading = IssueReading(database, rules)
      var titles: [Int64: String] = [:]
      return try Row.fetchAll(
        database,
        sql: """
          SELECT member.key, canonical.key, canonical.location, canonical.pattern, canonical.state,
            canonical.ignored_until, member.coarse, member.first_build, member.first_seen, member.last_seen, member.total,
            canonical.id
          FROM issue AS member JOIN issue AS canonical ON canonical.id = coalesce(member.merged_into, member.id)
          ORDER BY member.key
          """
      ).map { row in
        let canonical: Int64 = row[checked: 11]
        let title = try titles[canonical] ?? reading.title(of: canonical)
        titles[canonical] = title
        return SummaryIssue(
          issue: row[checked: 0], canonical: row[checked: 1], title: title, location: row[checked: 2] ?? "",
          pattern: (row[checked: 3] as String?).map(Pattern.checkedID) ?? "", state: row[checked: 4],
          ignoredUntil: row[checked: 5] ?? .max,
          coarse: row[checked: 6], firstBuild: builds[row[checked: 7]] ?? "", firstSeen: row[checked: 8],
          lastSeen: row[checked: 9], reports: row[checked: 10])
      }
    }
  }

  /// Returns the builds in the order of their keys.
  package func summaryBuilds() throws(HistoryError) -> [SummaryBuild] {
    try reading {
      try Row.fetchAll(database, sql: "SELECT * FROM build").map { row in
        let build = BuildTable.Build(row)
        return SummaryBuild(
          build: builds[build.id] ?? "", app: build.app, bundleID: build.bundleID, process: build.process,
          version: build.version, number: build.build, position: build.position, firstSeen: row[checked: "first_seen"])
      }.sorted { $0.build < $1.build }
    }
  }

  /// Returns the sums of each issue over the complete time.
  package func summaryTotals() throws(HistoryError) -> [SummaryTotal] {
    try reading {
      let sums: [(SummaryTotal.Property, String)] = [
        (.build, "SELECT issue, build, count FROM rollup_build"),
        (.os, "SELECT issue, os, sum(count) FROM rollup_system GROUP BY issue, os"),
        (.device, "SELECT issue, device, count FROM rollup_device"),
      ]
      return try sums.flatMap { property, sql in
        try Row.fetchAll(database, sql: sql).map { row in
          SummaryTotal(
            issue: issues[row[checked: 0]] ?? "", property: property,
            value: property == .build ? builds[row[checked: 1]] ?? "" : try name(row[checked: 1]),
            reports: row[checked: 2])
        }.sorted { ($0.issue, $0.value) < ($1.issue, $1.value) }
      }
    }
  }

  /// Returns the recorded runs.
  package func summaryRuns() throws(HistoryError) -> [SummaryRun] {
    try reading {
      try Row.fetchAll(database, sql: ShippedQuery.runsOfBuilds.sql).map { row in
        SummaryRun(
          app: row[checked: 0], version: row[checked: 1], number: row[checked: 2], day: row[checked: 3],
          runs: row[checked: 4])
      }
    }
  }

  /// Writes the file of the summary: everything except for counts and reports, and the latest reports of each issue.
  package func writeFile(to path: String) throws(HistoryError) {
    try reading { try SummaryFile.write(database, to: path) }
  }

  private func reading<Value>(_ body: () throws -> Value) throws(HistoryError) -> Value {
    do { return try body() } catch { throw HistoryError(error, path: "history") }
  }
}

extension HistoryStore {
  /// Prepares a summary: from now on, each change of a day is noted.
  ///
  /// - Parameter existing: The parts that the server still has.
  package func prepareSummary(keeping existing: Set<String>) throws(HistoryError) {
    try write { database in
      try database.execute(sql: SummaryDays.schema)
      let parts = try StoredText.fetchAll(database, sql: "SELECT DISTINCT part FROM summary_day WHERE part <> ''")
      for part in parts where !existing.contains(part) {
        try database.execute(sql: "DELETE FROM summary_day WHERE part = ?", arguments: [part])
      }
      // A change from now on removes the row, so that its part is not noted afterwards.
      try database.execute(
        sql: "INSERT OR IGNORE INTO summary_day (day, part) SELECT DISTINCT day, '' FROM rollup_day")
    }
  }

  /// Notes the parts that contain days, except for days that changed since `prepareSummary`.
  package func noteSummary(_ parts: [Int: String]) throws(HistoryError) {
    try write { database in
      for (day, part) in parts.sorted(by: { $0.key < $1.key }) {
        try database.execute(
          sql: "UPDATE summary_day SET part = ? WHERE day = ? AND part = ''", arguments: [part, day])
      }
    }
  }

  /// Runs `body` on one state of the history. Other processes may write in the meantime.
  package func withSummaryState<Value>(_ body: (SummaryState) throws -> Value) throws -> Value? {
    let reader = try reader()
    defer { reader.close() }
    let rules = rules
    var failure: (any Error)?
    let value = try reader.read(otherwise: Value?.none) { database in
      // An error of the body keeps its type.
      do { return try body(try SummaryState(database, rules)) } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return value
  }
}

/// The days that a summary contains as they are now. Only a history that makes summaries has the table.
struct SummaryDays {
  static let schema = """
    CREATE TABLE IF NOT EXISTS summary_day (
      day  INTEGER PRIMARY KEY,
      part TEXT NOT NULL
    ) STRICT;
    """

  private let statements: Statements
  private var changed: Set<Int> = []

  /// Returns `nil` if the history makes no summaries.
  init?(_ statements: Statements) throws {
    guard try statements.database.tableExists("summary_day") else { return nil }
    self.statements = statements
  }

  mutating func note(_ day: Int) { changed.insert(day) }

  mutating func flush() throws {
    for day in changed.sorted() { try statements.run("DELETE FROM summary_day WHERE day = ?") { $0.add(day) } }
    changed.removeAll()
  }

  /// Notes that all days before `day` changed, or all days.
  static func forget(before day: Int = .max, _ database: Database) throws {
    guard try database.tableExists("summary_day") else { return }
    try database.execute(sql: "DELETE FROM summary_day WHERE day < ?", arguments: [day])
  }
}
