internal import CrashReports
package import Diagnosis
internal import Foundation
internal import GRDB
package import Vocabulary

/// A report as the history keeps it: what identifies and describes it, without threads and images.
package struct StoredReport: Sendable {
  /// The report and its findings, as far as they are kept.
  package var assessment: Assessment
  package var digest: SHA256Digest
  package var path: String
  package var labels: [String: String]
  package var standing: HistoryStanding
  /// The crash's time, else that of arrival.
  package var time: Timestamp
  package var seenAt: Timestamp
  package var isDamaged: Bool

  /// What happened, in one line.
  package var headline: String { assessment.findings.first?.headline ?? assessment.summary }
}

extension HistoryStore {
  /// The stored reports, variants included, latest first.
  package func reports(_ filter: HistoryFilter = .init(), ofIssue issue: String? = nil) throws(HistoryError)
    -> [StoredReport]
  {
    try read(otherwise: []) { database in
      var arguments = StatementArguments()
      var condition = filter.condition(&arguments)
      if let pattern = filter.pattern {
        condition += """
           AND EXISTS (SELECT 1 FROM finding WHERE finding.report = report.id
           AND finding.pattern = (SELECT id FROM name WHERE text = :pattern))
          """
        arguments += ["pattern": pattern]
      }
      if let issue {
        condition += " AND report.issue = (SELECT id FROM issue WHERE key = :issue)"
        arguments += ["issue": issue]
      }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM report WHERE true\(condition)
          ORDER BY time DESC, id DESC LIMIT \(filter.limit > 0 ? filter.limit : -1)
          """, arguments: arguments)
      let reader = StoredReportReader(database: database)
      return try rows.map(reader.report)
    }
  }
}

struct StoredReportReader {
  let database: Database

  func report(_ row: Row) throws -> StoredReport {
    let id: Int64 = row["id"]
    let bytes: Data = row["digest"]
    guard let digest = SHA256Digest(bytes: Array(bytes)) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    var source = CrashReport.Source(format: row["format"])
    source.bugType = row["bug_type"]
    var report = CrashReport(source: source)
    report.kind = .init(rawValue: row["kind"])
    report.incident = row["incident"]
    report.process = try process(row)
    report.host.os = try name(row["os"])
    report.host.osBuild = try name(row["os_build"])
    report.host.device = try name(row["device"])
    report.host.architecture = try name(row["architecture"])
    report.times = times(row)
    var exception = CrashReport.Exception()
    exception.type = try name(row["exception"])
    exception.signal = try name(row["signal"])
    if !exception.isEmpty { report.exception = exception }
    if let space = try name(row["termination"]) {
      var termination = CrashReport.Termination()
      termination.namespace = space
      report.termination = termination
    }

    let now = Timestamp(seconds: row["seen_at"])
    let reader = StandingReader(database: database, now: now)
    var standing = try reader.standing(issue: row["issue"], status: .known)
    try reader.add(digest, to: &standing, variantOf: row["variant_of"])
    standing.wasRecordedBefore = true
    standing.countToday = nil

    var labels: [String: String] = [:]
    let statement = try database.cachedStatement(sql: "SELECT key, value FROM label WHERE report = ?")
    for label in try Row.fetchAll(statement, arguments: [id]) { labels[label["key"]] = label["value"] }
    let findings = try findings(of: id)
    let assessment = Assessment(
      report: report, notes: [], findings: findings, summary: try name(row["headline"]) ?? "",
      blame: findings.first?.blame, blamedFrame: nil)
    return StoredReport(
      assessment: assessment, digest: digest, path: row["path"], labels: labels, standing: standing,
      time: Timestamp(seconds: row["time"]), seenAt: now, isDamaged: row["damaged"])
  }

  private func process(_ row: Row) throws -> CrashReport.Process? {
    var process = CrashReport.Process()
    process.name = try name(row["process"])
    process.bundleID = try name(row["app"])
    process.version = try name(row["version"])
    process.build = try name(row["build"])
    return process == CrashReport.Process() ? nil : process
  }

  private func times(_ row: Row) -> CrashReport.Times? {
    var times = CrashReport.Times()
    let crashed: String? = row["crashed"]
    if let written: String = row["crashed_as_written"] { times.crashed = .init(asWritten: written, rfc3339: crashed) }
    if let launched: String = row["launched"] { times.launched = .init(asWritten: launched, rfc3339: launched) }
    times.uptimeSeconds = row["uptime"]
    return times == CrashReport.Times() ? nil : times
  }

  private func findings(of report: Int64) throws -> [Finding] {
    let statement = try database.cachedStatement(sql: "SELECT * FROM finding WHERE report = ? ORDER BY position")
    return try Row.fetchAll(statement, arguments: [report]).map { row in
      var blame: Blame? = Blame(
        function: try name(row["function"]), file: try name(row["file"]), line: row["line"],
        image: try name(row["image"]))
      if blame == Blame() { blame = nil }
      let remedy = try name(row["remedy"]) ?? ""
      return Finding(
        pattern: try name(row["pattern"]) ?? "", patternRevision: row["revision"], title: try name(row["title"]) ?? "",
        headline: try name(row["headline"]) ?? "", severity: .init(rawValue: row["severity"]) ?? .error,
        confidence: .init(stored: row["confidence"]), certaintyOfCause: .init(stored: row["certainty_of_cause"]),
        witnesses: WitnessText.decoded(row["witnesses"]), blame: blame, cause: try name(row["cause"]) ?? "",
        remedy: remedy.isEmpty ? [] : remedy.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }

  private func name(_ id: Int64?) throws -> String? {
    guard let id else { return nil }
    return try String.fetchOne(
      database.cachedStatement(sql: "SELECT text FROM name WHERE id = ?"), arguments: [id])
  }
}
