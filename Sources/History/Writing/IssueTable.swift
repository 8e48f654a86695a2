internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
internal import Vocabulary

/// The issues that a transaction changes: loaded once, changed in memory, written together.
final class IssueTable {
  /// The columns of an issue's row that depend on reports.
  struct Issue {
    var id: Int64
    var key: String
    var total: Int
    /// The number of pruned reports; they are included in `total`.
    var pruned: Int
    var firstSeen: Int
    var lastSeen: Int
    var firstBuild: Int64
    var lastBuild: Int64
    var latestTime: Int
    var latestDigest: Data
    var latest: Latest?
    /// Whether counted reports were removed: sums and text must be recomputed from the remaining ones.
    var lostReports = false
    /// The builds of added reports.
    var builds: Set<Int64> = []
    /// The earliest time of arrival of the added reports.
    var arrived = Int.max
  }

  /// A change of an issue since the last `flush`.
  struct Change {
    var issue: Int64
    /// The earliest time of arrival of the added reports; `Int.max` if none were added.
    var arrived: Int
    /// Whether reports were removed or changed.
    var lostReports: Bool
  }

  /// The data of the latest report of an issue.
  struct Latest {
    var summary: String
    var pattern: String?
    var confidence: Int?
    /// The row of the facts of the best finding.
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

  /// The issues created since the last `flush`.
  private(set) var created: [Int64] = []
  private var touched: Set<Int64> = []

  /// The issues to which reports were added, or from which reports were removed, since the last `flush`.
  var changes: [Change] {
    touched.sorted().map { id in
      Change(
        issue: id, arrived: issues[id]?.arrived ?? .max, lostReports: issues[id]?.lostReports ?? true)
    }
  }

