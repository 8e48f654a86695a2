internal import CrashReports
internal import Foundation
internal import GRDB
internal import Vocabulary

/// Finds the stored reports that are other forms of a report: those of its incident which `Occurrence` recognizes.
///
/// The relation is not transitive; its groups are. The nearest report in time on each side, and one report of each
/// signature, lead to all groups that a report joins, so that the work does not grow with the number of reports that have
/// one constant identifier.
struct IncidentForms {
  let statements: Statements

  init(_ statements: Statements) { self.statements = statements }

  /// Returns the counted reports of the groups that a report joins, in ascending order.
  ///
  /// - Parameter id: The row of the report itself, which is not searched; `nil` if it is not stored.
  func originals(of form: Occurrence, _ incident: Data, besides id: Int64?) throws -> [Int64] {
    guard try isStored(incident, besides: id) else { return [] }
    var found: Set<Int64> = []
    for row in try withSameKey(form, incident, id) + withSameTime(form, incident, id) { found.insert(row[checked: 0]) }
    return found.sorted()
  }

  private func isStored(_ incident: Data, besides id: Int64?) throws -> Bool {
    try statements.number("SELECT id FROM report WHERE incident = ? AND id IS NOT ? LIMIT 1") { parameters in
      parameters.add(incident)
      parameters.add(id)
    } != nil
  }

  private func withSameKey(_ form: Occurrence, _ incident: Data, _ id: Int64?) throws -> [Row] {
    guard let key = form.key else { return [] }
    guard let pid = form.pid else {
      return try statements.rows(
        """
        SELECT DISTINCT coalesce(variant_of, id) FROM report WHERE incident = ? AND own_key = ? AND id IS NOT ?
        """, [incident, key, id])
    }
    return try statements.rows(
      """
      SELECT coalesce(variant_of, id) FROM report WHERE incident = ? AND own_key = ? AND pid = ? AND id IS NOT ? LIMIT 1
      """, [incident, key, pid, id])
      + statements.rows(
        """
        SELECT coalesce(variant_of, id) FROM report
        WHERE incident = ? AND own_key = ? AND pid IS NULL AND id IS NOT ? LIMIT 1
        """, [incident, key, id])
  }

  private func withSameTime(_ form: Occurrence, _ incident: Data, _ id: Int64?) throws -> [Row] {
    guard let time = form.seconds else { return [] }
    let (first, last) = (time - Occurrence.clockTolerance, time + Occurrence.clockTolerance)
    guard let pid = form.pid else {
      return try statements.rows(
        """
        SELECT DISTINCT coalesce(report.variant_of, report.id) FROM report JOIN build ON build.id = report.build
        WHERE report.incident = ? AND report.time BETWEEN ? AND ? AND report.time_stated AND build.process = ?
          AND report.id IS NOT ?
        """, [incident, first, last, form.process, id])
    }
    return try statements.rows(
      """
      SELECT coalesce(variant_of, id) FROM report
      WHERE incident = ? AND pid = ? AND time BETWEEN ? AND ? AND time_stated AND id IS NOT ? ORDER BY time DESC LIMIT 1
      """, [incident, pid, first, time, id])
      + statements.rows(
        """
        SELECT coalesce(variant_of, id) FROM report
        WHERE incident = ? AND pid = ? AND time BETWEEN ? AND ? AND time_stated AND id IS NOT ? ORDER BY time LIMIT 1
        """, [incident, pid, time, last, id])
      + statements.rows(
        """
        SELECT coalesce(report.variant_of, report.id) FROM report JOIN build ON build.id = report.build
        WHERE report.incident = ? AND report.pid IS NULL AND report.time BETWEEN ? AND ? AND report.time_stated
          AND build.process = ? AND report.id IS NOT ? ORDER BY report.time DESC LIMIT 1
        """, [incident, first, time, form.process, id])
      + statements.rows(
        """
        SELECT coalesce(report.variant_of, report.id) FROM report JOIN build ON build.id = report.build
        WHERE report.incident = ? AND report.pid IS NULL AND report.time BETWEEN ? AND ? AND report.time_stated
          AND build.process = ? AND report.id IS NOT ? ORDER BY report.time LIMIT 1
        """, [incident, time, last, form.process, id])
  }

