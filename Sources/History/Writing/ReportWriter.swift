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
  let preparer: RecordPreparer
  let dictionaries: Dictionaries
  let builds: BuildTable
  let issues: IssueTable
  private var rollupDelta = RollupDelta()
  private var reporterDelta = ReporterDelta()
  /// The day before which reports are not stored; `nil` if nothing was pruned.
  private let prunedBefore: Int?
  /// The earliest arrival of a report, in seconds; `nil` for an empty history.
  private var firstArrival: Int?
  private var isFirstArrivalChanged = false
  /// Whether problems are recorded, which storing a report from the same path removes.
  private let hasProblems: Bool
  /// The keys that became aliases of an issue.
  var aliased: Set<String> = []
  /// The issues that may have lost an alias.
  var formerTargets: Set<String> = []
  /// Where changes are noted for the server of a shared history.
  let outbox: Outbox?
  private var layout: ReportLayout?
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
    let id = try insert(NewReport(prepared, rollupKey, self))
    try addDetails(of: prepared, to: id)
    // A pruned reading of the same bytes may have left other keys.
    if !prepared.record.otherKeys.isEmpty || prunedBefore != nil {
      try recordOtherKeys(of: prepared.record, now: prepared.stack.key)
    }
    return try addForm(id, prepared, rollupKey)
  }

  /// The beginning of 2025. A report that arrived before the first version of this program has the time of a wrong clock.
  private static let firstPlausibleArrival = 1_735_689_600

  private func noteArrival(_ time: Timestamp) {
    guard time.seconds >= Self.firstPlausibleArrival, time.seconds < firstArrival ?? .max else { return }
    firstArrival = time.seconds
    isFirstArrivalChanged = true
  }

  func rollupKey(of prepared: PreparedRecord) throws -> RollupKey {
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
    try reporterDelta.flush(statements)
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
      try IssueMerging(statements).update(
        created: created.filter { !left.contains($0) }, removed: removed, aliased: aliased)
      regressed = try states.recomputeMoved(
        since: canonicalIssues, created: created, keys: aliased.union(formerTargets).union(removed.map(\.key)))
      (aliased, formerTargets) = ([], [])
    }
    regressed.formUnion(try states.recomputeResolvedInAddedBuilds())
    return regressed.union(try states.regressedIssues(in: changes))
  }

  /// Returns the positions of the columns in rows of `SELECT * FROM report`.
  func layout(of row: Row) throws -> ReportLayout {
    if let layout { return layout }
    let layout = try ReportLayout(row)
    self.layout = layout
    return layout
  }

  func signature(of record: ReportRecord) -> Signature { preparer.stack(record.signatureInput).signature }

  func addToCounts(_ prepared: PreparedRecord, _ rollupKey: RollupKey) throws {
    rollupDelta.add(rollupKey, 1)
    reporterDelta.add(rollupKey.issue, prepared.record.reporter, 1)
    try issues.add(prepared, to: rollupKey.issue, build: rollupKey.build, dictionaries)
  }

  func removeFromCounts(_ row: CountedRow) throws {
    rollupDelta.add(row.rollupKey, -1)
    reporterDelta.add(row.issue, row.reporter, -1)
    try issues.remove(from: row.issue)
  }

  func stack(of report: Int64) throws -> PreparedStack? {
    guard
      let text = try StoredText.fetchOne(
        try statements("SELECT input FROM stack WHERE id = (SELECT stack FROM report WHERE id = ?)"),
        arguments: [report]),
      let input = SignatureInput(encoded: text)
    else { return nil }
    return preparer.stack(input)
  }

  func addAlias(level: String, _ key: String, _ issue: String, source: Data) throws {
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
    let ownOrOriginal = counted.variantOf == nil ? rollupKey : counted.rollupKeyAsVariant(rollupKey)
    try update(counted.id, NewReport(prepared, ownOrOriginal, self))
    try statements.run("DELETE FROM finding WHERE report = ?", [counted.id])
    try statements.run("DELETE FROM label WHERE report = ?", [counted.id])
    try addDetails(of: prepared, to: counted.id)
    try recordOtherKeys(of: merged, now: prepared.stack.key)
    switch try regroupForms(of: counted.id, formerly: counted.variantOf, prepared) {
    case .counted(let id, let issue): return .alreadyStored(report: id, issue: issue, variantOf: nil)
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
      try statements.run(
        "UPDATE report SET stack = ?, own_key = ? WHERE id = ?",
        [newStack, Signature.number(ofKey: target.key), counted.id])
      try recordOtherKeys(of: record, now: target.key)
      guard counted.variantOf == nil else { continue }
      try removeFromCounts(counted)
      var rollupKey = counted.rollupKey
      rollupKey.issue = try issues.id(of: target)
      try statements.run(
        "UPDATE report SET issue = ?2 WHERE id = ?1 OR variant_of = ?1", [counted.id, rollupKey.issue])
      try addToCounts(preparer.prepare(record), rollupKey)
    }
    // With another key, a report may be a form of others.
    for row in rows where row[checked: "incident"] as Data? != nil { try regroupForms(of: row[checked: "id"]) }
    try statements.run("DELETE FROM stack WHERE id = ?", [stack])
    return rows.count
  }
}
