internal import GRDB
package import Vocabulary

/// An action of the user on an issue, or a regression of it. Stored as a row of `event`.
package struct IssueEvent: Sendable, Hashable {
  /// The kinds of events; stored by these names.
  package enum What: String, Sendable, CaseIterable {
    /// Marked as fixed. `value` is the build with the fix, or empty.
    case resolve
    case reopen
    /// Hidden. `value` is the end time, RFC 3339, or empty.
    case ignore
    case note
    /// Merged into the issue with the key `value`.
    case merge
    /// Separated, and not merged again for any other reason.
    case split
    /// Takes back an earlier change of the issue, which then has no effect. `value` is the `mark` of that change.
    case undo
    /// Seen again after it was resolved. `value` is the build. Computed from reports, not an action of the user, and
    /// stored with the key of the canonical issue.
    case regressed
  }

  /// The key of the issue.
  package var issue: String
  /// The time of the event. Events are applied in the order of their times.
  package var at: Timestamp
  /// The kind of the event.
  package var what: What
  /// The object of the event, as described in the cases of `What`; empty if there is none.
  package var value: String
  /// Who caused the event; empty if unknown.
  package var by: String
  /// Free text from the user; empty if there is none.
  package var note: String
  /// The last build in which the issue had been seen when it was resolved; empty if unknown. A report of a later build
  /// cannot have been known then, also if its time of arrival is earlier. For a regression `pruned` or empty.
  package var lastBuild = ""

  /// `lastBuild` of a regression that was recorded when reports were pruned. Its report may no longer be stored, so it is
  /// not recomputed.
  static let pruned = "pruned"

  /// Creates an event from its parts.
  package init(
    issue: String, at: Timestamp, what: What, value: String = "", by: String = "", note: String = "",
    lastBuild: String = ""
  ) {
    self.lastBuild = lastBuild
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
      note: row[checked: "note"], lastBuild: row[checked: "last_build"])
  }
}

/// The states of issues, computed from their events.
struct IssueStates {
  let statements: Statements
  private let builds: BuildTable

  init(_ statements: Statements, _ builds: BuildTable) {
    self.statements = statements
    self.builds = builds
  }

