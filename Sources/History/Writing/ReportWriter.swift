package import CrashReports
package import Diagnosis
internal import Foundation
internal import GRDB
import Signatures
internal import Vocabulary

/// What a history is written by: settings that take part in keys and order.
package struct HistoryRules: Sendable {
  /// The user's own images and hosts.
  package var signatures: ImageRules
  /// How the builds of each app are ordered.
  package var builds: BuildOrderRules
  /// By which findings are put into words when they are read.
  package var patterns: PatternSet

  /// Creates rules from their parts; by default those without any settings of the user.
  package init(
    signatures: ImageRules = .builtIn, builds: BuildOrderRules = .init(), patterns: PatternSet = .catalog
  ) {
    self.signatures = signatures
    self.builds = builds
    self.patterns = patterns
  }
}

/// Puts reports into the tables, within one transaction. `flush` must be called before the transaction ends.
///
/// What is stored depends on the set of reports and not on their order, so that histories can be merged.
final class ReportWriter {
  let database: Database
  let rules: HistoryRules
  let statements: Statements
  private let preparer: RecordPreparer
  let dictionaries: Dictionaries
  let builds: BuildTable
  let issues: IssueTable
  private var tally = Tally()
  /// Day before which reports are no longer kept; `nil` when nothing was pruned.
  private let prunedBefore: Int?
  /// Whether any note of an input that was not stored may have to go.
  private let hasProblems: Bool
  /// Keys that became another name of an issue.
  private var aliased: Set<String> = []

  init(_ database: Database, _ rules: HistoryRules) throws {
    self.database = database
    self.rules = rules
    preparer = RecordPreparer(rules)
    statements = Statements(database)
    dictionaries = Dictionaries(statements)
    builds = BuildTable(statements, order: rules.builds)
    issues = IssueTable(statements, builds)
    prunedBefore = try Meta.prunedBefore(database)
    hasProblems = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM problem)") ?? false
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

  func store(_ record: ReportRecord) throws -> Outcome { try store(preparer.prepare(record)) }

  func store(_ prepared: PreparedRecord) throws -> Outcome {
    let record = prepared.record
    if hasProblems { try statements.run("DELETE FROM problem WHERE path = ?", [record.path]) }
    if let stored = try statements.row(
      "SELECT * FROM report WHERE substr(digest, 1, 8) = substr(?1, 1, 8) AND digest = ?1",
      [Data(record.digest.bytes)])
    {
      return try meet(stored, prepared)
    }
    if let prunedBefore, record.time.day < prunedBefore { return .tooOld }
    let cell = try location(of: prepared)
    let id = try insert(prepared, cell)
    try addParts(of: prepared, to: id)
    if !record.otherKeys.isEmpty { try noteReadings(of: record, now: prepared.stack.key) }
    guard let incident = record.incident.map(IncidentBytes.encoded), try isKnown(incident, besides: id) else {
      try count(prepared, cell)
      return .counted(report: id, issue: cell.issue)
    }
    return try settle(id, prepared, cell)
  }

  private func location(of prepared: PreparedRecord) throws -> Cell {
    let record = prepared.record
    return Cell(
      issue: try issues.id(of: prepared.stack), day: record.time.day, build: try builds.id(of: record),
      os: try dictionaries.name(record.os), device: try dictionaries.name(record.device))
  }

  /// Brings roll-ups, issues, groups and states up to what was stored. Returns the issues that were regressed by it.
  func flush() throws -> Set<Int64> {
    try tally.flush(statements)
    let created = issues.created
    let changes = issues.changes
    let gone = try issues.flush()
    let states = IssueStates(statements, builds)
    var regressed: Set<Int64> = []
    if !created.isEmpty || !gone.isEmpty || !aliased.isEmpty {
      let left = Set(gone.map(\.id))
      let wholes = try states.wholes()
      try Grouping(statements).update(created: created.filter { !left.contains($0) }, gone: gone, aliased: aliased)
      aliased = []
      regressed = try states.renewMoved(since: wholes, created: created)
    }
    return regressed.union(try states.arrived(in: changes))
  }

