internal import GRDB
package import Vocabulary

/// The reports that a facet counts: those of a period, optionally of one app or one known failure.
package struct FacetScope: Sendable {
  /// The first and the last complete day of the period.
  var days: Facet.Days
  /// The beginning of the period, if it is within a day; that day is not in `days`.
  var since: Timestamp?
  /// The end of the period, excluded, if it is within a day; that day is not in `days`.
  var until: Timestamp?
  /// A process name or bundle id; `nil` for any app.
  var app: String?
  /// The identifier of a pattern; `nil` for any pattern or none.
  var pattern: String?

  /// Creates the scope of complete days.
  init(days: Facet.Days, app: String? = nil, pattern: String? = nil) {
    self.days = days
    self.app = app
    self.pattern = pattern
  }

  /// Creates the scope of a period, included to excluded; `nil` for no limit.
  package init(since: Timestamp?, until: Timestamp?) {
    days = (Int(Int32.min), Int(Int32.max))
    if let since {
      let isMidnight = since.seconds == since.day * 86_400
      days.first = isMidnight ? since.day : since.day + 1
      if !isMidnight { self.since = since }
    }
    if let until {
      days.last = until.day - 1
      if until.seconds != until.day * 86_400 { self.until = until }
    }
  }

  /// Whether the scope contains all reports of all days.
  var isEverything: Bool { isPlain && days == (Int(Int32.min), Int(Int32.max)) }

  /// Whether the shipped queries, which read complete days of all reports, suffice.
  var isPlain: Bool { since == nil && until == nil && app == nil && pattern == nil }

  /// Returns a subquery for the reports of the scope with the columns `issue`, `day`, `build`, `os`, `device` and `count`,
  /// and adds its values to the named arguments: complete days from the roll-ups, parts of days from their reports.
  func source(_ arguments: inout StatementArguments) -> String {
    var condition = ""
    if let app {
      condition += " AND build IN (SELECT id FROM build WHERE bundle_id = :app OR process = :app)"
      arguments += ["app": app]
    }
    if let pattern {
      condition +=
        " AND issue IN (SELECT member.id FROM issue AS member JOIN issue AS canonical"
        + " ON canonical.id = coalesce(member.merged_into, member.id) WHERE canonical.pattern = :pattern)"
      arguments += ["pattern": pattern]
    }
    arguments += ["firstDay": days.first, "lastDay": days.last]
    var parts = [
      "SELECT issue, day, build, os, device, count FROM rollup WHERE day BETWEEN :firstDay AND :lastDay" + condition
    ]
    let reports = "SELECT issue, day, build, os, device, 1 AS count FROM report WHERE variant_of IS NULL"
    if let since, let until, since.day == until.day {
      parts.append(reports + " AND day = :sinceDay AND time >= :since AND time < :until" + condition)
      arguments += ["sinceDay": since.day, "since": since.seconds, "until": until.seconds]
    } else {
      if let since {
        parts.append(reports + " AND day = :sinceDay AND time >= :since" + condition)
        arguments += ["sinceDay": since.day, "since": since.seconds]
      }
      if let until {
        parts.append(reports + " AND day = :untilDay AND time < :until" + condition)
        arguments += ["untilDay": until.day, "until": until.seconds]
      }
    }
    return "(" + parts.joined(separator: " UNION ALL ") + ")"
  }

  /// Returns a subquery for the reports of the scope with the columns `issue` and `count`, like `source`.
  func sourceOfIssues(_ arguments: inout StatementArguments) -> String {
    guard since == nil, until == nil, pattern == nil, days == (Int(Int32.min), Int(Int32.max)), let app else {
      return source(&arguments)
    }
    arguments += ["app": app]
    return """
      (SELECT issue, count FROM rollup_build
        WHERE build IN (SELECT id FROM build WHERE bundle_id = :app OR process = :app))
      """
  }

  /// Returns a condition ` AND …` on the columns of `report`, and adds its values to the named arguments.
  func condition(_ arguments: inout StatementArguments) -> String {
    let first = since.map(\.seconds) ?? days.first * 86_400
    let end = until.map(\.seconds) ?? (days.last + 1) * 86_400
    arguments += ["day": (since?.day ?? days.first), "last": (until?.day ?? days.last), "first": first, "end": end]
    var text = " AND report.day BETWEEN :day AND :last AND report.time >= :first AND report.time < :end"
    if let app {
      text += " AND report.build IN (SELECT id FROM build WHERE bundle_id = :app OR process = :app)"
      arguments += ["app": app]
    }
    if let pattern {
      text +=
        " AND report.issue IN (SELECT member.id FROM issue AS member JOIN issue AS canonical"
        + " ON canonical.id = coalesce(member.merged_into, member.id) WHERE canonical.pattern = :pattern)"
      arguments += ["pattern": pattern]
    }
    return text
  }
}

extension FacetScope {
  /// Returns the scope in terms that do not depend on rows of this file; `nil` if it contains no report.
  func resolved(_ database: Database) throws -> SourceQuestion.Scope? {
    var scope = SourceQuestion.Scope()
    // Complete days between two limits within days may not exist.
    if days.first <= days.last {
      if days != (Int(Int32.min), Int(Int32.max)) { scope.days = days.first...days.last }
    } else if since != nil || until != nil {
      scope.days = SourceQuestion.Scope.noDays
    } else {
      return nil
    }
    (scope.since, scope.until) = (since?.seconds, until?.seconds)
    if let app { scope.builds = try SummaryKey.builds(of: app, database) }
    if let pattern {
      scope.issues = try StoredText.fetchAll(
        database,
        sql: """
          SELECT member.key FROM issue AS member JOIN issue AS canonical
            ON canonical.id = coalesce(member.merged_into, member.id) WHERE canonical.pattern = ? ORDER BY member.key
          """, arguments: [pattern])
    }
    return scope
  }
}
