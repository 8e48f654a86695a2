internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
package import Signatures
internal import Vocabulary

/// What a history is written by: settings that take part in keys and order.
package struct HistoryRules: Sendable, Equatable {
  /// The user's own images and hosts.
  package var signatures: SignatureRules
  package var builds: BuildOrderRules

  package init(signatures: SignatureRules = .builtIn, builds: BuildOrderRules = .init()) {
    self.signatures = signatures
    self.builds = builds
  }
}

/// Puts reports into the tables, within one transaction. `flush` must be called before the transaction ends.
///
/// What is stored depends on the set of reports and not on their order, so that histories can be merged.
final class ReportWriter {
  let database: Database
  let rules: HistoryRules
  let statements: Statements
  private let dictionaries: Dictionaries
  let builds: BuildTable
  let issues: IssueTable
  private var tally = Tally()
  /// Day before which reports are no longer kept; `nil` when nothing was pruned.
  private let prunedBefore: Int?
  /// Issues whose state may have changed by what was stored.
  private var arrivals: [(issue: Int64, build: Int64, seenAt: Int)] = []

  init(_ database: Database, _ rules: HistoryRules) throws {
    self.database = database
    self.rules = rules
    statements = Statements(database)
    dictionaries = Dictionaries(statements)
    builds = BuildTable(statements, order: rules.builds)
    issues = IssueTable(statements, builds)
    prunedBefore = try Meta.prunedBefore(database)
  }

  enum Outcome: Equatable {
    /// Stored and counted in its issue.
    case counted(report: Int64, issue: Int64)
    /// Stored as another rendering of the report that is counted.
    case variant(report: Int64, of: Int64, issue: Int64)
    /// The same bytes were stored before.
    case known(report: Int64, issue: Int64, variantOf: Int64?)
    /// From before the days that the history keeps.
    case tooOld
  }

  func store(_ record: ReportRecord) throws -> Outcome {
    try statements.run("DELETE FROM problem WHERE path = ?", [record.path])
    let digest = Data(record.digest.bytes)
    if let stored = try statements.row(
      """
      SELECT id, issue, variant_of, day, build, os, device, damaged, seen_at, digest FROM report
      WHERE substr(digest, 1, 8) = substr(?1, 1, 8) AND digest = ?1
      """, [digest])
    {
      return try meet(CountedRow(stored), record)
    }
    if let prunedBefore, record.time.day < prunedBefore { return .tooOld }

    let stack = try dictionaries.stack(record.signatureInput, rules.signatures)
    let issue = try issues.id(of: stack)
    let build = try builds.id(of: record)
    let cell = Cell(
      issue: issue, day: record.time.day, build: build, os: try dictionaries.name(record.os),
      device: try dictionaries.name(record.device))
    let id = try insert(record, stack, cell)
    try addParts(of: record, to: id)
    guard let incident = record.incident else {
      try count(record, cell, build)
      return .counted(report: id, issue: issue)
    }
    return try chooseOriginal(of: incident, added: id, record, cell, stack)
  }

  /// Brings roll-ups, issues, groups and states up to what was stored. Returns the issues that were regressed by it.
  func flush() throws -> Set<Int64> {
    try tally.flush(statements)
    let created = issues.created
    let changed = issues.changed
    let gone = try issues.flush()
    let grouping = Grouping(statements)
    if !created.isEmpty || !gone.isEmpty { try grouping.update(created: created.filter { !gone.contains($0) }) }
    defer { arrivals = [] }
    return try IssueStates(statements, builds).arrived(arrivals, changed: changed)
  }

  func signature(of record: ReportRecord) -> Signature {
    dictionaries.signature(record.signatureInput, rules.signatures)
  }

  private func count(_ record: ReportRecord, _ cell: Cell, _ build: Int64) throws {
    tally.add(cell, 1)
    try issues.add(record, to: cell.issue, build: build)
    arrivals.append((cell.issue, build, record.seenAt.seconds))
  }

  // MARK: - The same incident

