internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
internal import Vocabulary

/// Takes the reports of the first schema over into the present one, through the same door as any other report.
///
/// Its issues were named after pattern and blamed function; those names become aliases, so that an id somebody noted
/// still finds its issue. Evidence was not kept then, so these reports cannot be judged again.
enum FirstSchema {
  static func isPresent(_ database: Database) throws -> Bool { try database.tableExists("first_report") }

  static func takeOver(_ database: Database, _ rules: HistoryRules) throws {
    let writer = try ReportWriter(database, rules)
    let reader = FirstSchemaReader(database: database)
    var issues: [String: [String: Int]] = [:]
    // By id, that is, by arrival; the copy of an incident that was counted comes before its variants either way.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT first_report.*, first_issue.key AS issue_key, first_issue.place AS issue_place
        FROM first_report JOIN first_issue ON first_issue.id = first_report.issue ORDER BY first_report.id
        """)
    while let row = try rows.next() {
      let record = try reader.record(row)
      _ = try writer.store(record)
      issues[row[checked: "issue_key"], default: [:]][try writer.key(of: record), default: 0] += 1
    }
    for (old, new) in issues.sorted(by: { $0.key < $1.key }) {
      // One name may have covered several of today's issues; it means the one with most of its reports.
      guard let most = new.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { continue }
      try database.execute(
        sql: "INSERT OR IGNORE INTO issue_alias (level, key, issue, source) VALUES ('issue', ?, ?, x'')",
        arguments: [old, most.key])
    }
    _ = try writer.flush()
    try database.execute(sql: "INSERT OR IGNORE INTO problem SELECT * FROM first_problem")
    for table in ["label", "finding", "report", "issue", "stack", "name", "problem"] {
      try database.execute(sql: "DROP TABLE first_\(table)")
    }
  }
}

/// Rows of the first schema as records.
private struct FirstSchemaReader {
  let database: Database

  func record(_ row: Row) throws -> ReportRecord {
    let bytes: Data = row[checked: "digest"]
    guard let digest = SHA256Digest(bytes: Array(bytes)) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    var report = CrashReport(source: .init(format: row[checked: "format"]))
    report.source.bugType = row[checked: "bug_type"]
    report.kind = .init(rawValue: row[checked: "kind"])
    report.incident = row[checked: "incident"]
    var process = CrashReport.Process()
    process.name = try name(row[checked: "process"])
    process.bundleID = try name(row[checked: "app"])
    process.version = try name(row[checked: "version"])
    process.build = try name(row[checked: "build"])
    report.process = process
    report.host.os = try name(row[checked: "os"])
    report.host.osBuild = try name(row[checked: "os_build"])
    report.host.device = try name(row[checked: "device"])
    report.host.architecture = try name(row[checked: "architecture"])
    var times = CrashReport.Times()
    if let written: String = row[checked: "crashed_as_written"] {
      times.crashed = .init(asWritten: written, rfc3339: row[checked: "crashed"])
    }
    if let launched: String = row[checked: "launched"] {
      times.launched = .init(asWritten: launched, rfc3339: launched)
    }
    times.uptimeSeconds = row[checked: "uptime"]
    report.times = times
    var exception = CrashReport.Exception()
    exception.type = try name(row[checked: "exception"])
    exception.signal = try name(row[checked: "signal"])
    if !exception.isEmpty { report.exception = exception }
    if let space = try name(row[checked: "termination"]) {
      var termination = CrashReport.Termination()
      termination.namespace = space
      report.termination = termination
    }
    report.threads = try threads(row[checked: "stack"])
    let findings = try findings(of: row[checked: "id"])
    // What was said of a CFRelease, an exception, a watchdog, says what kind of failure it was.
    report.applicationSpecificInformation = messages(in: findings)

    let seenAt = Timestamp(seconds: row[checked: "seen_at"])
    var labels: [String: String] = [:]
    for label in try Row.fetchAll(
      database, sql: "SELECT key, value FROM first_label WHERE report = ?", arguments: [row[checked: "id"] as Int64])
    {
      labels[label[checked: "key"]] = label[checked: "value"]
    }
    let assessment = Assessment(
      report: report, notes: row[checked: "damaged"] ? [Note("damaged", "")] : [], findings: findings,
      summary: try name(row[checked: "headline"]) ?? "", blame: findings.first?.blame, blamedFrame: nil)
    var record = ReportRecord(
      Recording(assessment: assessment, digest: digest, path: row[checked: "path"], labels: labels), now: seenAt,
      program: try name(row[checked: "program"]) ?? "")
    if record.place == nil { record.place = row[checked: "issue_place"] }
    return record
  }

  /// The lines that findings cite as messages of the report, which the first schema kept nowhere else.
  private func messages(in findings: [Finding]) -> [CrashReport.ApplicationMessage]? {
    let texts = findings.flatMap(\.witnesses).filter { $0.kind == .stated && $0.frame == nil }.compactMap(\.text)
    return texts.isEmpty ? nil : texts.map { .init(text: $0) }
  }

  private func threads(_ stack: Int64?) throws -> [CrashReport.Thread]? {
    guard let stack,
      let text = try String.fetchOne(
        database, sql: "SELECT frames FROM first_stack WHERE id = ?", arguments: [stack])
    else { return nil }
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let fields = FieldText.fields(line)
      func field(_ number: Int) -> String? { number < fields.count && !fields[number].isEmpty ? fields[number] : nil }
      var frame = CrashReport.Frame(index: index)
      frame.image = field(0)
      frame.symbol = field(1).map { .init(name: $0) }
      frame.source = field(2).map { SourceLocation(file: $0, line: field(3).flatMap { Int($0) }) }
      frame.imageOffset = field(5).flatMap { UInt64($0) }.map { ImageOffset($0) }
      thread.frames.append(frame)
    }
    return [thread]
  }

  private func findings(of report: Int64) throws -> [Finding] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM first_finding WHERE report = ? ORDER BY position", arguments: [report]
    ).map { row in
      var blame: Blame? = Blame(
        function: try name(row[checked: "function"]), file: try name(row[checked: "file"]), line: row[checked: "line"],
        image: try name(row[checked: "image"]))
      if blame == Blame() { blame = nil }
      let remedy = try name(row[checked: "remedy"]) ?? ""
      return Finding(
        pattern: try name(row[checked: "pattern"]) ?? "", patternRevision: row[checked: "revision"],
        title: try name(row[checked: "title"]) ?? "",
        headline: try name(row[checked: "headline"]) ?? "",
        severity: .init(rawValue: row[checked: "severity"]) ?? .error,
        confidence: .init(stored: row[checked: "confidence"]),
        certaintyOfCause: .init(stored: row[checked: "certainty_of_cause"]),
        witnesses: WitnessText.decoded(row[checked: "witnesses"]), blame: blame,
        cause: try name(row[checked: "cause"]) ?? "",
        remedy: remedy.isEmpty ? [] : remedy.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }

  private func name(_ id: Int64?) throws -> String? {
    guard let id else { return nil }
    return try String.fetchOne(
      database.cachedStatement(sql: "SELECT text FROM first_name WHERE id = ?"), arguments: [id])
  }
}

/// Witnesses as the first schema kept them: JSON.
private enum WitnessText {
  private struct Item: Codable {
    var line: Int?
    var text: String?
    var says: String
    var kind: String
    var frame: Int?
  }

  static func decoded(_ text: String) -> [Witness] {
    guard let items = try? JSONDecoder().decode([Item].self, from: Data(text.utf8)) else { return [] }
    return items.map {
      Witness(line: $0.line, text: $0.text, says: $0.says, kind: .init(rawValue: $0.kind) ?? .stated, frame: $0.frame)
    }
  }
}
