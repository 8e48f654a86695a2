internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Vocabulary

/// The same bytes, read again by the same program, which is what most repetitions are: told from the row and a few ids,
/// without reading the stored record and weighing the two.
///
/// What says yes here must be what `ReportRecord.merged` would leave as it is, labels apart.
extension ReportWriter {
  /// True when a reading gives nothing but, perhaps, labels that is not stored already.
  func isRead(_ row: Row, _ prepared: PreparedRecord) throws -> Bool {
    let record = prepared.record
    guard record.otherKeys.isEmpty, try isSame(row["program"], record.program),
      try dictionaries.known(prepared.stack) == row["stack"], row["named_frames"] == record.namedFrames,
      try evidence(prepared) == row["evidence"], row["incident"] == record.incident.map(IncidentBytes.encoded),
      isSameTime(row, prepared), row["bug_type"] == record.bugType, row["damaged"] == record.isDamaged,
      try isSame(row["kind"], record.kind), try isSame(row["format"], record.format),
      try isSame(row["os"], record.os), try isSame(row["os_build"], record.osBuild),
      try isSame(row["device"], record.device), try isSame(row["architecture"], record.architecture),
      try isSame(row["exception"], record.exception), try isSame(row["signal"], record.signal),
      try isSame(row["termination"], record.termination), try isSame(row["headline"], record.headline),
      try isSame(row["place"], record.place), try isSameBuild(row["build"], record),
      try isSameFindings(row["id"], prepared), try isLater(row, record)
    else { return false }
    return try record.raw == nil
      || statements.number("SELECT report FROM raw WHERE report = ?", [row["id"] as Int64]) != nil
  }

  /// Keeps labels that were given later than the stored ones.
  func renewLabels(of id: Int64, _ labels: [String: ReportRecord.Label]) throws {
    guard !labels.isEmpty else { return }
    var stored: [String: ReportRecord.Label] = [:]
    for row in try statements.rows("SELECT key, value, at FROM label WHERE report = ?", [id]) {
      stored[row[0]] = .init(value: row[1], at: Timestamp(seconds: row[2]))
    }
    for (key, label) in labels.sorted(by: { $0.key < $1.key }) {
      if let known = stored[key], known >= label { continue }
      try statements.run(
        "INSERT OR REPLACE INTO label (report, key, value, at) VALUES (?, ?, ?, ?)",
        [id, key, label.value, label.at.seconds])
    }
  }

  private func isSame(_ id: Int64, _ text: String?) throws -> Bool { try dictionaries.known(text) == id }

  /// `nil` both for no evidence and for one that is not stored; the latter is told by the missing id of the former.
  private func evidence(_ prepared: PreparedRecord) throws -> Int64? {
    guard let digest = prepared.evidence else { return nil }
    return try dictionaries.knownEvidence(digest) ?? -1
  }

  private func isSameTime(_ row: Row, _ prepared: PreparedRecord) -> Bool {
    let record = prepared.record
    return row["time_stated"] == (record.crashedAt != nil)
      && (record.crashedAt == nil || row["time"] == record.time.seconds) && row["zone"] == prepared.time.zone
      && row["fraction"] == prepared.time.fraction && row["crashed_as_written"] == prepared.time.asWritten
      && row["launched"] == record.launched && row["uptime"] == record.uptimeSeconds
  }

  private func isSameBuild(_ id: Int64, _ record: ReportRecord) throws -> Bool {
    guard let build = try builds.build(id) else { return id == 0 && record.app == nil }
    return build.bundleID == record.bundleID ?? "" && build.process == record.process ?? ""
      && build.version == record.version ?? "" && build.build == record.build ?? ""
  }

  private func isSameFindings(_ id: Int64, _ prepared: PreparedRecord) throws -> Bool {
    let rows = try statements.rows(
      """
      SELECT pattern, revision, confidence, certainty_of_cause, said FROM finding WHERE report = ? ORDER BY position
      """, [id])
    guard rows.count == prepared.said.count else { return false }
    for (row, (finding, said)) in zip(rows, zip(prepared.record.findings, prepared.said)) {
      guard try isSame(row[0], finding.pattern), row[1] == finding.patternRevision,
        row[2] == finding.confidence.stored, row[3] == finding.certaintyOfCause.stored,
        try dictionaries.known(said) == row[4]
      else { return false }
    }
    return true
  }

  /// Of two arrivals the earlier is kept, and between equals the lower path.
  private func isLater(_ row: Row, _ record: ReportRecord) throws -> Bool {
    let stored: Int = row["seen_at"]
    if record.seenAt.seconds != stored { return record.seenAt.seconds > stored }
    let folder = try statements.row("SELECT text FROM name WHERE id = ?", [row["folder"] as Int64])
    return record.path >= ((folder?[0] as String?) ?? "") + (row["file"] as String)
  }
}
