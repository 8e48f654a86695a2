internal import GRDB
package import Vocabulary

/// The reports that a facet counts: those of a period that match the terms of a filter.
package struct FacetScope: Sendable {
  /// The first and the last complete day of the period.
  var days: Facet.Days
  /// The beginning of the period, if it is within a day; that day is not in `days`.
  var since: Timestamp?
  /// The end of the period, excluded, if it is within a day; that day is not in `days`.
  var until: Timestamp?
  /// What the reports have or do not have; empty for any report.
  var terms: [FilterTerm]
  /// The rows of the builds that reports must have, besides the terms; `nil` for any.
  var builds: Set<Int64>?

  /// All days.
  static let allDays: Facet.Days = (Int(Int32.min), Int(Int32.max))

  /// Creates the scope of complete days.
  init(days: Facet.Days, terms: [FilterTerm] = []) {
    self.days = days
    self.terms = terms
  }

  /// Creates the scope of a period, included to excluded; `nil` for no limit.
  package init(since: Timestamp?, until: Timestamp?, terms: [FilterTerm] = []) {
    days = Self.allDays
    self.terms = terms
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
  var isEverything: Bool { isPlain && days == Self.allDays }

  /// Whether the shipped queries, which read complete days of all reports, suffice.
  var isPlain: Bool { since == nil && until == nil && terms.isEmpty && builds == nil }

  /// Returns the terms as rows of a database, with the builds.
  private func conditions(in database: Database) throws -> FilterConditions {
    var conditions = try FilterConditions(terms, in: database)
    if let builds { conditions.restrict(toBuilds: builds) }
    return conditions
  }

  /// Returns a subquery for the reports of the scope with the columns `issue`, `day`, `build`, `os`, `device` and `count`,
  /// and adds its values to the named arguments: complete days from the roll-ups, parts of days from their reports. Labels
  /// are only in the reports themselves.
  func source(in database: Database, _ arguments: inout StatementArguments) throws -> String {
    let conditions = try conditions(in: database)
    if conditions.needsReports {
      let reports = "SELECT issue, day, build, os, device, 1 AS count FROM report WHERE variant_of IS NULL"
      return "(\(reports)\(condition(conditions, &arguments)))"
    }
    let condition = conditions.sql("counted.", .ofIssue, &arguments)
    arguments += ["firstDay": days.first, "lastDay": days.last]
    // The key of the roll-up begins with the issue: for some days, each issue is searched.
    let isSearched = days != Self.allDays
    var parts = [
      "SELECT counted.issue, counted.day, counted.build, counted.os, counted.device, counted.count FROM "
        + (isSearched
          ? "issue AS part CROSS JOIN rollup AS counted ON counted.issue = part.id AND " : "rollup AS counted WHERE ")
        + "counted.day BETWEEN :firstDay AND :lastDay\(condition)"
    ]
    let reports =
      "SELECT issue, day, build, os, device, 1 AS count FROM report AS counted WHERE variant_of IS NULL"
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
  func sourceOfIssues(in database: Database, _ arguments: inout StatementArguments) throws -> String {
    let conditions = try conditions(in: database)
    guard since == nil, until == nil, days == Self.allDays, conditions.concernsOnlyBuilds else {
      return try source(in: database, &arguments)
    }
    return "(SELECT issue, count FROM rollup_build WHERE true\(conditions.sql("", .none, &arguments)))"
  }

  /// Returns a condition ` AND …` on the columns of `report`, and adds its values to the named arguments.
  ///
  /// - Parameter byTime: Whether the time is searched, which the index by issue has, and not the day, which the indexes by day and
  ///   build have.
  func condition(
    in database: Database, byTime: Bool = false, _ arguments: inout StatementArguments
  ) throws -> String {
    condition(try conditions(in: database), byTime: byTime, &arguments)
  }

  private func condition(
    _ conditions: FilterConditions, byTime: Bool = false, _ arguments: inout StatementArguments
  ) -> String {
    let selected = conditions.sql("report.", .ofIssue, &arguments)
    if since == nil, until == nil, days == Self.allDays { return selected }
    var text = ""
    if !byTime {
      text += " AND report.day BETWEEN :day AND :last"
      arguments += ["day": since?.day ?? days.first, "last": until?.day ?? days.last]
    }
    if byTime || since != nil {
      text += " AND report.time >= :first"
      arguments += ["first": since.map(\.seconds) ?? days.first * 86_400]
    }
    if byTime || until != nil {
      text += " AND report.time < :end"
      arguments += ["end": until.map(\.seconds) ?? (days.last + 1) * 86_400]
    }
    return text + selected
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
    try conditions(in: database).add(to: &scope, in: database)
    return scope
  }
}
