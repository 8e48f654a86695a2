internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Vocabulary

/// A shortcut for the most frequent duplicate: the same bytes read again by the same program. It is recognized from the
/// row and a few ids, without reading the stored record.
///
/// `addsNothing` must be true only if `ReportRecord.merged` would not change the record, except for its labels.
extension ReportWriter {
  /// Returns whether everything of a reading, except possibly its labels, is already stored.
  func addsNothing(_ row: Row, _ prepared: PreparedRecord) throws -> Bool {
    let record = prepared.record
    guard record.otherKeys.isEmpty, try isSame(row[checked: "program"], record.program),
      try dictionaries.storedID(prepared.stack) == row[checked: "stack"],
      row[checked: "named_frames"] == record.namedFrames,
      try evidence(prepared) == row[checked: "evidence"],
      row[checked: "incident"] == record.incident.map(IncidentBytes.encoded), row[checked: "pid"] == record.pid,
      isSameTime(row, prepared), row[checked: "bug_type"] == record.bugType,
      row[checked: "damaged"] == record.isDamaged, row[checked: "reporter"] == record.reporter,
      try isSame(row[checked: "kind"], record.kind), try isSame(row[checked: "format"], record.format),
      try isSame(row[checked: "os"], record.os), try isSame(row[checked: "os_build"], record.osBuild),
      try isSame(row[checked: "device"], record.device), try isSame(row[checked: "architecture"], record.architecture),
      try isSame(row[checked: "exception"], record.exception), try isSame(row[checked: "signal"], record.signal),
      try isSame(row[checked: "termination"], record.termination),
      try isSame(row[checked: "summary"], record.summary),
      try isSame(row[checked: "location"], record.location), try isSameBuild(row[checked: "build"], record),
      try isSameFindings(row[checked: "id"], prepared), try isLater(row, record)
    else { return false }
    return try record.raw == nil
      || statements.number("SELECT report FROM raw WHERE report = ?", [row[checked: "id"] as Int64]) != nil
  }

  /// Stores labels that are new or were given later than the stored ones. Returns whether there were any.
  func updateLabels(of id: Int64, _ labels: [String: ReportRecord.Label]) throws -> Bool {
    guard !labels.isEmpty else { return false }
    var isChanged = false
    var stored: [String: ReportRecord.Label] = [:]
    for row in try statements.rows("SELECT key, value, at FROM label WHERE report = ?", [id]) {
      stored[row[checked: 0]] = .init(value: row[checked: 1], at: Timestamp(seconds: row[checked: 2]))
    }
    for (key, label) in labels.sorted(by: { $0.key < $1.key }) {
      if let current = stored[key], current >= label { continue }
      try statements.run(
        "INSERT OR REPLACE INTO label (report, key, value, at) VALUES (?, ?, ?, ?)",
        [id, key, label.value, label.at.seconds])
      isChanged = true
    }
    return isChanged
  }

  private func isSame(_ id: Int64, _ text: String?) throws -> Bool { try dictionaries.storedID(text) == id }

  /// Returns the id of the evidence; `nil` if there is none, -1 if it is not stored.
  private func evidence(_ prepared: PreparedRecord) throws -> Int64? {
    guard let digest = prepared.evidence else { return nil }
    return try dictionaries.storedEvidenceID(digest) ?? -1
  }

  private func isSameTime(_ row: Row, _ prepared: PreparedRecord) -> Bool {
    let record = prepared.record
    let isStated: Bool = row[checked: "time_stated"]
    guard isStated == (record.crashedAt != nil) else { return false }
    if isStated, row[checked: "time"] as Int != record.time.seconds { return false }
    return row[checked: "zone"] as Int? == prepared.time.zone
      && row[checked: "fraction"] as String? == prepared.time.fraction
      && row[checked: "crashed_as_written"] as String? == prepared.time.asWritten
      && row[checked: "launched"] as String? == record.launched
      && row[checked: "uptime"] as Int? == record.uptimeSeconds
  }

  private func isSameBuild(_ id: Int64, _ record: ReportRecord) throws -> Bool {
    guard let build = try builds.build(id) else { return id == 0 && record.app == nil }
    return build.bundleID == record.bundleID ?? "" && build.process == record.process ?? ""
      && build.version == record.version ?? "" && build.build == record.build ?? ""
  }

  private func isSameFindings(_ id: Int64, _ prepared: PreparedRecord) throws -> Bool {
    let rows = try statements.rows(
      """
      SELECT pattern, revision, confidence, certainty_of_cause, facts FROM finding WHERE report = ? ORDER BY position
      """, [id])
    guard rows.count == prepared.facts.count else { return false }
    for (row, (finding, facts)) in zip(rows, zip(prepared.record.findings, prepared.facts)) {
      guard try isSame(row[checked: 0], finding.pattern), row[checked: 1] == finding.patternRevision,
        row[checked: 2] == finding.confidence.stored, row[checked: 3] == finding.certaintyOfCause.stored,
        try dictionaries.storedID(facts) == row[checked: 4]
      else { return false }
    }
    return true
  }

  /// Returns whether the reading arrived after the stored one or, at the same time, has no lower path. The earlier
  /// arrival is stored.
  private func isLater(_ row: Row, _ record: ReportRecord) throws -> Bool {
    let stored: Int = row[checked: "seen_at"]
    if record.seenAt.seconds != stored { return record.seenAt.seconds > stored }
    let folder = try statements.row("SELECT text FROM name WHERE id = ?", [row[checked: "folder"] as Int64])
    return record.path >= ((folder?[checked: 0] as String?) ?? "") + (row[checked: "file"] as String)
  }
}
