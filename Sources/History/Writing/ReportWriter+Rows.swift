internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
internal import Vocabulary

/// The rows of a report: `report`, `finding`, `label`, `raw`.
extension ReportWriter {
  private static let insertion = SQLText(
    """
    INSERT INTO report (digest, \(ReportColumn.catalog.map(\.name).joined(separator: ", ")))
    VALUES (?\(String(repeating: ", ?", count: ReportColumn.catalog.count)))
    """)

  func insert(_ new: NewReport) throws -> Int64 {
    try statements.run(Self.insertion) { parameters in
      parameters.add(new.record.digest)
      for column in ReportColumn.catalog { try column.write(new, &parameters) }
    }
    return database.lastInsertedRowID
  }

  private static let replacement = SQLText(
    """
    UPDATE report SET \(ReportColumn.catalog.map { $0.name + " = ?" }.joined(separator: ", ")) WHERE id = ?
    """)

  func update(_ id: Int64, _ new: NewReport) throws {
    try statements.run(Self.replacement) { parameters in
      for column in ReportColumn.catalog { try column.write(new, &parameters) }
      parameters.add(id)
    }
  }

  func addDetails(of prepared: PreparedRecord, to id: Int64) throws {
    let record = prepared.record
    try addFindings(record.findings, prepared.facts, to: id)
    try addLabels(of: record, to: id)
    if let raw = record.raw {
      try statements.run("INSERT OR IGNORE INTO raw (report, bytes) VALUES (?, ?)", [id, Data(raw)])
    }
  }

  func addFindings(_ findings: [Finding], _ facts: [PreparedText], to id: Int64) throws {
    for (position, (finding, facts)) in zip(findings, facts).enumerated() {
      try statements.run(
        """
        INSERT INTO finding (report, position, pattern, revision, confidence, certainty_of_cause, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
      ) { parameters in
        parameters.add(id)
        parameters.add(position)
        parameters.add(try dictionaries.name(finding.pattern))
        parameters.add(finding.patternRevision)
        parameters.add(finding.confidence.stored)
        parameters.add(finding.certaintyOfCause.stored)
        parameters.add(try dictionaries.facts(facts))
      }
    }
  }

  private func addLabels(of record: ReportRecord, to id: Int64) throws {
    for (key, label) in record.labels.sorted(by: { $0.key < $1.key }) {
      try statements.run(
        "INSERT INTO label (report, key, value, at) VALUES (?, ?, ?, ?)", [id, key, label.value, label.at.seconds])
    }
  }
}