  /// Of the renderings of one incident one is counted; the others follow it.
  private func chooseOriginal(
    of incident: String, added id: Int64, _ record: ReportRecord, _ cell: Cell, _ stack: Dictionaries.Stack
  ) throws -> Outcome {
    let renderings = try statements.rows(
      """
      SELECT id, issue, variant_of, day, build, os, device, damaged, seen_at, digest FROM report WHERE incident = ?
      """, [IncidentBytes.encoded(incident)]
    ).map(CountedRow.init)
    guard renderings.count > 1, let original = renderings.min(by: CountedRow.isPreferred) else {
      try count(record, cell, cell.build)
      return .counted(report: id, issue: cell.issue)
    }
    let counted = renderings.filter { $0.variantOf == nil && $0.id != id }
    if original.id == id {
      for other in counted { try uncount(other) }
      try count(record, cell, cell.build)
    }
    for other in renderings where other.id != original.id {
      try statements.run(
        "UPDATE report SET variant_of = ?, issue = ? WHERE id = ?", [original.id, original.issue, other.id])
    }
    try noteSameIncident(renderings, original)
    return original.id == id
      ? .counted(report: id, issue: cell.issue)
      : .variant(report: id, of: original.id, issue: original.issue)
  }

  private func uncount(_ row: CountedRow) throws {
    tally.add(row.cell, -1)
    try issues.remove(from: row.issue)
  }

  /// One crash, read in two forms, may have two keys where one form has no inlined functions. If nothing else differs
  /// the keys mean one issue. Another report under the same incident id is not believed: ids can be forged.
  private func noteSameIncident(_ renderings: [CountedRow], _ original: CountedRow) throws {
    guard let own = try stack(of: original.id) else { return }
    for other in renderings where other.id != original.id {
      guard let second = try stack(of: other.id), second.key != own.key,
        own.signature.isSameWithoutInlining(as: second.signature)
      else { continue }
      try addAlias(level: "incident", second.key, own.key)
    }
  }

  private func stack(of report: Int64) throws -> Dictionaries.Stack? {
    guard
      let text = try String.fetchOne(
        try statements("SELECT input FROM stack WHERE id = (SELECT stack FROM report WHERE id = ?)"),
        arguments: [report]),
      let input = SignatureInput(encoded: text)
    else { return nil }
    return try dictionaries.stack(input, rules.signatures)
  }

  private func addAlias(level: String, _ key: String, _ issue: String) throws {
    try statements.run(
      "INSERT OR IGNORE INTO issue_alias (signature_version, level, key, issue) VALUES (?, ?, ?, ?)",
      [Signature.currentVersion, level, key, issue])
  }

  // MARK: - The same bytes

  /// The same bytes again: labels are added, the earliest arrival stays, and of two readings the better one is kept.
  private func meet(_ stored: CountedRow, _ record: ReportRecord) throws -> Outcome {
    try addLabels(of: record, to: stored.id)
    if record.seenAt.seconds < stored.seenAt {
      try statements.run("UPDATE report SET seen_at = ? WHERE id = ?", [record.seenAt.seconds, stored.id])
    }
    if let raw = record.raw {
      try statements.run("INSERT OR IGNORE INTO raw (report, bytes) VALUES (?, ?)", [stored.id, Data(raw)])
    }
    var row = stored
    if try isBetter(record, than: stored.id) { row = try replaceReading(of: stored, by: record) }
    return .known(report: row.id, issue: row.issue, variantOf: row.variantOf)
  }

  /// More names win, then the later program, then, so that the order of arrival does not matter, the larger text.
  private func isBetter(_ record: ReportRecord, than id: Int64) throws -> Bool {
    guard
      let row = try statements.row(
        """
        SELECT stack.provisional, report.named_frames, program.text AS program, stack.input, evidence.digest AS evidence
        FROM report JOIN stack ON stack.id = report.stack JOIN name AS program ON program.id = report.program
          LEFT JOIN evidence ON evidence.id = report.evidence
        WHERE report.id = ?
        """, [id])
    else { return false }
    let isProvisional = dictionaries.signature(record.signatureInput, rules.signatures).isProvisional
    let wasProvisional: Bool = row["provisional"]
    if isProvisional != wasProvisional { return wasProvisional }
    let named: Int = row["named_frames"]
    if record.namedFrames != named { return record.namedFrames > named }
    let program: String = row["program"]
    if record.program != program { return ProgramVersion.isLater(record.program, than: program) }
    let input: String = row["input"]
    let text = record.signatureInput.encoded
    if text != input { return text > input }
    let hadEvidence = row["evidence"] as Data? != nil
    return record.evidence != nil && !hadEvidence
  }

