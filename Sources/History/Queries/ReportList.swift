package import CrashReports
package import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
package import Vocabulary

/// A report as the history keeps it: what identifies and describes it, without threads and images.
package struct StoredReport: Sendable {
  /// The report and its findings, as far as they are kept.
  package var assessment: Assessment
  package var record: ReportRecord
  package var standing: HistoryStanding

  package var digest: SHA256Digest { record.digest }
  package var path: String { record.path }
  package var labels: [String: String] { record.labels.mapValues(\.value) }
  /// The crash's time, else that of arrival.
  package var time: Timestamp { record.time }
  package var seenAt: Timestamp { record.seenAt }
  package var isDamaged: Bool { record.isDamaged }

  /// What happened, in one line.
  package var headline: String { assessment.findings.first?.headline ?? assessment.summary }
}

extension HistoryStore {
  /// The stored reports, variants included, latest first.
  package func reports(_ filter: HistoryFilter = .init(), of issue: StoredIssue? = nil) throws(HistoryError)
    -> [StoredReport]
  {
    try read(otherwise: []) { database in
      let reader = StoredReportReader(database: database)
      return try Self.reportRows(filter, of: issue, in: database).map(reader.report)
    }
  }

  private static func reportRows(_ filter: HistoryFilter, of issue: StoredIssue?, in database: Database) throws
    -> [Row]
  {
    var arguments = StatementArguments()
    var condition = filter.condition(&arguments)
    if let pattern = filter.pattern {
      condition += """
         AND EXISTS (SELECT 1 FROM finding WHERE finding.report = report.id
         AND finding.pattern = (SELECT id FROM name WHERE text = :pattern))
        """
      arguments += ["pattern": pattern]
    }
    let limit = filter.limit > 0 ? filter.limit : -1
    guard let issue else {
      return try Row.fetchAll(
        database,
        sql: "SELECT * FROM report WHERE true\(condition) ORDER BY day DESC, time DESC, digest LIMIT \(limit)",
        arguments: arguments)
    }
    // The latest of each part, by the index; then the latest of all.
    let parts = try Int64.fetchAll(
      database, sql: "SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1 ORDER BY id", arguments: [issue.row])
    var rows: [Row] = []
    for part in parts {
      rows += try Row.fetchAll(
        database,
        sql: "SELECT * FROM report WHERE issue = :part\(condition) ORDER BY time DESC LIMIT \(limit)",
        arguments: arguments + ["part": part])
    }
    rows.sort { left, right in
      let (a, b): (Int, Int) = (left["time"], right["time"])
      if a != b { return a > b }
      return (left["digest"] as Data).lexicographicallyPrecedes(right["digest"] as Data)
    }
    return filter.limit > 0 ? Array(rows.prefix(filter.limit)) : rows
  }
}

/// Rows of `report` as records, and as reports.
struct StoredReportReader {
  let database: Database

  func report(_ row: Row) throws -> StoredReport {
    let record = try record(row)
    let reader = StandingReader(database: database, now: record.seenAt)
    var standing = try reader.standing(issue: row["issue"], status: .known)
    try reader.add(record.digest, to: &standing, variantOf: row["variant_of"])
    standing.wasRecordedBefore = true
    standing.countToday = nil
    let assessment = Assessment(
      report: record.report, notes: [], findings: record.findings, summary: record.headline,
      blame: record.findings.first?.blame, blamedFrame: nil)
    return StoredReport(assessment: assessment, record: record, standing: standing)
  }