  /// Returns the rows of the groups of these counted reports.
  func rows(ofGroups originals: [Int64]) throws -> [FormRow] {
    var rows: [FormRow] = []
    for original in originals {
      rows += try statements.rows(
        """
        SELECT report.*, build.process AS process FROM report LEFT JOIN build ON build.id = report.build
        WHERE report.id = ?1 OR report.variant_of = ?1 ORDER BY report.id
        """, [original]
      ).map(FormRow.init)
    }
    return rows
  }
}

/// A stored report, and the facts that decide of which others it is a form.
struct FormRow {
  var counted: CountedRow
  var occurrence: Occurrence
  var row: Row

  init(_ row: Row) {
    counted = CountedRow(row)
    let isTimeStated: Bool = row[checked: "time_stated"]
    occurrence = Occurrence(
      process: row[checked: "process"], pid: row[checked: "pid"], seconds: isTimeStated ? row[checked: "time"] : nil,
      key: row[checked: "own_key"])
    self.row = row
  }

  /// Returns the groups of forms of one report among reports of one incident.
  static func groups(_ rows: [FormRow]) -> [[FormRow]] {
    var sets = DisjointSets(count: rows.count)
    func unite(_ members: [Int]) {
      // A form without a number joins all, forms with a number only those with the same.
      let anonymous = members.filter { rows[$0].occurrence.pid == nil }
      for member in members {
        for other in anonymous.prefix(1) { sets.unite(member, other) }
      }
      for same in Dictionary(grouping: members, by: { rows[$0].occurrence.pid }).values {
        for member in same { sets.unite(member, same[0]) }
      }
    }
    for same in Dictionary(grouping: rows.indices, by: { rows[$0].occurrence.key }).values { unite(same) }
    let timed = rows.indices.filter { rows[$0].occurrence.seconds != nil }.sorted {
      (rows[$0].occurrence.seconds ?? 0, $0) < (rows[$1].occurrence.seconds ?? 0, $1)
    }
    // Reports of one process number, and reports of one name around one without a number: neighbors in time are compared,
    // because all between two that agree agree, too.
    var byNumber: [Int: Int] = [:]
    var byName: [String: Int] = [:]
    for index in timed {
      let facts = rows[index].occurrence
      if let pid = facts.pid {
        if let before = byNumber[pid], facts.isSame(as: rows[before].occurrence) { sets.unite(index, before) }
        byNumber[pid] = index
      }
      if let process = facts.process, facts.pid == nil {
        if let before = byName[process], facts.isSame(as: rows[before].occurrence) { sets.unite(index, before) }
        byName[process] = index
      }
    }
    for order in [timed, timed.reversed()] {
      byName = [:]
      for index in order {
        guard let process = rows[index].occurrence.process else { continue }
        if rows[index].occurrence.pid == nil {
          byName[process] = index
        } else if let near = byName[process], rows[index].occurrence.isSame(as: rows[near].occurrence) {
          sets.unite(index, near)
        }
      }
    }
    return Dictionary(grouping: rows.indices, by: { sets.root(of: $0) }).values
      .map { group in group.sorted().map { rows[$0] } }.sorted { $0[0].counted.id < $1[0].counted.id }
  }
}

/// Disjoint sets of the numbers below `count`.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  mutating func unite(_ first: Int, _ second: Int) {
    let (a, b) = (root(of: first), root(of: second))
    parents[max(a, b)] = min(a, b)
  }
}

// MARK: - Writing

extension ReportWriter {
  /// Counts a report that was just inserted, or makes it a variant of the report of which it is another form.
  func addForm(_ id: Int64, _ prepared: PreparedRecord, _ rollupKey: RollupKey) throws -> Outcome {
    let forms = IncidentForms(statements)
    guard let incident = prepared.record.incident.map(IncidentBytes.encoded),
      case let originals = try forms.originals(of: prepared.occurrence, incident, besides: id), !originals.isEmpty
    else {
      try addToCounts(prepared, rollupKey)
      return .counted(report: id, issue: rollupKey.issue)
    }
    let own = try forms.rows(ofGroups: [id])
    if originals.count == 1, let added = own.first?.counted,
      let original = try statements.row("SELECT * FROM report WHERE id = ?", [originals[0]]).map(CountedRow.init),
      CountedRow.isPreferred(original, added)
    {
      try setGroup(of: added, original, issue: original.issue)
      return .variant(report: id, of: original.id, issue: original.issue)
    }
    try regroup(try forms.rows(ofGroups: originals) + own, uncounted: id)
    return try outcome(of: id)
  }