  /// Puts a better reading of the same bytes in the place of the stored one.
  private func replaceReading(of stored: CountedRow, by record: ReportRecord) throws -> CountedRow {
    let old = try stack(of: stored.id)
    let stack = try dictionaries.stack(record.signatureInput, rules.signatures)
    if let old, old.key != stack.key, old.signature.isProvisional, !stack.signature.isProvisional {
      try addAlias(level: "default", old.key, stack.key)
    }
    let build = try builds.id(of: record)
    var row = stored
    if stored.variantOf == nil {
      try uncount(stored)
      row.issue = try issues.id(of: stack)
    }
    row.cell = Cell(
      issue: row.issue, day: stored.cell.day, build: build, os: try dictionaries.name(record.os),
      device: try dictionaries.name(record.device))
    try statements.run(
      """
      UPDATE report SET issue = ?, stack = ?, evidence = coalesce(?, evidence), build = ?, os = ?, os_build = ?,
        device = ?, architecture = ?, exception = ?, signal = ?, termination = ?, headline = ?, place = ?, program = ?,
        named_frames = ?, damaged = ? WHERE id = ?
      """,
      [
        row.issue, stack.id, try dictionaries.evidence(record.evidence), build, row.cell.os,
        try dictionaries.name(record.osBuild), row.cell.device, try dictionaries.name(record.architecture),
        try dictionaries.name(record.exception), try dictionaries.name(record.signal),
        try dictionaries.name(record.termination), try dictionaries.name(record.headline),
        try dictionaries.name(record.place), try dictionaries.name(record.program), record.namedFrames,
        record.isDamaged, stored.id,
      ])
    try statements.run("DELETE FROM finding WHERE report = ?", [stored.id])
    try addFindings(record.findings, to: stored.id)
    if stored.variantOf == nil {
      try statements.run("UPDATE report SET issue = ? WHERE variant_of = ?", [row.issue, stored.id])
      var counted = record
      counted.crashedAt = Timestamp(seconds: try Int(statements.number("SELECT time FROM report WHERE id = ?", [stored.id]) ?? 0))
      try count(counted, row.cell, build)
    }
    return row
  }

  /// New findings for a stored report: patterns were judged again.
  func replaceFindings(of id: Int64, issue: Int64, by findings: [Finding], headline: String, place: String?) throws {
    try statements.run("DELETE FROM finding WHERE report = ?", [id])
    try addFindings(findings, to: id)
    try statements.run(
      "UPDATE report SET headline = ?, place = ? WHERE id = ?",
      [try dictionaries.name(headline), try dictionaries.name(place), id])
    try issues.renewWords(of: issue)
  }

  /// Gives the reports of a stack the keys that its input has now. Returns how many there were.
  func move(stack: Int64, key: String, version: Int, to input: SignatureInput) throws -> Int {
    let target = try dictionaries.stack(input, rules.signatures)
    guard target.id != stack else { return 0 }
    if target.key != key {
      try statements.run(
        "INSERT OR IGNORE INTO issue_alias (signature_version, level, key, issue) VALUES (?, 'default', ?, ?)",
        [version, key, target.key])
    }
    let issue = try issues.id(of: target)
    let rows = try statements.rows("SELECT * FROM report WHERE stack = ?", [stack])
    let reader = StoredReportReader(database: database)
    for row in rows {
      let counted = CountedRow(row)
      try statements.run("UPDATE report SET stack = ? WHERE id = ?", [target.id, counted.id])
      guard counted.variantOf == nil else { continue }
      try uncount(counted)
      try statements.run("UPDATE report SET issue = ?2 WHERE id = ?1 OR variant_of = ?1", [counted.id, issue])
      var cell = counted.cell
      cell.issue = issue
      try count(try reader.record(row), cell, cell.build)
    }
    try statements.run("DELETE FROM stack WHERE id = ?", [stack])
    return rows.count
  }

