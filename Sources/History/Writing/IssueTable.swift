internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
internal import Vocabulary

/// The issues that a transaction touches: loaded once, changed in memory, written together.
final class IssueTable {
  /// An issue's row, as far as reports change it.
  struct Issue {
    var id: Int64
    var key: String
    var total: Int
    /// Reports of it that were pruned; `total` counts them.
    var pruned: Int
    var firstSeen: Int
    var lastSeen: Int
    var firstBuild: Int64
    var lastBuild: Int64
    var latestTime: Int
    var latestDigest: Data
    var latest: Latest?
    /// A counted report went: sums and words are to be taken from those that are left.
    var lostReports = false
    /// Builds of reports that were added.
    var builds: Set<Int64> = []
    /// When the first of the reports that were added arrived.
    var arrived = Int.max
  }

  /// What happened to an issue since the last `flush`.
  struct Change {
    var issue: Int64
    /// When the first of the reports that were added arrived; `Int.max` for none.
    var arrived: Int
    /// Reports went, or say something else now.
    var lostReports: Bool
  }

  /// What an issue shows of its latest report.
  struct Latest {
    var summary: String
    var pattern: String?
    var confidence: Int?
    /// Row of the facts of the best finding.
    var facts: Int64?
    var location: String?
  }

  private let statements: Statements
  private let builds: BuildTable
  private var byKey: [String: Int64] = [:]
  private var issues: [Int64: Issue] = [:]

  init(_ statements: Statements, _ builds: BuildTable) {
    self.statements = statements
    self.builds = builds
  }

  /// Issues that were created since the last `flush`.
  private(set) var created: [Int64] = []
  private var touched: Set<Int64> = []

  /// Issues that reports were added to, or taken from, since the last `flush`.
  var changes: [Change] {
    touched.sorted().map { id in
      Change(
        issue: id, arrived: issues[id]?.arrived ?? .max, lostReports: issues[id]?.lostReports ?? true)
    }
  }

  /// The issue of a signature, made if it is not there.
  func id(of stack: PreparedStack) throws -> Int64 {
    if let id = byKey[stack.key] { return id }
    let id: Int64
    if let row = try statements.row("SELECT * FROM issue WHERE key = ?", [stack.key]) {
      id = row[checked: "id"]
      issues[id] = Issue(row)
    } else {
      let signature = stack.signature
      try statements.run(
        """
        INSERT INTO issue (key, signature_version, kind, signature, shape, vague, coarse, summary, latest_time,
          latest_digest, first_seen, last_seen, total)
        VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, 0, 0, 0)
        """,
        [
          stack.key, signature.version, signature.kind, signature.title, signature.shape, signature.isVague,
          stack.coarse, Int.min, Data(),
        ])
      id = statements.database.lastInsertedRowID
      issues[id] = Issue(
        id: id, key: stack.key, total: 0, pruned: 0, firstSeen: .max, lastSeen: .min, firstBuild: 0, lastBuild: 0,
        latestTime: .min, latestDigest: Data())
      created.append(id)
      touched.insert(id)
    }
    byKey[stack.key] = id
    return id
  }

  func key(of id: Int64) throws -> String? {
    if let issue = issues[id] { return issue.key }
    return try String.fetchOne(
      try statements("SELECT key FROM issue WHERE id = ?"), arguments: [id])
  }

  /// A report is counted in an issue from now on.
  func add(_ prepared: PreparedRecord, to id: Int64, build: Int64, _ dictionaries: Dictionaries) throws {
    let (record, facts) = (prepared.record, prepared.facts.first)
    try load(id)
    guard var issue = issues.removeValue(forKey: id) else { return }
    issue.total += 1
    issue.firstSeen = min(issue.firstSeen, record.time.seconds)
    issue.lastSeen = max(issue.lastSeen, record.time.seconds)
    issue.builds.insert(build)
    issue.arrived = min(issue.arrived, record.seenAt.seconds)
    touched.insert(id)
    // The digest decides between reports of one time, so that their order does not matter.
    let digest = Data(record.digest.bytes)
    if (record.time.seconds, Key(digest)) >= (issue.latestTime, Key(issue.latestDigest)) {
      issue.latestTime = record.time.seconds
      issue.latestDigest = digest
      issue.latest = Latest(
        summary: record.summary, pattern: record.findings.first?.pattern,
        confidence: record.findings.first?.confidence.stored, facts: try facts.map(dictionaries.facts),
        location: record.location)
    }
    issues[id] = issue
  }

  /// A report is no longer counted in an issue.
  func remove(from id: Int64) throws {
    try load(id)
    issues[id]?.total -= 1
    issues[id]?.lostReports = true
    touched.insert(id)
  }

  /// The latest report of an issue may have other findings now.
  func reloadLatest(of id: Int64) throws {
    try load(id)
    issues[id]?.lostReports = true
    touched.insert(id)
  }

  /// An issue whose last report went.
  struct RemovedIssue {
    var id: Int64
    var key: String
    var shape: String?
  }

