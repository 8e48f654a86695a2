internal import GRDB
package import Vocabulary

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
  /// Time of the event, by which events are applied in order.
  package var at: Timestamp
  /// What was done or happened.
  package var what: What
  /// The object of the event, as each case of `What` describes it; empty where it has none.
  package var value: String
  /// Who said so; empty when unknown.
  package var by: String
  /// Free text that was given with it; empty if there is none.
  package var note: String

  /// Creates an event from its parts.
  package init(issue: String, at: Timestamp, what: What, value: String = "", by: String = "", note: String = "") {
    self.issue = issue
    self.at = at
    self.what = what
    self.value = value
    self.by = by
    self.note = note
  }

  init?(_ row: Row) {
    guard let what = What(rawValue: row[checked: "what"]) else { return nil }
    self.init(
      issue: row[checked: "issue"], at: Timestamp(seconds: row[checked: "at"]), what: what,
      value: row[checked: "value"], by: row[checked: "by"],
      note: row[checked: "note"])
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
    if event.what == .merge || event.what == .split {
      let canonicalIssues = try canonicalIssues()
      try Grouping(statements).updateAll()
      _ = try recomputeMoved(since: canonicalIssues, created: [])
    }
    guard
      let row = try statements.row(
        "SELECT coalesce(merged_into, id) AS canonical FROM issue WHERE key = ?", [event.issue])
    else { return }
    try applyEvents(to: row[checked: "canonical"])
  }

  /// Looks for resolved issues that came back with the reports just counted. Returns their ids.
  func regressedIssues(in changes: [IssueTable.Change]) throws -> Set<Int64> {
    var regressed: Set<Int64> = []
    var canonicals: Set<Int64> = []
    for change in changes {
      let row = try statements.row(
        """
        SELECT canonical.id, canonical.regressed_at
        FROM issue AS member JOIN issue AS canonical ON canonical.id = coalesce(member.merged_into, member.id)
        WHERE member.id = ? AND (canonical.state <> 'open' OR canonical.resolved_in IS NOT NULL)
        """, [change.issue])
      guard let row else { continue }
      // It came back already, and what arrived since says nothing else.
      if let recorded: Int = row[checked: "regressed_at"], change.arrived > recorded, !change.lostReports { continue }
      canonicals.insert(row[checked: "id"])
    }
    for canonical in canonicals.sorted() where try recomputeState(of: canonical) { regressed.insert(canonical) }
    return regressed
  }

  /// The whole of each issue that is a part.
  func canonicalIssues() throws -> [Int64: Int64] {
    try statements.rows("SELECT id, merged_into FROM issue WHERE merged_into IS NOT NULL", []).reduce(into: [:]) {
      $0[$1[checked: 0]] = $1[checked: 1] as Int64
    }
  }

  /// Works out the states again of issues that people said something of and that gained or lost parts. Returns those
  /// that came back by it.
  func recomputeMoved(since before: [Int64: Int64], created: [Int64]) throws -> Set<Int64> {
    guard try statements.number("SELECT EXISTS (SELECT 1 FROM event)", []) == 1 else { return [] }
    let canonicalIssues = try canonicalIssues()
    var canonicals = Set(created.map { canonicalIssues[$0] ?? $0 })
    for part in Set(before.keys).union(canonicalIssues.keys) where before[part] != canonicalIssues[part] {
      for id in [part, before[part] ?? part] { canonicals.insert(canonicalIssues[id] ?? id) }
    }
    var regressed: Set<Int64> = []
    for canonical in canonicals.sorted() {
      let hasEvents = try statements.number(
        """
        SELECT EXISTS (
          SELECT 1 FROM issue WHERE (id = ?1 OR merged_into = ?1)
            AND (key IN (SELECT issue FROM event) OR state_at IS NOT NULL OR note IS NOT NULL))
        """, [canonical])
      if hasEvents == 1, try recomputeState(of: canonical) { regressed.insert(canonical) }
    }
    return regressed
  }

  /// True when the issue came back by what was worked out.
  private func recomputeState(of canonical: Int64) throws -> Bool {
    let before = try regressions(of: canonical)
    try applyEvents(to: canonical)
    return try !regressions(of: canonical).isSubset(of: before)
  }

  private func regressions(of canonical: Int64) throws -> Set<String> {
    Set(
      try statements.rows(
        """
        SELECT issue || ' ' || at AS said FROM event
        WHERE what = 'regressed' AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
        """, [canonical]
      ).map { $0[checked: "said"] as String })
  }

  /// Works out the state of every issue again.
  func recomputeAll() throws {
    for row in try statements.rows("SELECT id FROM issue WHERE merged_into IS NULL ORDER BY id", []) {
      try applyEvents(to: row[checked: "id"])
    }
  }

  /// Works out the state of an issue from the events of all its parts, in order of time, and stores it.
  private func applyEvents(to canonical: Int64) throws {
    let rows = try statements.rows(
      """
      SELECT event.* FROM event
      WHERE event.issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
      ORDER BY at, what, value, by, note
      """, [canonical])
    let events = rows.compactMap(IssueEvent.init)
    let isPruned = try Meta.prunedBefore(statements.database) != nil
    if !isPruned {
      // Worked out again below, from the reports; pruned ones cannot be asked again.
      try statements.run(
        "DELETE FROM event WHERE what = 'regressed' AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)",
        [canonical])
    }
    var state = State()
    for (index, event) in events.enumerated() {
      switch event.what {
      case .resolve:
        state.change(to: "resolved", by: event)
        state.resolvedIn = event.value
        state.regression = try regression(canonical, afterResolving: index, of: events, isPruned: isPruned)
        if let regression = state.regression {
          try statements.run(
            "INSERT OR IGNORE INTO event (issue, at, what, value, by, note) VALUES (?, ?, 'regressed', ?, '', '')",
            [event.issue, regression.at, regression.build])
        }
      case .reopen: state.change(to: "open", by: event)
      case .ignore:
        state.change(to: "ignored", by: event)
        state.ignoredUntil = Timestamp(rfc3339: event.value)?.seconds
      case .note: state.note = event.note
      case .merge, .split, .regressed: break
      }
    }
    try store(state, of: canonical)
  }

  /// What a user's events say of an issue, up to one of them.
  private struct State {
    /// `open`, `resolved` or `ignored`, as the user said last.
    var name = "open"
    /// When the user said so, in seconds since 1970.
    var since: Int?
    /// Build with the fix, or empty; `nil` unless the issue is resolved.
    var resolvedIn: String?
    /// When it came back after it was resolved, and in which build.
    var regression: (at: Int, build: String)?
    /// In seconds since 1970; `nil`: without an end, or not ignored.
    var ignoredUntil: Int?
    var note: String?

    /// Whatever an earlier event said is over, except for the note.
    mutating func change(to name: String, by event: IssueEvent) {
      self = State(name: name, since: event.at.seconds, note: note)
    }
  }

  private func store(_ state: State, of canonical: Int64) throws {
    try statements.run(
      """
      UPDATE issue SET state = ?, resolved_in = ?, state_at = ?, ignored_until = ?, regressed_at = ?,
        regressed_in = ?, note = ? WHERE id = ?
      """,
      [
        state.regression == nil ? state.name : "open", state.resolvedIn, state.since, state.ignoredUntil,
        state.regression?.at, state.regression?.build, state.note, canonical,
      ])
    try statements.run(
      """
      UPDATE issue SET state = 'open', resolved_in = NULL, state_at = NULL, ignored_until = NULL, regressed_at = NULL,
        regressed_in = NULL, note = NULL WHERE merged_into = ?
      """, [canonical])
  }

  /// The first return of an issue between the event at `index`, which resolves it, and the next change of its state.
  ///
  /// Where reports were pruned, a return that was noted before counts, too, if it is earlier than what is left shows.
  private func regression(_ canonical: Int64, afterResolving index: Int, of events: [IssueEvent], isPruned: Bool) throws
    -> (at: Int, build: String)?
  {
    let event = events[index]
    let next = events[(index + 1)...].first { [.resolve, .reopen, .ignore].contains($0.what) }
    let found = try regression(
      canonical, resolvedIn: event.value, after: event.at.seconds, until: next?.at.seconds ?? .max)
    let recorded = events.first {
      isPruned && $0.what == .regressed && $0.at > event.at && $0.at <= (next?.at ?? Timestamp(seconds: .max))
    }
    if let recorded, found.map({ recorded.at.seconds < $0.at }) ?? true { return (recorded.at.seconds, recorded.value) }
    return found
  }

  /// The earliest report, by arrival, that came after the issue was resolved, before its state changed again, and is of
  /// the build of the fix or a later one. Without a build of the fix every later report counts; a report without a build
  /// is no proof.
  private func regression(_ canonical: Int64, resolvedIn fix: String, after: Int, until: Int) throws
    -> (at: Int, build: String)?
  {
    var first: Row?
    if fix.isEmpty {
      first = try statements.row(
        """
        SELECT seen_at, hex(digest) AS hex, build FROM report
        WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
          AND variant_of IS NULL AND seen_at > ?2 AND seen_at <= ?3
        ORDER BY seen_at, digest LIMIT 1
        """, [canonical, after, until])
    } else {
      for app in try latestBuilds(of: canonical) {
        let name: String = app[checked: "app"]
        // Mostly there are only reports from before the fix, and none of them is looked at.
        guard let fixed = try position(of: fix, app: name), app[checked: "latest"] as Int >= fixed else { continue }
        let found = try statements.row(
          """
          SELECT report.seen_at, hex(report.digest) AS hex, report.build FROM report JOIN build ON build.id = report.build
          WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
            AND report.variant_of IS NULL AND report.seen_at > ?2 AND report.seen_at <= ?3
            AND build.app = ?4 AND build.position >= ?5
          ORDER BY report.seen_at, report.digest LIMIT 1
          """, [canonical, after, until, name, fixed])
        if let found, first.map({ Self.order(of: found) < Self.order(of: $0) }) ?? true { first = found }
      }
    }
    guard let first else { return nil }
    return (first[checked: "seen_at"], try builds.build(first[checked: "build"])?.name ?? "")
  }

  private static func order(of report: Row) -> (Int, String) {
    (report[checked: "seen_at"], report[checked: "hex"])
  }

  /// The position of the latest build of each app in which an issue was met.
  private func latestBuilds(of canonical: Int64) throws -> [Row] {
    try statements.rows(
      """
      SELECT build.app, max(build.position) AS latest FROM rollup_build JOIN build ON build.id = rollup_build.build
      WHERE rollup_build.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
        AND build.position IS NOT NULL
      GROUP BY build.app ORDER BY build.app
      """, [canonical])
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
      return row[checked: "position"]
    }
    return try builds.location(of: name, app: app)
  }
}