  /// Selects the counted reports of the groups that a report leaves and joins, after its row was updated.
  ///
  /// - Parameter original: The counted report of which it was a variant. If it was counted, it is not counted any more.
  func regroupForms(of id: Int64, formerly original: Int64?, _ prepared: PreparedRecord) throws -> Outcome {
    let forms = IncidentForms(statements)
    var originals: Set<Int64> = [original ?? id]
    if let incident = prepared.record.incident.map(IncidentBytes.encoded) {
      originals.formUnion(try forms.originals(of: prepared.occurrence, incident, besides: id))
    }
    try regroup(try forms.rows(ofGroups: originals.sorted()), uncounted: original == nil ? id : nil)
    return try outcome(of: id)
  }

  /// Selects the counted reports of the groups that a report leaves and joins, after its key changed.
  func regroupForms(of id: Int64) throws {
    let forms = IncidentForms(statements)
    guard let row = try statements.row("SELECT * FROM report WHERE id = ?", [id]) else { return }
    let original = row[checked: "variant_of"] as Int64? ?? id
    guard let form = try forms.rows(ofGroups: [original]).first(where: { $0.counted.id == id }) else { return }
    var originals: Set<Int64> = [original]
    if let incident: Data = row[checked: "incident"] {
      originals.formUnion(try forms.originals(of: form.occurrence, incident, besides: id))
    }
    try regroup(try forms.rows(ofGroups: originals.sorted()), uncounted: nil)
  }

  private func outcome(of id: Int64) throws -> Outcome {
    guard let row = try statements.row("SELECT * FROM report WHERE id = ?", [id]).map(CountedRow.init) else {
      return .tooOld
    }
    if let original = row.variantOf { return .variant(report: id, of: original, issue: row.issue) }
    return .counted(report: id, issue: row.issue)
  }

  /// Selects the counted report of each group; the others become its variants.
  ///
  /// - Parameter uncounted: A report that is not a variant and was not counted yet.
  private func regroup(_ rows: [FormRow], uncounted: Int64?) throws {
    for group in FormRow.groups(rows) {
      guard let original = group.min(by: { CountedRow.isPreferred($0.counted, $1.counted) }) else { continue }
      for other in group where other.counted.id != original.counted.id && other.counted.variantOf == nil {
        if other.counted.id != uncounted { try removeFromCounts(other.counted) }
      }
      var issue = original.counted.issue
      if original.counted.variantOf != nil || original.counted.id == uncounted {
        // Until now, a variant had the issue of another report.
        let reading = preparer.prepare(try StoredReportReader(database, rules).record(original.row))
        let rollupKey = try rollupKey(of: reading)
        issue = rollupKey.issue
        try addToCounts(reading, rollupKey)
      }
      for row in group { try setGroup(of: row.counted, original.counted, issue: issue) }
    }
  }

  private func setGroup(of row: CountedRow, _ original: CountedRow, issue: Int64) throws {
    let variantOf = row.id == original.id ? nil : original.id
    if row.variantOf != variantOf || row.issue != issue {
      try statements.run("UPDATE report SET variant_of = ?, issue = ? WHERE id = ?", [variantOf, issue, row.id])
    }
    try recordFormAlias(of: row, original)
  }

  /// Records the key of a variant as an alias of the key of the counted report. They may differ because only one form
  /// names inlined functions. If they differ in anything else, no alias is recorded, because incident ids can be forged.
  private func recordFormAlias(of row: CountedRow, _ original: CountedRow) throws {
    for alias in try statements.rows(
      "SELECT key, issue FROM issue_alias WHERE source = ? AND level = 'incident'", [row.digest])
    {
      aliased.insert(alias[checked: "key"])
      formerTargets.insert(alias[checked: "issue"])
    }
    try statements.run("DELETE FROM issue_alias WHERE source = ? AND level = 'incident'", [row.digest])
    guard row.id != original.id, let own = try stack(of: original.id), let second = try stack(of: row.id),
      second.key != own.key, own.signature.isSameWithoutInlining(as: second.signature)
    else { return }
    try addAlias(level: "incident", second.key, own.key, source: row.digest)
  }
}