  /// Returns the issue of a signature, which is created if it is missing.
  func id(of stack: PreparedStack) throws -> Int64 {
    if let id = byKey[stack.key] { return id }
    let id: Int64
    if let issue = try storedIssue(stack.key) {
      id = issue.id
      issues[id] = issue
    } else {
      let signature = stack.signature
      try statements.run(
        """
        INSERT INTO issue (key, signature_version, kind, signature, shape, vague, coarse, summary, latest_time,
          latest_digest, first_seen, last_seen, total)
        VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, 0, 0, 0)
        """,
        [
          stack.key, signature.version, signature.kind, signature.title, signature.shape, signature.isUnspecific,
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
    return try StoredText.fetchOne(
      try statements("SELECT key FROM issue WHERE id = ?"), arguments: [id])
  }

  /// Counts a report in an issue.
  func add(_ prepared: PreparedRecord, to id: Int64, build: Int64, _ dictionaries: Dictionaries) throws {
    try load(id)
    try issues[id]?.count(prepared, build: build, dictionaries)
    touched.insert(id)
  }

  /// Removes a report from the count of an issue.
  func remove(from id: Int64) throws {
    try load(id)
    issues[id]?.total -= 1
    issues[id]?.lostReports = true
    touched.insert(id)
  }

  /// Sets the sums of an issue whose roll-ups were recomputed.
  func recount(_ id: Int64, total: Int, pruned: Int) throws {
    try load(id)
    issues[id]?.total = total
    issues[id]?.pruned = max(0, pruned)
    issues[id]?.lostReports = true
    touched.insert(id)
  }

  /// Reloads the latest report of an issue, whose findings may have changed.
  func reloadLatest(of id: Int64) throws {
    try load(id)
    issues[id]?.lostReports = true
    touched.insert(id)
  }

  /// An issue that was removed because it has no reports left.
  struct RemovedIssue {
    var id: Int64
    var key: String
    var shape: String?
  }

  /// Whether `flush` will remove issues.
  var willRemoveIssues: Bool { touched.contains { id in issues[id].map { $0.total <= 0 } ?? false } }

  /// Writes the changes. Call this after the roll-ups are written. Removes and returns the issues without reports.
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
      try update(issue)
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

  /// Recomputes the first and last build of every issue, after a change of the order.
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
    guard issues[id] == nil,
      let row = try statements.row("SELECT key FROM issue WHERE id = ?", [id]),
      let issue = try storedIssue(row[checked: 0])
    else { return }
    issues[id] = issue
    byKey[issue.key] = id
  }

  private func storedIssue(_ key: String) throws -> Issue? {
    try statements.row(
      """
      SELECT id, key, total, pruned, first_seen, last_seen, first_build, last_build, latest_time, latest_digest
      FROM issue WHERE key = ?
      """, [key]
    ).map(Issue.init)
  }

  private func update(_ issue: Issue) throws {
    if let latest = issue.latest {
      try statements.run(
        """
        UPDATE issue SET summary = ?, pattern = ?, confidence = ?, facts = ?, location = ?, latest_time = ?,
          latest_digest = ? WHERE id = ?
        """
      ) { parameters in
        parameters.add(latest.summary)
        parameters.add(latest.pattern)
        parameters.add(latest.confidence)
        parameters.add(latest.facts)
        parameters.add(latest.location)
        parameters.add(issue.latestTime)
        parameters.add(issue.latestDigest)
        parameters.add(issue.id)
      }
    }
    try statements.run(
      """
      UPDATE issue SET total = ?, pruned = ?, first_seen = ?, last_seen = ?, first_build = ?, last_build = ? WHERE id = ?
      """
    ) { parameters in
      parameters.add(issue.total)
      parameters.add(issue.pruned)
      parameters.add(issue.firstSeen)
      parameters.add(issue.lastSeen)
      parameters.add(issue.firstBuild)
      parameters.add(issue.lastBuild)
      parameters.add(issue.id)
    }
  }

  private func delete(_ issue: Issue) throws -> RemovedIssue {
    let shape = try StoredText.fetchOne(try statements("SELECT shape FROM issue WHERE id = ?"), arguments: [issue.id])
    // Variants have already been moved to the issue of their original.
    try statements.run("UPDATE issue SET merge_target = NULL, merge_reason = NULL WHERE merge_target = ?", [issue.id])
    try statements.run("UPDATE issue SET merged_into = NULL WHERE merged_into = ?", [issue.id])
    try statements.run("DELETE FROM issue WHERE id = ?", [issue.id])
    issues[issue.id] = nil
    byKey[issue.key] = nil
    return RemovedIssue(id: issue.id, key: issue.key, shape: shape)
  }

  /// Recomputes sums and the latest report from the remaining reports. Of pruned reports only their number and the limits
  /// of their times are stored.
  private func recount(_ issue: inout Issue) throws {
    let sums = try statements.row(
      "SELECT min(time) AS first, max(time) AS last FROM report WHERE issue = ? AND variant_of IS NULL", [issue.id])
    if let first: Int = sums?[checked: "first"], let last: Int = sums?[checked: "last"] {
      issue.firstSeen = issue.pruned > 0 ? min(issue.firstSeen, first) : first
      issue.lastSeen = last
    } else if let pruned = try PrunedIssues.latest(of: issue.id, statements) {
      issue.lastSeen = pruned.latestTime
      (issue.latestTime, issue.latestDigest, issue.latest) = (pruned.latestTime, pruned.latestDigest, pruned.latest)
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

  /// Computes the first and last build in the order of builds, not of arrival.
  private func orderBuilds(_ issue: inout Issue) throws {
    var candidates = try issue.builds.compactMap { try builds.build($0) }
    if let first = try builds.build(issue.firstBuild) { candidates.append(first) }
    if let last = try builds.build(issue.lastBuild) { candidates.append(last) }
    (issue.firstBuild, issue.lastBuild) = BuildTable.Build.span(of: candidates)
  }
}

extension IssueTable.Issue {
  fileprivate mutating func count(_ prepared: PreparedRecord, build: Int64, _ dictionaries: Dictionaries) throws {
    let record = prepared.record
    let time = record.time.seconds
    total += 1
    firstSeen = min(firstSeen, time)
    lastSeen = max(lastSeen, time)
    builds.insert(build)
    arrived = min(arrived, record.seenAt.seconds)
    // The digest decides between reports of one time, so that their order does not matter.
    guard
      time > latestTime
        || time == latestTime && !record.digest.bytes.lexicographicallyPrecedes(latestDigest)
    else { return }
    latestTime = time
    latestDigest = Data(record.digest.bytes)
    latest = IssueTable.Latest(
      summary: record.summary, pattern: record.findings.first?.pattern,
      confidence: record.findings.first?.confidence.stored, facts: try prepared.facts.first.map(dictionaries.facts),
      location: record.location)
  }

  /// Creates an issue from the columns of `storedIssue`.
  fileprivate init(_ row: Row) {
    self.init(
      id: row[checked: 0], key: row[checked: 1], total: row[checked: 2], pruned: row[checked: 3],
      firstSeen: row[checked: 4], lastSeen: row[checked: 5], firstBuild: row[checked: 6], lastBuild: row[checked: 7],
      latestTime: row[checked: 8] ?? .min, latestDigest: row[checked: 9])
  }
}
