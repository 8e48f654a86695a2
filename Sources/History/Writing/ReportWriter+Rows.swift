internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
internal import Vocabulary

/// The rows of a report: `report`, `finding`, `label`, `raw`.
extension ReportWriter {
  func insert(_ prepared: PreparedRecord, _ rollupKey: RollupKey) throws -> Int64 {
    try statements.run(
      """
      INSERT INTO report (
        digest, incident, pid, own_key, issue, stack, evidence, time, day, seen_at, time_stated, zone, fraction,
        crashed_as_written, launched, uptime, kind, format, bug_type, damaged, build, os, os_build, device, architecture, exception,
        signal, termination, summary, location, folder, file, program, named_frames, reporter)
      VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
      """
    ) { parameters in
      parameters.add(prepared.record.digest)
      try bind(prepared, rollupKey, to: &parameters)
    }
    return database.lastInsertedRowID
  }

  func update(_ id: Int64, _ prepared: PreparedRecord, _ rollupKey: RollupKey) throws {
    try statements.run(
      """
      UPDATE report SET (
        incident, pid, own_key, issue, stack, evidence, time, day, seen_at, time_stated, zone, fraction,
        crashed_as_written, launched, uptime, kind, format, bug_type, damaged, build, os, os_build, device, architecture, exception,
        signal, termination, summary, location, folder, file, program, named_frames, reporter)
      = (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) WHERE id = ?
      """
    ) { parameters in
      try bind(prepared, rollupKey, to: &parameters)
      parameters.add(id)
    }
  }

  /// Binds the values of a row after the digest, in the column order of both statements.
  private func bind(_ prepared: PreparedRecord, _ rollupKey: RollupKey, to parameters: inout Parameters) throws {
    let record = prepared.record
    let time = prepared.time
    let (folder, file) = Self.split(record.path)
    parameters.add(record.incident.map(IncidentBytes.encoded))
    parameters.add(record.pid)
    parameters.add(Signature.number(ofKey: prepared.stack.key))
    parameters.add(rollupKey.issue)
    parameters.add(try dictionaries.stack(prepared.stack))
    parameters.add(try evidence(of: prepared))
    parameters.add(record.time.seconds)
    parameters.add(record.time.day)
    parameters.add(record.seenAt.seconds)
    parameters.add(record.crashedAt != nil)
    parameters.add(time.zone)
    parameters.add(time.fraction)
    parameters.add(time.asWritten)
    parameters.add(record.launched)
    parameters.add(record.uptimeSeconds)
    parameters.add(try dictionaries.name(record.kind))
    parameters.add(try dictionaries.name(record.format))
    parameters.add(record.bugType)
    parameters.add(record.isDamaged)
    parameters.add(rollupKey.build)
    parameters.add(rollupKey.os)
    parameters.add(try dictionaries.name(record.osBuild))
    parameters.add(rollupKey.device)
    parameters.add(try dictionaries.name(record.architecture))
    parameters.add(try dictionaries.name(record.exception))
    parameters.add(try dictionaries.name(record.signal))
    parameters.add(try dictionaries.name(record.termination))
    parameters.add(try dictionaries.name(record.summary))
    parameters.add(try dictionaries.name(record.location))
    parameters.add(try dictionaries.name(folder))
    parameters.add(file)
    parameters.add(try dictionaries.name(record.program))
    parameters.add(record.namedFrames)
    parameters.add(record.reporter)
  }

  private func evidence(of prepared: PreparedRecord) throws -> Int64? {
    guard let bytes = prepared.record.evidence, let digest = prepared.evidence else { return nil }
    return try dictionaries.evidence(bytes, digest)
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

  /// Splits a path into folder and file, because many reports share the folder.
  private static func split(_ path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }
}
