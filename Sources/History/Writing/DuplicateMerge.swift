internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Vocabulary

/// A shortcut for the most frequent duplicate: the same bytes read again by the same program. It is recognized from the
/// row and a few ids, without reading the stored record.
extension ReportWriter {
  /// Returns whether everything of a reading, except possibly its labels, is already stored.
  func addsNothing(_ row: Row, _ prepared: PreparedRecord) throws -> Bool {
    guard prepared.record.otherKeys.isEmpty, try isSameFindings(row[checked: "id"], prepared),
      try StoredRow(row, layout(of: row)).isComplete(for: NewReport(prepared, RollupKey(row), self))
    else { return false }
    return try prepared.record.raw == nil
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
}