  /// Writes what changed, after the roll-ups; an issue without reports goes. Returns those that went.
  func flush() throws -> [RemovedIssue] {
    var removed: [RemovedIssue] = []
    for id in touched.sorted() {
      guard var issue = issues[id] else { continue }
      if issue.total <= 0 {
        removed.append(try delete(issue))
        continue
      }
      if issue.lostReports { try recount(&issue) }
      try orderBuilds(&issue)
      if let latest = issue.latest {
        try statements.run(
          """
          UPDATE issue SET summary = ?, pattern = ?, confidence = ?, facts = ?, location = ?, latest_time = ?,
            latest_digest = ? WHERE id = ?
          """,
          [
            latest.summary, latest.pattern, latest.confidence, latest.facts, latest.location, issue.latestTime,
            issue.latestDigest, id,
          ])
      }
      try statements.run(
        """
        UPDATE issue SET total = ?, first_seen = ?, last_seen = ?, first_build = ?, last_build = ? WHERE id = ?
        """, [issue.total, issue.firstSeen, issue.lastSeen, issue.firstBuild, issue.lastBuild, id])
      issue.latest = nil
      issue.builds = []
      issue.arrived = .max
      issue.lostReports = false
      issues[id] = issue
    }
    created = []
    touched = []
    return removed
  }

  /// First and last build of every issue, after the order was changed.
  func orderAllBuilds() throws {
    var buildsOfIssues: [Int64: Set<Int64>] = [:]
    for row in try statements.rows("SELECT issue, build FROM rollup_build", []) {
      buildsOfIssues[row[checked: "issue"], default: []].insert(row[checked: "build"])
    }
    for (id, set) in buildsOfIssues {
      try load(id)
      guard var issue = issues[id] else { continue }
      issue.builds = set
      issue.firstBuild = 0
      issue.lastBuild = 0
      try orderBuilds(&issue)
      issue.builds = []
      issues[id] = issue
      try statements.run(
        "UPDATE issue SET first_build = ?, last_build = ? WHERE id = ?", [issue.firstBuild, issue.lastBuild, id])
    }
  }

  private func load(_ id: Int64) throws {
    guard issues[id] == nil, let row = try statements.row("SELECT * FROM issue WHERE id = ?", [id]) else { return }
    let issue = Issue(row)
    issues[id] = issue
    byKey[issue.key] = id
  }

  private func delete(_ issue: Issue) throws -> RemovedIssue {
    let shape = try String.fetchOne(try statements("SELECT shape FROM issue WHERE id = ?"), arguments: [issue.id])
    // Reports that are variants may still name the issue; they follow their originals before this is called.
    try statements.run("UPDATE issue SET merge_target = NULL, merge_reason = NULL WHERE merge_target = ?", [issue.id])
    try statements.run("UPDATE issue SET merged_into = NULL WHERE merged_into = ?", [issue.id])
    try statements.run("DELETE FROM issue WHERE id = ?", [issue.id])
    issues[issue.id] = nil
    byKey[issue.key] = nil
    return RemovedIssue(id: issue.id, key: issue.key, shape: shape)
  }

  /// Takes sums and the latest report from the reports that are left. Of pruned ones only the number is known, and the bounds of
  /// what they said before.
  private func recount(_ issue: inout Issue) throws {
    let sums = try statements.row(
      "SELECT min(time) AS first, max(time) AS last FROM report WHERE issue = ? AND variant_of IS NULL", [issue.id])
    if let first: Int = sums?[checked: "first"], let last: Int = sums?[checked: "last"] {
      issue.firstSeen = issue.pruned > 0 ? min(issue.firstSeen, first) : first
      issue.lastSeen = last
    }
    let latest = try statements.row(
      """
      SELECT report.time, report.digest, summary.text AS summary, location.text AS location, pattern.text AS pattern,
        finding.confidence, finding.facts
      FROM report JOIN name AS summary ON summary.id = report.summary
        LEFT JOIN name AS location ON location.id = report.location
        LEFT JOIN finding ON finding.report = report.id AND finding.position = 0
        LEFT JOIN name AS pattern ON pattern.id = finding.pattern
      WHERE report.issue = ? AND report.variant_of IS NULL
      ORDER BY report.time DESC, report.digest DESC LIMIT 1
      """, [issue.id])
    if let latest {
      issue.latestTime = latest[checked: "time"]
      issue.latestDigest = latest[checked: "digest"]
      issue.latest = Latest(
        summary: latest[checked: "summary"], pattern: latest[checked: "pattern"],
        confidence: latest[checked: "confidence"], facts: latest[checked: "facts"],
        location: latest[checked: "location"])
    }
    issue.builds = Set(
      try statements.rows("SELECT build FROM rollup_build WHERE issue = ?", [issue.id]).map {
        $0[checked: "build"] as Int64
      })
    issue.firstBuild = 0
    issue.lastBuild = 0
  }

  /// First and last build in their order, which is not that of arrival.
  private func orderBuilds(_ issue: inout Issue) throws {
    var candidates = try issue.builds.compactMap { try builds.build($0) }
    if let first = try builds.build(issue.firstBuild) { candidates.append(first) }
    if let last = try builds.build(issue.lastBuild) { candidates.append(last) }
    candidates.removeAll { !$0.isNamed }
    candidates.sort(by: BuildTable.Build.precedes)
    issue.firstBuild = candidates.first?.id ?? 0
    // The last that has a location; one outside the order is never the last.
    issue.lastBuild = (candidates.last { $0.position != nil } ?? candidates.last)?.id ?? 0
  }
}

/// Bytes in their order.
private struct Key: Comparable {
  private let bytes: Data
  init(_ bytes: Data) { self.bytes = bytes }
  static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

extension IssueTable.Issue {
  fileprivate init(_ row: Row) {
    self.init(
      id: row[checked: "id"], key: row[checked: "key"], total: row[checked: "total"], pruned: row[checked: "pruned"],
      firstSeen: row[checked: "first_seen"],
      lastSeen: row[checked: "last_seen"], firstBuild: row[checked: "first_build"],
      lastBuild: row[checked: "last_build"],
      latestTime: row[checked: "latest_time"] ?? .min, latestDigest: row[checked: "latest_digest"])
  }
}