  func signature(of record: ReportRecord) -> Signature { preparer.stack(record.signatureInput).signature }

  private func count(_ prepared: PreparedRecord, _ cell: Cell) throws {
    tally.add(cell, 1)
    try issues.add(prepared, to: cell.issue, build: cell.build, dictionaries)
  }

  private func uncount(_ row: CountedRow) throws {
    tally.add(row.cell, -1)
    try issues.remove(from: row.issue)
  }

  // MARK: - The same incident

  private func isKnown(_ incident: Data, besides id: Int64) throws -> Bool {
    try statements.number("SELECT id FROM report WHERE incident = ? AND id <> ? LIMIT 1", [incident, id]) != nil
  }

  /// Of the renderings of one incident one is counted; the others follow it. `id` was written, and is not counted yet.
  private func settle(_ id: Int64, _ prepared: PreparedRecord, _ cell: Cell) throws -> Outcome {
    let record = prepared.record
    guard let incident = record.incident.map(IncidentBytes.encoded) else {
      try count(prepared, cell)
      return .counted(report: id, issue: cell.issue)
    }
    let rows = try statements.rows("SELECT * FROM report WHERE incident = ? ORDER BY id", [incident])
    let renderings = rows.map(CountedRow.init)
    guard let original = renderings.min(by: CountedRow.isPreferred) else { return .tooOld }
    var counted = cell
    if original.id == id {
      for other in renderings where other.id != id && other.variantOf == nil { try uncount(other) }
      try count(prepared, cell)
    } else if original.variantOf != nil, let row = rows.first(where: { $0[checked: "id"] == original.id }) {
      // Another rendering than before comes first now; as a variant it followed the former original.
      for other in renderings where other.id != id && other.variantOf == nil { try uncount(other) }
      let reading = preparer.prepare(try StoredReportReader(database, rules).record(row))
      counted = try location(of: reading)
      try count(reading, counted)
    } else {
      counted = original.cell
    }
    for row in renderings {
      try statements.run(
        "UPDATE report SET variant_of = ?, issue = ? WHERE id = ?",
        [row.id == original.id ? nil : original.id, counted.issue, row.id])
    }
    try noteSameIncident(incident)
    return original.id == id
      ? .counted(report: id, issue: counted.issue)
      : .variant(report: id, of: original.id, issue: counted.issue)
  }

  /// One crash, read in two forms, may have two keys where one form has no inlined functions. If nothing else differs
  /// the keys mean one issue. Another report under the same incident id is not believed: ids can be forged.
  private func noteSameIncident(_ incident: Data) throws {
    try statements.run("DELETE FROM issue_alias WHERE source = ? AND level = 'incident'", [incident])
    let renderings = try statements.rows("SELECT id, variant_of FROM report WHERE incident = ? ORDER BY id", [incident])
    guard renderings.count > 1,
      let original = renderings.first(where: { $0[checked: "variant_of"] as Int64? == nil }),
      let own = try stack(of: original[checked: "id"])
    else { return }
    for other in renderings where other[checked: "variant_of"] as Int64? != nil {
      guard let second = try stack(of: other[checked: "id"]), second.key != own.key,
        own.signature.isSameWithoutInlining(as: second.signature)
      else { continue }
      try addAlias(level: "incident", second.key, own.key, source: incident)
    }
  }

  private func stack(of report: Int64) throws -> PreparedStack? {
    guard
      let text = try String.fetchOne(
        try statements("SELECT input FROM stack WHERE id = (SELECT stack FROM report WHERE id = ?)"),
        arguments: [report]),
      let input = SignatureInput(encoded: text)
    else { return nil }
    return preparer.stack(input)
  }

  private func addAlias(level: String, _ key: String, _ issue: String, source: Data) throws {
    try statements.run(
      "INSERT OR IGNORE INTO issue_alias (level, key, issue, source) VALUES (?, ?, ?, ?)",
      [level, key, issue, source])
    aliased.insert(key)
  }