  func record(_ row: Row) throws -> ReportRecord {
    let id: Int64 = row["id"]
    let bytes: Data = row["digest"]
    let input = try String.fetchOne(
      database.cachedStatement(sql: "SELECT input FROM stack WHERE id = ?"), arguments: [row["stack"] as Int64])
    guard let digest = SHA256Digest(bytes: Array(bytes)), let input = input.flatMap(SignatureInput.init(encoded:))
    else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    let build = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM build WHERE id = ?"), arguments: [row["build"] as Int64]
    ).map(BuildTable.Build.init)
    let time = Timestamp(seconds: row["time"])
    let isStated: Bool = row["time_stated"]
    let parts = TimeParts(zone: row["zone"], fraction: row["fraction"], asWritten: row["crashed_as_written"])
    var labels: [String: ReportRecord.Label] = [:]
    let statement = try database.cachedStatement(sql: "SELECT key, value, at FROM label WHERE report = ?")
    for label in try Row.fetchAll(statement, arguments: [id]) {
      labels[label["key"]] = .init(value: label["value"], at: Timestamp(seconds: label["at"]))
    }
    func stated(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    return ReportRecord(
      digest: digest, incident: (row["incident"] as Data?).map(IncidentBytes.decoded),
      seenAt: Timestamp(seconds: row["seen_at"]), crashedAt: isStated ? time : nil,
      crashed: parts.time(time, isStated: isStated), launched: row["launched"], uptimeSeconds: row["uptime"],
      kind: try name(row["kind"]) ?? "crash", format: try name(row["format"]) ?? "", bugType: row["bug_type"],
      isDamaged: row["damaged"], process: stated(build?.process), bundleID: stated(build?.bundleID),
      version: stated(build?.version), build: stated(build?.build), os: try name(row["os"]),
      osBuild: try name(row["os_build"]), device: try name(row["device"]), architecture: try name(row["architecture"]),
      exception: try name(row["exception"]), signal: try name(row["signal"]), termination: try name(row["termination"]),
      headline: try name(row["headline"]) ?? "", place: try name(row["place"]), findings: try findings(of: id),
      labels: labels, signatureInput: input, evidence: try blob("evidence", row["evidence"]),
      raw: try blob("raw", id), path: (try name(row["folder"]) ?? "") + (row["file"] as String),
      program: try name(row["program"]) ?? "",
      otherKeys: try String.fetchAll(
        database.cachedStatement(
          sql: "SELECT key FROM issue_alias WHERE source = ? AND level = 'default' ORDER BY key"), arguments: [bytes]),
      namedFrames: row["named_frames"])
  }

  private func blob(_ table: String, _ id: Int64?) throws -> [UInt8]? {
    guard let id else { return nil }
    let sql = table == "raw" ? "SELECT bytes FROM raw WHERE report = ?" : "SELECT bytes FROM evidence WHERE id = ?"
    return try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [id]).map(Array.init)
  }

  private func findings(of report: Int64) throws -> [Finding] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT pattern.text AS pattern, finding.revision, finding.confidence, finding.certainty_of_cause, said.text AS said
        FROM finding JOIN name AS pattern ON pattern.id = finding.pattern JOIN said ON said.id = finding.said
        WHERE finding.report = ? ORDER BY finding.position
        """)
    return try Row.fetchAll(statement, arguments: [report]).map { row in
      FindingText.decoded(
        row["said"], pattern: row["pattern"], revision: row["revision"],
        confidence: .init(stored: row["confidence"]), certaintyOfCause: .init(stored: row["certainty_of_cause"]))
    }
  }

  private func name(_ id: Int64?) throws -> String? {
    guard let id, id != 0 else { return nil }
    return try String.fetchOne(
      database.cachedStatement(sql: "SELECT text FROM name WHERE id = ?"), arguments: [id])
  }
}

extension ReportRecord {
  /// The report as far as it is kept: what identifies and describes it.
  package var report: CrashReport {
    var report = CrashReport(source: .init(format: format))
    report.source.bugType = bugType
    report.kind = .init(rawValue: kind)
    report.incident = incident
    var process = CrashReport.Process()
    process.name = self.process
    process.bundleID = bundleID
    process.version = version
    process.build = build
    report.process = process == CrashReport.Process() ? nil : process
    report.host.os = os
    report.host.osBuild = osBuild
    report.host.device = device
    report.host.architecture = architecture
    var times = CrashReport.Times()
    times.crashed = crashed
    if let launched { times.launched = .init(asWritten: launched, rfc3339: launched) }
    times.uptimeSeconds = uptimeSeconds
    report.times = times == CrashReport.Times() ? nil : times
    var exception = CrashReport.Exception()
    exception.type = self.exception
    exception.signal = signal
    if !exception.isEmpty { report.exception = exception }
    if let space = termination {
      var termination = CrashReport.Termination()
      termination.namespace = space
      report.termination = termination
    }
    return report
  }
}
