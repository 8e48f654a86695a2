internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
import Signatures
internal import Vocabulary

/// Writes reports to the tables, within one transaction. Call `flush` before the transaction ends.
///
/// The result depends on the set of reports, not on their order, so that histories can be merged.
final class ReportWriter {
  let database: Database
  let rules: HistoryRules
  let statements: Statements
  private let preparer: RecordPreparer
  let dictionaries: Dictionaries
  let builds: BuildTable
  let issues: IssueTable
  private var rollupDelta = RollupDelta()
  /// The day before which reports are not stored; `nil` if nothing was pruned.
  private let prunedBefore: Int?
  /// The earliest arrival of a report, in seconds; `nil` for an empty history.
  private var firstArrival: Int?
  private var isFirstArrivalChanged = false
  /// Whether problems are recorded, which storing a report from the same path removes.
  private let hasProblems: Bool
  /// The keys that became aliases of an issue.
  private var aliased: Set<String> = []
  /// The issues that may have lost an alias.
  private var formerTargets: Set<String> = []
  /// Where changes are noted for the server of a shared history.
  let outbox: Outbox?
  /// Where changes are noted for the next summary; `nil` if the history makes none.
  private var summaryDays: SummaryDays?
  private let names: PrivateNameTable

  /// - Parameter isReceived: Whether the reports come from the server of the shared history, which then needs no notice.
  init(_ database: Database, _ rules: HistoryRules, isReceived: Bool = false) throws {
    self.database = database
    self.rules = rules
    preparer = RecordPreparer(rules)
    statements = Statements(database)
    dictionaries = Dictionaries(statements)
    builds = BuildTable(statements, order: rules.builds)
    issues = IssueTable(statements, builds)
    outbox = isReceived ? nil : try Outbox(statements)
    summaryDays = try SummaryDays(statements)
    names = try PrivateNameTable(statements)
    // A day in the future comes from a clock that was wrong. It must not reject the reports of today. Copies of a shared
    // history reject the same reports, independent of their clocks.
    let isCopy = isReceived || outbox != nil
    prunedBefore = try Meta.prunedBefore(database).map { isCopy ? $0 : min($0, rules.clock().day - 1) }
    firstArrival = try Meta.firstArrival(database)
    hasProblems = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM problem)") ?? false
    try outbox?.check(limit: rules.maxUnsent)
  }

  enum Outcome: Equatable {
    /// Stored and counted in its issue.
    case counted(report: Int64, issue: Int64)
    /// Stored as a variant of the counted report.
    case variant(report: Int64, of: Int64, issue: Int64)
    /// The same bytes were already stored.
    case alreadyStored(report: Int64, issue: Int64, variantOf: Int64?)
    /// Older than the days that the history stores.
    case tooOld
  }

  func store(_ record: ReportRecord) throws -> Outcome { try store(preparer.prepare(record)) }

  func store(_ prepared: PreparedRecord) throws -> Outcome {
    if hasProblems { try statements.run("DELETE FROM problem WHERE path = ?", [prepared.record.path]) }
    let known = try statements.number(
      "SELECT id FROM report WHERE substr(digest, 1, 8) = substr(?1, 1, 8) AND digest = ?1"
    ) { $0.add(prepared.record.digest) }
    if let known, let stored = try statements.row("SELECT * FROM report WHERE id = ?", [known]) {
      noteArrival(prepared.record.seenAt)
      if let added = prepared.names { try names.add(added, to: prepared.record.digest) }
      return try mergeDuplicate(stored, prepared)
    }
    if let prunedBefore, prepared.record.time.day < prunedBefore { return .tooOld }
    noteArrival(prepared.record.seenAt)
    if let added = prepared.names { try names.add(added, to: prepared.record.digest) }
    try outbox?.add(prepared.record.digest)
    let rollupKey = try rollupKey(of: prepared)
    let id = try insert(prepared, rollupKey)
    try addDetails(of: prepared, to: id)
    // A pruned reading of the same bytes may have left other keys.
    if !prepared.record.otherKeys.isEmpty || prunedBefore != nil {
      try recordOtherKeys(of: prepared.record, now: prepared.stack.key)
    }
    guard let incident = prepared.record.incident.map(IncidentBytes.encoded), try isStored(incident, besides: id) else {
      try addToCounts(prepared, rollupKey)
      return .counted(report: id, issue: rollupKey.issue)
    }
    return try selectCanonicalReport(id, prepared, rollupKey)
  }

  /// The beginning of 2025. A report that arrived before the first version of this program has the time of a wrong clock.
  private static let firstPlausibleArrival = 1_735_689_600

  private func noteArrival(_ time: Timestamp) {
    guard time.seconds >= Self.firstPlausibleArrival, time.seconds < firstArrival ?? .max else { return }
    firstArrival = time.seconds
    isFirstArrivalChanged = true
  }

  private func rollupKey(of prepared: PreparedRecord) throws -> RollupKey {
    let record = prepared.record
    return RollupKey(
      issue: try issues.id(of: prepared.stack), day: record.time.day, build: try builds.id(of: record),
      os: try dictionaries.name(record.os), device: try dictionaries.name(record.device))
  }

  /// Updates roll-ups, issues, merges and states with the stored reports. Returns the issues that regressed.
  func flush() throws -> Set<Int64> {
    for day in rollupDelta.days { summaryDays?.note(day) }
    try summaryDays?.flush()
    try rollupDelta.flush(statements)
    if isFirstArrivalChanged, let firstArrival { try Meta.setFirstArrival(firstArrival, database) }
    isFirstArrivalChanged = false
    let created = issues.created
    let changes = issues.changes
    let states = IssueStates(statements, builds)
    let isRegrouped = !created.isEmpty || !aliased.isEmpty || issues.willRemoveIssues
    // Removing an issue undoes the merges into it.
    let canonicalIssues = isRegrouped ? try states.canonicalIssues() : [:]
    let removed = try issues.flush()
    var regressed: Set<Int64> = []
    if isRegrouped {
      let left = Set(removed.map(\.id))
      try Grouping(statements).update(
        created: created.filter { !left.contains($0) }, removed: removed, aliased: aliased)
      regressed = try states.recomputeMoved(
        since: canonicalIssues, created: created, keys: aliased.union(formerTargets).union(removed.map(\.key)))
      (aliased, formerTargets) = ([], [])
    }
    regressed.formUnion(try states.recomputeResolvedInAddedBuilds())
    return regressed.union(try states.regressedIssues(in: changes))
  }

  func signature(of record: ReportRecord) -> Signature { preparer.stack(record.signatureInput).signature }

  private func addToCounts(_ prepared: PreparedRecord, _ rollupKey: RollupKey) throws {
    rollupDelta.add(rollupKey, 1)
    try issues.add(prepared, to: rollupKey.issue, build: rollupKey.build, dictionaries)
  }

  private func removeFromCounts(_ row: CountedRow) throws {
    rollupDelta.add(row.rollupKey, -1)
    try issues.remove(from: row.issue)
  }

  // MARK: - The same incident

  private func isStored(_ incident: Data, besides id: Int64) throws -> Bool {
    try statements.number("SELECT id FROM report WHERE incident = ? AND id <> ? LIMIT 1") { parameters in
      parameters.add(incident)
      parameters.add(id)
    } != nil
  }

  /// Selects the report of an incident to be counted; the others become its variants. The report `id` is already written,
  /// but not yet counted.
  private func selectCanonicalReport(_ id: Int64, _ prepared: PreparedRecord, _ rollupKey: RollupKey) throws -> Outcome
  {
    let record = prepared.record
    guard let incident = record.incident.map(IncidentBytes.encoded) else {
      try addToCounts(prepared, rollupKey)
      return .counted(report: id, issue: rollupKey.issue)
    }
    let rows = try statements.rows("SELECT * FROM report WHERE incident = ? ORDER BY id", [incident])
    let renderings = rows.map(CountedRow.init)
    guard let original = renderings.min(by: CountedRow.isPreferred) else { return .tooOld }
    var counted = rollupKey
    if original.id == id {
      for other in renderings where other.id != id && other.variantOf == nil { try removeFromCounts(other) }
      try addToCounts(prepared, rollupKey)
    } else if original.variantOf != nil, let row = rows.first(where: { $0[checked: "id"] == original.id }) {
      // A variant becomes the counted report. Until now it had the issue of the former original.
      for other in renderings where other.id != id && other.variantOf == nil { try removeFromCounts(other) }
      let reading = preparer.prepare(try StoredReportReader(database, rules).record(row))
      counted = try self.rollupKey(of: reading)
      try addToCounts(reading, counted)
    } else {
      counted = original.rollupKey
    }
    for row in renderings {
      try statements.run(
        "UPDATE report SET variant_of = ?, issue = ? WHERE id = ?",
        [row.id == original.id ? nil : original.id, counted.issue, row.id])
    }
    try recordIncidentAliases(incident)
    return original.id == id
      ? .counted(report: id, issue: counted.issue)
      : .variant(report: id, of: original.id, issue: counted.issue)
  }

  /// Records the keys of two forms of one crash as aliases. The keys may differ because only one form names inlined
  /// functions. If they differ in anything else, no alias is recorded, because incident ids can be forged.
  private func recordIncidentAliases(_ incident: Data) throws {
    for alias in try statements.rows(
      "SELECT key, issue FROM issue_alias WHERE source = ? AND level = 'incident'", [incident])
    {
      aliased.insert(alias[checked: "key"])
      formerTargets.insert(alias[checked: "issue"])
    }
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
      let text = try StoredText.fetchOne(
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

  /// Records other keys of the same bytes, from readings in this history or another.
  private func recordOtherKeys(of record: ReportRecord, now key: String) throws {
    let digest = Data(record.digest.bytes)
    let aliases = try statements.rows(
      "SELECT key, issue FROM issue_alias WHERE source = ? AND level = 'default'", [digest])
    let known = aliases.map { $0[checked: "key"] as String }
    let targets = aliases.map { $0[checked: "issue"] as String }
    formerTargets.formUnion(targets)
    let others = Set(record.otherKeys + known + targets).subtracting([key])
    guard !others.isEmpty || !known.isEmpty else { return }
    try statements.run("DELETE FROM issue_alias WHERE source = ? AND level = 'default'", [digest])
    aliased.formUnion(known)
    for other in others.sorted() { try addAlias(level: "default", other, key, source: digest) }
  }

  // MARK: - The same bytes

  /// Merges a second reading of the same bytes into the stored report.
  private func mergeDuplicate(_ row: Row, _ prepared: PreparedRecord) throws -> Outcome {
    let record = prepared.record
    let counted = CountedRow(row)
    if try addsNothing(row, prepared) {
      if try updateLabels(of: counted.id, record.labels) {
        try outbox?.add(record.digest)
        summaryDays?.note(row[checked: "day"])
      }
      return .alreadyStored(report: counted.id, issue: counted.issue, variantOf: counted.variantOf)
    }
    let stored = try StoredReportReader(database, rules).record(row)
    let merged = stored.merged(with: record) { self.signature(of: $0) }
    if merged == stored {
      return .alreadyStored(report: counted.id, issue: counted.issue, variantOf: counted.variantOf)
    }
    try outbox?.add(record.digest)
    if counted.variantOf == nil { try removeFromCounts(counted) }
    let prepared = preparer.prepare(merged)
    let rollupKey = try rollupKey(of: prepared)
    // A variant keeps the issue of its original.
    try update(counted.id, prepared, counted.variantOf == nil ? rollupKey : counted.rollupKeyAsVariant(rollupKey))
    try statements.run("DELETE FROM finding WHERE report = ?", [counted.id])
    try statements.run("DELETE FROM label WHERE report = ?", [counted.id])
    try addDetails(of: prepared, to: counted.id)
    try recordOtherKeys(of: merged, now: prepared.stack.key)
    switch try selectCanonicalReport(counted.id, prepared, rollupKey) {
    case .counted(let id, let issue):
      try statements.run("UPDATE report SET issue = ? WHERE variant_of = ?", [issue, id])
      return .alreadyStored(report: id, issue: issue, variantOf: nil)
    case .variant(let id, let original, let issue): return .alreadyStored(report: id, issue: issue, variantOf: original)
    case .alreadyStored, .tooOld: return .tooOld
    }
  }

  /// Replaces the findings of a stored report that was re-diagnosed.
  func replaceFindings(of id: Int64, issue: Int64, by findings: [Finding], summary: String, location: String?) throws {
    if summaryDays != nil, let day = try statements.number("SELECT day FROM report WHERE id = ?", [id]) {
      summaryDays?.note(Int(day))
    }
    try statements.run("DELETE FROM finding WHERE report = ?", [id])
    try addFindings(findings, findings.map { PreparedText(FindingFacts.encoded($0)) }, to: id)
    try statements.run(
      "UPDATE report SET summary = ?, location = ? WHERE id = ?",
      [try dictionaries.name(summary), try dictionaries.name(location), id])
    try issues.reloadLatest(of: issue)
  }

  /// Moves the reports of a stack to the keys that its input now has. Returns the number of reports.
  func move(stack: Int64, key: String, to input: SignatureInput) throws -> Int {
    let target = preparer.stack(input)
    let newStack = try dictionaries.stack(target)
    guard newStack != stack else { return 0 }
    let rows = try statements.rows("SELECT * FROM report WHERE stack = ? ORDER BY id", [stack])
    let reader = StoredReportReader(database, rules)
    for row in rows {
      let counted = CountedRow(row)
      var record = try reader.record(row)
      if target.key != key { record.otherKeys.append(key) }
      try statements.run("UPDATE report SET stack = ? WHERE id = ?", [newStack, counted.id])
      try recordOtherKeys(of: record, now: target.key)
      guard counted.variantOf == nil else { continue }
      try removeFromCounts(counted)
      var rollupKey = counted.rollupKey
      rollupKey.issue = try issues.id(of: target)
      try statements.run(
        "UPDATE report SET issue = ?2 WHERE id = ?1 OR variant_of = ?1", [counted.id, rollupKey.issue])
      try addToCounts(preparer.prepare(record), rollupKey)
    }
    try statements.run("DELETE FROM stack WHERE id = ?", [stack])
    return rows.count
  }
}