  /// Notes under which other keys the same bytes were read, here or in another history.
  private func noteReadings(of record: ReportRecord, now key: String) throws {
    let others = Set(record.otherKeys).subtracting([key])
    let digest = Data(record.digest.bytes)
    let known = try statements.rows(
      "SELECT key FROM issue_alias WHERE source = ? AND level = 'default'", [digest]
    ).map { $0[checked: "key"] as String }
    guard !others.isEmpty || !known.isEmpty else { return }
    try statements.run("DELETE FROM issue_alias WHERE source = ? AND level = 'default'", [digest])
    aliased.formUnion(known)
    for other in others.sorted() { try addAlias(level: "default", other, key, source: digest) }
  }

  // MARK: - The same bytes

  /// The same bytes again: what is stored becomes what both readings give together.
  private func meet(_ row: Row, _ prepared: PreparedRecord) throws -> Outcome {
    let record = prepared.record
    let counted = CountedRow(row)
    if try isRead(row, prepared) {
      try renewLabels(of: counted.id, record.labels)
      return .known(report: counted.id, issue: counted.issue, variantOf: counted.variantOf)
    }
    let stored = try StoredReportReader(database, rules).record(row)
    let merged = stored.merged(with: record) { self.signature(of: $0) }
    if merged == stored { return .known(report: counted.id, issue: counted.issue, variantOf: counted.variantOf) }
    if counted.variantOf == nil { try uncount(counted) }
    let prepared = preparer.prepare(merged)
    let cell = try location(of: prepared)
    // As long as it is a variant it follows its original, whatever its own issue.
    try update(counted.id, prepared, counted.variantOf == nil ? cell : counted.following(cell))
    try statements.run("DELETE FROM finding WHERE report = ?", [counted.id])
    try statements.run("DELETE FROM label WHERE report = ?", [counted.id])
    try addParts(of: prepared, to: counted.id)
    try noteReadings(of: merged, now: prepared.stack.key)
    switch try settle(counted.id, prepared, cell) {
    case .counted(let id, let issue):
      try statements.run("UPDATE report SET issue = ? WHERE variant_of = ?", [issue, id])
      return .known(report: id, issue: issue, variantOf: nil)
    case .variant(let id, let original, let issue): return .known(report: id, issue: issue, variantOf: original)
    case .known, .tooOld: return .tooOld
    }
  }

  /// New findings for a stored report: patterns were judged again.
  func replaceFindings(of id: Int64, issue: Int64, by findings: [Finding], summary: String, location: String?) throws {
    try statements.run("DELETE FROM finding WHERE report = ?", [id])
    try addFindings(findings, findings.map { PreparedText(FindingFacts.encoded($0)) }, to: id)
    try statements.run(
      "UPDATE report SET summary = ?, location = ? WHERE id = ?",
      [try dictionaries.name(summary), try dictionaries.name(location), id])
    try issues.reloadLatest(of: issue)
  }

  /// Gives the reports of a stack the keys that its input has now. Returns how many there were.
  func move(stack: Int64, key: String, to input: SignatureInput) throws -> Int {
    let target = preparer.stack(input)
    let renewed = try dictionaries.stack(target)
    guard renewed != stack else { return 0 }
    let rows = try statements.rows("SELECT * FROM report WHERE stack = ? ORDER BY id", [stack])
    let reader = StoredReportReader(database, rules)
    for row in rows {
      let counted = CountedRow(row)
      var record = try reader.record(row)
      if target.key != key { record.otherKeys.append(key) }
      try statements.run("UPDATE report SET stack = ? WHERE id = ?", [renewed, counted.id])
      try noteReadings(of: record, now: target.key)
      guard counted.variantOf == nil else { continue }
      try uncount(counted)
      var cell = counted.cell
      cell.issue = try issues.id(of: target)
      try statements.run("UPDATE report SET issue = ?2 WHERE id = ?1 OR variant_of = ?1", [counted.id, cell.issue])
      try count(preparer.prepare(record), cell)
    }
    try statements.run("DELETE FROM stack WHERE id = ?", [stack])
    return rows.count
  }