  /// Adds an event, without updating any state.
  static func insert(_ event: IssueEvent, _ statements: Statements) throws {
    try statements.run(
      "INSERT OR IGNORE INTO event (issue, at, what, value, by, note, last_build) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        event.issue, event.at.seconds, event.what.rawValue, event.value, event.by, event.note, event.lastBuild,
      ])
  }

  /// Adds an event and updates the state of its issue.
  func add(_ event: IssueEvent) throws {
    try Self.insert(event, statements)
    if event.affectsMerging {
      let canonicalIssues = try canonicalIssues()
      try IssueMerging(statements).updateAll()
      _ = try recomputeMoved(since: canonicalIssues, created: [], keys: [])
    }
    for canonical in try canonicalsConcerned(by: [event.issue], []).sorted() { try applyEvents(to: canonical) }
  }

  /// Returns the ids of resolved issues that regressed with the reports just counted, and updates their states.
  func regressedIssues(in changes: [IssueTable.Change]) throws -> Set<Int64> {
    var regressed: Set<Int64> = []
    var canonicals: Set<Int64> = []
    for change in changes {
      let row = try statements.row(
        """
        SELECT canonical.id,
          iif(canonical.resolved_in IS NULL AND canonical.state = 'open', canonical.state_at, canonical.regressed_at) AS settled
        FROM issue AS member JOIN issue AS canonical ON canonical.id = coalesce(member.merged_into, member.id)
        WHERE member.id = ? AND canonical.state_at IS NOT NULL
        """, [change.issue])
      guard let row else { continue }
      // It regressed or was reopened, and later arrivals do not change that.
      if let settled: Int = row[checked: "settled"], change.arrived > settled, !change.lostReports { continue }
      canonicals.insert(row[checked: "id"])
    }
    for canonical in canonicals.sorted() where try recomputeState(of: canonical) { regressed.insert(canonical) }
    return regressed
  }

  /// Returns the canonical issue of each merged issue.
  func canonicalIssues() throws -> [Int64: Int64] {
    try statements.rows("SELECT id, merged_into FROM issue WHERE merged_into IS NOT NULL", []).reduce(into: [:]) {
      $0[$1[checked: 0]] = $1[checked: 1] as Int64
    }
  }

  /// Recomputes the states of issues that have events and whose merged issues or other keys changed. Returns those that
  /// regressed.
  ///
  /// - Parameter keys: Keys of issues that were removed, and keys that became or are no longer other keys of an issue.
  func recomputeMoved(since before: [Int64: Int64], created: [Int64], keys: Set<String>) throws -> Set<Int64> {
    guard try statements.number("SELECT EXISTS (SELECT 1 FROM event)", []) == 1 else { return [] }
    try removeRegressions(ofRemoved: keys)
    let canonicalIssues = try canonicalIssues()
    var canonicals = Set(created.map { canonicalIssues[$0] ?? $0 })
    canonicals.formUnion(try canonicalsConcerned(by: keys, created))
    for merged in Set(before.keys).union(canonicalIssues.keys) where before[merged] != canonicalIssues[merged] {
      for id in [merged, before[merged] ?? merged] { canonicals.insert(canonicalIssues[id] ?? id) }
    }
    var regressed: Set<Int64> = []
    for canonical in canonicals.sorted() {
      let hasEvents = try statements.number(
        """
        SELECT EXISTS (
          SELECT 1 FROM issue WHERE (id = ?1 OR merged_into = ?1)
            AND (key IN (SELECT issue FROM event) OR state_at IS NOT NULL OR note IS NOT NULL OR EXISTS (
              SELECT 1 FROM issue_alias JOIN event ON event.issue = issue_alias.key
              WHERE issue_alias.issue = issue.key AND issue_alias.level = 'default')))
        """, [canonical])
      if hasEvents == 1, try recomputeState(of: canonical) { regressed.insert(canonical) }
    }
    return regressed
  }

  /// Removes the regressions of issues that no longer exist. Others may have their events now, and their own regressions.
  private func removeRegressions(ofRemoved keys: Set<String>) throws {
    for key in keys {
      try statements.run(
        """
        DELETE FROM event WHERE issue = ?1 AND what = 'regressed' AND last_build <> 'pruned'
          AND NOT EXISTS (SELECT 1 FROM issue WHERE key = ?1)
        """, [key])
    }
  }

  /// Keeps the present regressions, before their reports are pruned.
  static func keepRegressions(_ database: Database) throws {
    try database.execute(
      sql: "UPDATE OR IGNORE event SET last_build = ? WHERE what = 'regressed'", arguments: [IssueEvent.pruned])
  }

  /// Recomputes the states of issues whose resolution names a build that was added since the last call: several versions may
  /// have builds of one name. Returns those that regressed.
  func recomputeResolvedInAddedBuilds() throws -> Set<Int64> {
    let names = builds.takeAddedNames()
    guard !names.isEmpty else { return [] }
    let keys = try statements.rows(
      "SELECT issue, value, last_build FROM event WHERE what = 'resolve' AND value <> ''", []
    ).filter { names.contains($0[checked: "value"]) || names.contains($0[checked: "last_build"]) }
    var regressed: Set<Int64> = []
    for canonical in try canonicalsConcerned(by: Set(keys.map { $0[checked: "issue"] }), []).sorted()
    where try recomputeState(of: canonical) { regressed.insert(canonical) }
    return regressed
  }

  /// Returns the canonical issues whose events may include those of one of these keys: events of a key without an issue
  /// are those of the issues that have it as another key.
  private func canonicalsConcerned(by keys: Set<String>, _ created: [Int64]) throws -> Set<Int64> {
    var keys = keys
    for id in created {
      if let row = try statements.row("SELECT key FROM issue WHERE id = ?", [id]) { keys.insert(row[checked: "key"]) }
    }
    var concerned: Set<Int64> = []
    for key in keys {
      let rows = try statements.rows(
        """
        SELECT coalesce(merged_into, id) AS canonical FROM issue
        WHERE key = ?1 OR key IN (SELECT issue FROM issue_alias WHERE key = ?1)
        """, [key])
      concerned.formUnion(rows.map { $0[checked: "canonical"] as Int64 })
    }
    return concerned
  }

  /// Recomputes the state of an issue. Returns whether the issue regressed.
  private func recomputeState(of canonical: Int64) throws -> Bool {
    let before = try regressions(of: canonical)
    try applyEvents(to: canonical)
    return try !regressions(of: canonical).isSubset(of: before)
  }

  private func regressions(of canonical: Int64) throws -> Set<String> {
    Set(
      try statements.rows(
        """
        SELECT issue || ' ' || at AS event FROM event
        WHERE what = 'regressed' AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
        """, [canonical]
      ).map { $0[checked: "event"] as String })
  }

  /// Recomputes the state of every issue.
  func recomputeAll() throws {
    try statements.run("DELETE FROM event WHERE what = 'regressed' AND last_build <> 'pruned'", [])
    for row in try statements.rows("SELECT id FROM issue WHERE merged_into IS NULL ORDER BY id", []) {
      try applyEvents(to: row[checked: "id"])
    }
  }

  /// Computes the state of an issue from its events, those of its merged issues, and those of keys that its reports had
  /// before, in order of time, and stores it.
  private func applyEvents(to canonical: Int64) throws {
    let rows = try statements.rows(
      """
      SELECT event.* FROM event
      WHERE event.issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
        OR event.issue IN (
          SELECT issue_alias.key FROM issue JOIN issue_alias ON issue_alias.issue = issue.key
          WHERE (issue.id = ?1 OR issue.merged_into = ?1) AND issue_alias.level = 'default'
            AND issue_alias.key NOT IN (SELECT key FROM issue))
      ORDER BY at, what, value, by, note, last_build
      """, [canonical])
    let events = IssueEvent.effective(rows.compactMap(IssueEvent.init))
    // They are recomputed below from the stored reports.
    try statements.run(
      """
      DELETE FROM event WHERE what = 'regressed' AND last_build <> 'pruned'
        AND issue IN (SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1)
      """, [canonical])
    var state = State()
    var following = FollowingEvents(events)
    for (index, event) in events.enumerated() {
      switch event.what {
      case .resolve:
        state.change(to: "resolved", by: event)
        state.resolvedIn = event.value
        let (end, recorded) = following.afterResolving(index)
        state.regression = try regression(canonical, after: event, until: end, recorded)
        if let regression = state.regression, !regression.isRecorded {
          try statements.run(
            """
            INSERT OR IGNORE INTO event (issue, at, what, value, by, note, last_build)
            SELECT key, ?, 'regressed', ?, '', '', '' FROM issue WHERE id = ?
            """, [regression.at, regression.build, canonical])
        }
      case .reopen: state.change(to: "open", by: event)
      case .ignore:
        state.change(to: "ignored", by: event)
        state.ignoredUntil = Timestamp(rfc3339: event.value)?.seconds
      case .note: state.note = event.note
      case .merge, .split, .undo, .regressed: break
      }
    }
    try store(state, of: canonical)
  }

  /// The state of an issue after some of its events.
  private struct State {
    /// The latest state set by the user: `open`, `resolved` or `ignored`.
    var name = "open"
    /// When the user set the state, in seconds since 1970.
    var since: Int?
    /// The build with the fix, or empty; `nil` unless the issue is resolved.
    var resolvedIn: String?
    /// How it regressed after it was resolved.
    var regression: Regression?
    /// The end time, in seconds since 1970; `nil` if it has no end or the issue is not ignored.
    var ignoredUntil: Int?
    var note: String?

    /// Replaces the complete state except for the note.
    mutating func change(to name: String, by event: IssueEvent) {
      self = State(name: name, since: event.at.seconds, note: note)
    }
  }

  private struct Regression {
    /// The time of arrival of the report, in seconds since 1970.
    var at: Int
    var build: String
    /// Whether it was recorded when reports were pruned.
    var isRecorded = false
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

  /// What follows each event of an issue. Events are asked for in their order, so that all take linear time.
  private struct FollowingEvents {
    /// The time of the next change of the state after each event, in seconds since 1970; `Int.max` if there is none.
    private var changes: [Int]
    /// The regressions that were recorded when reports were pruned, in order of time.
    private let recorded: [IssueEvent]
    private var position = 0
    private let events: [IssueEvent]

    init(_ events: [IssueEvent]) {
      self.events = events
      recorded = events.filter { $0.what == .regressed && $0.lastBuild == IssueEvent.pruned }
      changes = Array(repeating: .max, count: events.count)
      var next = Int.max
      for index in events.indices.reversed() {
        changes[index] = next
        if [.resolve, .reopen, .ignore].contains(events[index].what) { next = events[index].at.seconds }
      }
    }

    /// Returns the time of the next change of the state, and the first recorded regression before it.
    mutating func afterResolving(_ index: Int) -> (end: Int, recorded: IssueEvent?) {
      let (event, end) = (events[index], changes[index])
      while position < recorded.count, recorded[position].at <= event.at { position += 1 }
      guard position < recorded.count, recorded[position].at.seconds <= end else { return (end, nil) }
      return (end, recorded[position])
    }
  }

  /// Returns the first regression of an issue after an event that resolves it, and before the next change of its state.
  ///
  /// A regression that was recorded when reports were pruned counts if none in the stored reports is earlier.
  private func regression(
    _ canonical: Int64, after event: IssueEvent, until end: Int, _ recorded: IssueEvent?
  ) throws -> Regression? {
    let found = try regression(
      canonical, resolvedIn: event.value, lastBuild: event.lastBuild, after: event.at.seconds, until: end)
    if let recorded, found.map({ recorded.at.seconds <= $0.at }) ?? true {
      return Regression(at: recorded.at.seconds, build: recorded.value, isRecorded: true)
    }
    return found
  }

  /// Returns the earliest report, by arrival, of a regression before the state changed again.
  ///
  /// If a build with the fix is named, a report must be of that build or a later one, and a report without a build does
  /// not count. A report of a build that was not known when the issue was resolved counts with any time of
  /// arrival, because the clock of the machine that recorded it may be behind. Other reports count if they did not arrive
  /// before the issue was resolved or, without a named build, if they arrived later.
  private func regression(
    _ canonical: Int64, resolvedIn fix: String, lastBuild: String, after: Int, until: Int
  ) throws -> Regression? {
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
        // Usually there are only reports from before the fix; they are not read.
        guard let fixed = try position(of: fix, app: name), app[checked: "latest"] >= fixed.from else { continue }
        let known = lastBuild.isEmpty ? nil : try position(of: lastBuild, app: name)
        let found = try statements.row(
          """
          SELECT report.seen_at, hex(report.digest) AS hex, report.build FROM report JOIN build ON build.id = report.build
          WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
            AND report.variant_of IS NULL AND (report.seen_at >= ?2 OR build.position >= ?6) AND report.seen_at <= ?3
            AND build.app = ?4 AND build.position >= ?5
          ORDER BY report.seen_at, report.digest LIMIT 1
          """,
          [canonical, after, until, name, fixed.from, known?.after])
        if let found, first.map({ Self.order(of: found) < Self.order(of: $0) }) ?? true { first = found }
      }
    }
    guard let first else { return nil }
    // In the list of events it follows the event that it refutes.
    return Regression(
      at: max(first[checked: "seen_at"], after + 1), build: try builds.build(first[checked: "build"])?.name ?? "")
  }

  private static func order(of report: Row) -> (Int, String) {
    (report[checked: "seen_at"], report[checked: "hex"])
  }

  /// Returns the position of the latest build in which an issue was seen, for each app.
  private func latestBuilds(of canonical: Int64) throws -> [Row] {
    try statements.rows(
      """
      SELECT build.app, max(build.position) AS latest FROM rollup_build JOIN build ON build.id = rollup_build.build
      WHERE rollup_build.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
        AND build.position IS NOT NULL
      GROUP BY build.app ORDER BY build.app
      """, [canonical])
  }

  /// Returns the lowest positions of the builds of an app that are not before a build named by the user, and that are after
  /// it. The build need not have been seen.
  func position(of name: String, app: String) throws -> (from: Int, after: Int)? {
    if let row = try statements.row(
      """
      SELECT position FROM build WHERE app = ?1 AND position IS NOT NULL AND (build = ?2 OR (build = '' AND version = ?2))
      ORDER BY position LIMIT 1
      """, [app, name])
    {
      let position: Int = row[checked: "position"]
      return (position, position + 1)
    }
    return try builds.location(of: name, app: app)
  }
}
