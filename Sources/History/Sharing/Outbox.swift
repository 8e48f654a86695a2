import Bytes
internal import Foundation
internal import GRDB
internal import Vocabulary

/// What this history has stored and its shared history has not confirmed. Only the local copy of a shared history has
/// these tables, and every writer of such a file adds to them.
struct Outbox {
  /// The kinds of entries; stored by these names.
  enum Kind: String {
    /// `key` is the digest of a report.
    case report
    /// `key` is an event, as a line of fields.
    case event
    /// `key` is the id of a build and a day, separated by a blank.
    case runs
  }

  /// An entry that is added again gets a higher id. `received` contains the last entry from each sender.
  static let schema = """
    CREATE TABLE IF NOT EXISTS outbox (
      id   INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      key  BLOB NOT NULL,
      UNIQUE (kind, key)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS received (
      sender TEXT PRIMARY KEY,
      last   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private let statements: Statements

  /// Returns `nil` if the history is not the copy of a shared one.
  init?(_ statements: Statements) throws {
    guard try Self.exists(statements.database) else { return nil }
    self.statements = statements
  }

  static func exists(_ database: Database) throws -> Bool { try database.tableExists("outbox") }

  func add(_ digest: SHA256Digest) throws { try add(.report, Data(digest.bytes)) }

  /// Adds the runs of a build on a day.
  func add(build: Int64, day: Int) throws { try add(.runs, Data("\(build) \(day)".utf8)) }

  func add(_ event: IssueEvent) throws {
    if event.what != .regressed { try add(.event, Data(event.line.utf8)) }
  }

  private func add(_ kind: Kind, _ key: Data) throws {
    try statements.run("INSERT OR REPLACE INTO outbox (kind, key) VALUES (?, ?)", [kind.rawValue, key])
  }

  /// Adds the runs of the tables `gathered_run` and `gathered_name`.
  func addGatheredRuns() throws {
    try statements.run(
      """
      INSERT OR REPLACE INTO outbox (kind, key)
      SELECT DISTINCT 'runs', CAST(name.row || ' ' || day AS BLOB)
      FROM gathered_run JOIN gathered_name AS name USING (app, version, build) WHERE name.row IS NOT NULL
      """, [])
  }

  /// Adds everything that the history contains.
  func addEverything() throws {
    try statements.run("INSERT OR REPLACE INTO outbox (kind, key) SELECT 'report', digest FROM report", [])
    try statements.run(
      """
      INSERT OR REPLACE INTO outbox (kind, key)
      SELECT 'runs', CAST(build || ' ' || day AS BLOB) FROM exposure
      """, [])
    for row in try statements.rows("SELECT * FROM event", []) { try IssueEvent(row).map(add) }
  }

  /// Returns the oldest entries with ids after `id`, at most `limit`, with their present content.
  static func unsent(after id: Int, limit: Int, _ database: Database, _ rules: HistoryRules) throws -> [UnsentRecord] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT outbox.id AS entry, outbox.kind AS entry_kind, outbox.key AS entry_key, report.*
          FROM outbox
            LEFT JOIN report ON outbox.kind = 'report' AND substr(report.digest, 1, 8) = substr(outbox.key, 1, 8)
              AND report.digest = outbox.key
          WHERE outbox.id > ? ORDER BY outbox.id LIMIT ?
          """),
      arguments: [id, limit])
    let reader = StoredReportReader(database, rules)
    var records: [UnsentRecord] = []
    while let row = try rows.next() {
      let record: SharedRecord?
      switch Kind(rawValue: row[checked: 1]) {
      case .report: record = row.hasNull(atIndex: 3) ? nil : .report(try reader.record(row))
      case .event:
        record = IssueEvent(line: String(streamSafe: row[checked: 2] as Data)).map(SharedRecord.event)
      case .runs: record = try BuildRuns(key: row[checked: 2], database).map(SharedRecord.runs)
      case nil: record = nil
      }
      records.append(UnsentRecord(id: row[checked: 0], record: record))
    }
    return records
  }

  /// Throws `full` if `limit` or more entries are waiting. The ids of waiting entries may have gaps, so they are counted
  /// only if their range is large.
  func check(limit: Int) throws {
    let range = try statements.number("SELECT coalesce(max(id) - min(id) + 1, 0) FROM outbox", []) ?? 0
    guard range >= limit, let count = try statements.number("SELECT count(*) FROM outbox", []), count >= limit else {
      return
    }
    throw HistoryError(
      .full, "contains \(count) changes that the server has not confirmed, and stores no further reports",
      hint:
        "Check the connection: diagnose database sync. To store more, raise database.max-unsent in the configuration.",
      path: "")
  }
}

extension IssueEvent {
  /// The event as a line of fields.
  fileprivate var line: String {
    var writer = FieldWriter()
    writer.line("event")
    for field in [issue, String(at.seconds), what.rawValue, value, by, note, lastBuild] { writer.field(field) }
    return writer.text
  }

  /// Reads a line of fields; `nil` if it is not an event that this version knows.
  init?(line: String) {
    let fields = FieldText.fields(line[...])
    guard fields.count == 8, let seconds = Int(fields[2]), let what = What(rawValue: fields[3]) else { return nil }
    self.init(
      issue: fields[1], at: Timestamp(seconds: seconds), what: what, value: fields[4], by: fields[5], note: fields[6],
      lastBuild: fields[7])
  }
}

extension BuildRuns {
  /// Reads the runs of a build id and a day.
  fileprivate init?(key: Data, _ database: Database) throws {
    let numbers = String(streamSafe: key).split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 2,
      let row = try Row.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT build.app, build.bundle_id, build.process, build.version, build.build, exposure.day, exposure.runs
            FROM exposure JOIN build ON build.id = exposure.build WHERE exposure.build = ? AND exposure.day = ?
            """), arguments: [numbers[0], numbers[1]])
    else { return nil }
    let (version, build): (String, String) = (row[checked: "version"], row[checked: "build"])
    self.init(
      app: row[checked: "app"], version: version.isEmpty ? nil : version, build: build.isEmpty ? nil : build,
      day: row[checked: "day"], runs: row[checked: "runs"])
    owner = Owner(bundleID: row[checked: "bundle_id"], process: row[checked: "process"])
  }
}