  // MARK: - Rows

  private func insert(_ prepared: PreparedRecord, _ cell: Cell) throws -> Int64 {
    try statements.run(
      """
      INSERT INTO report (
        digest, incident, issue, stack, evidence, time, day, seen_at, time_stated, zone, fraction, crashed_as_written,
        launched, uptime, kind, format, bug_type, damaged, build, os, os_build, device, architecture, exception,
        signal, termination, summary, location, folder, file, program, named_frames)
      VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
      """, [Data(prepared.record.digest.bytes)] + (try values(prepared, cell)))
    return database.lastInsertedRowID
  }

  private func update(_ id: Int64, _ prepared: PreparedRecord, _ cell: Cell) throws {
    try statements.run(
      """
      UPDATE report SET (
        incident, issue, stack, evidence, time, day, seen_at, time_stated, zone, fraction, crashed_as_written,
        launched, uptime, kind, format, bug_type, damaged, build, os, os_build, device, architecture, exception,
        signal, termination, summary, location, folder, file, program, named_frames)
      = (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) WHERE id = ?
      """, try values(prepared, cell) + [id])
  }

  /// Values of a row after the digest, in the order of both statements.
  private func values(_ prepared: PreparedRecord, _ cell: Cell) throws -> [(any DatabaseValueConvertible)?] {
    let record = prepared.record
    let time = prepared.time
    let (folder, file) = Self.split(record.path)
    return [
      record.incident.map(IncidentBytes.encoded), cell.issue, try dictionaries.stack(prepared.stack),
      try evidence(of: prepared),
      record.time.seconds, record.time.day, record.seenAt.seconds, record.crashedAt != nil, time.zone, time.fraction,
      time.asWritten, record.launched, record.uptimeSeconds, try dictionaries.name(record.kind),
      try dictionaries.name(record.format), record.bugType, record.isDamaged, cell.build, cell.os,
      try dictionaries.name(record.osBuild), cell.device, try dictionaries.name(record.architecture),
      try dictionaries.name(record.exception), try dictionaries.name(record.signal),
      try dictionaries.name(record.termination), try dictionaries.name(record.summary),
      try dictionaries.name(record.location), try dictionaries.name(folder), file,
      try dictionaries.name(record.program),
      record.namedFrames,
    ]
  }

  private func evidence(of prepared: PreparedRecord) throws -> Int64? {
    guard let bytes = prepared.record.evidence, let digest = prepared.evidence else { return nil }
    return try dictionaries.evidence(bytes, digest)
  }

  private func addParts(of prepared: PreparedRecord, to id: Int64) throws {
    let record = prepared.record
    try addFindings(record.findings, prepared.facts, to: id)
    try addLabels(of: record, to: id)
    if let raw = record.raw {
      try statements.run("INSERT OR IGNORE INTO raw (report, bytes) VALUES (?, ?)", [id, Data(raw)])
    }
  }

  private func addFindings(_ findings: [Finding], _ facts: [PreparedText], to id: Int64) throws {
    for (position, (finding, facts)) in zip(findings, facts).enumerated() {
      try statements.run(
        """
        INSERT INTO finding (report, position, pattern, revision, confidence, certainty_of_cause, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, position, try dictionaries.name(finding.pattern), finding.patternRevision, finding.confidence.stored,
          finding.certaintyOfCause.stored, try dictionaries.facts(facts),
        ])
    }
  }

  private func addLabels(of record: ReportRecord, to id: Int64) throws {
    for (key, label) in record.labels.sorted(by: { $0.key < $1.key }) {
      try statements.run(
        "INSERT INTO label (report, key, value, at) VALUES (?, ?, ?, ?)", [id, key, label.value, label.at.seconds])
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
