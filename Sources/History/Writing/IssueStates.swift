internal import GRDB
internal import Vocabulary

/// What people do to an issue, and what happens to it: one line of its story. Stored as rows of `event`.
package struct IssueEvent: Sendable, Hashable {
  /// Stored by these names.
  package enum What: String, Sendable, CaseIterable {
    /// Fixed; `value` is the build with the fix, or empty.
    case resolve
    case reopen
    /// Not to be shown; `value` is the time until when, RFC 3339, or empty.
    case ignore
    case note
    /// A part of the issue whose key is `value`.
    case merge
    /// An issue of its own, whatever else would join it.
    case split
    /// Came back after it was resolved; `value` is the build. Not the user's word: worked out from reports.
    case regressed
  }

  /// Key of the issue.
  package var issue: String
  package var at: Timestamp
  package var what: What
  package var value: String
  /// Who said so; empty when unknown.
  package var by: String
  package var note: String

  package init(issue: String, at: Timestamp, what: What, value: String = "", by: String = "", note: String = "") {
    self.issue = issue
    self.at = at
    self.what = what
    self.value = value
    self.by = by
    self.note = note
  }

  init?(_ row: Row) {
    guard let what = What(rawValue: row["what"]) else { return nil }
    self.init(
      issue: row["issue"], at: Timestamp(seconds: row["at"]), what: what, value: row["value"], by: row["by"],
      note: row["note"])
  }
}

/// States of issues: what the events say, taken together.
struct IssueStates {
  private let statements: Statements
  private let builds: BuildTable

  init(_ statements: Statements, _ builds: BuildTable) {
    self.statements = statements
    self.builds = builds
  }

  /// Adds an event and brings the state of its issue up to date.
  func add(_ event: IssueEvent) throws {
    try statements.run(
      "INSERT OR IGNORE INTO event (issue, at, what, value, by, note) VALUES (?, ?, ?, ?, ?, ?)",
      [event.issue, event.at.seconds, event.what.rawValue, event.value, event.by, event.note])
    if event.what == .merge || event.what == .split { try Grouping(statements).updateAll() }
    guard let row = try statements.row("SELECT coalesce(merged_into, id) AS root FROM issue WHERE key = ?", [event.issue])
    else { return }
    try renew(row["root"])
  }

  /// Looks for resolved issues that came back with the reports just counted. Returns their ids.
  func arrived(_ reports: [(issue: Int64, build: Int64, seenAt: Int)], changed: [Int64]) throws -> Set<Int64> {
    let resolved = Set(
      try statements.rows("SELECT id FROM issue WHERE state <> 'open' OR resolved_in IS NOT NULL", []).map {
        $0["id"] as Int64
      })
    guard !resolved.isEmpty else { return [] }
    var regressed: Set<Int64> = []
    var roots: Set<Int64> = []
    for id in Set(changed).union(reports.map(\.issue)) {
      guard let root = try statements.number("SELECT coalesce(merged_into, id) FROM issue WHERE id = ?", [id]),
        resolved.contains(root)
      else { continue }
      roots.insert(root)
    }
    for root in roots.sorted() {
      let before = try statements.number("SELECT regressed_at FROM issue WHERE id = ?", [root])
      try renew(root)
      let after = try statements.number("SELECT regressed_at FROM issue WHERE id = ?", [root])
      if after != nil, after != before { regressed.insert(root) }
    }
    return regressed
  }

  /// Works out the state of every issue again.
  func renewAll() throws {
    for row in try statements.rows("SELECT id FROM issue WHERE merged_into IS NULL ORDER BY id", []) {
      try renew(row["id"])
    }
  }

  /// The state of an issue from the events of all its parts, in order of time.
  private func renew(_ root: Int64) throws {
    let rows = try statements.rows(
      """
      SELECT event.* FROM event
      WHERE event.issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
      ORDER BY at, what, value, by, note
      """, [root])
    var state = "open"
    var resolution: (build: String, at: Int, by: String)?
    var ignoredUntil: Int?
    var stateAt: Int?
    var note: String?
    for event in rows.compactMap(IssueEvent.init) {
      switch event.what {
      case .resolve:
        state = "resolved"
        resolution = (event.value, event.at.seconds, event.issue)
        stateAt = event.at.seconds
      case .reopen:
        state = "open"
        resolution = nil
        stateAt = event.at.seconds
      case .ignore:
        state = "ignored"
        ignoredUntil = Timestamp(rfc3339: event.value)?.seconds
        resolution = nil
        stateAt = event.at.seconds
      case .note: note = event.note
      case .merge, .split, .regressed: break
      }
    }
    var regression: (at: Int, build: String)?
    if state == "resolved", let resolution {
      regression = try self.regression(root, resolvedIn: resolution.build, at: resolution.at)
      if let regression {
        state = "open"
        try statements.run(
          "INSERT OR IGNORE INTO event (issue, at, what, value, by, note) VALUES (?, ?, 'regressed', ?, '', '')",
          [resolution.by, regression.at, regression.build])
      }
    }
    try statements.run(
      """
      UPDATE issue SET state = ?, resolved_in = ?, state_at = ?, ignored_until = ?, regressed_at = ?,
        regressed_in = ?, note = ? WHERE id = ?
      """,
      [
        state, resolution?.build, stateAt, ignoredUntil, regression?.at, regression?.build, note, root,
      ])
    try statements.run(
      """
      UPDATE issue SET state = 'open', resolved_in = NULL, state_at = NULL, ignored_until = NULL, regressed_at = NULL,
        regressed_in = NULL, note = NULL WHERE merged_into = ? AND (state <> 'open' OR note IS NOT NULL)
      """, [root])
  }

  /// The earliest report, by arrival, that came after the issue was resolved and is of the build of the fix or a later
  /// one. Without a build of the fix every later report counts; a report without a build is no proof.
  private func regression(_ root: Int64, resolvedIn fix: String, at: Int) throws -> (at: Int, build: String)? {
    let known = try statements.row(
      """
      SELECT at, value FROM event WHERE what = 'regressed' AND at > ?2
        AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1) ORDER BY at LIMIT 1
      """, [root, at]
    ).map { (at: $0["at"] as Int, build: $0["value"] as String) }
    var earliest = known
    let rows = try statements.rows(
      """
      SELECT report.seen_at, report.build FROM report
      WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
        AND report.variant_of IS NULL AND report.seen_at > ?2 ORDER BY report.seen_at, report.digest
      """, [root, at])
    for row in rows {
      let build = try builds.build(row["build"])
      guard fix.isEmpty || build != nil else { continue }
      let seenAt: Int = row["seen_at"]
      if let earliest, earliest.at <= seenAt { break }
      if fix.isEmpty {
        earliest = (seenAt, build?.name ?? "")
        break
      }
      guard let build, let position = build.position,
        let fixed = try self.position(of: fix, app: build.app), position >= fixed
      else { continue }
      earliest = (seenAt, build.name)
      break
    }
    return earliest
  }

  /// Where a build, named by the user, stands in the order of an app. One that was never seen is placed among those
  /// that were.
  private func position(of name: String, app: String) throws -> Int? {
    if let row = try statements.row(
      """
      SELECT position FROM build WHERE app = ?1 AND position IS NOT NULL AND (build = ?2 OR (build = '' AND version = ?2))
      ORDER BY position LIMIT 1
      """, [app, name])
    {
      return row["position"]
    }
    return try builds.place(of: name, app: app)
  }
}