  // MARK: - Rows

  private func insert(_ record: ReportRecord, _ stack: Dictionaries.Stack, _ cell: Cell) throws -> Int64 {
    let time = TimeParts(record.crashed, record.crashedAt)
    let (folder, file) = Self.split(record.path)
    try statements.run(
      """
      INSERT INTO report (
        digest, incident, issue, stack, evidence, time, day, seen_at, time_stated, zone, fraction, crashed_as_written,
        launched, uptime, kind, format, bug_type, damaged, build, os, os_build, device, architecture, exception,
        signal, termination, headline, place, folder, file, program, named_frames)
      VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
      """,
      [
        Data(record.digest.bytes), record.incident.map(IncidentBytes.encoded), cell.issue, stack.id,
        try dictionaries.evidence(record.evidence), record.time.seconds, record.time.day, record.seenAt.seconds,
        record.crashedAt != nil, time.zone, time.fraction, time.asWritten, record.launched, record.uptimeSeconds,
        try dictionaries.name(record.kind), try dictionaries.name(record.format), record.bugType, record.isDamaged,
        cell.build, cell.os, try dictionaries.name(record.osBuild), cell.device,
        try dictionaries.name(record.architecture), try dictionaries.name(record.exception),
        try dictionaries.name(record.signal), try dictionaries.name(record.termination),
        try dictionaries.name(record.headline), try dictionaries.name(record.place), try dictionaries.name(folder),
        file, try dictionaries.name(record.program), record.namedFrames,
      ])
    return database.lastInsertedRowID
  }

  private func addParts(of record: ReportRecord, to id: Int64) throws {
    try addFindings(record.findings, to: id)
    try addLabels(of: record, to: id)
    if let raw = record.raw {
      try statements.run("INSERT INTO raw (report, bytes) VALUES (?, ?)", [id, Data(raw)])
    }
  }

  private func addFindings(_ findings: [Finding], to id: Int64) throws {
    for (position, finding) in findings.enumerated() {
      try statements.run(
        """
        INSERT INTO finding (report, position, pattern, revision, confidence, certainty_of_cause, said)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, position, try dictionaries.name(finding.pattern), finding.patternRevision, finding.confidence.stored,
          finding.certaintyOfCause.stored, try dictionaries.said(FindingText.encoded(finding)),
        ])
    }
  }

  /// The later label wins, between equals the larger value.
  private func addLabels(of record: ReportRecord, to id: Int64) throws {
    for (key, value) in record.labels.sorted(by: { $0.key < $1.key }) {
      try statements.run(
        """
        INSERT INTO label (report, key, value, at) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at
        WHERE (excluded.at, excluded.value) > (at, value)
        """, [id, key, value, record.labelsAt.seconds])
    }
  }

  /// A path in two: many reports share the folder.
  private static func split(_ path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }
}

/// Apple's incident ids as 16 bytes; other texts as they are.
enum IncidentBytes {
  static func encoded(_ incident: String) -> Data {
    if let uuid = UUID(uuidString: incident), uuid.uuidString == incident {
      return withUnsafeBytes(of: uuid.uuid) { Data($0) }
    }
    // A leading 0, and never 16 bytes.
    let text = Data([0]) + Data(incident.utf8)
    return text.count == 16 ? text + Data([0]) : text
  }

  static func decoded(_ bytes: Data) -> String {
    if bytes.count == 16 {
      let b = Array(bytes)
      return UUID(
        uuid: (
          b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
        )
      ).uuidString
    }
    let text = bytes.count == 17 && bytes.last == 0 ? bytes.dropFirst().dropLast() : bytes.dropFirst()
    return String(decoding: text, as: UTF8.self)
  }
}

/// Versions of this program, as the history keeps them: `diagnose 0.2.0`.
enum ProgramVersion {
  static func isLater(_ program: String, than other: String) -> Bool {
    let (left, right) = (numbers(program), numbers(other))
    if left != right { return right.lexicographicallyPrecedes(left) }
    return program > other
  }

  private static func numbers(_ program: String) -> [Int] {
    program.split(separator: " ").last.map { $0.split(separator: ".").map { Int($0) ?? 0 } } ?? []
  }
}
